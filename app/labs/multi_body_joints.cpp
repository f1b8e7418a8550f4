// The joints of the selected body in the multi-body lab: their angles, and where its own parts touch each other.
#include "app/labs/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <set>
#include <string>

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr float kContactSize = 7.0f;
constexpr std::size_t kMostNamed = 4; // pairs of own parts in words

const HullTreeState* parts_of_body(const CollisionWorld& world, std::optional<BodyId> id) {
    return id && world.is_live(*id) ? world.bodies()[*id].parts.get() : nullptr;
}

} // namespace

void MultiBodyLab::find_own_contacts() {
    own_parts_ = {};
    if (parts_of_body(simulation_.world, selection_.body()) == nullptr) return;
    if (Status status = simulation_.world.query_own_parts(*selection_.body(), own_parts_); !status)
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

// A slider per joint; what its body's own parts then do to each other.
void MultiBodyLab::show_joints() {
    const HullTreeState* parts = parts_of_body(simulation_.world, selection_.body());
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) is_turning_joint_ = false;
    if (parts == nullptr || parts->angles().empty()) return;
    const BodyId id = *selection_.body();
    const std::string count = std::to_string(parts->angles().size());
    ui::section("Joints", {.right_text = count});
    for (std::uint32_t joint = 0; joint < parts->angles().size(); ++joint) {
        const Joint& limits = parts->tree().joints()[joint];
        const HullTree::Node& node = parts->tree().nodes()[parts->tree().node_of_joint()[joint]];
        const std::string label = "Joint " + std::to_string(joint),
                          what = (node.part == kNone ? std::string("Turns a group of parts")
                                                     : "Turns part " + std::to_string(node.part)) +
                                 " of " + body_name(id) + "; Ctrl+Z takes it back";
        float degrees = static_cast<float>(glm::degrees(parts->angles()[joint]));
        if (!ui::slider(ui::FloatField{.label = label.c_str(),
                                       .min = static_cast<float>(glm::degrees(limits.lower)),
                                       .max = static_cast<float>(glm::degrees(limits.upper)),
                                       .reset = static_cast<float>(glm::degrees(rest_angle(limits))),
                                       .unit = "°",
                                       .decimals = 1,
                                       .tooltip = what},
                        degrees))
            continue;
        // The slider counts in floats: its ends may lie a rounding beyond the joint's.
        const double angle =
            std::clamp(glm::radians(static_cast<double>(degrees)), limits.lower, limits.upper);
        joint_edits_.turn(id, joint, angle, is_turning_joint_);
        is_turning_joint_ = ImGui::IsMouseDown(ImGuiMouseButton_Left);
        dirty_ = true;
    }
    if (own_parts_.contacts.empty()) {
        ui::text("Its own parts do not touch each other.", {ui::Font::small, ui::palette().text3});
        return;
    }
    std::string pairs;
    for (std::size_t i = 0; i < std::min(kMostNamed, own_parts_.contacts.size()); ++i)
        pairs += (i == 0 ? "" : ", ") + std::to_string(own_parts_.contacts[i].part_a) + " and " +
                 std::to_string(own_parts_.contacts[i].part_b);
    if (own_parts_.contacts.size() > kMostNamed) pairs += " and more";
    ui::text("Own parts in contact: " + pairs, {ui::Font::small, ui::palette().contact});
}

} // namespace boxwood
