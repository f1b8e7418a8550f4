#include "engine/scene/motion_files.hpp"

#include "engine/import/file_series.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr int kSamples = 48; // of an animation

bool holds_animations(const std::filesystem::path& file) {
    const std::string ending = lower_case_ending(file);
    constexpr std::array<std::string_view, 5> kEndings{".gltf", ".glb", ".fbx", ".dae", ".x"};
    return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

Result<std::vector<ClipFrame>> read_series(const std::vector<std::filesystem::path>& files) {
    std::vector<ClipFrame> frames;
    for (const std::filesystem::path& file : files) {
        Result<Mesh> mesh = import_mesh(file);
        if (!mesh) return mesh.error();
        frames.push_back({file.filename().string(), std::move(*mesh)});
    }
    return frames;
}

Result<std::vector<ClipFrame>> read_animation(const std::filesystem::path& file) {
    std::vector<ClipFrame> frames;
    for (int i = 0; i < kSamples; ++i) {
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
    return holds_animations(file) || find_series(file).size() > 1;
}

Result<MeshInMotion> read_motion(const std::filesystem::path& file) {
    const std::vector<std::filesystem::path> files = find_series(file);
    Result<std::vector<ClipFrame>> frames = files.size() > 1 ? read_series(files) : read_animation(file);
    if (!frames) return frames.error();
    Result<ClipOfMesh> made = make_clip(*frames);
    if (!made) return made.error();
    made->mesh.name = file.filename().string();
    MeshInMotion read{std::make_shared<const Mesh>(made->mesh), nullptr};
    const bool moves = std::any_of(made->clip.frames.begin(), made->clip.frames.end(),
                                   [&](const auto& positions) { return positions != made->mesh.positions; });
    if (moves) read.clip = std::make_shared<const MotionClip>(std::move(made->clip));
    return read;
}

} // namespace boxwood
