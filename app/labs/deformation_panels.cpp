// The deformation lab's settings, readouts and plots.
#include "app/labs/deformation.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/table.hpp"
#include "engine/ui/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

constexpr ui::SectionStyle kReset{.has_reset = true};

std::string count_text(std::uint64_t count) {
    return ui::format_count(static_cast<std::int64_t>(count));
}

// Words of a list as options; they live as long as this does.
class Options {
  public:
    template <class List, class Text>
    Options(const List& list, const Text& text) {
        for (const auto& item : list) words_.emplace_back(text(item));
        for (const std::string& word : words_) pointers_.push_back(word.c_str());
    }
    std::span<const char* const> all() const { return pointers_; }

  private:
    std::vector<std::string> words_;
    std::vector<const char*> pointers_;
};

constexpr auto kName = [](const auto& item) { return item.name; };
constexpr auto kAbout = [](const auto& item) { return item.about; };
constexpr auto kSelf = [](std::string_view word) { return word; };

template <class List>
int place_in(const List& list, std::string_view name) {
    int place = 0;
    for (const auto& item : list) {
        if (std::string_view(item) == name) return place;
        ++place;
    }
    return 0;
}

} // namespace

void DeformationLab::parameters(ViewContext& context) {
    show_motion_parameters();
    for (std::size_t copy = 0; copy < policies_.size(); ++copy) show_policy_parameters(copy, context.palette);
    show_tree_parameters();
    show_display_parameters(context.palette);
}

void DeformationLab::show_motion_parameters() {
    if (ui::section("Deformation", kReset)) {
        const std::size_t mesh = motion_.mesh;
        motion_ = {};
        motion_.mesh = mesh;
        wants_restart_ = true;
    }
    const Options motions(all_deformers(), kName), about(all_deformers(), kAbout);
    int motion = static_cast<int>(motion_.deformer);
    if (ui::dropdown({.label = "Motion",
                      .options = motions.all(),
                      .tooltip = "How the mesh is bent out of shape; starts again from frame 0",
                      .option_tooltips = about.all()},
                     motion))
        choose_deformer(static_cast<std::size_t>(motion));
    const Deformer& d = deformer();
    float amplitude = static_cast<float>(motion_.amplitude);
    const ui::Edit edit =
        ui::slider(ui::FloatField{.label = "Amplitude",
                                  .min = static_cast<float>(d.lower),
                                  .max = static_cast<float>(d.upper),
                                  .reset = static_cast<float>(d.usual),
                                  .unit = d.unit,
                                  .decimals = d.upper > 50.0 ? 0 : 2,
                                  .tooltip = "How far, in the middle of a period; starts again"},
                   amplitude);
    if (edit.changed) motion_.amplitude = static_cast<double>(amplitude);
    wants_restart_ |= edit.finished;
    const ui::Edit period =
        ui::slider(ui::IntField{.label = "Period",
                                .min = 10,
                                .max = 10000,
                                .reset = 600,
                                .unit = "frames",
                                .logarithmic = true,
                                .tooltip = "There and back again; starts again from frame 0"},
                   motion_.period);
    wants_restart_ |= period.finished;
    const std::vector<const char*> meshes = mesh_names();
    int mesh = static_cast<int>(motion_.mesh);
    if (ui::dropdown(
            {.label = "Mesh", .options = meshes, .tooltip = "What deforms; drop a file to bring your own"},
            mesh)) {
        motion_.mesh = static_cast<std::size_t>(mesh);
        wants_restart_ = true;
    }
    if (ui::button("Open a mesh…",
                   {.tooltip = "Deform a mesh of your own (Ctrl+O, or drop one; two: the second is "
                               "what it collides with)"}))
        wants_file_ = true;
    if (!error_.empty()) ui::paragraph(std::array{ui::TextRun{error_, {ui::Font::small, ui::palette().bad}}});
}

