#include "app/labs/multi_body/view/selection_requests.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/multi_body/edits/body_joints.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"
#include "engine/workloads/multi_body.hpp"

#include <array>

namespace boxwood {
namespace {

Error needs_body(std::string_view setting) {
    return Error{"setting " + std::string(setting) + ": requires select=BODY, the body that it applies to"};
}

} // namespace

void SelectionRequests::add_settings(SettingTable& io_table, ShownRegion& region) {
    const auto body = [](std::optional<BodyId>& io_id) {
        return SettingAccess{{}, [&io_id](double v) { io_id = static_cast<BodyId>(v); }};
    };
    const auto pick = [this, &region](FeatureKind kind) {
        return SettingAccess{{}, [this, &region, kind](double v) {
                                 feature_ = Feature{kind, static_cast<std::uint32_t>(v)};
                                 region.drop_pick();
                                 region.is_on = true;
                             }};
    };
    io_table.begin_group("Selection");
    io_table.add(whole({"select", "", "Selected body"}, {.low = 0, .high = kMaxWorkloadBodies}, body(body_)));
    io_table.add(whole({"with", "", "Selects the pair of the selected body and this body"},
                       {.low = 0, .high = kMaxWorkloadBodies}, body(partner_)));
    io_table.add(whole({"joint", "", "Joint of the selected body that position moves; the first by default"},
                       {.low = 0, .high = 4095},
                       {{}, [this](double v) { joint_ = static_cast<std::uint32_t>(v); }}));
    io_table.add(number({"position", "", "Position of the joint: degrees, or a length for a prismatic joint"},
                        {.low = -kMaxJointPosition, .high = kMaxJointPosition},
                        {{}, [this](double v) { position_ = v; }}));
    constexpr double kMaxFeatures = 1e6;
    io_table.add(whole({"pick-vertex", "", "Vertex of the selected body whose Voronoi region is shown"},
                       {.low = 0, .high = kMaxFeatures}, pick(FeatureKind::vertex)));
    io_table.add(whole({"pick-edge", "", "Edge of the selected body whose Voronoi region is shown"},
                       {.low = 0, .high = kMaxFeatures}, pick(FeatureKind::edge)));
    io_table.add(whole({"pick-face", "", "Face of the selected body whose Voronoi region is shown"},
                       {.low = 0, .high = kMaxFeatures}, pick(FeatureKind::face)));
}

Status SelectionRequests::check(const CollisionWorld& world) const {
    const std::uint64_t bodies = world.bodies().size();
    if (body_)
        if (Status status = check_is_there("select", *body_, bodies, "bodies"); !status) return status;
    if (Status status = check_partner(bodies); !status) return status;
    if (Status status = check_joint(world); !status) return status;
    return check_feature(world);
}

Status SelectionRequests::check_partner(std::uint64_t bodies) const {
    if (!partner_) return ok();
    if (!body_) return needs_body("with");
    if (Status status = check_is_there("with", *partner_, bodies, "bodies"); !status) return status;
    if (*partner_ == *body_)
        return Error{"setting with: a pair needs two bodies, but body " + std::to_string(*body_) +
                     " is already selected"};
    return ok();
}

Status SelectionRequests::check_joint(const CollisionWorld& world) const {
    if (!joint_ && !position_) return ok();
    if (!body_) return needs_body(joint_ ? "joint" : "position");
    const HullHierarchyState* parts = parts_of_body(world, body_);
    const std::size_t joints = parts == nullptr ? 0 : parts->positions().size();
    const std::string things = "joints of body " + std::to_string(*body_);
    const std::uint32_t chosen = joint_.value_or(0);
    if (Status status = check_is_there("joint", chosen, joints, things); !status) return status;
    if (!position_) return Error{"setting joint: requires position=NUMBER, the new position of the joint"};
    const Joint& joint = parts->tree().joints()[chosen];
    const double factor = display_factor(joint);
    return check_is_within("position", *position_, factor * joint.lower, factor * joint.upper);
}

Status SelectionRequests::check_feature(const CollisionWorld& world) const {
    if (!feature_) return ok();
    const std::array kinds{std::pair{"pick-vertex", "vertices"}, std::pair{"pick-edge", "edges"},
                           std::pair{"pick-face", "faces"}};
    const auto& [setting, things] = kinds[static_cast<std::size_t>(feature_->kind)];
    if (!body_) return needs_body(setting);
    const std::optional<Solid> solid = solid_of(world.bodies()[*body_], 0);
    if (!solid)
        return Error{std::string("setting ") + setting + ": body " + std::to_string(*body_) +
                     " is a mesh, and only polytopes have features to pick"};
    const std::array counts{solid->polytope->positions().size(), solid->polytope->edges().size(),
                            solid->polytope->faces().size()};
    return check_is_there(setting, feature_->index, counts[static_cast<std::size_t>(feature_->kind)], things);
}

void SelectionRequests::apply_once(CrowdView& view, CrowdEdits& edits, LabRequests requests) {
    if (body_ && view.world().is_live(*body_)) {
        view.set_initial_selection(*body_, partner_);
        if (feature_) view.region.pick({*body_, *feature_, 0});
        if (position_) move_joint(*body_, view.world(), edits, requests);
    }
    *this = {};
}

void SelectionRequests::move_joint(BodyId body, const CollisionWorld& world, CrowdEdits& edits,
                                   LabRequests requests) const {
    const HullHierarchyState* parts = parts_of_body(world, body);
    const std::uint32_t joint = joint_.value_or(0);
    if (parts == nullptr || joint >= parts->positions().size())
        return requests.add_message(body_name(body) + " has no joint " + std::to_string(joint));
    edits.move_joint(body, joint, *position_ / display_factor(parts->tree().joints()[joint]));
}

} // namespace boxwood
