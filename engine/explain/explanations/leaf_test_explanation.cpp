#include "engine/explain/explanations/leaf_test_explanation.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/query/traversal/leaf_test.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// A volume contributes at most this many edge directions. Further ones (k-DOPs, round volumes) are ignored.
constexpr std::size_t kMaxEdgeDirections = 12;
constexpr double kParallel = 1.0 - 1e-9; // minimum cosine between parallel directions

using Points = std::vector<glm::dvec3>;

void add_direction(Points& io_directions, const glm::dvec3& direction, std::size_t max_count) {
    const double length = glm::length(direction);
    if (!(length > 0.0) || io_directions.size() >= max_count) return;
    const glm::dvec3 unit = direction / length;
    for (const glm::dvec3& known : io_directions)
        if (std::fabs(glm::dot(known, unit)) > kParallel) return;
    io_directions.push_back(unit);
}

Span project(const Points& points, const glm::dvec3& direction) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const glm::dvec3& p : points) {
        const double at = glm::dot(p, direction);
        span = {std::min(span.low, at), std::max(span.high, at)};
    }
    return span;
}

struct Outline {
    Points points, edge_directions; // directions: unit, no two parallel
};

template <class V>
Outline outline_of(const V& volume, const Pose& world_from_mesh) {
    Outline outline;
    volume.outline([&](const glm::vec3& from, const glm::vec3& to) {
        const glm::dvec3 from_w = world_from_mesh * from, to_w = world_from_mesh * to;
        outline.points.push_back(from_w);
        outline.points.push_back(to_w);
        add_direction(outline.edge_directions, to_w - from_w, kMaxEdgeDirections);
    });
    return outline;
}

// Candidates for separating directions: the normal of the triangle; the edge directions of the volume, which are the
// face normals of a box; and the cross products of two edges of the volume, or of an edge of each.
Points candidates(const Outline& volume, const Triangle64& triangle_w) {
    const std::array edges{triangle_w[1] - triangle_w[0], triangle_w[2] - triangle_w[1],
                           triangle_w[0] - triangle_w[2]};
    Points directions;
    const auto add = [&](const glm::dvec3& d) {
        add_direction(directions, d, std::numeric_limits<std::size_t>::max());
    };
    add(glm::cross(edges[0], edges[1]));
    const Points& of_volume = volume.edge_directions;
    for (std::size_t i = 0; i < of_volume.size(); ++i) {
        add(of_volume[i]);
        for (std::size_t k = i + 1; k < of_volume.size(); ++k) add(glm::cross(of_volume[i], of_volume[k]));
        for (const glm::dvec3& edge : edges) add(glm::cross(of_volume[i], edge));
    }
    return directions;
}

// Sets the direction with the largest gap, and the spans along it. The spans are measured from the center of A's span,
// in the direction from A to B.
void find_best_direction(LeafTriangle& io_row, const Outline& volume, const Triangle64& triangle_w,
                         std::size_t leaf_side) {
    const Points corners(triangle_w.begin(), triangle_w.end());
    io_row.gap = -std::numeric_limits<double>::infinity();
    for (const glm::dvec3& direction : candidates(volume, triangle_w)) {
        std::array<Span, 2> spans;
        spans[leaf_side] = project(corners, direction);
        spans[1 - leaf_side] = project(volume.points, direction);
        const double middle = 0.5 * (spans[0].low + spans[0].high);
        const bool is_below = spans[1].low + spans[1].high < 2.0 * middle;
        for (Span& span : spans)
            span = is_below ? Span{middle - span.high, middle - span.low}
                            : Span{span.low - middle, span.high - middle};
        const double gap = spans[1].low - spans[0].high;
        if (gap <= io_row.gap) continue;
        io_row.gap = gap;
        io_row.direction_w = is_below ? -direction : direction;
        io_row.spans = spans;
    }
}

} // namespace

bool LeafTestExplanation::may_meet() const {
    return std::ranges::any_of(triangles, &LeafTriangle::may_meet);
}

const LeafTriangle& LeafTestExplanation::nearest() const {
    return *std::ranges::min_element(triangles, [](const LeafTriangle& x, const LeafTriangle& y) {
        return x.may_meet != y.may_meet ? x.may_meet : x.gap < y.gap;
    });
}

LeafTestExplanation explain_leaf(const QueriedPair& pair, const std::array<MeshView, 2>& meshes,
                                 const NodePair& nodes) {
    LeafTestExplanation explanation;
    const std::array tables{&pair.table_a, &pair.table_b};
    const std::array node_ids{nodes.a, nodes.b};
    const std::array poses{&pair.world_from_a, &pair.world_from_b};
    explanation.leaf_side = tables[0]->has_primitives(node_ids[0]) ? 0 : 1;
    const std::size_t leaf = explanation.leaf_side, inner = 1 - leaf;
    BOXWOOD_ASSERT(tables[leaf]->has_primitives(node_ids[leaf]) &&
                   !tables[inner]->has_primitives(node_ids[inner]));
    std::visit(
        [&](const auto& tree_a) {
            using H = std::remove_cvref_t<decltype(tree_a)>;
            const std::array<const H*, 2> trees{&tree_a, &std::get<H>(pair.b.tree())};
            const auto farthest = [&](std::size_t side) {
                return farthest_corner(trees[side]->volume(trees[side]->root()).bounds());
            };
            // The same construction as in a query (mesh_query_of.hpp).
            const LeafTriangles triangles(
                meshes[leaf], relate_poses(*poses[inner], *poses[leaf], farthest(inner), farthest(leaf)),
                farthest(leaf));
            const auto cursor = detail::find_cursor(*trees[inner], *tables[inner], node_ids[inner]);
            const auto& volume = trees[inner]->volume(cursor);
            const Outline outline = outline_of(volume, *poses[inner]);
            for (const std::uint32_t triangle : tables[leaf]->primitives_below(node_ids[leaf])) {
                LeafTriangle row{.triangle = triangle,
                                 .may_meet = triangles.may_meet_any({&triangle, 1}, volume),
                                 .spans = {}};
                find_best_direction(row, outline, world_triangle(*poses[leaf], meshes[leaf], triangle), leaf);
                explanation.triangles.push_back(row);
            }
        },
        pair.a.tree());
    return explanation;
}

} // namespace boxwood
