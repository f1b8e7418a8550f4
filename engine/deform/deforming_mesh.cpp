#include "engine/deform/deforming_mesh.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "collision/geometry/mesh_checks.hpp"
#include "engine/deform/deformers/motion_recorder.hpp"

#include <atomic>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kChunk = 8192; // vertices

void for_each_chunk(std::size_t count, Executor* executor, const Executor::Body& body) {
    SerialExecutor serial;
    (executor ? *executor : serial).parallel_for(count, kChunk, body);
}

// As in geometry/mesh_checks.hpp.
bool has_valid_coordinates(const glm::vec3& p) {
    const glm::vec3 size = glm::abs(p);
    return size.x <= kMaxCoordinate && size.y <= kMaxCoordinate && size.z <= kMaxCoordinate;
}

// The square of a finite float does not overflow in double. Infinity and NaN fail the comparison.
bool is_in_reach(const glm::vec3& p, const RestMesh& rest) {
    const glm::dvec3 d = glm::dvec3(p) - rest.center;
    const double reach = kMaxDistanceInRadii * rest.radius;
    return glm::dot(d, d) <= reach * reach;
}

// The two frames around a time, and the interpolation parameter. Simulates missing frames first.
PlayedMoment find_moment(const Deformation& deformation, double time) {
    MotionRecorder* const recorder = deformation.recorder.get();
    const std::size_t count = recorder ? recorder->length() : deformation.clip->frames.size();
    const double position = (time - std::floor(time)) * static_cast<double>(count);
    const std::size_t last = count - 1, from = std::min(static_cast<std::size_t>(position), last);
    const double fraction = std::min(position - static_cast<double>(from), 1.0);
    // Exactly at a frame, the next frame is not needed and is not simulated.
    const std::size_t to = fraction > 0.0 ? std::min(from + 1, last) : from;
    const MotionClip& clip = recorder ? recorder->record(to) : *deformation.clip;
    return {clip.frames[from], clip.frames[to], fraction};
}

Error vertex_error(std::size_t index, const glm::vec3& position, const RestMesh& rest) {
    const glm::dvec3 p(position);
    const std::string vertex = "deformed mesh: vertex " + std::to_string(index);
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
        return Error{vertex + " is not finite"};
    if (is_in_reach(position, rest)) return Error{vertex + " has a coordinate beyond 1e12"};
    return Error{vertex + " is too far away: " + number_text(glm::length(p - rest.center) / rest.radius, 3) +
                 " radii from the center of the mesh at rest, and at most " +
                 number_text(kMaxDistanceInRadii) + " are allowed"};
}

} // namespace

Status DeformingMesh::accept(std::span<const glm::vec3> positions, Executor* executor) {
    if (positions.size() != now_.size())
        return Error{"deformed mesh: " + std::to_string(positions.size()) + " vertices instead of " +
                     std::to_string(now_.size())};
    std::atomic<std::size_t> first_invalid = positions.size();
    for_each_chunk(positions.size(), executor, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (is_in_reach(positions[i], rest_) && has_valid_coordinates(positions[i])) continue;
            std::size_t current = first_invalid;
            while (i < current && !first_invalid.compare_exchange_weak(current, i)) {
            }
            return;
        }
    });
    if (first_invalid < positions.size()) return vertex_error(first_invalid, positions[first_invalid], rest_);
    if (positions.data() != next_.data()) next_.assign(positions.begin(), positions.end());
    now_.swap(before_);
    now_.swap(next_);
    return ok();
}

Status deform(const Deformation& deformation, double frame, DeformingMesh& io_mesh, Executor* executor) {
    const double time = frame / static_cast<double>(deformation.period);
    const Deformer& deformer = *deformation.deformer;
    DeformInput input{.rest = io_mesh.rest(), .time = time, .seed = deformation.seed};
    input.amplitude = deformer.plays_frames ? deformation.amplitude : deformation.amplitude * swing(time);
    if (deformer.plays_frames) input.played = find_moment(deformation, time);
    const std::span<glm::vec3> out = io_mesh.next();
    if (deformer.is_local)
        for_each_chunk(out.size(), executor, [&](std::size_t begin, std::size_t end) {
            DeformInput part = input;
            part.first = begin;
            deformer.deform(part, out.subspan(begin, end - begin));
        });
    else
        deformer.deform(input, out);
    return io_mesh.accept(out, executor);
}

} // namespace boxwood
