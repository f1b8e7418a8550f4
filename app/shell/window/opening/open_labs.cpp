#include "app/shell/window/opening/open_labs.hpp"

#include <utility>

namespace boxwood {

Result<std::unique_ptr<OpenLab>> OpenLabs::make(const LabEntry& entry, std::unique_ptr<Lab> lab,
                                                bool shows_example) {
    auto made = std::make_unique<OpenLab>();
    const bool is_software = surface_.renderer.gpu().is_software;
    made->entry = &entry;
    made->playback.seed = options_.seed.value_or(kDefaultSeed);
    made->playback.is_playing = !options_.is_paused && (options_.headless || !entry.starts_paused);
    // The times of software rendering would dwarf the other phases in the timeline. They are hidden until the user
    // clicks their legend entry.
    if (is_software) made->timeline.plot.hidden = 1u << static_cast<unsigned>(Phase::draw);
    if (!lab) {
        lab = entry.make();
        (void)apply_stored(*lab, preferences_.values_of(entry.name));
        if (Status status = lab->restart(made->playback.seed); !status) return status.error();
    }
    made->lab = std::move(lab);
    made->lab->viewport().is_software_rendered = is_software && !options_.headless;
    made->layout = preferences_.layout(entry.name);
    made->layout.viewport_only = made->lab->presentation().starts_bare;
    if (shows_example && made->lab->show_example()) made->playback.is_playing = false;
    made->cameras.read(preferences_.find("cameras." + std::string(entry.name)));
    made->lab->watch_edits(false, false); // later changes count as edits
    return Result<std::unique_ptr<OpenLab>>(std::move(made));
}

Status OpenLabs::enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example) {
    const bool is_new = !open_.contains(&entry);
    if (is_new) {
        Result<std::unique_ptr<OpenLab>> made = make(entry, std::move(lab), shows_example);
        if (!made) return made.error();
        open_[&entry] = std::move(*made);
    }
    entry_ = &entry;
    messages_.enter(entry.name);
    surface_.window->set_title("Boxwood: " + std::string(entry.title));
    if (current().times.frames().empty()) {
        focus(false);
        if (is_new && shows_own_scene())
            this->lab().viewport().camera =
                preferences_.camera(entry.name).value_or(this->lab().viewport().camera);
    }
    return ok();
}

void OpenLabs::choose(int index) {
    const std::span<const LabEntry> labs = all_labs();
    if (index < 0 || static_cast<std::size_t>(index) >= labs.size() ||
        &labs[static_cast<std::size_t>(index)] == entry_)
        return;
    if (lab().presentation().wants_mouse) lab().act("select.none"); // release the captured mouse
    if (Status status = enter(labs[static_cast<std::size_t>(index)], nullptr, true); !status)
        messages_.error(status.error().message);
}

void OpenLabs::focus(bool of_selection) {
    const Focus sphere = lab().viewport().focus(of_selection);
    draw::focus(lab().viewport().camera, sphere.center_w, sphere.radius);
    if (!of_selection) current().scene_radius = sphere.radius;
}

void OpenLabs::refit() {
    constexpr float kMaxSizeRatio = 1.1f;
    const float now = lab().viewport().focus(false).radius, before = current().scene_radius;
    if (now > kMaxSizeRatio * before || before > kMaxSizeRatio * now) focus(false);
}

// The camera is stored only for the scene that the lab creates itself.
bool OpenLabs::shows_own_scene() const {
    const bool is_plain = options_.files.empty() && options_.settings.empty() && !options_.replay;
    return is_plain && (options_.target.empty() || find_lab(options_.target) != nullptr || open_.size() > 1);
}

void OpenLabs::keep(Preferences& io_preferences) {
    io_preferences.set("interface.lab", std::string(entry_->name));
    for (const auto& [entry, open] : open_) {
        io_preferences.keep_settings(entry->name, *open->lab);
        io_preferences.keep_layout(entry->name, open->layout);
        if (shows_own_scene()) io_preferences.keep_camera(entry->name, open->lab->viewport().camera);
        const std::string name = own_name("cameras", entry->name), cameras = open->cameras.text();
        cameras.empty() ? io_preferences.remove(name) : io_preferences.set(name, cameras);
    }
}

std::vector<const char*> lab_titles() {
    std::vector<const char*> titles;
    for (const LabEntry& entry : all_labs()) titles.push_back(entry.title.data()); // literals
    return titles;
}

int index_of(const LabEntry& entry) {
    return static_cast<int>(&entry - all_labs().data());
}

} // namespace boxwood
