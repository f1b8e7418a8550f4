#include "app/shell/window_show.hpp"

#include "app/jobs/job.hpp"
#include "app/panels/magnifier.hpp"
#include "app/panels/messages.hpp"
#include "app/panels/start_screen.hpp"
#include "app/panels/status_line.hpp"
#include "app/panels/timeline.hpp"
#include "app/panels/top_bar.hpp"
#include "app/panels/viewport_overlay.hpp"
#include "app/shell/actions.hpp"
#include "app/shell/everything.hpp"
#include "app/shell/files/mesh_loader.hpp"
#include "app/shell/files/recording.hpp"
#include "app/shell/files/sample_meshes.hpp"
#include "app/shell/frame_heartbeat.hpp"
#include "app/shell/hint.hpp"
#include "app/shell/preferences.hpp"
#include "app/shell/saved_cameras.hpp"
#include "app/shell/viewport_input.hpp"
#include "engine/platform/system.hpp"
#include "engine/platform/window.hpp"
#include "engine/render/renderer.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/ui/controls/file_dialog.hpp"
#include "engine/ui/controls/palette.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/keymap_panel.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/ui_context.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <optional>

namespace boxwood {
namespace {

constexpr double kIdleWait = 0.1;       // seconds: refresh interval of a paused window
constexpr double kBusyAfterInput = 0.6; // seconds of full rate after input, for hover and fades
constexpr double kCalmAfterNews =
    1.0; // seconds: after input or a background job, until the picture is stable
constexpr float kScaleStep = 1.1f;
constexpr int kPictureSamples = 4;
constexpr double kFrameSmoothing = 0.1;

// Active even while a list, a dialog or a field has keyboard focus: quit, screenshot, and close the key list.
bool answers_always(std::string_view action) {
    return action == "app.quit" || action == "help.keys" || action == "file.screenshot" ||
           action == "file.picture";
}

// A lab with its state in the shell.
struct Stage {
    const LabEntry* entry = nullptr;
    std::unique_ptr<Lab> lab;
    TimeHistory times{kTimesKept};
    FrameLog log; // for the report
    Playback playback;
    ui::LayoutSettings layout;
    TimelineState timeline;
    SavedCameras cameras;
    float scene_radius = 0.0f; // of everything, when the camera last framed it
};

class WindowShow {
  public:
    explicit WindowShow(const ShowOptions& options)
        : options_(options)
        , keymap_(make_keymap()) {}

    Status open(bool is_offscreen);
    // Opens the lab on a background thread while the window shows a message. None: the window was closed before.
    std::optional<Result<std::unique_ptr<Lab>>> open_lab_meanwhile(const Opening& opening,
                                                                   const ShowOptions& options);
    void take_kept(Preferences kept);
    void say_error(std::string text) { messages_.error(std::move(text)); }
    // `shows_example`: nothing else was asked for.
    Status enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example);
    void bring(const std::vector<std::filesystem::path>& files);
    void note_files(const std::vector<std::filesystem::path>& files);
    // The start screen, and at the first start the hints.
    void welcome();
    Status begin_recording();
    int run_until_closed();
    int run_offscreen(std::uint64_t frames, Progress& io_progress);

  private:
    Stage& stage() { return *stages_.at(current_); }
    Lab& lab() { return *stage().lab; }

    void frame(const platform::InputFrame& input);
    void take_window_events(const platform::InputFrame& input);
    void open_files(const std::vector<std::filesystem::path>& files);
    void open_dialog();
    void open_palette();
    void ask_value(const std::string& setting);
    void choose(const ui::Palette::Answer& answer);
    void edit_setting(const std::string& name, const std::string& value);
    void open_workload(const Workload& workload);
    void open_recording(const std::filesystem::path& file);
    void open_scene(const std::filesystem::path& file);
    void show_scene(const LabEntry& entry, LoadedScene scene, const std::string& name);
    void open_own_file(const LabEntry& entry, const std::filesystem::path& file);
    void act(const ui::Action& action);
    std::string why_unavailable(std::string_view id) const;
    bool act_on_view(std::string_view id);
    bool act_on_camera(std::string_view id);
    bool act_on_time(std::string_view id);
    TimelineView timeline_view() const;
    void poll_loader();
    void advance();
    void play(int steps);
    bool is_replaying() const;
    void run_replay();
    void step_back();
    void go_to(std::uint64_t frame);
    void take_step();
    void note_recording();
    void capture_mouse();
    void watch_edits(const platform::InputFrame& input);
    void forget_timeline();
    void forget_times();
    void restart();
    void choose_lab(int index);
    void gather_views(const ui::Rect& viewport, bool has_words);
    draw::Camera camera_in(std::size_t view) {
        return camera_in_view(lab().camera, places_.views[view], places_.views.size());
    }
    void draw_scene(const ui::Rect& viewport, bool has_words);
    void draw_scene_only();
    void draw_overlay(const ui::Rect& viewport, ViewContext& context);
    void draw_interface(const ui::Layout& layout);
    void draw_bars(const ui::Layout& layout);
    void draw_panels(const ui::Layout& layout);
    void draw_bare_controls(const ui::Layout& layout);
    void draw_popups(const ui::Layout& layout);
    void draw_start();
    void focus(bool of_selection);
    void refit();
    void save_picture(const std::filesystem::path& path, bool with_interface);
    bool is_idle() const;
    bool is_busy() const;
    bool is_still(const platform::InputFrame& input);
    void add_view_facts(RunReport& io_report);
    void keep_settings();
    void choose_scale(float scale) {
        ui_->set_scale(scale);
        has_chosen_scale_ = true;
    }
    bool shows_own_scene() const;
    int finish();

