#include "app/labs/multi_body/panels/inspector.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "app/labs/multi_body/panels/headline.hpp"
#include "app/labs/wording.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"
#include "engine/explain/explanations/voronoi_region.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMaxListed = 12; // pairs
constexpr std::size_t kMaxNamed = 4;   // self-colliding pairs listed by name

std::size_t count_pairs_of(const StepOutput& output, BodyId id) {
    return static_cast<std::size_t>(
        std::count_if(output.pairs.begin(), output.pairs.end(),
                      [id](const PairResult& pair) { return pair.bodies.a == id || pair.bodies.b == id; }));
}

ui::FloatField describe_slider(const Joint& joint) {
    const bool rotates = joint.kind == JointKind::revolute;
    const double factor = display_factor(joint);
    return {.min = static_cast<float>(factor * joint.lower),
            .max = static_cast<float>(factor * joint.upper),
            .reset = static_cast<float>(factor * rest_position(joint)),
            .unit = rotates ? "°" : "m",
            .decimals = rotates ? 1 : 3};
}

void show_own_contacts(const CompoundResult& self_collision) {
    if (self_collision.contacts.empty()) {
        ui::text("The parts of the body do not touch each other.", {ui::Font::small, ui::palette().text3});
        return;
    }
    std::string pairs;
    for (std::size_t i = 0; i < std::min(kMaxNamed, self_collision.contacts.size()); ++i)
        pairs += (i == 0 ? "" : ", ") + std::to_string(self_collision.contacts[i].part_a) + " and " +
                 std::to_string(self_collision.contacts[i].part_b);
    if (self_collision.contacts.size() > kMaxNamed) pairs += " and more";
    ui::text("Parts in contact with each other: " + pairs, {ui::Font::small, ui::palette().contact});
}

} // namespace

void InspectorPanel::show(const draw::Palette& palette) {
    const bool is_live = view_.selection().body() && view_.world().is_live(*view_.selection().body());
    if (!is_live) {
        ui::section("Selection");
        ui::paragraph(std::array{ui::plain(
            "Click a body to see its pairs, the distance to the nearest body and how it was computed. "
            "Shift+click a second body to select the pair of both.")});
    } else {
        if (view_.selection().pair()) pair_.show(palette);
        if (region_feature(view_)) show_feature(palette);
        show_bodies(palette);
        show_joints();
    }
    show_contact_list();
    show_missed_list();
}

// Shows the feature of the displayed region and its neighbors.
void InspectorPanel::show_feature(const draw::Palette& palette) {
    const PickedFeature feature = *region_feature(view_);
    const Body& body = view_.world().bodies()[feature.body];
    const Polytope& polytope = *solid_of(body, feature.part)->polytope;
    ui::section("Voronoi region", {.right_text = view_.region.picked() ? "picked" : "follows the pair"});
    const std::string part = body.parts ? " of part " + std::to_string(feature.part) : "";
    const std::string name = feature_name(feature.feature) + part + " of " + body_name(feature.body);
    const bool is_b = view_.selection().pair() && view_.selection().pair()->b == feature.body;
    ui::swatch(is_b ? palette.body_b : palette.body_a);
    ui::same_line();
    ui::text(name, {ui::Font::body_bold, palette.text1});
    const std::vector<RegionPlane> planes = voronoi_planes(polytope, feature.feature);
    const int failed = failed_plane(view_);
    int index = 0;
    for (const RegionPlane& plane : planes) {
        if (index > 0 && index % 3 != 0) ui::same_line(14.0f);
        const bool is_failed = index == failed;
        const std::string id = "plane" + std::to_string(index++);
        if (plane.beyond == feature.feature) {
            ui::text("plane of the face itself", {ui::Font::small, palette.text3});
        } else if (ui::link_text(id.c_str(), feature_name(plane.beyond),
                                 {ui::Font::small, is_failed ? palette.current : palette.text2})) {
            view_.region.pick({feature.body, plane.beyond, feature.part});
        }
        ui::tooltip("A plane of the region; click to go to the feature beyond it");
    }
}

// Shows both bodies of the pair, or the selected body, with their actions.
void InspectorPanel::show_bodies(const draw::Palette& palette) {
    const std::optional<BodyPair>& pair = view_.selection().pair();
    std::vector<BodyId> ids{*view_.selection().body()};
    if (pair) ids = {pair->a, pair->b};
    const bool is_alone = !pair && count_pairs_of(view_.simulation().output, ids.front()) == 0;
    ui::section("Bodies", {.right_text = is_alone ? "its box overlaps no other" : ""});
    constexpr std::array kColumns{
        ui::Column{"", 76.0f}, ui::Column{"vertices", 0.0f, true}, ui::Column{"faces", 0.0f, true},
        ui::Column{"speed", 78.0f, true, "At speed 1, in length units of the scene"},
        ui::Column{"pairs", 48.0f, true, "Pairs whose boxes overlap"}};
    if (ui::begin_table("bodies", kColumns)) {
        for (const BodyId id : ids) {
            const Body& body = view_.world().bodies()[id];
            const Polytope* polytope = body.shape->polytope();
            const MeshView mesh = body.shape->mesh();
            const bool is_b = pair && pair->b == id;
            ui::table_row(static_cast<int>(id), {.is_dimmed = !body.is_enabled});
            ui::table_name_cell(is_b ? palette.body_b : palette.body_a, body_name(id));
            ui::table_cell(ui::format_count(mesh.positions.size()));
            ui::table_cell(ui::format_count(polytope ? polytope->faces().size() : mesh.triangles.size()));
            ui::table_cell(ui::format_fixed(glm::length(view_.simulation().motions[id].velocity_w), 2) +
                           " m/step");
            ui::table_cell(std::to_string(count_pairs_of(view_.simulation().output, id)));
        }
        ui::end_table();
    }
    show_body_actions();
}

