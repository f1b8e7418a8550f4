#include "collision/query/dispatch/world_query.hpp"

#include "collision/core/trace.hpp"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood::detail {
namespace {

constexpr double kRounding = 0x1p-47;
constexpr double kVeryFar = 0x1p36;

glm::dvec3 center_of(const WorldBox& box) {
    return box.lower + 0.5 * (box.upper - box.lower);
}

double longest_side(const WorldBox& box) {
    const glm::dvec3 e = box.upper - box.lower;
    return std::max(e.x, std::max(e.y, e.z));
}

// The triangle with the farthest vertex along n. If there are several, the triangle with the lowest number.
template <class TriangleAt>
std::uint32_t find_farthest(const WorldTree& tree, const glm::dvec3& n, const glm::dvec3& center,
                            const TriangleAt& triangle_at) {
    double farthest = -std::numeric_limits<double>::infinity();
    std::uint32_t found = 0;
    for (const std::uint32_t primitive : tree.primitives)
        for (const glm::dvec3& p : triangle_at(primitive)) {
            const double along = glm::dot(n, p - center);
            if (along < farthest || (along == farthest && primitive >= found)) continue;
            farthest = along;
            found = primitive;
        }
    return found;
}

} // namespace

template <TracePolicy Trace>
bool WorldQuery<Trace>::find_contact(PrimitivePair& out_contact) {
    return visit_contacts([&](const WorldNode& a, const WorldNode& b) {
        return primitives_.find_contact(a_.primitives_of(a), b_.primitives_of(b), out_contact);
    });
}

template <TracePolicy Trace>
void WorldQuery<Trace>::find_all() {
    visit_contacts([&](const WorldNode& a, const WorldNode& b) {
        return visit_pairs(a, b, [&](PrimitivePair pair) {
            if (primitives_.test(pair)) out_.pairs.push_back(pair);
            return false;
        });
    });
}

template <TracePolicy Trace>
void WorldQuery<Trace>::find_distance(const SearchLimits& limits) {
    if (are_very_far()) return measure_very_far();
    continue_distance(limits);
}

template <TracePolicy Trace>
void WorldQuery<Trace>::continue_distance(const SearchLimits& limits) {
    limits_ = limits;
    update_limit();
    stack_.assign(1, bound({0, 0, 0}));
    while (!stack_.empty() && !is_ended_) {
        const WorldPair pair = stack_.back();
        stack_.pop_back();
        if (is_pruned(pair)) continue;
        if (are_leaves(pair)) {
            visit_pairs(a_.nodes[pair.a], b_.nodes[pair.b],
                        [this](PrimitivePair of) { return primitives_.measure(of), false; });
            update_limit();
            continue;
        }
        auto [near, far] = children_of(pair);
        near = bound(near);
        far = bound(far);
        if (far.squared_bound < near.squared_bound) std::swap(near, far);
        if (!is_pruned(far)) stack_.push_back(far);
        if (!is_pruned(near)) stack_.push_back(near);
    }
}

// True if the meshes are so far from each other that only the positions along the line of their centers affect the
// distance: offsets across that line change it by less than 2^-20 ulp. Bounds then cannot prune, because the distances
// of many triangles agree up to rounding.
template <TracePolicy Trace>
bool WorldQuery<Trace>::are_very_far() const {
    const WorldBox &a = a_.nodes[0].box, &b = b_.nodes[0].box;
    double gap = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        gap = std::max({gap, b.lower[axis] - a.upper[axis], a.lower[axis] - b.upper[axis]});
    return gap > kVeryFar * (longest_side(a) + longest_side(b));
}

template <TracePolicy Trace>
void WorldQuery<Trace>::measure_very_far() {
    const glm::dvec3 center_a = center_of(a_.nodes[0].box), center_b = center_of(b_.nodes[0].box);
    const glm::dvec3 n = glm::normalize(center_b - center_a);
    primitives_.measure(
        {find_farthest(a_, n, center_a,
                       [this](std::uint32_t i) -> const Triangle64& { return primitives_.triangle_of_a(i); }),
         find_farthest(b_, -n, center_b, [this](std::uint32_t i) -> const Triangle64& {
             return primitives_.triangle_of_b(i);
         })});
}