    const ShowOptions& options_;
    std::unique_ptr<platform::Window> window_;
    render::Renderer renderer_;
    std::unique_ptr<ui::Ui> ui_;
    ui::Keymap keymap_;
    ui::FileDialog file_dialog_;
    ui::Palette palette_;
    std::string asked_setting_; // whose values the palette lists; empty: it lists everything
    ui::HelpPanel help_;
    ViewportInput viewport_input_;
    ui::HeldActions held_;
    bool has_mouse_ = false; // captured by the lab
    MeshLoader loader_;
    Messages messages_;
    FrameHeartbeat pulse_;
    Preferences kept_;
    std::map<const LabEntry*, std::unique_ptr<Stage>> stages_;
    const LabEntry* current_ = nullptr;
    std::vector<LabView> views_; // linked views; empty: the lab's own drawing
    ViewPlaces places_;
    ui::Rect free_view_; // for messages
    std::optional<Magnifier> magnifier_;
    std::array<draw::DrawList, kMaxViews> scenes_;
    std::string hovered_;
    std::string refused_; // the lab's latest error, which ends a headless run
    bool is_start_open_ = false;
    std::array<bool, kHints.size()> hints_{}; // those on screen
    bool has_chosen_scale_ = false;           // else it follows the display
    bool is_closing_ = false, wants_bare_picture_ = false;
    double last_frame_at_ = 0.0, last_input_at_ = 0.0, seconds_per_frame_ = 0.0, last_draw_ms_ = 0.0;
    double last_result_at_ = 0.0;
    platform::Gamepad last_gamepad_;
    std::uint64_t frames_drawn_ = 0, uploaded_bytes_ = 0; // the latter by the last frame with a step
    bool has_stepped_ = false;
    RunRecording recording_;
    const LabEntry* recorded_ = nullptr;                     // whose steps are recorded
    bool is_replayed_ = false, is_replay_different_ = false; // the recording was run again
    std::filesystem::path picture_to_save_, last_folder_ = std::filesystem::current_path();
};

// --- opening ----------------------------------------------------------------------------------------------

Status WindowShow::open(bool is_offscreen) {
    std::string why;
    window_ = platform::Window::open(
        {"Boxwood", options_.width, options_.height, is_offscreen, !is_offscreen}, why);
    if (!window_) return Error{why};
    if (!is_offscreen && !window_->is_visible())
        return Error{"the display cannot be reached; check DISPLAY, or use boxwood run ... --headless "
                     "--screenshot FILE.png"};
    if (why = renderer_.create(platform::Window::gl_proc_address()); !why.empty()) return Error{why};
    ui_ = std::make_unique<ui::Ui>(window_.get());
    ui_->set_scale(window_->dpi_scale());
    last_frame_at_ = last_input_at_ = last_result_at_ = platform::now_seconds();
    return pulse_.open(options_.pulse);
}

std::optional<Result<std::unique_ptr<Lab>>> WindowShow::open_lab_meanwhile(const Opening& opening,
                                                                           const ShowOptions& options) {
    constexpr double kShort = 0.15; // seconds: no message for shorter loads
    Job<Result<std::unique_ptr<Lab>>> job;
    job.start([&] { return open_lab(opening, options); });
    bool is_wanted = true;
    while (true) {
        if (std::optional<Result<std::unique_ptr<Lab>>> lab = job.take_result())
            return is_wanted ? std::optional(std::move(*lab)) : std::nullopt;
        const platform::InputFrame input = window_->wait(0.02);
        for (const platform::InputEvent& event : input.events)
            if (std::holds_alternative<platform::QuitEvent>(event)) is_wanted = false;
        if (job.seconds() < kShort) continue;
        const platform::SizeI size = window_->size_pixels();
        renderer_.begin_frame({size.width, size.height}, ui::palette().view);
        renderer_.begin_overlay();
        ui_->begin_frame({}, {window_->size_points(), size}, 0.02f);
        const ui::Rect middle{0.4f * ui_->size_pixels(), ui_->size_pixels()};
        if (ui::begin_overlay("opening", middle)) {
            const std::string what =
                options.target.empty() ? std::string(opening.lab->title) : options.target;
            ui::text((is_wanted ? "Building " : "Closing after ") + what + " · " +
                     ui::format_fixed(job.seconds(), 1) + " s");
            ui::end_panel();
        }
        ui_->render();
        renderer_.show();
        window_->present();
        pulse_.beat(true);
    }
}

Status WindowShow::enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example) {
    std::unique_ptr<Stage>& place = stages_[&entry];
    const bool is_new = place == nullptr;
    if (is_new) {
        place = std::make_unique<Stage>();
        place->entry = &entry;
        place->playback.seed = options_.seed.value_or(kUsualSeed);
        place->playback.is_playing = !options_.is_paused && (options_.headless || !entry.starts_paused);
        // Hidden by default: software rendering would dwarf the other phases of the timeline; its legend entry shows
        // it.
        if (renderer_.gpu().is_software)
            place->timeline.plot.hidden = 1u << static_cast<unsigned>(Phase::draw);
        if (!lab) {
            lab = entry.make();
            (void)set_kept(*lab, kept_.of(entry.name));
            if (Status status = lab->restart(place->playback.seed); !status) {
                stages_.erase(&entry);
                return status;
            }
        }
        place->lab = std::move(lab);
        place->lab->is_drawn_slowly = renderer_.gpu().is_software && !options_.headless;
        place->layout = kept_.layout(entry.name);
        place->layout.viewport_only = place->lab->presentation().starts_bare;
        if (shows_example && place->lab->show_example()) place->playback.is_playing = false;
        place->cameras.read(kept_.find("cameras." + std::string(entry.name)));
    }
    if (is_new) place->lab->watch_edits(false, false); // what is changed from here on is an edit
    current_ = &entry;
    messages_.enter(entry.name);
    window_->set_title("Boxwood: " + std::string(entry.title));
    if (place->times.frames().empty()) {
        focus(false);
        if (is_new && shows_own_scene())
            place->lab->camera = kept_.camera(entry.name).value_or(place->lab->camera);
    }
    return ok();
}

// A camera is stored for the scene that the lab makes by itself.
bool WindowShow::shows_own_scene() const {
    const bool is_plain = options_.files.empty() && options_.settings.empty() && !options_.replay;
    return is_plain &&
           (options_.target.empty() || find_lab(options_.target) != nullptr || stages_.size() > 1);
}

void WindowShow::take_kept(Preferences kept) {
    kept_ = std::move(kept);
    if (const std::string scale = kept_.find("interface.scale"); !scale.empty())
        if (const float value = std::strtof(scale.c_str(), nullptr); value > 0.0f) choose_scale(value);
    if (kept_.find("interface.theme") == "light") ui_->set_theme(ui::ThemeKind::light);
}

// State at closing time. A file that cannot be written does not keep the window open.
void WindowShow::keep_settings() {
    const std::filesystem::path path = Preferences::default_path();
    if (path.empty()) return;
    if (has_chosen_scale_)
        kept_.set("interface.scale", ui::format_fixed(static_cast<double>(ui_->scale()), 2));
    kept_.set("interface.lab", std::string(current_->name));
    kept_.set("interface.theme", ui_->theme_kind() == ui::ThemeKind::light ? "light" : "dark");
    for (const auto& [entry, stage] : stages_) {
        kept_.keep_settings(entry->name, *stage->lab);
        kept_.keep_layout(entry->name, stage->layout);
        if (shows_own_scene()) kept_.keep_camera(entry->name, stage->lab->camera);
        if (const std::string cameras = stage->cameras.text(); !cameras.empty())
            kept_.set("cameras." + std::string(entry->name), cameras);
    }
    if (Status status = kept_.save(path); !status)
        std::fprintf(stderr, "boxwood: %s\n", status.error().message.c_str());
}

void WindowShow::note_files(const std::vector<std::filesystem::path>& files) {
    for (const std::filesystem::path& file : files) kept_.add_recent(file);
}

void WindowShow::welcome() {
    is_start_open_ = true;
    if (kept_.find("interface.hints").empty()) hints_.fill(true);
}

void WindowShow::bring(const std::vector<std::filesystem::path>& files) {
    if (!files.empty()) loader_.start(files);
}

// --- one frame, top to bottom -----------------------------------------------------------------------------