void DeformationLab::show_policy_parameters(std::size_t copy, const draw::Palette& palette) {
    const std::string number = std::to_string(copy + 1), title = "Policy " + number;
    if (ui::section(title, kReset)) {
        const std::vector<PolicyConfig> usual = usual_policies();
        policies_[copy] = copy < usual.size() ? usual[copy] : usual_policy("always");
        wants_restart_ = true;
    }
    const Options names(all_policies(), kName), about(all_policies(), kAbout);
    int chosen = static_cast<int>(find_policy(policies_[copy].name) - all_policies().data());
    const std::string rebuild_label = "Rebuild##" + number, value_label = "##value" + number;
    if (ui::dropdown({.label = rebuild_label.c_str(),
                      .options = names.all(),
                      .tooltip = "How this copy's tree is kept; starts again from frame 0",
                      .option_tooltips = about.all()},
                     chosen))
        choose_policy(copy, all_policies()[static_cast<std::size_t>(chosen)].name);
    const PolicyEntry& entry = all_policies()[static_cast<std::size_t>(chosen)];
    if (!entry.parameter.empty()) {
        std::string label(entry.parameter);
        label[0] = static_cast<char>(label[0] - 'a' + 'A');
        label += "##" + number;
        float value = static_cast<float>(policies_[copy].parameter);
        const bool is_whole = entry.unit == "frames";
        const ui::Edit edit = ui::slider(ui::FloatField{.label = label.c_str(),
                                                        .min = static_cast<float>(entry.lower),
                                                        .max = is_whole ? 1000.0f : 10.0f,
                                                        .reset = static_cast<float>(entry.usual),
                                                        .unit = entry.unit,
                                                        .decimals = is_whole ? 0 : 2,
                                                        .logarithmic = true,
                                                        .tooltip = entry.about},
                                         value);
        if (edit.changed)
            policies_[copy].parameter =
                is_whole ? std::round(static_cast<double>(value)) : static_cast<double>(value);
        wants_restart_ |= edit.finished;
    }
    (void)palette;
    const bool is_last = copy + 1 == policies_.size();
    if (is_last && policies_.size() < kMostViews) {
        if (ui::button("Add a copy",
                       {.tooltip = "One more copy of the scene under another policy, up to four"})) {
            policies_.push_back(usual_policy(policies_.size() == kFewest ? "always" : "rotate"));
            wants_restart_ = true;
        }
        if (policies_.size() > kFewest) ui::same_line();
    }
    if (is_last && policies_.size() > kFewest &&
        ui::button("Remove", {.tooltip = "Drops the last copy; starts again from frame 0"})) {
        policies_.pop_back();
        wants_restart_ = true;
    }
}

void DeformationLab::show_tree_parameters() {
    const Tree before = tree_;
    if (ui::section("Hierarchy", kReset)) tree_ = {};
    const std::vector<std::string_view> volumes = list_volumes(), builders = list_builders();
    const Options volume_names(volumes, kSelf), builder_names(builders, kSelf);
    int volume = place_in(volumes, tree_.volume), builder = place_in(builders, tree_.builder);
    if (ui::dropdown({.label = "Volume",
                      .options = volume_names.all(),
                      .tooltip = "What bounds the triangles of a node, in every copy; starts again"},
                     volume))
        tree_.volume = volumes[static_cast<std::size_t>(volume)];
    if (ui::dropdown({.label = "Builder",
                      .options = builder_names.all(),
                      .tooltip = "How a rebuild divides the triangles, in every copy; starts again"},
                     builder))
        tree_.builder = builders[static_cast<std::size_t>(builder)];
    wants_restart_ |= tree_ != before;
}

void DeformationLab::show_display_parameters(const draw::Palette& palette) {
    const Show before = show_;
    if (ui::section("Show", kReset)) show_ = {};
    constexpr std::array<const char*, 3> kBoxes{"none", "worst", "all"};
    int boxes = static_cast<int>(show_.boxes);
    if (ui::segmented({.label = "Boxes",
                       .options = kBoxes,
                       .tooltip = "Volumes at one depth: the five largest, or all (H)"},
                      boxes))
        show_.boxes = static_cast<Boxes>(boxes);
    ui::slider(ui::IntField{.label = "Depth",
                            .min = 0,
                            .max = 40,
                            .reset = 6,
                            .unit = "levels",
                            .tooltip = "Of the boxes that are drawn ([ and ])"},
               show_.depth);
    ui::check_row(
        {.label = "Looseness",
         .sample = {ui::Sample::square, draw::ramp(palette, 0.6f)},
         .key = "L",
         .tooltip = "Colours each triangle by the area of all boxes above it, against a tree built anew"},
        show_.heat);
    ui::check_row({.label = "Colliding triangles",
                   .sample = {ui::Sample::hatch, palette.contact},
                   .key = "T",
                   .tooltip = "Triangles of both meshes that intersect"},
                  show_.triangles);
    ui::check_row({.label = "Edges", .tooltip = "Outlines the triangles of the deforming mesh"}, show_.edges);
    dirty_ |= show_.heat != before.heat;
}