void InspectorPanel::show_body_actions() {
    const BodyId id = *view_.selection().body();
    const bool is_enabled = view_.world().bodies()[id].is_enabled;
    ImGui::Dummy({1.0f, ui::px(4.0f)});
    const std::string toggle = (is_enabled ? "Disable " : "Enable ") + body_name(id) + "##toggle",
                      remove = "Remove " + body_name(id) + "##remove";
    if (ui::button(toggle.c_str(),
                   {.tooltip = "A disabled body continues to move but is in no pair (Shift+D)"}))
        controls_.act("edit.body");
    ui::same_line();
    if (ui::button(remove.c_str(), {.tooltip = "Removes the body (Delete)"})) controls_.act("edit.remove");
}

// Shows a slider per joint, and which parts of the body touch each other.
void InspectorPanel::show_joints() {
    const HullHierarchyState* parts = parts_of_body(view_.world(), view_.selection().body());
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) edits_.end_drag();
    if (parts == nullptr || parts->positions().empty()) return;
    const BodyId id = *view_.selection().body();
    const std::string count = std::to_string(parts->positions().size());
    ui::section("Joints", {.right_text = count});
    for (std::uint32_t joint = 0; joint < parts->positions().size(); ++joint) {
        const Joint& limits = parts->tree().joints()[joint];
        const HullHierarchy::Node& node = parts->tree().nodes()[parts->tree().node_of_joint()[joint]];
        const std::string label = "Joint " + std::to_string(joint),
                          tooltip =
                              (limits.kind == JointKind::revolute ? std::string("Rotates ") : "Slides ") +
                              (node.part == kNone ? std::string("a group of parts")
                                                  : "part " + std::to_string(node.part)) +
                              " of " + body_name(id) + "; Ctrl+Z undoes it";
        const double factor = display_factor(limits);
        ui::FloatField field = describe_slider(limits);
        field.label = label.c_str();
        field.tooltip = tooltip;
        float value = static_cast<float>(factor * parts->positions()[joint]);
        if (!ui::slider(field, value)) continue;
        // The slider uses floats, so its ends can exceed the joint's limits by a rounding error.
        const double position = std::clamp(static_cast<double>(value) / factor, limits.lower, limits.upper);
        edits_.drag_joint(id, joint, position, ImGui::IsMouseDown(ImGuiMouseButton_Left));
    }
    show_own_contacts(view_.findings.self_collision);
}

// Lists the contacts of the frame; each is a link that selects its pair.
void InspectorPanel::show_contact_list() {
    const std::string count = ui::format_count(count_contacts(view_.simulation().output));
    ui::section("Contacts", {.right_text = count});
    std::size_t rows = 0;
    std::optional<BodyPair> chosen;
    for (const PairResult& pair : view_.simulation().output.pairs) {
        if (!pair.is_contact()) continue;
        if (rows++ == kMaxListed) break;
        const std::string name = body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b);
        if (ui::link_text(name.c_str(), name)) chosen = pair.bodies;
        ui::same_line();
        ui::text_right(std::string(status_word(pair.status)));
    }
    if (rows == 0) ui::text("none in this frame");
    if (rows > kMaxListed) ui::text("and more on the page Pairs");
    if (chosen) view_.select_pair(*chosen);
}

// Lists the missed pairs of the frame with their times of impact; each is a link that selects the pair.
void InspectorPanel::show_missed_list() {
    const ContinuousSteps& continuous = view_.findings.continuous;
    if (!continuous.is_on()) return;
    const std::span<const SweptImpact> missed = continuous.missed(view_.simulation().frame);
    const std::string count = ui::format_count(missed.size());
    ui::section(continuous.stops_bodies() ? "Missed by a discrete step" : "Missed in this step",
                {.right_text = count});
    std::optional<BodyPair> chosen;
    for (const SweptImpact& impact : missed.first(std::min(kMaxListed, missed.size()))) {
        const std::string name = body_name(impact.bodies.a) + " · " + body_name(impact.bodies.b);
        if (ui::link_text(("missed " + name).c_str(), name)) chosen = impact.bodies;
        ui::same_line();
        ui::text_right("at " + ui::format_fixed(impact.time, 3) + " of the step");
    }
    if (missed.empty()) ui::text("none in this frame");
    if (missed.size() > kMaxListed) ui::text("and " + ui::format_count(missed.size() - kMaxListed) + " more");
    if (chosen) view_.select_pair(*chosen);
}

} // namespace boxwood