void WindowShow::frame(const platform::InputFrame& input) {
    const double now = platform::now_seconds();
    const double seconds = now - last_frame_at_;
    last_frame_at_ = now;
    ++frames_drawn_;
    if (!input.events.empty()) last_input_at_ = now;
    seconds_per_frame_ += kFrameSmoothing * (seconds - seconds_per_frame_);

    take_window_events(input);
    poll_loader();
    ui_->begin_frame(input, {window_->size_points(), window_->size_pixels()}, static_cast<float>(seconds));
    for (const ui::Action* action : keymap_.triggered(input, current_->name))
        if (!ui_->wants_keyboard() || answers_always(action->id)) act(*action);
    const ui::Layout layout = ui::make_layout(stage().layout, ui_->size_pixels(), ui::theme().scale);
    const float pixels_per_point =
        static_cast<float>(window_->size_pixels().width) / static_cast<float>(window_->size_points().width);
    gather_views(layout.viewport, true);
    held_.take(input, keymap_, current_->name, ui_->wants_keyboard());
    if (window_->is_visible())
        lab().input({input, held_.ids(), ui_->wants_mouse(), stage().playback.is_playing});
    if (!lab().presentation().wants_mouse)
        viewport_input_.handle(input, places_.views, pixels_per_point, ui_->wants_mouse(), lab());
    capture_mouse();
    if (viewport_input_.take_focus_request()) focus(true);

    advance();
    const double drawn_from = now_milliseconds();
    draw_scene(layout.viewport, true);
    draw_interface(layout);
    watch_edits(input);
    renderer_.show();
    if (std::exchange(has_stepped_, false)) uploaded_bytes_ = renderer_.stats().uploaded_bytes;
    last_draw_ms_ = now_milliseconds() - drawn_from;
    if (!picture_to_save_.empty())
        save_picture(std::exchange(picture_to_save_, {}), !std::exchange(wants_bare_picture_, false));
    window_->present();
}

void WindowShow::capture_mouse() {
    const bool wants = lab().presentation().wants_mouse && window_->is_visible();
    if (std::exchange(has_mouse_, wants) != wants) window_->capture_mouse(wants);
}

void WindowShow::watch_edits(const platform::InputFrame& input) {
    const bool has_acted = std::ranges::any_of(input.events, [](const platform::InputEvent& event) {
        const auto* key = std::get_if<platform::KeyEvent>(&event);
        return (key && key->pressed) || std::holds_alternative<platform::MouseButtonEvent>(event);
    });
    lab().watch_edits(!ui_->is_at_rest(), has_acted);
}

// The step shown in this frame; the picture matches the computed state exactly.
void WindowShow::advance() {
    lab().update();
    Playback& playback = stage().playback;
    if (is_replaying()) run_replay();
    if (std::exchange(playback.wants_restart, false) || lab().take_restart_request()) restart();
    if (lab().take_beginning()) forget_timeline();
    if (const auto frame = std::exchange(playback.wanted_frame, std::nullopt)) go_to(*frame);
    for (int back = std::exchange(playback.steps_back, 0); back > 0; --back) step_back();
    const int asked = std::exchange(playback.steps_forward, 0);
    for (int step = 0; step < asked; ++step) take_step();
    play(playback.take_steps());
    lab().catch_up(now_milliseconds);
    stage().times.forget_after(std::max(lab().frame_range().last, lab().simulation().frame));
    stage().times.show(lab().simulation().frame);
    for (const std::string& note : lab().take_notes()) {
        messages_.error(note);
        refused_ = note;
    }
}

// Several steps of a fast rate count as one frame of the window, which stays alive.
void WindowShow::play(int steps) {
    constexpr double kMost_ms = 100.0;
    Playback& playback = stage().playback;
    const double until = now_milliseconds() + kMost_ms;
    if (steps < 0) {
        const FrameRange range = lab().frame_range();
        const std::uint64_t now = lab().simulation().frame;
        const std::uint64_t first = playback.loop ? std::max(range.first, playback.loop->first) : range.first;
        const auto back = static_cast<std::uint64_t>(-steps);
        if (now <= first && playback.loop)
            go_to(std::min(range.last, playback.loop->second));
        else if (now <= first)
            playback.is_playing = false; // at the first frame
        else
            go_to(now - std::min(back, now - first));
        return;
    }
    for (int step = 0; step < steps && (step == 0 || now_milliseconds() < until); ++step) {
        if (playback.loop && lab().simulation().frame >= playback.loop->second)
            go_to(playback.loop->first);
        else
            take_step();
        const std::string why = lab().why_pause();
        if (why.empty()) continue;
        playback.is_playing = false;
        messages_.info("Paused at frame " + std::to_string(lab().simulation().frame) + ": " + why + ".");
        return;
    }
}

bool WindowShow::is_replaying() const {
    return options_.replay && !is_replayed_;
}

// A part of the recording at a time, so that the window stays alive.
void WindowShow::run_replay() {
    constexpr double kMost_ms = 100.0;
    const Recording& recording = *options_.replay;
    const double until = now_milliseconds() + kMost_ms;
    while (lab().simulation().frame < recording.last_frame() && now_milliseconds() < until) {
        take_step();
        if (const auto difference = compare_with(recording, lab())) {
            is_replayed_ = is_replay_different_ = true;
            messages_.error(tell(recording, *difference));
            const capture::StateRecord* state =
                recording.state_before(options_.replay_frame.value_or(difference->frame));
            if (recording.why_different().empty() || state == nullptr) return;
            lab().show_recorded([&](Simulation& io_simulation) { show_state(*state, io_simulation); });
            return forget_times();
        }
    }
    if (lab().simulation().frame < recording.last_frame()) return;
    is_replayed_ = true;
    messages_.info("Equal to the recording in all " + std::to_string(recording.frames.size()) + " frames" +
                   (recording.is_finished ? "" : "; the file was cut there"));
    if (options_.replay_frame) go_to(*options_.replay_frame);
}

void WindowShow::step_back() {
    const std::uint64_t now = lab().simulation().frame;
    if (lab().frame_range().first >= now || !lab().seek(now - 1, now_milliseconds))
        messages_.info(lab().why_unavailable("play.back"));
    lab().history().rebase();
}

void WindowShow::go_to(std::uint64_t frame) {
    const FrameRange range = lab().frame_range();
    if (!lab().seek(std::clamp(frame, range.first, range.last), now_milliseconds))
        messages_.info("Frame " + std::to_string(frame) + " is not kept.");
    lab().history().rebase(); // the settings are those of that frame
}

// A step is listed with the draw time of the last completed frame, as its own is not known yet. A step that repeats a known
// frame is not listed again.
void WindowShow::take_step() {
    has_stepped_ = true;
    const bool is_known = lab().simulation().frame < lab().frame_range().last;
    lab().step(now_milliseconds);
    if (options_.headless) lab().judge();
    note_recording();
    if (is_known) return;
    const Simulation& simulation = lab().simulation();
    TimedFrame timed{simulation.frame, simulation.output.times, simulation.output.counters,
                     simulation.fast_bodies};
    timed.times[Phase::draw] = last_draw_ms_;
    stage().times.push(timed);
    if (!options_.report.empty()) stage().log.push(timed, options_.report);
}

