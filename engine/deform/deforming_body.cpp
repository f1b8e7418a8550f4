#include "engine/deform/deforming_body.hpp"

#include "collision/core/numbers/number_text.hpp"

#include <utility>

namespace boxwood {
namespace {

class DeformerMotion final : public SurfaceMotion {
  public:
    DeformerMotion(RestMesh rest, Deformation deformation)
        : mesh_(std::move(rest))
        , deformation_(std::move(deformation)) {}

    Result<std::span<const glm::vec3>> at(double frame) override {
        if (Status status = deform(deformation_, frame, mesh_); !status) return status.error();
        return mesh_.view().positions;
    }

  private:
    DeformingMesh mesh_;
    Deformation deformation_;
};

class PolicyUpdate final : public HierarchyUpdate {
  public:
    explicit PolicyUpdate(std::unique_ptr<UpdatePolicy> policy)
        : policy_(std::move(policy)) {}

    HierarchyChange update(AnyHierarchy& io_hierarchy, const MeshView& mesh,
                           std::span<const glm::vec3> before) override {
        const UpdateOutcome outcome = policy_->update(io_hierarchy, {mesh, before});
        return {outcome.volumes, outcome.kind == UpdateKind::rebuild};
    }
    std::unique_ptr<HierarchyUpdate> clone() const override {
        return std::make_unique<PolicyUpdate>(policy_->clone());
    }

  private:
    std::unique_ptr<UpdatePolicy> policy_;
};

// The world's default hierarchy, with two exceptions. Some policies need explicit links between nodes and one triangle
// per leaf. Others measure all nodes in every frame, which takes ten times as long with the quantized nodes of the
// default kind as with bvh2.
HierarchyConfig hierarchy_for(const PolicyEntry& policy) {
    if (policy.needs == PolicyNeeds::links) return {.kind = "bvh2", .builder = "midpoint", .leaf_size = 1};
    return {.kind = policy.needs == PolicyNeeds::sums ? "bvh2" : ""};
}

Status check_range(const std::string& what, double value, double lower, double upper) {
    if (value >= lower && value <= upper) return ok();
    return Error{what + " is " + number_text(value) + ", outside " + range_text(lower, upper)};
}

Status check_clip_and_obstacle(const DeformingBodyParams& params, const Deformer& deformer,
                               const Mesh& mesh) {
    const bool records = deformer.record != nullptr, plays_files = deformer.plays_frames && !records;
    if (records != (params.obstacle != nullptr))
        return Error{records ? "deformer " + params.deformer + " needs an obstacle"
                             : "deformer " + params.deformer + " does not use an obstacle"};
    if (plays_files != (params.clip != nullptr))
        return Error{plays_files ? "deformer " + params.deformer + " needs frames from files"
                                 : "deformer " + params.deformer + " does not use frames from files"};
    if (!plays_files) return ok();
    for (const auto& frame : params.clip->frames)
        if (frame.size() != mesh.positions.size())
            return Error{params.clip->name + ": a frame has " + std::to_string(frame.size()) +
                         " vertices instead of " + std::to_string(mesh.positions.size())};
    return ok();
}

} // namespace

Status check_params(const DeformingBodyParams& params) {
    const Deformer* deformer = find_deformer(params.deformer);
    if (deformer == nullptr) {
        std::string known;
        for (const std::span<const Deformer> list : {procedural_deformers(), clip_deformers()})
            for (const Deformer& one : list) known.append(" ").append(one.name);
        return Error{"unknown deformer '" + params.deformer + "'; known:" + known};
    }
    if (params.amplitude)
        if (Status status = check_range("amplitude of " + params.deformer, *params.amplitude, deformer->lower,
                                        deformer->upper);
            !status)
            return status;
    if (Status status = check_range("period", params.period, kMinDeformPeriod, kMaxDeformPeriod); !status)
        return status;
    const PolicyEntry* policy = find_policy(params.policy.name);
    if (policy == nullptr) {
        std::string known;
        for (const PolicyEntry& one : all_policies()) known.append(" ").append(one.name);
        return Error{"unknown policy '" + params.policy.name + "'; known:" + known};
    }
    if (!policy->parameter.empty())
        return check_range("parameter of policy " + params.policy.name, params.policy.parameter,
                           policy->lower, policy->upper);
    if (params.policy.parameter != 0.0) return Error{"policy " + params.policy.name + " takes no parameter"};
    return ok();
}

Result<DeformingBodyParts> make_deforming_body(Mesh mesh, const DeformingBodyParams& params) {
    if (Status status = check_params(params); !status) return status.error();
    const Deformer& deformer = *find_deformer(params.deformer);
    if (Status status = check_clip_and_obstacle(params, deformer, mesh); !status) return status.error();
    if (deformer.tears) mesh = split_corners(mesh);

    Result<AnyHierarchy> fresh =
        build_any_hierarchy(hierarchy_for(*find_policy(params.policy.name)), mesh.view());
    if (!fresh) return fresh.error();
    Result<std::unique_ptr<UpdatePolicy>> policy = make_policy(params.policy, *fresh);
    if (!policy) return policy.error();
    Result<std::shared_ptr<Shape>> shape = make_shape(mesh.view(), std::move(*fresh));
    if (!shape) return shape.error();

    Deformation motion{.deformer = &deformer,
                       .amplitude = params.amplitude.value_or(deformer.default_value),
                       .period = params.period,
                       .seed = params.seed,
                       .clip = params.clip};
    if (deformer.record)
        motion.recorder = deformer.record(
            {mesh, params.obstacle, params.body_from_obstacle, ObstaclePath{}, params.period});
    return DeformingBodyParts{
        std::move(*shape),
        {std::make_shared<PolicyUpdate>(std::move(*policy)), params.finds_self_contacts},
        std::make_shared<DeformerMotion>(make_rest_mesh(std::move(mesh)), std::move(motion))};
}

} // namespace boxwood
