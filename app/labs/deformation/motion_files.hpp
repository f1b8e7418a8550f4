// What: vertex animation from files, as a clip: a numbered series of meshes, or the first animation of a scene (glTF, FBX,
//       Collada: nodes, morph targets, bones), sampled.
// Units: those of the file; frames.
// Degenerate input: one line that names the file, as engine/import and engine/deform/motion_clip.hpp have it. A scene
//     whose mesh does not move is a mesh without a clip.
// Cost: one child process per frame; call it on a thread of its own.
#pragma once

#include "collision/core/result.hpp"
#include "engine/deform/motion_clip.hpp"

#include <filesystem>
#include <memory>

namespace boxwood {

// The mesh at the first frame; a clip if there is one.
struct MeshInMotion {
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const MotionClip> clip;
};

// The first of a series, or of a format that holds animations.
bool may_move(const std::filesystem::path& file);
Result<MeshInMotion> read_motion(const std::filesystem::path& file);

} // namespace boxwood
