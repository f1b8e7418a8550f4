// What: imports vertex animation as a clip: a numbered series of meshes, or the first animation of a scene file (glTF,
//       FBX, Collada: nodes, morph targets, bones), sampled.
// Units: those of the file; frames.
// Degenerate input: a one-line Error that names the file, as in engine/import and engine/deform/deformers/motion_clip.hpp. A
//                   scene whose mesh does not move gives a mesh without a clip.
// Cost: one child process per frame; call it on a background thread.
#pragma once

#include "collision/core/result.hpp"
#include "engine/deform/deformers/motion_clip.hpp"

#include <filesystem>
#include <memory>

namespace boxwood {

// The mesh at the first frame, and a clip if the file has an animation.
struct MeshInMotion {
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const MotionClip> clip;
};

// True for the first file of a series, and for formats that hold animations.
bool may_move(const std::filesystem::path& file);
Result<MeshInMotion> read_motion(const std::filesystem::path& file);

} // namespace boxwood