// What a person changes is not recorded: the file ends before.
void WindowShow::note_recording() {
    if (!recording_.is_on() || current_ != recorded_) return;
    if (lab().edited_frames().empty() && lab().branch() == nullptr) return recording_.note(lab());
    recording_.finish_early();
    messages_.error("The recording ends here: what is changed in the window is not recorded.");
}

void WindowShow::forget_timeline() {
    if (recording_.has_frames() && current_ == recorded_) {
        recording_.finish_early();
        messages_.info("The recording ends here: another run begins.");
    }
    stage().times.clear();
    stage().timeline.marks.clear();
    stage().playback.loop.reset();
    refit();
}

void WindowShow::forget_times() {
    forget_timeline();
    stage().log.clear();
}

void WindowShow::restart() {
    if (Status status = lab().restart(stage().playback.seed); !status) {
        messages_.error(status.error().message);
        return;
    }
    forget_times();
}

// --- user input -------------------------------------------------------------------------------------------

void WindowShow::take_window_events(const platform::InputFrame& input) {
    std::vector<std::filesystem::path> dropped;
    for (const platform::InputEvent& event : input.events) {
        if (std::holds_alternative<platform::QuitEvent>(event)) is_closing_ = true;
        if (const auto* drop = std::get_if<platform::DropFileEvent>(&event)) dropped.emplace_back(drop->path);
    }
    if (!dropped.empty()) open_files(dropped);
}

void WindowShow::open_files(const std::vector<std::filesystem::path>& files) {
    std::vector<std::filesystem::path> meshes;
    note_files(files);
    if (files.front().has_parent_path()) last_folder_ = files.front().parent_path();
    for (const std::filesystem::path& file : files) {
        if (is_scene_file(file))
            open_scene(file);
        else if (const LabEntry* entry = lab_of_file(file))
            open_own_file(*entry, file);
        else
            meshes.push_back(file);
    }
    bring(meshes);
}

void WindowShow::open_dialog() {
    std::vector<ui::FileDialog::Shortcut> shortcuts;
    for (const std::filesystem::path& file : kept_.recent())
        shortcuts.push_back({"Recent files", file.filename().string(), file});
    for (const SampleMesh& sample : all_sample_meshes())
        shortcuts.push_back({"Sample meshes", sample.name, sample_path(sample)});
    std::vector<std::string> extensions{".obj", ".ply", ".stl", ".off", ".poly", ".gltf",
                                        ".glb", ".fbx", ".dae", ".3ds", ".json"};
    for (const LabEntry& entry : all_labs())
        if (!entry.own_files.extension.empty()) extensions.emplace_back(entry.own_files.extension);
    file_dialog_.open(last_folder_, std::move(extensions), std::move(shortcuts));
}

void WindowShow::open_palette() {
    asked_setting_.clear();
    palette_.open(list_everything(
                      {keymap_, current_->name, lab(), kept_, {std::filesystem::path("out"), last_folder_}}),
                  "Type what you look for: an action, a setting, a method, a file");
}

void WindowShow::ask_value(const std::string& setting) {
    const SettingTable table = lab().settings();
    const Setting* row = table.find(setting);
    if (row == nullptr) return;
    asked_setting_ = setting;
    palette_.open(list_values(*row), hint_of_values(*row), row->kind == Setting::Kind::number);
}

void WindowShow::edit_setting(const std::string& name, const std::string& value) {
    if (const Status status = lab().edit(name, value); !status)
        return messages_.error(status.error().message);
    const SettingTable table = lab().settings();
    if (const Setting* row = table.find(name); row != nullptr && !row->is_page)
        messages_.info(
            (row->text.label.empty() ? name : row->text.label.substr(0, row->text.label.find("##"))) + ": " +
            row->shown_value());
}

// See everything.hpp for the ids.
void WindowShow::choose(const ui::Palette::Answer& answer) {
    if (answer.id.empty()) return edit_setting(asked_setting_, answer.typed);
    const std::size_t space = answer.id.find(' ');
    const std::string kind = answer.id.substr(0, space), name = answer.id.substr(space + 1);
    if (kind == "action") {
        if (const ui::Action* action = keymap_.find(name)) act(*action);
    } else if (kind == "setting") {
        ask_value(name);
    } else if (kind == "value") {
        const std::size_t equals = name.find('=');
        edit_setting(name.substr(0, equals), name.substr(equals + 1));
    } else if (kind == "file") {
        open_files({name});
    } else if (kind == "scene") {
        if (const Workload* workload = find_workload(name)) open_workload(*workload);
    } else if (kind == "recording") {
        open_files({name});
    } else if (kind == "help") {
        help_.open(name);
    }
}

void WindowShow::open_workload(const Workload& workload) {
    const std::uint64_t seed = stage().playback.seed;
    Result<Simulation> simulation = workload.make(seed);
    if (!simulation) return messages_.error(simulation.error().message);
    LoadedScene scene;
    scene.name = workload.name;
    scene.seed = seed;
    scene.simulation = std::move(*simulation);
    show_scene(*find_lab(workload.lab), std::move(scene), std::string(workload.name));
}

// A run is repeated by a window of its own, which compares every frame.
void WindowShow::open_recording(const std::filesystem::path& file) {
    window_->set_clipboard_text("boxwood replay " + file.string());
    messages_.info("Copied: boxwood replay " + file.string() +
                   ". It repeats the run in a window of its own.");
}

void WindowShow::show_scene(const LabEntry& entry, LoadedScene scene, const std::string& name) {
    if (Status status = enter(entry, nullptr, false); !status) return messages_.error(status.error().message);
    if (Status status = lab().take_scene(std::move(scene)); !status)
        return messages_.error(status.error().message);
    lab().history().clear(); // of another scene
    forget_times();
    focus(false);
    messages_.info("Opened " + name);
}

// On an error the state is unchanged.
void WindowShow::open_scene(const std::filesystem::path& file) {
    const Result<const LabEntry*> entry = lab_of_scene(file);
    if (!entry) return messages_.error(entry.error().message);
    Result<LoadedScene> scene = load_scene(file);
    if (!scene) return messages_.error(scene.error().message);
    show_scene(**entry, std::move(*scene), file.filename().string());
}

// The lab begins it with its next frame.
void WindowShow::open_own_file(const LabEntry& entry, const std::filesystem::path& file) {
    if (is_recording(file)) return open_recording(file);
    if (Status status = enter(entry, nullptr, false); !status) return messages_.error(status.error().message);
    if (Status status = lab().set(entry.own_files.setting, file.string()); !status)
        return messages_.error(status.error().message);
    stage().playback.is_playing = !entry.starts_paused;
    messages_.info("Opened " + file.filename().string());
}

