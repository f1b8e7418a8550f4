// What: positions of a mesh's vertices, frame after frame: simulated beforehand, or read from files. Played back it is a
//       pure function of time like any other motion, so it can be replayed exactly and jumped into anywhere.
// Frame: the mesh's own.
// Invariants: every frame has as many vertices as the mesh. Between frames vertices go straight.
// Degenerate input: make_clip names the frame and what is wrong with it; positions that are no numbers or exploded are
//     refused when they are played (deforming_mesh.hpp).
#pragma once

#include "collision/core/result.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct MotionClip {
    std::string name;
    std::vector<std::vector<glm::vec3>> frames; // at least one
};

// A mesh of a frame, and how it is called in messages: its file.
struct ClipFrame {
    std::string name;
    Mesh mesh;
};
struct ClipOfMesh {
    Mesh mesh; // at rest: as in the first frame
    MotionClip clip;
};
// A vertex goes where the corners of its triangles go, so that vertices which meet in one frame, and are then read as
// one, do not matter: corners are one vertex if they are at one place in every frame.
Result<ClipOfMesh> make_clip(std::span<const ClipFrame> frames);

// The same with vertex i being what vertex vertex_before[i] was.
MotionClip reordered(const MotionClip& clip, std::span<const std::uint32_t> vertex_before);

} // namespace boxwood
