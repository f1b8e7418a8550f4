#include "engine/explain/explanations/volume_test_explanation.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/volumes/all_volumes.hpp"
#include "collision/volumes/box/obb_axes.hpp"
#include "engine/explain/explanations/noting_scalar.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

// For one axis: the compared numbers of the test, and the axis with its scale of lengths. A plane n . x = c of a mesh's
// frame is (L^-T n) . x = c in the world.
struct Measured {
    NotedComparison sides;
    glm::dvec3 normal_w{0.0};
};
struct Poses {
    const Pose& world_from_a;
    const Pose& world_from_b;

    glm::dvec3 normal_of_a(const glm::dvec3& n) const {
        return glm::transpose(glm::inverse(world_from_a.linear)) * n;
    }
    glm::dvec3 normal_of_b(const glm::dvec3& n) const {
        return glm::transpose(glm::inverse(world_from_b.linear)) * n;
    }
};

glm::dvec3 xyz(const Float4& lanes) {
    std::array<float, 4> values;
    store4(lanes, values.data());
    return glm::dvec3(glm::vec3(values[0], values[1], values[2]));
}

// --- boxes along the mesh's axes --------------------------------------------------------------------------

std::vector<Measured> measure(const Aabb& a, const Aabb& b, const BoxRelation& r, const Poses& poses) {
    using namespace detail;
    const RelativeBoxes<Float4> boxes = relate(a, b, r);
    std::vector<Sat15Axis<Float4>> triples{project_on_a<Float4>(boxes, r)};
    if (r.test != OverlapTest::reboxing) triples.push_back(project_on_b<Float4>(boxes, r));
    if (r.test == OverlapTest::sat) {
        triples.push_back(project_on_cross<0, Float4>(boxes, r));
        triples.push_back(project_on_cross<1, Float4>(boxes, r));
        triples.push_back(project_on_cross<2, Float4>(boxes, r));
    }
    const glm::dmat3 unit(1.0), m(xyz(r.m_column[0]), xyz(r.m_column[1]), xyz(r.m_column[2]));
    const glm::dmat3 normals_of_b =
        glm::transpose(glm::dmat3(xyz(r.n_column[0]), xyz(r.n_column[1]), xyz(r.n_column[2])));
    constexpr double kDoubled = 2.0; // all lengths of the test are doubled
    std::vector<Measured> all;
    for (std::size_t t = 0; t < triples.size(); ++t) {
        const glm::dvec3 distance = xyz(triples[t].distance), radii = xyz(triples[t].radii);
        for (int k = 0; k < 3; ++k) {
            const glm::dvec3 axis = t == 0   ? unit[k]
                                    : t == 1 ? normals_of_b[k]
                                             : glm::cross(unit[static_cast<int>(t) - 2], m[k]);
            all.push_back({{distance[k], radii[k]}, poses.normal_of_a(kDoubled * axis)});
        }
    }
    return all;
}

// --- oriented boxes ---------------------------------------------------------------------------------------

AffineRelationOf<NotingScalar> noting(const AffineRelation& r) {
    AffineRelationOf<NotingScalar> n;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row) n.m[column][row] = r.m[column][row];
    for (int row = 0; row < 3; ++row) n.t[row] = r.t[row];
    n.error_bound = r.error_bound;
    n.stretch = r.stretch;
    n.scale = r.scale;
    n.is_similar = r.is_similar;
    n.squared_world_scale = r.squared_world_scale;
    n.test = r.test;
    return n;
}

