// What: stores positions of a mesh's vertices over frames, from a simulation or from files. Playback is a pure function
//       of time, so it can be replayed exactly and can start at any time.
// Frame: the mesh's own.
// Invariants: every frame has as many vertices as the mesh. Positions between frames are interpolated linearly.
// Degenerate input: the Error of make_clip names the frame and its defect. Positions that are not finite, or too far
//                   away, are rejected during playback (deforming_mesh.hpp).
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

// The mesh of a frame, and the name of its file for messages.
struct ClipFrame {
    std::string name;
    Mesh mesh;
};
struct ClipOfMesh {
    Mesh mesh; // at rest, as in the first frame
    MotionClip clip;
};
// Matches vertices by triangle corners. Corners of one vertex of the first frame stay one vertex if, in every frame,
// they share a vertex or are closer than 1e-5 of the mesh's size. A later file can therefore have several vertices at
// the position of one vertex of the first file.
Result<ClipOfMesh> make_clip(std::span<const ClipFrame> frames);

// Reorders the vertices: new vertex i is old vertex vertex_before[i].
MotionClip reordered(const MotionClip& clip, std::span<const std::uint32_t> vertex_before);

} // namespace boxwood