// --- readouts ---------------------------------------------------------------------------------------------

void DeformationLab::headline(ViewContext& context) {
    if (!pair_) return;
    const auto pairs = pair_->runs()[0].pairs().size();
    if (pairs > 0)
        ui::stat(count_text(pairs), "pairs of triangles intersect",
                 {ui::Font::readout, context.palette.contact});
    else
        ui::stat("apart", "no triangles intersect", {ui::Font::readout, context.palette.closest});
}

void DeformationLab::inspector(ViewContext& context) {
    const draw::Palette& palette = context.palette;
    ui::section("Does rebuilding pay?");
    ui::paragraph(std::array{ui::TextRun{sentence_, {ui::Font::title, palette.text1}}});
    ui::section("Saved so far", {.right_text = "ms, against policy 1"});
    std::vector<ui::Series> series;
    for (std::size_t i = 1; i < copies_.size(); ++i) {
        const CopyLook look = look_of_copy(i, palette);
        series.push_back(
            {pair_->runs()[i].config().name, look.color, copies_[i].curves.saved_ms, look.is_dashed});
    }
    ui::Plot saved{.series = series};
    saved.unit = "ms";
    saved.reference = 0.0;
    saved.marks = rebuild_frames_;
    saved.mark_color = palette.rebuild;
    ui::plot("saved", saved, {ImGui::GetContentRegionAvail().x, ui::px(130.0f)}, plots_[0]);
    show_totals(palette);
}

void DeformationLab::show_totals(const draw::Palette& palette) {
    const std::size_t frames = pair_->frames();
    ui::section("Per policy", {.right_text = "frames 0 – " + std::to_string(frames - 1)});
    std::vector<PolicyTotals> totals;
    for (const PolicyRun& run : pair_->runs()) totals.push_back(sum_frames(run.config(), run.frames()));
    std::vector<std::string> headings;
    for (std::size_t i = 0; i < totals.size(); ++i)
        headings.push_back(std::to_string(i + 1) + " " + std::string(pair_->runs()[i].config().name));
    std::vector<ui::Column> columns{{.heading = ""}};
    for (const std::string& heading : headings)
        columns.push_back({heading.c_str(), totals.size() > 2 ? 58.0f : 84.0f, true});
    if (!ui::begin_table("totals", columns)) return;
    int id = 0;
    const auto row = [&](const char* name, const auto& text) {
        ui::table_row(id++);
        ui::table_cell(name, palette.text2);
        for (const PolicyTotals& t : totals) ui::table_cell(text(t));
    };
    const auto per_frame = [frames](std::uint64_t count) { return count_text(count / frames); };
    row("update, ms", [](const PolicyTotals& t) { return ui::format_fixed(t.update_ms, 1); });
    row("query, ms", [](const PolicyTotals& t) { return ui::format_fixed(t.query_ms, 1); });
    row("total, ms", [](const PolicyTotals& t) { return ui::format_fixed(t.total_ms(), 1); });
    row("volume tests/frame", [&](const PolicyTotals& t) { return per_frame(t.volume_tests); });
    row("triangle tests/frame", [&](const PolicyTotals& t) { return per_frame(t.triangle_tests); });
    row("rebuilds", [](const PolicyTotals& t) { return std::to_string(t.rebuilds); });
    row("partial rebuilds", [](const PolicyTotals& t) { return std::to_string(t.partial_rebuilds); });
    ui::end_table();
}