std::vector<Measured> measure(const Obb& a, const Obb& b, const AffineRelation& r, const Poses& poses) {
    const AffineRelationOf<NotingScalar> noting_relation = noting(r);
    const std::vector<NotedComparison> sides = note_comparisons(
        [&] { (void)detail::find_first_axis(detail::relate(a, b, noting_relation), noting_relation); });
    const detail::RelativeObbs<double> p = detail::relate(a, b, r);
    const glm::dmat3 unit(1.0), axes_a = a.axes.matrix();
    std::vector<Measured> all;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const auto k = static_cast<int>(i);
        const glm::dvec3 axis = k < 3   ? unit[k]
                                : k < 6 ? p.cofactors[k - 3]
                                        : glm::cross(unit[(k - 6) / 3], p.edges[(k - 6) % 3]);
        all.push_back({sides[i], poses.normal_of_a(axes_a * axis)});
    }
    return all;
}
std::vector<Measured> measure(const ObbHull& a, const ObbHull& b, const AffineRelation& r,
                              const Poses& poses) {
    return measure(a.box, b.box, r, poses);
}
std::vector<Measured> measure(const ObbRss& a, const ObbRss& b, const AffineRelation& r, const Poses& poses) {
    return measure(a.box, b.box, r, poses);
}

// --- slabs ------------------------------------------------------------------------------------------------

template <int K>
std::vector<Measured> measure(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K>& r,
                              const Poses& poses) {
    std::vector<Measured> all;
    const auto add = [&](const Kdop<K>& own, const Kdop<K>& other, const auto& turned, bool is_a) {
        for (std::size_t i = 0; i < K / 2; ++i) {
            const auto gap = static_cast<double>(
                detail::distance_lower_bound<float>(own, other, turned[i], i, is_a && r.is_translated));
            const glm::dvec3 n = to_direction(Kdop<K>::kDirections[i]);
            all.push_back({{gap, 0.0}, is_a ? poses.normal_of_a(n) : poses.normal_of_b(n)});
        }
    };
    add(a, b, r.b_along_a, true);
    if (!r.is_translated && r.test == OverlapTest::sat) add(b, a, r.a_along_b, false);
    return all;
}

// --- spheres and what they sweep --------------------------------------------------------------------------

// The search that decides whether they are farther apart than their radii reach, as in is_beyond().
template <std::size_t N>
NotedComparison search_beyond(const Zonotope<N, double>& z, double reach) {
    detail::ZonotopeSearch<N, double> search(z);
    for (int step = 0; step < detail::kMaxZonotopeSteps; ++step) {
        if (search.lower_bound() > reach || !(search.upper_bound() > reach)) break;
        search.improve();
    }
    return {search.lower_bound(), reach};
}

std::vector<Measured> measure(const Sphere& a, const Sphere& b, const AffineRelation& r, const Poses&) {
    return {{note_comparisons([&] { (void)find_separating_axis(a, b, noting(r)); }).front(), {}}};
}
template <class Swept>
std::vector<Measured> measure_swept(const Swept& a, const Swept& b, const AffineRelation& r) {
    return {{search_beyond(detail::relate(a, b, r), detail::sum_radii(a.radius, b.radius, r)), {}}};
}
std::vector<Measured> measure(const Capsule& a, const Capsule& b, const AffineRelation& r, const Poses&) {
    return measure_swept(a, b, r);
}
std::vector<Measured> measure(const Rss& a, const Rss& b, const AffineRelation& r, const Poses&) {
    return measure_swept(a, b, r);
}

// --- rows -------------------------------------------------------------------------------------------------

template <class V>
constexpr bool kIsRound = std::same_as<V, Sphere> || std::same_as<V, Capsule> || std::same_as<V, Rss>;

// The corners of the volume's outline, in the world.
template <class V>
std::vector<glm::dvec3> outline_points(const V& volume, const Pose& world_from_mesh) {
    std::vector<glm::dvec3> points;
    volume.outline([&](const glm::vec3& from, const glm::vec3& to) {
        points.push_back(world_from_mesh * from);
        points.push_back(world_from_mesh * to);
    });
    return points;
}

Span span_along(std::span<const glm::dvec3> points_w, const glm::dvec3& direction_w) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const glm::dvec3& p : points_w) {
        const double at = glm::dot(direction_w, p);
        span = {std::min(span.low, at), std::max(span.high, at)};
    }
    return span;
}

