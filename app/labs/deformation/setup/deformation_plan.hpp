// What: what a deforming pair of the lab is made of: two plans that are equal need no new build. Other parameters of a
//       motion only restart the pair.
#pragma once

#include "app/labs/deformation/setup/deformation_hierarchy.hpp"
#include "engine/deform/deforming_pair.hpp"

#include <memory>
#include <vector>

namespace boxwood {

struct DeformationMeshes {
    std::size_t chosen = 0; // in the list of meshes; past the end of the built-in ones: the imported mesh
    std::shared_ptr<const Mesh> imported, obstacle; // null: none, and the obstacle of the lab
    std::shared_ptr<const MotionClip> clip;         // imported with the mesh
    // Of the list: the built-in ones and the imported one.
    std::vector<const char*> names() const;
    friend bool operator==(const DeformationMeshes&, const DeformationMeshes&) = default;
};
// An imported mesh, chosen.
DeformationMeshes imported_meshes(std::shared_ptr<const Mesh> mesh);

struct DeformationPlan {
    DeformationMeshes meshes;
    DeformationHierarchy hierarchy;
    std::vector<PolicyConfig> policies;
    bool tears = false;
    const Deformer* played = nullptr; // and its period in frames
    int period = 0;
    friend bool operator==(const DeformationPlan&, const DeformationPlan&) = default;
};

DeformingPairConfig describe(const DeformationPlan& plan, const Deformation& motion);
// The same scene under every policy that takes its kind of hierarchy, on one thread.
DeformationPlan with_every_policy(DeformationPlan plan);

} // namespace boxwood
