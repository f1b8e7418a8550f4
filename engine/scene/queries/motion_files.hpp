// What: imports vertex animation as a clip. Sources are a numbered series of meshes, or samples of the first animation
//       of a scene file (glTF, FBX, Collada, DirectX .x), which can move nodes, morph targets and bones.
// Units: lengths of the file; time in frames.
// Degenerate input: an unusable file is a one-line Error that names the file. A file or series whose mesh does not move
//                   gives a mesh without a clip.
// Cost: one child process per file of a series, or 48 for any other file; call read_motion on a background thread.
#pragma once

#include "collision/core/result.hpp"
#include "engine/deform/deformers/motion_clip.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace boxwood {

// The mesh at the first frame, and a clip if the mesh moves.
struct MeshInMotion {
    std::shared_ptr<const Mesh> mesh;
    std::shared_ptr<const MotionClip> clip;
};

// True for the first file of a series, and for file formats that can contain animations.
bool may_move(const std::filesystem::path& file);
// Calls is_cancelled() before each file or sample, and returns an Error if it is true.
Result<MeshInMotion> read_motion(
    const std::filesystem::path& file, const std::function<bool()>& is_cancelled = [] { return false; });

} // namespace boxwood
