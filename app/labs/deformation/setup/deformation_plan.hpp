// What: the parameters from which the lab builds a deforming pair. If the plan does not change, no new build is needed.
//       A change of motion parameters that are not in the plan only restarts the pair.
#pragma once

#include "app/labs/deformation/setup/deformation_hierarchy.hpp"
#include "engine/deform/deforming_pair.hpp"

#include <memory>
#include <vector>

namespace boxwood {

struct DeformationMeshes {
    std::size_t chosen = 0; // index in names(): the built-in meshes, then the imported one
    std::shared_ptr<const Mesh> imported, obstacle; // a null obstacle: the lab's own
    std::shared_ptr<const MotionClip> clip;         // imported with the mesh
    // The names of the built-in meshes and of the imported one.
    std::vector<const char*> names() const;
    friend bool operator==(const DeformationMeshes&, const DeformationMeshes&) = default;
};
// The built-in meshes and `mesh`, which is imported and chosen.
DeformationMeshes imported_meshes(std::shared_ptr<const Mesh> mesh);

struct DeformationPlan {
    DeformationMeshes meshes;
    DeformationHierarchy hierarchy;
    std::vector<PolicyConfig> policies;
    bool tears = false;
    const Deformer* played = nullptr; // null: the deformer does not play recorded frames
    int period = 0;                   // of `played`, in frames
    friend bool operator==(const DeformationPlan&, const DeformationPlan&) = default;
};

DeformingPairConfig describe(const DeformationPlan& plan, const Deformation& motion);
// The same scene on one thread, with a copy for every policy that supports the hierarchy of the first copy. All copies
// have its kind and volume.
DeformationPlan with_every_policy(DeformationPlan plan);

} // namespace boxwood
