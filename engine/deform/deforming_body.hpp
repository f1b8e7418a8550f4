// What: a body whose mesh deforms among the other bodies of a simulation: its shape, how its hierarchy is updated, and the
//       motion of its vertices.
// Frame: the body's own.
// Units: time in frames; amplitudes in the deformer's unit.
// Invariants: a time gives the same vertices however it was reached; the hierarchy depends on the frames that were run.
// Degenerate input: an Error names what is invalid: an unknown deformer or policy, a number out of range, a policy that no
//                   hierarchy of a world takes, a clip or obstacle that is missing or not used.
// Oracle: tests/engine/deform/deforming_body_test.cpp: all pairs of triangles of the deformed mesh.
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
    std::optional<double> amplitude{}; // none: the deformer's default
    int period = 600;                  // frames of a clip that is simulated or played, or of one swing
    std::uint64_t seed = 1;
    PolicyConfig policy = default_policy("area");
    bool finds_self_contacts = false;
    std::shared_ptr<const MotionClip> clip{}; // of the deformer "frames", with as many vertices as the mesh
    // Of the deformer "cloth": what it falls onto, along -y.
    std::shared_ptr<const Mesh> obstacle{};
    Pose body_from_obstacle{};
};

// Checks all but clip and obstacle.
Status check_params(const DeformingBodyParams& params);

struct DeformingBodyParts {
    std::shared_ptr<Shape> shape; // at rest
    DeformableDesc deformable;
    std::shared_ptr<SurfaceMotion> motion; // bodies that start together may share it
};

Result<DeformingBodyParts> make_deforming_body(Mesh mesh, const DeformingBodyParams& params);

} // namespace boxwood
