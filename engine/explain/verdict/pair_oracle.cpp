#include "engine/explain/verdict/pair_oracle.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "engine/explain/verdict/nesting_verdict.hpp"
#include "engine/explain/verdict/uncontained.hpp"

#include <algorithm>
#include <limits>

#include <glm/common.hpp>

namespace boxwood {
namespace {

struct TriangleBox {
    glm::dvec3 lower, upper;
};

TriangleBox box_of(const Triangle64& t) {
    return {glm::min(t[0], glm::min(t[1], t[2])), glm::max(t[0], glm::max(t[1], t[2]))};
}

bool are_separated(const TriangleBox& a, const TriangleBox& b) {
    return a.lower.x > b.upper.x || b.lower.x > a.upper.x || a.lower.y > b.upper.y || b.lower.y > a.upper.y ||
           a.lower.z > b.upper.z || b.lower.z > a.upper.z;
}

} // namespace

std::vector<PrimitivePair> find_all_by_brute_force(const PosedMesh& a, const PosedMesh& b,
                                                   const std::function<bool(double)>& should_continue) {
    std::vector<Triangle64> triangles_b;
    std::vector<TriangleBox> boxes_b;
    for (std::uint32_t i = 0; i < b.mesh.triangles.size(); ++i) {
        triangles_b.push_back(world_triangle(b.world_from_mesh, b.mesh, i));
        boxes_b.push_back(box_of(triangles_b.back()));
    }
    std::vector<PrimitivePair> pairs;
    const auto count = static_cast<std::uint32_t>(a.mesh.triangles.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!should_continue(static_cast<double>(i) / static_cast<double>(count))) break;
        const Triangle64 triangle = world_triangle(a.world_from_mesh, a.mesh, i);
        const TriangleBox box = box_of(triangle);
        for (std::uint32_t j = 0; j < boxes_b.size(); ++j)
            if (!are_separated(box, boxes_b[j]) && triangles_intersect(triangle, triangles_b[j]))
                pairs.push_back({i, j});
    }
    return pairs;
}

std::optional<Nesting> find_nesting_by_brute_force(const PosedMesh& a, const PosedMesh& b) {
    const auto triangles_of = [](const PosedMesh& posed) {
        std::vector<Triangle64> triangles;
        for (std::uint32_t i = 0; i < posed.mesh.triangles.size(); ++i)
            triangles.push_back(world_triangle(posed.world_from_mesh, posed.mesh, i));
        return triangles;
    };
    if (!a.is_solid && !b.is_solid) return Nesting::none;
    const std::vector<Triangle64> of_a = triangles_of(a), of_b = triangles_of(b);
    std::size_t budget = std::numeric_limits<std::size_t>::max();
    const std::optional<bool> a_in_b = b.is_solid ? contains_part(of_b, of_a, budget) : false,
                              b_in_a = a.is_solid ? contains_part(of_a, of_b, budget) : false;
    if (!a_in_b || !b_in_a) return std::nullopt;
    if (*a_in_b) return *b_in_a ? Nesting::both : Nesting::a_in_b;
    return *b_in_a ? Nesting::b_in_a : Nesting::none;
}

std::optional<PruningFault> find_pruning_fault(const VisitReplay& replay,
                                               const std::array<const AnyHierarchy*, 2>& hierarchies,
                                               const std::array<const NodeTable*, 2>& tables,
                                               const std::array<MeshView, 2>& meshes, PrimitivePair pair) {
    for (std::size_t i = 0; i < replay.size(); ++i) {
        const Visit& visit = replay[i];
        const bool is_of_volumes = visit.kind == VisitKind::volume_pair || visit.kind == VisitKind::leaf_pair;
        if (!is_of_volumes || visit.verdict) continue;
        const std::array nodes{visit.a, visit.b}, triangles{pair.a, pair.b};
        if (!tables[0]->holds(nodes[0], pair.a) || !tables[1]->holds(nodes[1], pair.b)) continue;
        PruningFault fault{pair, i, std::nullopt, 0};
        for (const std::size_t side : {1u, 0u})
            if (!contains_triangle(*hierarchies[side], *tables[side], nodes[side], meshes[side],
                                   triangles[side])) {
                fault.side = side;
                fault.node = nodes[side];
            }
        return fault;
    }
    return std::nullopt;
}

} // namespace boxwood
