#include "engine/deform/motion_clip.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

Result<MotionClip> make_clip(std::span<const ClipFrame> frames) {
    if (frames.empty()) return Error{"a motion needs at least one frame"};
    const Mesh& rest = frames[0].mesh;
    MotionClip clip{frames[0].name, {}};
    for (const ClipFrame& frame : frames) {
        if (frame.mesh.triangles.size() != rest.triangles.size())
            return Error{frame.name + ": " + std::to_string(frame.mesh.triangles.size()) +
                         " triangles instead of " + std::to_string(rest.triangles.size()) + " as in " +
                         frames[0].name};
        std::vector<glm::vec3>& positions = clip.frames.emplace_back(rest.positions);
        for (std::size_t t = 0; t < rest.triangles.size(); ++t)
            for (std::size_t corner = 0; corner < 3; ++corner)
                positions[rest.triangles[t][corner]] = frame.mesh.positions[frame.mesh.triangles[t][corner]];
    }
    return clip;
}

MotionClip reordered(const MotionClip& clip, std::span<const std::uint32_t> vertex_before) {
    MotionClip made{clip.name, {}};
    for (const std::vector<glm::vec3>& frame : clip.frames) {
        std::vector<glm::vec3>& moved = made.frames.emplace_back();
        moved.reserve(frame.size());
        for (const std::uint32_t vertex : vertex_before) moved.push_back(frame[vertex]);
    }
    return made;
}

// The amplitude is how much of the way from rest is gone.
void deform_by_clip(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const std::vector<std::vector<glm::vec3>>& frames = input.clip->frames;
    const double place = (input.time - std::floor(input.time)) * static_cast<double>(frames.size());
    const std::size_t last = frames.size() - 1, from = std::min(static_cast<std::size_t>(place), last);
    const double share = std::min(place - static_cast<double>(from), 1.0);
    const std::size_t to = share > 0.0 ? std::min(from + 1, last) : from; // a frame by itself is that frame
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const std::size_t vertex = input.first + i;
        const glm::dvec3 a(frames[from][vertex]), b(frames[to][vertex]),
            rest(input.rest.mesh.positions[vertex]);
        out_positions[i] = glm::vec3(rest + input.amplitude * (a + share * (b - a) - rest));
    }
}

} // namespace boxwood
