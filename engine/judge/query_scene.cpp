#include "engine/judge/query_scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood::judge {

using capture::MeshRecord;
using capture::QueryRecord;
using capture::QuerySideRecord;

double largest_coordinate(const WorldTriangles& triangles) {
    double largest = 0;
    for (const Triangle64& triangle : triangles)
        for (const glm::dvec3& p : triangle)
            for (int axis = 0; axis < 3; ++axis) {
                if (std::isnan(p[axis])) return p[axis];
                largest = std::max(largest, std::abs(p[axis]));
            }
    return largest;
}

Finding undecided(std::string text) {
    return {Outcome::undecided, Stage::none, {}, {}, {}, std::move(text)};
}
Finding wrong_input(std::string text) {
    return {Outcome::wrong, Stage::input, {}, {}, {}, std::move(text)};
}

WorldTriangles world_triangles(const MeshRecord& mesh, const Pose& world_from_mesh) {
    WorldTriangles out(mesh.triangle_count());
    for (std::size_t i = 0; i < out.size(); ++i)
        for (std::size_t corner = 0; corner < 3; ++corner)
            out[i][corner] = world_from_mesh * vertex_of(mesh, mesh.triangles[3 * i + corner]);
    return out;
}

std::optional<Finding> set_up_scene(const capture::Capture& capture, const QueryRecord& query,
                                    std::size_t sides, Scene& out, WorldCache& io_cache) {
    if (query.declared_error < 0) return wrong_input("the declared error is negative");
    if (!(query.tolerance >= 0)) return wrong_input("the tolerance is negative or not a number");
    if (std::isnan(query.margin)) return wrong_input("the margin is not a number");
    if (query.margin < 0) return undecided("queries with a negative margin are not judged");
    if (query.sides.size() != sides)
        return wrong_input("the query has " + std::to_string(query.sides.size()) + " objects instead of " +
                           (sides == 2 ? "two" : "one"));
    for (std::size_t side = 0; side < sides; ++side) {
        const QuerySideRecord& record = query.sides[side];
        const MeshRecord* mesh = capture.find_mesh(record.mesh, record.mesh_revision);
        if (mesh == nullptr)
            return undecided(std::string("the mesh of ") + kSides[side] + " (" + std::to_string(record.mesh) +
                             ", revision " + std::to_string(record.mesh_revision) +
                             ") is not in the capture: record it");
        if (const std::string defect = mesh_defect(*mesh); !defect.empty())
            return wrong_input(std::string("the mesh of ") + kSides[side] + ": " + defect);
        if (mesh->triangles.empty())
            return undecided(std::string("the object ") + kSides[side] +
                             " has no triangles: record its surface");
        std::string error;
        out.meshes[side] = mesh;
        out.poses[side] = pose_from(record.pose, error);
        if (!error.empty()) return wrong_input(std::string("the pose of ") + kSides[side] + ": " + error);
        WorldCache::Entry& cached = io_cache.sides[side];
        if (cached.mesh == mesh && cached.pose == record.pose)
            out.triangles[side] = std::move(cached.triangles);
        else
            out.triangles[side] = world_triangles(*mesh, out.poses[side]);
        cached = {};
        const double largest = largest_coordinate(out.triangles[side]);
        if (!(largest <= kMaxCoordinate))
            return wrong_input(std::string("the pose of ") + kSides[side] + ": world coordinates overflow");
        out.reach = std::max(out.reach, largest);
    }
    out.error =
        std::isnan(query.declared_error) ? default_error(query.scalar_bits, out.reach) : query.declared_error;
    return std::nullopt;
}

bool lists_all(const QueryRecord& query) {
    const std::size_t count = query.pairs_a.size();
    const bool is_cut = query.is_truncated != 0 || count >= query.max_contacts;
    return query.mode == "all" && !is_cut &&
           (query.verdict == capture::kUnknown || count > 0 || query.verdict == 0);
}

std::string error_text(const QueryRecord& query, const Scene& scene) {
    return (std::isnan(query.declared_error)
                ? "the default error of " + std::to_string(query.scalar_bits) + "-bit arithmetic, "
                : std::string("the declared error, ")) +
           length_text(scene.error);
}

double winding_number(const WorldTriangles& triangles, const glm::dvec3& point) {
    using Vec = glm::vec<3, long double>;
    long double sum = 0;
    for (const Triangle64& triangle : triangles) {
        const Vec a = Vec(triangle[0]) - Vec(point), b = Vec(triangle[1]) - Vec(point),
                  c = Vec(triangle[2]) - Vec(point);
        const long double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
        sum += std::atan2(glm::dot(a, glm::cross(b, c)),
                          la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb);
    }
    return static_cast<double>(sum / (2 * std::acos(-1.0L)));
}

NearestTriangle find_nearest(const WorldTriangles& triangles, const glm::dvec3& point) {
    NearestTriangle nearest{0, std::numeric_limits<double>::infinity()};
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        const Triangle64& t = triangles[i];
        const glm::dvec3 lower = glm::min(t[0], glm::min(t[1], t[2])),
                         upper = glm::max(t[0], glm::max(t[1], t[2])),
                         gap = glm::max(glm::max(lower - point, point - upper), glm::dvec3(0));
        // The factor covers rounding: the computed distance of the box can exceed the distance of the triangle.
        if (glm::length(gap) * (1 - 1e-12) > nearest.distance) continue;
        const double distance = triangle_distance(t, {point, point, point}).distance;
        if (distance < nearest.distance) nearest = {i, distance};
    }
    return nearest;
}

} // namespace boxwood::judge