// B is on the upper side of A.
std::array<Span, 2> project_both(const std::array<std::vector<glm::dvec3>, 2>& points_w,
                                 const glm::dvec3& direction_w) {
    std::array<Span, 2> spans{span_along(points_w[0], direction_w), span_along(points_w[1], direction_w)};
    const double middle = 0.5 * (spans[0].low + spans[0].high);
    const bool is_below = spans[1].low + spans[1].high < 2.0 * middle;
    for (Span& span : spans)
        span = is_below ? Span{middle - span.high, middle - span.low}
                        : Span{span.low - middle, span.high - middle};
    return spans;
}

// Along the line of closest points: A's swept radius, the rest, B's swept radius.
template <class V>
std::array<Span, 2> project_round(const V& a, double scale, const AxisRow& row) {
    const double radius = static_cast<double>(a.radius) * scale;
    const double apart = row.apart * scale, reach = row.reach * scale;
    return {Span{0.0, radius}, Span{apart - (reach - radius), apart}};
}

template <class V, class Relation>
VolumeTestExplanation explain(const V& a, const V& b, const Relation& relation, const Poses& poses) {
    VolumeTestExplanation why;
    const std::vector<Measured> all = measure(a, b, relation, poses);
    std::array<std::vector<glm::dvec3>, 2> points_w;
    if constexpr (!kIsRound<V>)
        points_w = {outline_points(a, poses.world_from_a), outline_points(b, poses.world_from_b)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        AxisRow row{static_cast<int>(i), V::kAxisNames[i], all[i].sides.left, all[i].sides.right, 0.0, {}};
        const double length = glm::length(all[i].normal_w);
        if constexpr (kIsRound<V>) {
            const double scale = std::sqrt(relation.squared_world_scale);
            AxisRow plain = row;
            if constexpr (std::same_as<V, Sphere>)
                plain = {0, row.name, std::sqrt(row.apart), std::sqrt(row.reach), 0.0, {}};
            row.gap = (plain.apart - plain.reach) * scale;
            why.spans.push_back(project_round(a, scale, plain));
        } else {
            row.gap = length > 0.0 ? (row.apart - row.reach) / length : 0.0;
            row.direction_w = length > 0.0 ? all[i].normal_w / length : glm::dvec3(0.0);
            why.spans.push_back(project_both(points_w, row.direction_w));
        }
        why.rows.push_back(row);
    }
    return why;
}

} // namespace

std::size_t VolumeTestExplanation::first_separating() const {
    return static_cast<std::size_t>(std::ranges::find_if(rows, &AxisRow::separates) - rows.begin());
}

std::size_t VolumeTestExplanation::widest() const {
    // Cross products of parallel edges are no axes and give no information.
    const auto gap_of = [this](const AxisRow& row) {
        const bool is_axis = rows.size() == 1 || row.direction_w != glm::dvec3(0.0);
        return is_axis ? row.gap : -std::numeric_limits<double>::infinity();
    };
    return static_cast<std::size_t>(std::ranges::max_element(rows, {}, gap_of) - rows.begin());
}

VolumeTestExplanation explain_volumes(const PairInQuestion& pair, const NodePair& nodes) {
    return std::visit(
        [&](const auto& tree_a) {
            using H = std::remove_cvref_t<decltype(tree_a)>;
            using V = typename H::VolumeType;
            const H& tree_b = std::get<H>(pair.b.tree());
            auto relation =
                V::make_relation(pair.world_from_a, pair.world_from_b, tree_a.volume(tree_a.root()),
                                 tree_b.volume(tree_b.root()), pair.test);
            if constexpr (std::same_as<H, Bvh8>) relation.test = find_needed_test(relation); // as in queries
            const auto cursor_a = detail::find_cursor(tree_a, pair.table_a, nodes.a);
            const auto cursor_b = detail::find_cursor(tree_b, pair.table_b, nodes.b);
            return explain(tree_a.volume(cursor_a), tree_b.volume(cursor_b), relation,
                           Poses{pair.world_from_a, pair.world_from_b});
        },
        pair.a.tree());
}

} // namespace boxwood
