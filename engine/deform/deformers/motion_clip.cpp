#include "engine/deform/deformers/motion_clip.hpp"

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {

namespace {

// Corners closer than this fraction of half the diagonal of the mesh's box belong to one vertex. The fraction exceeds
// the rounding differences between files.
constexpr float kMinSplitDistance = 1e-5f;

Status check_counts(const ClipFrame& frame, const ClipFrame& first) {
    const auto refuse = [&](std::size_t count, std::size_t of_first, const char* what) {
        return Error{frame.name + ": " + std::to_string(count) + " " + what + " instead of " +
                     std::to_string(of_first) + " as in " + first.name};
    };
    const Mesh &mesh = frame.mesh, &rest = first.mesh;
    if (mesh.triangles.size() != rest.triangles.size())
        return refuse(mesh.triangles.size(), rest.triangles.size(), "triangles");
    if (mesh.source_vertices != 0 && rest.source_vertices != 0 &&
        mesh.source_vertices != rest.source_vertices)
        return refuse(mesh.source_vertices, rest.source_vertices, "vertices");
    return ok();
}

// Splits each vertex of the mesh at which the corners of its triangles have different positions in another frame.
class VertexSplitter {
  public:
    explicit VertexSplitter(const Mesh& rest)
        : mesh_(rest)
        , min_split_distance_(kMinSplitDistance * glm::length(Aabb::fit(rest.positions).half())) {}

    void refine(const Mesh& frame) {
        // For each vertex of the mesh: the frame's vertex at its first corner.
        std::vector<std::uint32_t> first_vertex(mesh_.positions.size(), kNone);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> split_vertices;
        for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
            for (std::size_t corner = 0; corner < 3; ++corner) {
                std::uint32_t& vertex = mesh_.triangles[t][corner];
                const std::uint32_t frame_vertex = frame.triangles[t][corner];
                if (first_vertex[vertex] == kNone) first_vertex[vertex] = frame_vertex;
                const bool is_same =
                    frame_vertex == first_vertex[vertex] ||
                    glm::distance(frame.positions[frame_vertex], frame.positions[first_vertex[vertex]]) <=
                        min_split_distance_;
                if (is_same) continue;
                const auto next = static_cast<std::uint32_t>(mesh_.positions.size());
                const auto [place, is_new] = split_vertices.try_emplace({vertex, frame_vertex}, next);
                if (is_new) mesh_.positions.push_back(glm::vec3(mesh_.positions[vertex]));
                vertex = place->second;
            }
    }
    Mesh take() { return std::move(mesh_); }

  private:
    Mesh mesh_;
    float min_split_distance_;
};

} // namespace

Result<ClipOfMesh> make_clip(std::span<const ClipFrame> frames) {
    if (frames.empty()) return Error{"a motion needs at least one frame"};
    VertexSplitter corners(frames[0].mesh);
    for (const ClipFrame& frame : frames) {
        if (Status status = check_counts(frame, frames[0]); !status) return status.error();
        corners.refine(frame.mesh);
    }
    ClipOfMesh result{corners.take(), {frames[0].name, {}}};
    for (const ClipFrame& frame : frames) {
        std::vector<glm::vec3>& positions = result.clip.frames.emplace_back(result.mesh.positions);
        for (std::size_t t = 0; t < result.mesh.triangles.size(); ++t)
            for (std::size_t corner = 0; corner < 3; ++corner)
                positions[result.mesh.triangles[t][corner]] =
                    frame.mesh.positions[frame.mesh.triangles[t][corner]];
    }
    return result;
}

MotionClip reordered(const MotionClip& clip, std::span<const std::uint32_t> vertex_before) {
    MotionClip result{clip.name, {}};
    for (const std::vector<glm::vec3>& frame : clip.frames) {
        std::vector<glm::vec3>& moved = result.frames.emplace_back();
        moved.reserve(frame.size());
        for (const std::uint32_t vertex : vertex_before) moved.push_back(frame[vertex]);
    }
    return result;
}

// Plays a clip; the amplitude scales the displacement from the rest mesh.
void deform_by_clip(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const PlayedMoment& played = input.played;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const std::size_t vertex = input.first + i;
        const glm::dvec3 a(played.from[vertex]), b(played.to[vertex]),
            rest(input.rest.mesh.positions[vertex]);
        out_positions[i] = glm::vec3(rest + input.amplitude * (a + played.fraction * (b - a) - rest));
    }
}

} // namespace boxwood
