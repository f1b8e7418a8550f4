// Parameters of the deformation lab, in the left panel.
#include "app/labs/deformation/deformation.hpp"
#include "app/labs/hierarchy_fields.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// The texts of a list's items, as a dropdown takes its options; all() is valid as long as this object.
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

} // namespace

void DeformationLab::parameters(ViewContext& context) {
    show_motion_parameters();
    for (std::size_t copy = 0; copy < policies_.size(); ++copy) show_policy_parameters(copy);
    show_copy_buttons();
    show_tree_parameters();
    show_display_parameters(context.palette);
}

void DeformationLab::show_motion_parameters() {
    if (ui::section("Deformation", ui::kWithReset)) {
        motion_ = {};
        wants_build_ = true;
    }
    const auto all = all_motions();
    const Options motions(all, [](const Deformer*d) { return d->name; }),
        about(all, [](const Deformer*d) { return d->about; });
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
                                  .reset = static_cast<float>(d.default_value),
                                  .unit = d.unit,
                                  .decimals = d.upper > 50.0 ? 0 : 2,
                                  .tooltip = "How far, in the middle of a period; starts again"},
                   amplitude);
    if (edit.changed) motion_.amplitude = static_cast<double>(amplitude);
    wants_build_ |= edit.finished;
    const ui::Edit period =
        ui::slider(ui::IntField{.label = "Period",
                                .min = 10,
                                .max = 10000,
                                .reset = 600,
                                .unit = "frames",
                                .logarithmic = true,
                                .tooltip = "Plays the motion forwards and backwards; restarts at frame 0"},
                   motion_.period);
    wants_build_ |= period.finished;
    const std::vector<const char*> meshes = mesh_names();
    int mesh = static_cast<int>(meshes_.chosen);
    if (ui::dropdown(
            {.label = "Mesh", .options = meshes, .tooltip = "What deforms; drop a file to bring your own"},
            mesh)) {
        meshes_.chosen = static_cast<std::size_t>(mesh);
        wants_build_ = true;
    }
    if (ui::button("Open a mesh…",
                   {.tooltip = "Deform a mesh of your own (Ctrl+O, or drop one; two: the second is "
                               "what it collides with)"}))
        wants_file_ = true;
    if (maker_.is_busy())
        ui::text("building · " + ui::format_fixed(maker_.seconds(), 1) + " s",
                 {ui::Font::small, ui::palette().text2});
    if (!error_.empty()) ui::paragraph(std::array{ui::TextRun{error_, {ui::Font::small, ui::palette().bad}}});
}

void DeformationLab::show_policy_parameters(std::size_t copy) {
    const std::string number = std::to_string(copy + 1), title = "Policy " + number;
    if (ui::section(title, ui::kWithReset)) {
        const std::vector<PolicyConfig> default_value = default_policies();
        policies_[copy] = copy < default_value.size() ? default_value[copy] : default_policy("always");
        policies_[copy].volume = "aabb";
        policies_[copy].kind = "bvh2";
        wants_build_ = true;
    }
    const Options names(all_policies(), kName), about(all_policies(), [](const PolicyEntry&entry) {
        return std::string(entry.about) + "; takes " + kinds_of(entry);
    });
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
                                                        .reset = static_cast<float>(entry.default_value),
                                                        .unit = entry.unit,
                                                        .decimals = is_whole ? 0 : 2,
                                                        .logarithmic = true,
                                                        .tooltip = entry.about},
                                         value);
        if (edit.changed)
            policies_[copy].parameter =
                is_whole ? std::round(static_cast<double>(value)) : static_cast<double>(value);
        wants_build_ |= edit.finished;
    }
    const std::string kind_label = "Kind##" + number, volume_label = "Volume##" + number;
    wants_build_ |=
        name_dropdown(kind_label.c_str(), "How the nodes of this copy's hierarchy are kept; starts again",
                      list_hierarchy_kinds(), policies_[copy].kind);
    wants_build_ |=
        name_dropdown(volume_label.c_str(), "What bounds the triangles of a node in this copy; starts again",
                      list_volumes(), policies_[copy].volume);
}

void DeformationLab::show_copy_buttons() {
    if (policies_.size() < kMaxViews) {
        if (ui::button("Add a copy",
                       {.tooltip = "One more copy of the scene under another policy, up to four"}))
            choose_policy(policies_.size(), policies_.size() == kFewest ? "always" : policy_of_fourth());
        if (policies_.size() > kFewest) ui::same_line();
    }
    if (policies_.size() > kFewest &&
        ui::button("Remove", {.tooltip = "Drops the last copy; starts again from frame 0"})) {
        policies_.pop_back();
        wants_build_ = true;
    }
}