void DeformationLab::details(ViewContext& context) {
    constexpr std::array<const char*, 2> kPages{"Plots", "Every policy"};
    ui::tabs("pages", kPages, page_);
    if (!pair_) return;
    if (page_ == 0)
        show_plots(context.palette);
    else
        show_replay(context.palette);
}

void DeformationLab::show_plots(const draw::Palette& palette) {
    struct Question {
        const char* title;
        const char* unit;
        std::vector<float> Curves::*values;
    };
    constexpr std::array<Question, 4> kQuestions{
        {{"What does keeping the tree cost?", "ms", &Curves::update_ms},
         {"What does a query cost?", "ms", &Curves::query_ms},
         {"How much work is a query?", "k volume tests", &Curves::volume_tests},
         {"How loose is the tree?", "× when built", &Curves::inflation}}};
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ui::px(16.0f);
    const std::size_t count = room.x > ui::px(1000.0f) ? 4 : room.x > ui::px(640.0f) ? 3 : 2;
    const float width =
        std::floor((room.x - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
    for (std::size_t k = 0; k < count; ++k) {
        // Where there is no room for all, the tree's growth comes before the work.
        const std::size_t q = k == count - 1 ? 3 : k;
        if (k > 0) ImGui::SameLine(0.0f, gap);
        ImGui::BeginChild(kQuestions[q].title, {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        std::vector<ui::Series> series;
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            const CopyLook look = look_of_copy(i, palette);
            series.push_back({pair_->runs()[i].config().name, look.color,
                              copies_[i].curves.*kQuestions[q].values, look.is_dashed});
        }
        ui::Plot data{.title = kQuestions[q].title, .series = series};
        data.unit = kQuestions[q].unit;
        data.marks = rebuild_frames_;
        data.mark_color = palette.rebuild;
        const ImVec2 left = ImGui::GetContentRegionAvail();
        ui::plot(kQuestions[q].title, data, {left.x, left.y}, plots_[q + 1]);
        ImGui::EndChild();
    }
}

void DeformationLab::show_replay(const draw::Palette& palette) {
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    if (replay_.is_running()) {
        if (ui::button("Cancel", {.tooltip = "Stops the replay; what is on screen goes on"}))
            replay_.cancel();
        ui::same_line();
        ui::text("replaying · " + ui::format_percent(replay_.progress(), 0) + " · " +
                     ui::format_fixed(replay_.seconds(), 1) + " s",
                 {.font = ui::Font::body, .color = palette.text2, .row_height = ui::grid::kControl});
        return;
    }
    if (ui::button("Replay under every policy",
                   {.tooltip = "The frames so far once more, under each policy, on a thread of its own",
                    .primary = true}))
        start_replay();
    if (!replayed_) {
        ui::paragraph(std::array{
            ui::TextRun{"The motion is recorded as it plays. Replayed under every policy, the same "
                        "frames show which one wins for this mesh and motion.",
                        muted}});
        return;
    }
    ui::paragraph(std::array{ui::TextRun{replayed_->sentence, {ui::Font::body, palette.text1}}});
    constexpr std::array<ui::Column, 8> kColumns{
        ui::Column{.heading = "policy"},          ui::Column{"update, ms", 84.0f, true},
        ui::Column{"query, ms", 84.0f, true},     ui::Column{"total, ms", 84.0f, true},
        ui::Column{"volume tests", 104.0f, true}, ui::Column{"triangle tests", 104.0f, true},
        ui::Column{"rebuilds", 72.0f, true},      ui::Column{"partial", 72.0f, true}};
    if (!ui::begin_table("replay", kColumns, {.height = ImGui::GetContentRegionAvail().y})) return;
    int id = 0;
    for (const PolicyTotals& t : replayed_->policies) {
        ui::table_row(id++);
        ui::table_cell(t.name);
        for (const double ms : {t.update_ms, t.query_ms, t.total_ms()})
            ui::table_cell(ui::format_fixed(ms, 1));
        for (const std::uint64_t n : {t.volume_tests, t.triangle_tests}) ui::table_cell(count_text(n));
        for (const std::uint32_t n : {t.rebuilds, t.partial_rebuilds}) ui::table_cell(std::to_string(n));
    }
    ui::end_table();
}

} // namespace boxwood