void WindowShow::poll_loader() {
    std::optional<LoadedMeshes> loaded = loader_.poll(platform::now_seconds());
    if (!loaded) return;
    for (const Error& error : loaded->errors) messages_.error(error.message);
    if (loaded->meshes.empty()) return;
    print_hint(loaded->hint);
    if (!loaded->hint.empty()) messages_.info(loaded->hint);
    std::string names;
    for (const UserMesh& mesh : loaded->meshes) names.append(names.empty() ? "" : ", ").append(mesh.name);
    if (Status status = lab().take_meshes(std::move(loaded->meshes)); !status)
        return messages_.error(status.error().message);
    forget_times();
    focus(false);
    messages_.info("Opened " + names);
}

void WindowShow::act(const ui::Action& action) {
    Playback& playback = stage().playback;
    const std::string_view id = action.id;
    if (const std::string why = why_unavailable(id); !why.empty()) return messages_.info(why);
    if (id == "play.toggle")
        playback.toggle();
    else if (id == "play.forward")
        playback.step_forward();
    else if (id == "play.back")
        playback.step_back();
    else if (id == "play.restart")
        playback.wants_restart = true;
    else if (id == "file.open")
        open_dialog();
    else if (id == "help.keys")
        help_.toggle();
    else if (id == "help.start")
        is_start_open_ = true;
    else if (id == "help.actions")
        open_palette();
    else if (id == "edit.undo")
        messages_.info("Undone: " + lab().undo() + ".");
    else if (id == "edit.redo")
        messages_.info("Redone: " + lab().redo() + ".");
    else if (id == "app.quit")
        is_closing_ = true;
    else if (id.starts_with(kLabAction))
        choose_lab(std::atoi(std::string(id.substr(kLabAction.size())).c_str()) - 1);
    else if (!act_on_time(id) && !act_on_view(id) && !act_on_camera(id))
        lab().act(id);
}

// A key without effect shows the reason.
std::string WindowShow::why_unavailable(std::string_view id) const {
    const Stage& stage = *stages_.at(current_);
    if ((id == "view.sides" || id == "view.left" || id == "view.right" || id == "view.bottom") &&
        stage.layout.viewport_only)
        return "Only the viewport is shown: F11 brings the panels back.";
    if ((id == "view.camera-next" || id == "view.camera-remove") && stage.cameras.count() == 0)
        return "No camera is saved: Alt+S saves the one on screen.";
    if (id == "time.mark-before" && !stage.timeline.next_mark(stage.lab->simulation().frame, false))
        return "No frame before this one is marked: Ctrl+M marks one.";
    if (id == "time.mark-after" && !stage.timeline.next_mark(stage.lab->simulation().frame, true))
        return "No frame after this one is marked: Ctrl+M marks one.";
    if (id == "time.drop-former" && stage.lab->branch() == nullptr)
        return "There is no former future: an edit in the past makes one.";
    return stage.lab->why_unavailable(id);
}

bool WindowShow::act_on_time(std::string_view id) {
    Playback& playback = stage().playback;
    TimelineState& timeline = stage().timeline;
    const FrameRange range = lab().frame_range();
    const std::uint64_t now = lab().simulation().frame;
    if (id == "time.first") {
        playback.go_to(range.first);
    } else if (id == "time.last") {
        playback.go_to(range.last);
    } else if (id == "time.slower") {
        playback.change_rate(-1);
    } else if (id == "time.faster") {
        playback.change_rate(1);
    } else if (id == "time.mark") {
        timeline.toggle_mark(now);
    } else if (id == "time.mark-before" || id == "time.mark-after") {
        if (const auto mark = timeline.next_mark(now, id == "time.mark-after")) playback.go_to(*mark);
    } else if (id == "time.loop") {
        // Between the marks around the frame on screen, or to the ends.
        if (playback.loop)
            playback.loop.reset();
        else if (range.last > range.first)
            playback.loop = {timeline.next_mark(now + 1, false).value_or(range.first),
                             timeline.next_mark(now, true).value_or(range.last)};
    } else if (id == "time.drop-former") {
        lab().drop_branch();
    } else
        return false;
    return true;
}

TimelineView WindowShow::timeline_view() const {
    const Stage& stage = *stages_.at(current_);
    const FrameRange range = stage.lab->frame_range();
    TimelineView view{range.first, range.last, stage.lab->edited_frames(), stage.lab->divergence()};
    if (const Branch* branch = stage.lab->branch()) {
        std::string text = "The former future is grey, from frame " + std::to_string(branch->from) + " on";
        std::optional<std::uint64_t> differs;
        if (branch->difference) {
            differs = branch->difference->first;
            text += "; the two first differ in frame " + std::to_string(*differs) + ", body " +
                    std::to_string(branch->difference->second);
            if (branch->is_shown)
                text += ", and here in " + std::to_string(branch->different.size()) +
                        (branch->different.size() == 1 ? " body" : " bodies");
        }
        view.former = {branch->from, branch->former.last(), differs, text + "."};
    }
    return view;
}

bool WindowShow::act_on_camera(std::string_view id) {
    draw::Camera& camera = lab().camera;
    SavedCameras& saved = stage().cameras;
    if (id == "view.focus") {
        focus(true);
    } else if (id == "view.axis-front") {
        draw::look_along(camera, draw::AxisView::front);
    } else if (id == "view.axis-right") {
        draw::look_along(camera, draw::AxisView::right);
    } else if (id == "view.axis-top") {
        draw::look_along(camera, draw::AxisView::top);
    } else if (id == "view.orthographic") {
        camera.is_orthographic = !camera.is_orthographic;
    } else if (id == "view.camera-save") {
        saved.save(camera);
        messages_.info("Saved camera " + std::to_string(saved.place()) +
                       ". Alt+C goes through the saved ones.");
    } else if (id == "view.camera-next") {
        if (const std::optional<draw::Camera> next = saved.next()) {
            const float fov_y = camera.fov_y;
            camera = *next;
            camera.fov_y = fov_y;
            messages_.info("Camera " + std::to_string(saved.place()) + " of " +
                           std::to_string(saved.count()));
        }
    } else if (id == "view.camera-remove") {
        if (saved.remove_last_returned())
            messages_.info("Removed; " + std::to_string(saved.count()) + " cameras are saved.");
    } else
        return false;
    return true;
}

bool WindowShow::act_on_view(std::string_view id) {
    ui::LayoutSettings& settings = stage().layout;
    if (id == "view.sides")
        ui::toggle_sides(settings);
    else if (id == "view.left" || id == "view.right" || id == "view.bottom")
        ui::toggle_panel(id == "view.left"    ? ui::Splitter::left
                         : id == "view.right" ? ui::Splitter::right
                                              : ui::Splitter::bottom,
                         ui::make_layout(settings, ui_->size_pixels(), ui::theme().scale), settings);
    else if (id == "view.only")
        settings.viewport_only = !settings.viewport_only;
    else if (id == "view.reset")
        settings = {};
    else if (id == "view.bigger")
        choose_scale(ui_->scale() * kScaleStep);
    else if (id == "view.smaller")
        choose_scale(ui_->scale() / kScaleStep);
    else if (id == "view.theme")
        ui_->set_theme(ui_->theme_kind() == ui::ThemeKind::dark ? ui::ThemeKind::light : ui::ThemeKind::dark);
    else if (id == "file.screenshot" || id == "file.picture") {
        picture_to_save_ = ui::next_output_path("", "png");
        wants_bare_picture_ = id == "file.picture";
    } else
        return false;
    return true;
}

