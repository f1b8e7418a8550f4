#include "engine/scene/queries/motion_files.hpp"

#include "engine/import/file_series.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr int kSamples = 48; // number of samples of an animation

bool can_contain_animation(const std::filesystem::path& file) {
    const std::string ending = lower_case_ending(file);
    constexpr std::array<std::string_view, 5> kEndings{".gltf", ".glb", ".fbx", ".dae", ".x"};
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

Error cancelled(const std::filesystem::path& file) {
    return Error{shown(file) + ": cancelled"};
}

Result<std::vector<ClipFrame>> read_series(const std::vector<std::filesystem::path>& files,
                                           const std::function<bool()>& is_cancelled) {
    std::vector<ClipFrame> frames;
    for (const std::filesystem::path& file : files) {
        if (is_cancelled()) return cancelled(file);
        Result<Mesh> mesh = import_mesh(file);
        if (!mesh) return mesh.error();
        frames.push_back({file.filename().string(), std::move(*mesh)});
    }
    return frames;
}

Result<std::vector<ClipFrame>> read_animation(const std::filesystem::path& file,
                                              const std::function<bool()>& is_cancelled) {
    std::vector<ClipFrame> frames;
    for (int i = 0; i < kSamples; ++i) {
        if (is_cancelled()) return cancelled(file);
        ImportLimits limits;
        limits.moment = static_cast<double>(i) / (kSamples - 1);
        Result<Mesh> mesh = import_mesh(file, limits);
        if (!mesh) return mesh.error();
        frames.push_back({file.filename().string() + ", frame " + std::to_string(i), std::move(*mesh)});
    }
    return frames;
}

} // namespace

bool may_move(const std::filesystem::path& file) {
    return can_contain_animation(file) || find_series(file).size() > 1;
}

Result<MeshInMotion> read_motion(const std::filesystem::path& file,
                                 const std::function<bool()>& is_cancelled) {
    const std::vector<std::filesystem::path> files = find_series(file);
    Result<std::vector<ClipFrame>> frames =
        files.size() > 1 ? read_series(files, is_cancelled) : read_animation(file, is_cancelled);
    if (!frames) return frames.error();
    Result<ClipOfMesh> clip_of_mesh = make_clip(*frames);
    if (!clip_of_mesh) return clip_of_mesh.error();
    clip_of_mesh->mesh.name = file.filename().string();
    MeshInMotion result{std::make_shared<const Mesh>(clip_of_mesh->mesh), nullptr};
    const bool moves =
        std::any_of(clip_of_mesh->clip.frames.begin(), clip_of_mesh->clip.frames.end(),
                    [&](const auto& positions) { return positions != clip_of_mesh->mesh.positions; });
    if (moves) result.clip = std::make_shared<const MotionClip>(std::move(clip_of_mesh->clip));
    return result;
}

} // namespace boxwood