void DeformationLab::show_tree_parameters() {
    const Tree before = tree_;
    if (ui::section("Hierarchy", ui::kWithReset)) tree_ = {};
    name_dropdown("Builder", "How a rebuild divides the triangles, in every copy; starts again",
                  list_builders(), tree_.builder);
    ui::slider(ui::IntField{.label = "Leaf size",
                            .min = 1,
                            .max = static_cast<int>(kMaxLeafSize),
                            .reset = 1,
                            .unit = "tri",
                            .tooltip = "Most triangles in a leaf, in every copy; starts again"},
               tree_.leaf_size);
    ui::slider(
        ui::IntField{
            .label = "Threads",
            .min = 1,
            .max = 16,
            .reset = 1,
            .tooltip = "Threads for refit, rebuild and deformation; results do not depend on them. Times are "
                       "then wall-clock times; restarts"},
        tree_.threads);
    ui::check_row(
        {.label = "Self-contacts",
         .sample = {ui::Sample::hatch, ui::palette().contact},
         .tooltip =
             "Also finds intersections of the deforming mesh with itself; triangles that share a vertex are "
             "excluded. A search stops at 5 million tests. Restarts"},
        tree_.meets_itself);
    wants_build_ |= tree_ != before;
}

void DeformationLab::show_display_parameters(const draw::Palette& palette) {
    const Show before = show_;
    if (ui::section("Show", ui::kWithReset)) show_ = {};
    constexpr std::array<const char*, 3> kBoxes{"none", "worst", "all"};
    int boxes = static_cast<int>(show_.boxes);
    if (ui::segmented({.label = "Boxes",
                       .options = kBoxes,
                       .tooltip = "Volumes at one depth: the five largest, or all (H)"},
                      boxes))
        show_.boxes = static_cast<Boxes>(boxes);
    {
        const bool is_used = show_.boxes != Boxes::none || show_.heat.is_on;
        const ui::Unavailable because(is_used ? "" : "Neither volumes are drawn nor colors shown.");
        ui::slider(
            ui::IntField{
                .label = "Depth",
                .min = 0,
                .max = kDeepest,
                .reset = 6,
                .unit = "levels",
                .tooltip = "Depth of the displayed volumes and of the nodes that the colors show ([ and ])"},
            show_.heat.depth);
    }
    ui::check_row({.label = "Colliding triangles",
                   .sample = {ui::Sample::hatch, palette.contact},
                   .key = "T",
                   .tooltip = "Triangles of both meshes that intersect"},
                  show_.triangles);
    ui::check_row({.label = "Edges", .tooltip = "Outlines the triangles of the deforming mesh"}, show_.edges);
    show_heat_parameters(palette);
    constexpr std::array<const char*, 3> kOracles{"off", "agree", "all"};
    int oracle = static_cast<int>(oracle_);
    if (ui::segmented(
            {.label = "Oracle",
             .options = kOracles,
             .tooltip =
                 "Checks every frame: whether all policies find the same pairs, or also brute force over "
                 "all pairs of triangles and whether each tree contains its triangles"},
            oracle)) {
        oracle_ = static_cast<Oracle>(oracle);
        is_judged_ = false;
    }
    dirty_ |= !(show_.heat == before.heat);
}

void DeformationLab::show_heat_parameters(const draw::Palette& palette) {
    ui::check_row({.label = "Color by",
                   .sample = {ui::Sample::square, draw::ramp(palette, 0.6f)},
                   .key = "L",
                   .tooltip = "Colors each triangle by how loose the tree above it is"},
                  show_.heat.is_on);
    if (!show_.heat.is_on) return;
    const Options names(kAllNodeInflation, kName);
    const Options meanings(kAllNodeInflation, [](const NodeInflationName& one) { return one.meaning; });
    int quantity = static_cast<int>(show_.heat.quantity);
    if (ui::dropdown({.label = "Quantity",
                      .options = names.all(),
                      .tooltip = "Quantity that the colors show",
                      .option_tooltips = meanings.all()},
                     quantity))
        show_.heat.quantity = static_cast<std::size_t>(quantity);
    if (heat_.parameters(palette)) ++revision_;
}

} // namespace boxwood