void WindowShow::choose_lab(int index) {
    const std::span<const LabEntry> labs = all_labs();
    if (index < 0 || static_cast<std::size_t>(index) >= labs.size() ||
        &labs[static_cast<std::size_t>(index)] == current_)
        return;
    if (lab().presentation().wants_mouse) lab().act("select.none"); // release the captured mouse
    if (Status status = enter(labs[static_cast<std::size_t>(index)], nullptr, true); !status)
        messages_.error(status.error().message);
}

void WindowShow::focus(bool of_selection) {
    const Focus sphere = lab().focus(of_selection);
    draw::focus(lab().camera, sphere.center_w, sphere.radius);
    if (!of_selection) stage().scene_radius = sphere.radius;
}

// Frames everything when a scene of another size has replaced the one that the camera framed.
void WindowShow::refit() {
    constexpr float kOtherSize = 1.1f;
    const float now = lab().focus(false).radius, before = stage().scene_radius;
    if (now > kOtherSize * before || before > kOtherSize * now) focus(false);
}

// --- pictures ---------------------------------------------------------------------------------------------

void WindowShow::save_picture(const std::filesystem::path& path, bool with_interface) {
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    if (!with_interface) draw_scene_only();
    const std::string why = render::save_png(path.string(), renderer_.read_pixels());
    if (why.empty())
        messages_.info("Saved " + path.string());
    else
        messages_.error(why);
}

// --- drawing ----------------------------------------------------------------------------------------------

// The set of views and their layout; recomputed after anything that may have changed the lab.
void WindowShow::gather_views(const ui::Rect& viewport, bool has_words) {
    views_ = lab().views(ui::palette());
    if (views_.size() > kMaxViews) views_.resize(kMaxViews);
    places_ = place_views(viewport, std::max(views_.size(), std::size_t{1}), has_words);
}

void WindowShow::draw_scene(const ui::Rect& viewport, bool has_words) {
    const draw::Palette& palette = ui::palette();
    gather_views(viewport, has_words);
    const platform::SizeI size = window_->size_pixels();
    // Between several views, the remaining gap is the dividing line.
    renderer_.begin_frame({size.width, size.height}, views_.empty() ? palette.view : palette.line2);
    const render::Style style = render::make_style(palette);
    const auto draw_at = [&](const draw::DrawList& scene, const draw::Camera& camera, const ui::Rect& at) {
        if (!at.is_empty())
            renderer_.draw(scene, camera,
                           {static_cast<int>(at.min.x), static_cast<int>(at.min.y),
                            static_cast<int>(at.width()), static_cast<int>(at.height())},
                           ui::theme().scale, style);
    };
    for (std::size_t i = 0; i < places_.views.size(); ++i) {
        draw::DrawList& scene = scenes_[i];
        scene.clear();
        if (views_.empty())
            lab().draw(scene, palette);
        else
            views_[i].draw(scene, palette);
        draw_at(scene, camera_in(i), places_.views[i]);
    }
    draw_at({}, lab().camera, places_.rest);
    magnifier_.reset();
    if (const std::optional<Focus> part = lab().presentation().magnified; part && views_.empty() && has_words)
        magnifier_ = place_magnifier(camera_in(0), places_.views[0], part->center_w, part->radius);
    if (magnifier_) {
        const ui::Rect& at = magnifier_->rect;
        renderer_.draw_inset(scenes_[0], magnifier_->camera,
                             {static_cast<int>(at.min.x), static_cast<int>(at.min.y),
                              static_cast<int>(at.width()), static_cast<int>(at.height())},
                             ui::theme().scale, style);
    }
    renderer_.begin_overlay();
}

// The viewport fills the window for one picture; the next frame is as before.
void WindowShow::draw_scene_only() {
    draw_scene({{0.0f, 0.0f}, ui_->size_pixels()}, false);
}

void WindowShow::draw_interface(const ui::Layout& layout) {
    hovered_.clear();
    draw_bars(layout);
    draw_panels(layout);
    draw_bare_controls(layout); // after the lab's own interface, which it avoids
    draw_popups(layout);
    for (ui::Note& note : ui::take_notes())
        note.is_error ? messages_.error(note.text) : messages_.info(note.text);
    ui_->render();
}

void WindowShow::draw_bars(const ui::Layout& layout) {
    std::vector<const char*> titles;
    int chosen = 0;
    for (const LabEntry& entry : all_labs()) {
        if (&entry == current_) chosen = static_cast<int>(titles.size());
        titles.push_back(entry.title.data()); // literals
    }
    const Presentation presentation = lab().presentation();
    TopBar bar{titles,
               chosen,
               presentation.scene,
               stage().times,
               window_->is_visible() ? 1.0 / std::max(seconds_per_frame_, 1e-4) : 0.0,
               lab().speed(),
               layout,
               stage().layout};
    if (const Setting* speed = lab().find_setting("speed"))
        bar.usual_speed = speed->range.reset.value_or(1.0);
    if (std::optional<OracleStatus> verdict = lab().verdict()) {
        bar.verdict = std::move(verdict->text);
        bar.verdict_tooltip = std::move(verdict->tooltip);
        bar.verdict_brief = std::move(verdict->brief);
        bar.agrees = verdict->agrees;
    }
    bar.scene_seed = presentation.seed;
    stage().playback.seed = bar.scene_seed.value_or(stage().playback.seed);
    bar.why_no_step_back = lab().why_unavailable("play.back");
    bar.why_no_speed = lab().why_unavailable("play.speed");
    bar.why_no_seed = lab().why_unavailable("play.seed");
    draw_top_bar(layout.top_bar, bar, stage().playback);
    if (bar.wants_file || lab().take_file_request()) open_dialog();
    if (bar.wants_picture) picture_to_save_ = ui::next_output_path("", "png");
    if (bar.wants_help) help_.toggle();
    draw_status_line(layout.status,
                     {hovered_.empty() ? messages_.last() : hovered_, stage().playback.is_playing,
                      lab().simulation().frame, lab().hash_state(), lab().simulation().total_stopped_bodies,
                      loader_.is_busy() ? "Loading " + loader_.what()
                      : is_replaying()  ? "Replaying the recording, of " +
                                             std::to_string(options_.replay->last_frame()) + " frames"
                                       : presentation.progress});
    choose_lab(bar.lab);
}

