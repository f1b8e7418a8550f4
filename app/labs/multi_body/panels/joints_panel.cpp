#include "app/labs/multi_body/panels/joints_panel.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

constexpr std::size_t kMaxNamed = 4; // self-colliding pairs listed by name

ui::FloatField describe_slider(const Joint& joint) {
    const bool turns = joint.kind == JointKind::revolute;
    const double factor = shown_per_unit(joint);
    return {.min = static_cast<float>(factor * joint.lower),
            .max = static_cast<float>(factor * joint.upper),
            .reset = static_cast<float>(factor * rest_position(joint)),
            .unit = turns ? "°" : "m",
            .decimals = turns ? 1 : 3};
}

void show_own_contacts(const CompoundResult& own_parts) {
    if (own_parts.contacts.empty()) {
        ui::text("Its own parts do not touch each other.", {ui::Font::small, ui::palette().text3});
        return;
    }
    std::string pairs;
    for (std::size_t i = 0; i < std::min(kMaxNamed, own_parts.contacts.size()); ++i)
        pairs += (i == 0 ? "" : ", ") + std::to_string(own_parts.contacts[i].part_a) + " and " +
                 std::to_string(own_parts.contacts[i].part_b);
    if (own_parts.contacts.size() > kMaxNamed) pairs += " and more";
    ui::text("Own parts in contact: " + pairs, {ui::Font::small, ui::palette().contact});
}

} // namespace

void show_joints(const CrowdView& view, CrowdEdits& edits) {
    const HullHierarchyState* parts = parts_of_body(view.world(), view.selection().body());
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) edits.end_drag();
    if (parts == nullptr || parts->positions().empty()) return;
    const BodyId id = *view.selection().body();
    const std::string count = std::to_string(parts->positions().size());
    ui::section("Joints", {.right_text = count});
    for (std::uint32_t joint = 0; joint < parts->positions().size(); ++joint) {
        const Joint& limits = parts->tree().joints()[joint];
        const HullHierarchy::Node& node = parts->tree().nodes()[parts->tree().node_of_joint()[joint]];
        const std::string label = "Joint " + std::to_string(joint),
                          what = (limits.kind == JointKind::revolute ? std::string("Turns ") : "Slides ") +
                                 (node.part == kNone ? std::string("a group of parts")
                                                     : "part " + std::to_string(node.part)) +
                                 " of " + body_name(id) + "; Ctrl+Z takes it back";
        const double factor = shown_per_unit(limits);
        ui::FloatField field = describe_slider(limits);
        field.label = label.c_str();
        field.tooltip = what;
        float shown = static_cast<float>(factor * parts->positions()[joint]);
        if (!ui::slider(field, shown)) continue;
        // The slider uses floats: its ends may exceed the joint's limits by a rounding error.
        const double position = std::clamp(static_cast<double>(shown) / factor, limits.lower, limits.upper);
        edits.drag_joint(id, joint, position, ImGui::IsMouseDown(ImGuiMouseButton_Left));
    }
    show_own_contacts(view.findings.own_parts);
}

} // namespace boxwood
