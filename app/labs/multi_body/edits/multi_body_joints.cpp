// Joints of the selected body in the multi-body lab: their positions, and the body's self-collision.
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/settings.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <set>
#include <string>

namespace boxwood {
namespace {

constexpr float kContactSize = 7.0f;
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

} // namespace

void MultiBodyLab::move_chosen_joint(BodyId body) {
    const HullHierarchyState* parts = parts_of_body(simulation_.world, body);
    const std::uint32_t joint = chosen_joint_.value_or(0);
    if (parts == nullptr || joint >= parts->positions().size()) {
        notes_.push_back(body_name(body) + " has no joint " + std::to_string(joint));
        return;
    }
    const double factor = shown_per_unit(parts->tree().joints()[joint]);
    edits_.move_joint(body, joint, *chosen_position_ / factor);
}

Status MultiBodyLab::check_chosen_joint() const {
    if (!chosen_joint_ && !chosen_position_) return ok();
    if (!chosen_body_) return needs_chosen_body(chosen_joint_ ? "joint" : "position");
    const HullHierarchyState* parts = parts_of_body(simulation_.world, chosen_body_);
    const std::size_t joints = parts == nullptr ? 0 : parts->positions().size();
    const std::string things = "joints of body " + std::to_string(*chosen_body_);
    const std::uint32_t chosen = chosen_joint_.value_or(0);
    if (Status status = check_is_there("joint", chosen, joints, things); !status) return status;
    if (!chosen_position_) return Error{"setting joint: position=NUMBER must say where to"};
    const Joint& joint = parts->tree().joints()[chosen];
    const double factor = shown_per_unit(joint);
    return check_is_within("position", *chosen_position_, factor * joint.lower, factor * joint.upper);
}

void MultiBodyLab::find_own_contacts() {
    own_parts_ = {};
    if (parts_of_body(simulation_.world, selection_.body()) == nullptr) return;
    if (Status status = simulation_.world.self_collide(*selection_.body(), own_parts_); !status)
        own_parts_ = {};
}

void MultiBodyLab::draw_own_contacts(draw::DrawList& out, const draw::Palette& palette) const {
    if (!show_.contacts || own_parts_.contacts.empty()) return;
    if (parts_of_body(simulation_.world, selection_.body()) == nullptr) return;
    const Body& body = simulation_.world.bodies()[*selection_.body()];
    std::set<std::uint32_t> touching;
    for (const PartPair& contact : own_parts_.contacts) {
        touching.insert({contact.part_a, contact.part_b});
        const glm::vec3 at_w(body.world_from_body * contact.closest.point_on_a_a);
        out.points.push_back({at_w, palette.contact, kContactSize, draw::Layer::on_top});
    }
    for (const std::uint32_t part : touching) {
        const Solid solid = *solid_of(body, part);
        for (const Polytope::Edge& edge : solid.polytope->edges()) {
            const auto at = [&](std::uint32_t v) {
                return glm::vec3(solid.world_from_solid * solid.polytope->positions()[v]);
            };
            out.lines.push_back(
                {at(edge.tail), at(edge.head), palette.contact, 1.5f, false, draw::Layer::shine_through});
        }
    }
}

// A slider per joint, and the resulting self-collision of the body.
void MultiBodyLab::show_joints() {
    const HullHierarchyState* parts = parts_of_body(simulation_.world, selection_.body());
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) edits_.end_drag();
    if (parts == nullptr || parts->positions().empty()) return;
    const BodyId id = *selection_.body();
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
        edits_.drag_joint(id, joint, position, ImGui::IsMouseDown(ImGuiMouseButton_Left));
    }
    if (own_parts_.contacts.empty()) {
        ui::text("Its own parts do not touch each other.", {ui::Font::small, ui::palette().text3});
        return;
    }
    std::string pairs;
    for (std::size_t i = 0; i < std::min(kMaxNamed, own_parts_.contacts.size()); ++i)
        pairs += (i == 0 ? "" : ", ") + std::to_string(own_parts_.contacts[i].part_a) + " and " +
                 std::to_string(own_parts_.contacts[i].part_b);
    if (own_parts_.contacts.size() > kMaxNamed) pairs += " and more";
    ui::text("Own parts in contact: " + pairs, {ui::Font::small, ui::palette().contact});
}

} // namespace boxwood