template <TracePolicy Trace>
bool WorldQuery<Trace>::are_leaves(const WorldPair& pair) const {
    return a_.nodes[pair.a].is_leaf && b_.nodes[pair.b].is_leaf;
}

template <TracePolicy Trace>
std::pair<WorldPair, WorldPair> WorldQuery<Trace>::children_of(const WorldPair& pair) {
    const WorldNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
    const double side_a = longest_side(a.box), side_b = longest_side(b.box);
    const bool is_a_opened = b.is_leaf || (!a.is_leaf && (side_a != side_b ? side_a > side_b : is_a_first_));
    const std::uint32_t depth = pair.depth + 1;
    out_.counters.max_depth = std::max(out_.counters.max_depth, depth);
    if (is_a_opened) return {{a.first, pair.b, depth}, {a.first + 1, pair.b, depth}};
    return {{pair.a, b.first, depth}, {pair.a, b.first + 1, depth}};
}

template <TracePolicy Trace>
template <class VisitLeaves>
bool WorldQuery<Trace>::visit_contacts(VisitLeaves&& visit_leaves) {
    stack_.clear();
    if (overlaps({0, 0, 0})) stack_.push_back({0, 0, 0});
    while (!stack_.empty()) {
        const WorldPair pair = stack_.back();
        stack_.pop_back();
        if (are_leaves(pair)) {
            if (visit_leaves(a_.nodes[pair.a], b_.nodes[pair.b])) return true;
            continue;
        }
        const auto [first, second] = children_of(pair);
        const bool does_first_overlap = overlaps(first), does_second_overlap = overlaps(second);
        if (does_second_overlap) stack_.push_back(second);
        if (does_first_overlap) stack_.push_back(first);
    }
    return false;
}

template <TracePolicy Trace>
template <class Visit>
bool WorldQuery<Trace>::visit_pairs(const WorldNode& a, const WorldNode& b, Visit&& visit) {
    const auto in_a = a_.primitives_of(a), in_b = b_.primitives_of(b);
    return primitives_.visit_in_order(in_a.size(), in_b.size(), [&](std::size_t i, std::size_t j) {
        return visit(PrimitivePair{in_a[i], in_b[j]});
    });
}

template <TracePolicy Trace>
bool WorldQuery<Trace>::overlaps(const WorldPair& pair) {
    const WorldBox &a = a_.nodes[pair.a].box, &b = b_.nodes[pair.b].box;
    bool do_overlap = true;
    for (int axis = 0; axis < 3; ++axis)
        do_overlap = do_overlap && a.lower[axis] <= b.upper[axis] && b.lower[axis] <= a.upper[axis];
    ++out_.counters.separations_by_axis[do_overlap ? kMaxAxes : 0];
    record(pair, VisitKind::volume_pair, do_overlap, do_overlap ? -1 : 0);
    return do_overlap;
}

template <TracePolicy Trace>
WorldPair WorldQuery<Trace>::bound(WorldPair pair) {
    const WorldBox &a = a_.nodes[pair.a].box, &b = b_.nodes[pair.b].box;
    const double rounding = kRounding * (longest_side(a) + longest_side(b)) + a_.rounding + b_.rounding;
    double squared = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double gap = std::max(b.lower[axis] - a.upper[axis], a.lower[axis] - b.upper[axis]) - rounding;
        if (gap > 0.0) squared += gap * gap;
    }
    pair.squared_bound = (1.0 - 2.0 * kRounding) * squared;
    record(pair, VisitKind::volume_bound, !is_pruned(pair));
    return pair;
}

template <TracePolicy Trace>
void WorldQuery<Trace>::update_limit() {
    const NearestSoFar nearest = nearest_of(out_);
    limit_ = limits_.squared_limit(nearest);
    is_ended_ = limits_.ends_at(nearest);
}

template <TracePolicy Trace>
void WorldQuery<Trace>::record(const WorldPair& pair, VisitKind kind, bool verdict, int axis) {
    ++out_.counters.volume_tests;
    if constexpr (Trace::kActive)
        trace_.record({.a = a_.nodes[pair.a].name,
                       .b = b_.nodes[pair.b].name,
                       .depth = pair.depth,
                       .kind = kind,
                       .verdict = verdict,
                       .axis = static_cast<std::int8_t>(axis)});
}

template class WorldQuery<NoTrace>;
template class WorldQuery<VisitRecorder>;

} // namespace boxwood::detail