void WindowShow::draw_bare_controls(const ui::Layout& layout) {
    const Presentation presentation = lab().presentation();
    if (!stage().layout.viewport_only || presentation.wants_mouse) return;
    std::vector<const char*> titles;
    BareBar bar{{}, 0};
    for (const LabEntry& entry : all_labs()) {
        if (&entry == current_) bar.lab = static_cast<int>(titles.size());
        titles.push_back(entry.title.data()); // literals
    }
    bar.lab_titles = titles;
    draw_bare_bar(layout.viewport, presentation.covered, bar);
    if (bar.wants_panels) stage().layout.viewport_only = false;
    choose_lab(bar.lab);
}

void WindowShow::draw_panels(const ui::Layout& layout) {
    ViewContext context{ui::palette(),
                        stage().times,
                        layout.viewport.min,
                        layout.viewport.size(),
                        stage().playback.is_playing,
                        {}};
    // Separate panels for each lab, so that each has its own scroll position.
    const std::string of_lab = "##" + std::string(current_->name);
    if (ui::begin_panel(("parameters" + of_lab).c_str(), layout.left, {.line_at = ui::Edge::right})) {
        lab().parameters(context);
        ui::end_panel();
    }
    if (ui::begin_panel(("inspector" + of_lab).c_str(), layout.right, {.line_at = ui::Edge::left})) {
        lab().inspector(context);
        ui::end_panel();
    }
    draw_overlay(layout.viewport, context);
    TimelineView view = timeline_view();
    draw_timeline({layout.bottom, current_->name},
                  {stage().times, view, stage().playback, stage().timeline, messages_,
                   [&] { return lab().draw_frames(context); }},
                  lab().presentation().details_share, [&] { lab().details(context); });
    if (view.drops_former) lab().drop_branch();
    ui::splitters(layout, stage().layout);
    hovered_ = context.status;
}

void WindowShow::draw_overlay(const ui::Rect& viewport, ViewContext& context) {
    const std::vector<LegendEntry> legend = lab().legend(ui::palette());
    const Presentation presentation = lab().presentation();
    std::vector<ui::Rect> covered(presentation.covered.begin(), presentation.covered.end());
    if (magnifier_) covered.push_back(magnifier_->rect);
    std::vector<OverlayView> views;
    for (std::size_t i = 0; i < places_.views.size(); ++i) {
        views.push_back({.rect = places_.views[i], .scene = scenes_[i], .camera = camera_in(i)});
        views.back().covered = covered;
        if (views_.empty()) continue;
        views.back().title = views_[i].title;
        views.back().note = views_[i].note;
        views.back().legend = views_[i].legend;
    }
    const float spacing = scenes_[0].grid_spacing;
    const std::string grid =
        spacing > 0.0f ? " · grid " + ui::format_significant(static_cast<double>(spacing), 1) + " m" : "";
    free_view_ = draw_viewport_overlay(
        viewport, {places_, views, legend, presentation.hint + grid, [&] { lab().headline(context); }});
    if (magnifier_ && draw_magnifier(*magnifier_, ui::palette())) focus(true);
    lab().overlay(context);
}

void WindowShow::draw_popups(const ui::Layout& layout) {
    messages_.draw_toasts(free_view_);
    if (!is_start_open_ && draw_hints(layout.viewport, hints_) &&
        std::ranges::find(hints_, true) == hints_.end())
        kept_.set("interface.hints", "dismissed");
    draw_start();
    help_.draw(keymap_, current_->name, help_.is_open() ? list_help(lab()) : std::vector<ui::HelpTopic>());
    if (const std::optional<ui::Palette::Answer> answer = palette_.draw()) choose(*answer);
    if (palette_.take_back_request() && !asked_setting_.empty()) open_palette();
    if (const std::optional<std::filesystem::path> file = file_dialog_.draw()) open_files({*file});
}

void WindowShow::draw_start() {
    std::vector<std::string_view> samples;
    for (const SampleMesh& sample : all_sample_meshes()) samples.push_back(sample.name);
    std::vector<StartScreen::LabCard> labs;
    for (const LabEntry& entry : all_labs()) labs.push_back({entry.title, entry.question});
    std::vector<std::string> recent;
    for (const std::filesystem::path& file : kept_.recent()) recent.push_back(file.string());
    const StartChoice choice = draw_start_screen({labs, samples, recent}, is_start_open_);
    if (choice.wants_file) open_dialog();
    if (choice.lab) choose_lab(static_cast<int>(*choice.lab));
    if (choice.recent) open_files({recent[*choice.recent]});
    if (!choice.sample) return;
    for (std::size_t i = 0; i < all_labs().size(); ++i)
        if (all_labs()[i].max_meshes == 2) choose_lab(static_cast<int>(i));
    bring({sample_path(all_sample_meshes()[*choice.sample])});
}

// --- running ----------------------------------------------------------------------------------------------

bool WindowShow::is_idle() const {
    const Stage& stage = *stages_.at(current_);
    const bool is_calm = platform::now_seconds() - last_input_at_ > kBusyAfterInput;
    return is_calm && !stage.playback.is_playing && !stage.lab->presentation().is_animating &&
           !loader_.is_busy() && !ui_->has_pending_input() && !is_replaying();
}

// True while background work runs, or input waits, whose result is not on screen yet.
bool WindowShow::is_busy() const {
    return loader_.is_busy() || running_jobs > 0 || is_replaying() || ui_->has_pending_input();
}

// True if nothing in the frame can have changed since the last one, which stays on screen.
bool WindowShow::is_still(const platform::InputFrame& input) {
    const double now = platform::now_seconds();
    const bool has_outcome = !input.events.empty() || is_busy() || messages_.is_showing() ||
                             !ui_->is_at_rest() || !held_.ids().empty() || input.gamepad != last_gamepad_;
    last_gamepad_ = input.gamepad;
    if (has_outcome) last_result_at_ = now;
    return is_idle() && now - last_result_at_ > kCalmAfterNews;
}

// Of the lab on screen.
Status WindowShow::begin_recording() {
    recorded_ = current_;
    return recording_.begin(options_, std::string(current_->name), lab());
}

int WindowShow::run_until_closed() {
    // However long the lab took to open: a first click needs a frame before it.
    last_frame_at_ = last_input_at_ = last_result_at_ = platform::now_seconds();
    while (!is_closing_) {
        const platform::InputFrame input = is_idle() ? window_->wait(kIdleWait) : window_->poll();
        if (is_still(input))
            last_frame_at_ = platform::now_seconds(); // skip the idle time in timers
        else
            frame(input);
        pulse_.beat(is_busy());
        if (options_.frames && lab().simulation().frame >= *options_.frames) break;
    }
    keep_settings();
    return finish();
}

// Runs every step; draws only the last ones.
int WindowShow::run_offscreen(std::uint64_t frames, Progress& io_progress) {
    const std::uint64_t drawn = std::min(frames, kFramesDrawn);
    io_progress.begin("frame", frames);
    for (std::uint64_t i = 0; i < frames; ++i) {
        io_progress.set_done(i);
        if (i + drawn < frames)
            take_step();
        else
            frame(window_->poll());
    }
    stage().playback.is_playing = false;
    lab().settle();
    lab().finish_judging();
    renderer_.set_samples(kPictureSamples);
    for (int settled = 0; settled < 3; ++settled)
        frame(window_->poll()); // the interface needs frames for its layout
    io_progress.end();
    return finish();
}

