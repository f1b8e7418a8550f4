// What: creates a deforming body for a simulation with other bodies: its shape, the update of its hierarchy, and the
//       motion of its vertices.
// Frame: the body's own.
// Units: time in frames; amplitudes in the deformer's unit.
// Invariants: the vertices depend only on the time. The hierarchy also depends on the frames that were run before.
// Degenerate input: the Error names the invalid parameter: an unknown deformer or policy, a number out of range, a
//                   policy that does not support the hierarchy, or a clip or obstacle that is missing or unused.
// Oracle: tests/engine/deform/deforming_body_test.cpp tests all pairs of a triangle of the deformed mesh and a triangle
//         of another body.
#pragma once

#include "collision/world/body.hpp"
#include "engine/deform/deformers/motion_clip.hpp"
#include "engine/deform/deforming_mesh.hpp"
#include "engine/deform/policies/update_policy.hpp"
#include "engine/sim/surface_motion.hpp"

#include <memory>
#include <optional>
#include <string>

namespace boxwood {

inline constexpr int kMinDeformPeriod = 2, kMaxDeformPeriod = 1000000; // frames

struct DeformingBodyParams {
    std::string deformer = "wave";
    std::optional<double> amplitude{}; // if empty, the deformer's default
    int period = 600;                  // length of the clip or of one period of the deformation, in frames
    std::uint64_t seed = 1;
    PolicyConfig policy = default_policy("area");
    bool finds_self_contacts = false;
    std::shared_ptr<const MotionClip> clip{}; // for the deformer "frames"; has as many vertices as the mesh
    // For the deformer "cloth": the mesh that the cloth falls onto, along -y.
    std::shared_ptr<const Mesh> obstacle{};
    Pose body_from_obstacle{};
};

// Checks all parameters except clip and obstacle.
Status check_params(const DeformingBodyParams& params);

struct DeformingBodyParts {
    std::shared_ptr<Shape> shape; // at rest
    DeformableDesc deformable;
    std::shared_ptr<SurfaceMotion> motion; // bodies that start at the same time can share it
};

Result<DeformingBodyParts> make_deforming_body(Mesh mesh, const DeformingBodyParams& params);

} // namespace boxwood
