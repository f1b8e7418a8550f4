#include "app/shell/window/interface/welcome.hpp"

#include "app/shell/files/sample_meshes.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

void Welcome::show_hints() {
    if (preferences_.find("interface.hints").empty()) hints_.fill(true);
}

void Welcome::draw_hints(const ui::Rect& viewport) {
    if (!is_open_ && boxwood::draw_hints(viewport, hints_) && std::ranges::find(hints_, true) == hints_.end())
        preferences_.set("interface.hints", "dismissed");
}

void Welcome::draw_start_screen() {
    std::vector<std::string_view> samples;
    for (const SampleMesh& sample : all_sample_meshes()) samples.push_back(sample.name);
    std::vector<StartScreen::LabCard> labs;
    for (const LabEntry& entry : all_labs()) labs.push_back({entry.title, entry.question});
    std::vector<std::string> recent;
    for (const std::filesystem::path& file : preferences_.recent()) recent.push_back(file.string());
    const StartChoice choice = boxwood::draw_start_screen({labs, samples, recent}, is_open_);
    if (choice.wants_file) opener_.open_dialog();
    if (choice.lab) labs_.choose(static_cast<int>(*choice.lab));
    if (choice.recent) opener_.open_files({recent[*choice.recent]});
    if (!choice.sample) return;
    for (std::size_t i = 0; i < all_labs().size(); ++i)
        if (all_labs()[i].max_meshes == 2) labs_.choose(static_cast<int>(i));
    opener_.load({sample_path(all_sample_meshes()[*choice.sample])});
}

} // namespace boxwood