// [left, top, right, bottom] of each, in pixels.
std::string rects_json(std::span<const ui::Rect> rects) {
    std::string text = "[";
    for (const ui::Rect& rect : rects) {
        if (text.size() > 1) text += ", ";
        text += "[" + std::to_string(static_cast<int>(rect.min.x)) + ", " +
                std::to_string(static_cast<int>(rect.min.y)) + ", " +
                std::to_string(static_cast<int>(rect.max.x)) + ", " +
                std::to_string(static_cast<int>(rect.max.y)) + "]";
    }
    return text + "]";
}

// The camera, and the window rectangles of the views and, in the first, of the selection.
void WindowShow::add_view_facts(RunReport& io_report) {
    const draw::Camera& camera = lab().camera;
    char text[200];
    std::snprintf(text, sizeof text, R"({"yaw": %.6f, "pitch": %.6f, "distance": %.6f, "orthographic": %s})",
                  static_cast<double>(camera.yaw), static_cast<double>(camera.pitch),
                  static_cast<double>(camera.distance), camera.is_orthographic ? "true" : "false");
    io_report.lab_state.push_back({"camera", text});
    io_report.lab_state.push_back(
        {"magnified", magnifier_ ? std::to_string(magnifier_->factor) : std::string("null")});
    const ui::Layout layout = ui::make_layout(stage().layout, ui_->size_pixels(), ui::theme().scale);
    gather_views(layout.viewport, true);
    io_report.lab_state.push_back({"viewport_on_window", rects_json(std::array{layout.viewport})});
    if (!views_.empty()) io_report.lab_state.push_back({"views_on_window", rects_json(places_.views)});
    const std::optional<glm::vec2> at = project(camera_in(0), places_.views[0], lab().focus(true).center_w);
    if (!at) return;
    std::snprintf(text, sizeof text, "[%.1f, %.1f]", static_cast<double>(at->x), static_cast<double>(at->y));
    io_report.lab_state.push_back({"selection_on_window", text});
}

int WindowShow::finish() {
    RunReport report = make_report_of(lab(), options_, current_->name);
    report.seed = lab().presentation().seed.value_or(stage().playback.seed);
    report.renderer = renderer_.gpu().renderer;
    report.lab_state.push_back({"frames_drawn", std::to_string(frames_drawn_)});
    report.lab_state.push_back({"uploaded_bytes", std::to_string(uploaded_bytes_)});
    report.lab_state.push_back({"timeline_frame", std::to_string(stage().times.shown())});
    const FrameRange range = lab().frame_range();
    report.lab_state.push_back(
        {"frame_range", "[" + std::to_string(range.first) + ", " + std::to_string(range.last) + "]"});
    report.lab_state.push_back({"strip_on_window", rects_json(std::array{stage().timeline.strip})});
    const Branch* branch = lab().branch();
    report.lab_state.push_back({"former_future", branch ? "[" + std::to_string(branch->from) + ", " +
                                                              std::to_string(branch->former.last()) + "]"
                                                        : "null"});
    report.lab_state.push_back({"playing", stage().playback.is_playing ? "true" : "false"});
    add_view_facts(report);
    report.lab_state.push_back({"interface_scale", ui::format_fixed(static_cast<double>(ui_->scale()), 2)});
    report.lab_state.push_back({"errors", std::to_string(messages_.error_count())});
    report.lab_state.push_back({"last_message", json_string(messages_.last())});
    Status status = ok();
    if (!options_.screenshot.empty()) {
        if (const std::string why = render::save_png(options_.screenshot.string(), renderer_.read_pixels());
            !why.empty())
            status = Error{why};
    }
    if (status && !options_.report.empty()) status = write_report(options_.report, report, stage().log);
    if (options_.headless && options_.report != "-") print_state(report);
    const bool is_recorded = recording_.finish(*stages_.at(recorded_ ? recorded_ : current_)->lab);
    if (status && options_.headless && !refused_.empty()) status = Error{refused_};
    if (!status) return fail(status.error());
    if (is_replay_different_ || !is_recorded) return 1;
    return options_.headless ? exit_status_of(lab()) : 0;
}

// Checked before the window system, whose own message about a missing display is less clear.
Status check_display() {
    if (std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY")) return ok();
    return Error{
        "no display was found; set DISPLAY, or use boxwood run ... --headless --screenshot FILE.png"};
}

} // namespace

int show_window(const Opening& opening, const ShowOptions& options) {
    if (Status status = check_display(); !status) return fail(status.error());
    WindowShow window(options);
    if (Status status = window.open(false); !status) return fail(status.error());
    const std::filesystem::path path = Preferences::default_path();
    std::string problem;
    Preferences kept = Preferences::load(path, problem);
    if (!problem.empty()) problem += "; the window starts with its defaults";
    for (const std::string& name : kept.drop_refused())
        problem += (problem.empty() ? "Stored settings that do not fit were left out: " : ", ") + name;
    ShowOptions with_kept = options;
    // A recording holds what the command line says.
    if (options.record.empty() && !options.replay) with_kept.kept = kept.of(opening.lab->name);
    window.take_kept(std::move(kept));
    std::optional<Result<std::unique_ptr<Lab>>> lab = window.open_lab_meanwhile(opening, with_kept);
    if (!lab) return 0;
    if (!*lab) return fail(lab->error());
    const bool is_plain = opening.scene.empty() && opening.own_file.empty() && !opening.workload &&
                          opening.meshes.empty() && options.settings.empty() && options.record.empty() &&
                          !options.replay && !options.is_paused && !options.frames;
    if (Status status = window.enter(*opening.lab, std::move(**lab), is_plain); !status)
        return fail(status.error());
    if (!problem.empty()) window.say_error(problem);
    if (Status status = window.begin_recording(); !status) return fail(status.error());
    window.note_files(opening.meshes);
    if (!opening.scene.empty()) window.note_files({opening.scene});
    if (!opening.own_file.empty()) window.note_files({opening.own_file});
    if (options.target.empty() && options.files.empty()) window.welcome();
    window.bring(opening.meshes);
    return window.run_until_closed();
}

int show_offscreen(std::unique_ptr<Lab> lab, const Opening& opening, const ShowOptions& options,
                   Progress& io_progress) {
    const std::uint64_t frames = frames_of(*lab, options);
    WindowShow window(options);
    if (Status status = window.open(true); !status) return fail(status.error());
    if (Status status = window.enter(*opening.lab, std::move(lab), false); !status)
        return fail(status.error());
    if (Status status = window.begin_recording(); !status) return fail(status.error());
    return window.run_offscreen(frames, io_progress);
}

} // namespace boxwood
