// What: a query on world trees (world_trees.hpp): contacts and distances by boxes that are exact.
// Frame: the world.
// Invariants: those of mesh_query.hpp: the same answers. Contacts, and distances of meshes that are very far from each other,
//     need the axes of the world. Boxes that do not overlap hold nothing that intersects. A gap of boxes, less kRounding of
//     their size and of itself and less the rounding of the trees, is a lower bound on every distance of triangles as
//     triangle_distance.hpp computes it. The request's overlap test, descent and leaf test do not matter here: the larger
//     box is opened.
//     Of meshes farther than kVeryFar times their sizes from each other the distances of all triangles near the two ends agree
//     but for rounding: the pair is then that of the first triangles with the vertices that are farthest along the line of
//     the centers. Its distance is the least one but for the rounding of a distance of triangles.
// Degenerate input: boxes that are points; meshes that are one point in the world.
// Cost: a pass over both hierarchies, then tests as where nothing is rounded: a box of each pair of nodes. Of the distance
//     no triangle that repeats another one is tested. All contacts take at least one test for each pair that is found.
// Source: [van den Bergen 1997] section 3; [Larsen 2000] section 4.
// Oracle: tests/contracts/distance_sweep_test.cpp.
#pragma once

#include "collision/query/primitive_tests.hpp"
#include "collision/query/query_parts.hpp"
#include "collision/query/search_limits.hpp"
#include "collision/query/world_trees.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace boxwood::detail {

template <TracePolicy Trace>
class WorldQuery {
  public:
    WorldQuery(const WorldTree& a, const WorldTree& b, bool is_a_first, std::vector<WorldPair>& io_stack,
               PrimitiveTests<Trace>& io_primitives, Trace& io_trace, QueryResult& out)
        : a_(a)
        , b_(b)
        , is_a_first_(is_a_first)
        , stack_(io_stack)
        , primitives_(io_primitives)
        , trace_(io_trace)
        , out_(out) {}

    // The first contact, in an order that survives a swap of the operands.
    bool find_contact(PrimitivePair& out_contact) {
        return visit_contacts([&](const WorldNode& a, const WorldNode& b) {
            return primitives_.find_contact(a_.primitives_of(a), b_.primitives_of(b), out_contact);
        });
    }
    // To out.pairs, unsorted.
    void find_all() {
        visit_contacts([&](const WorldNode& a, const WorldNode& b) {
            return visit_pairs(a, b, [&](PrimitivePair pair) {
                if (primitives_.test(pair)) out_.pairs.push_back(pair);
                return false;
            });
        });
    }
    // Requires that nothing intersects.
    void find_distance(const SearchLimits& limits) {
        if (are_very_far()) return measure_very_far();
        go_on_with_distance(limits);
    }
    // From the nearest triangles that are known, on trees along any axes.
    void go_on_with_distance(const SearchLimits& limits) {
        limits_ = limits;
        note_nearest();
        stack_.assign(1, bound({0, 0, 0}));
        while (!stack_.empty() && !is_ended_) {
            const WorldPair pair = stack_.back();
            stack_.pop_back();
            if (is_pruned(pair)) continue;
            if (are_leaves(pair)) {
                visit_pairs(a_.nodes[pair.a], b_.nodes[pair.b],
                            [this](PrimitivePair of) { return primitives_.measure(of), false; });
                note_nearest();
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

  private:
    static constexpr double kRounding = 0x1p-47;
    static constexpr double kVeryFar = 0x1p36;

    // So far that only the order along the line of the centers matters: across it points differ by less than 2^-20 of an ulp
    // of the distance, and bounds would leave all triangles open whose distances agree but for rounding.
    bool are_very_far() const {
        const WorldBox &a = a_.nodes[0].box, &b = b_.nodes[0].box;
        double gap = 0.0;
        for (int axis = 0; axis < 3; ++axis)
            gap = std::max({gap, b.lower[axis] - a.upper[axis], a.lower[axis] - b.upper[axis]});
        return gap > kVeryFar * (longest_side(a) + longest_side(b));
    }
    void measure_very_far() {
        const glm::dvec3 center_a = center_of(a_.nodes[0].box), center_b = center_of(b_.nodes[0].box);
        const glm::dvec3 n = glm::normalize(center_b - center_a);
        primitives_.measure({find_farthest(a_, n, center_a,
                                           [this](std::uint32_t i) -> const Triangle64& {
                                               return primitives_.triangle_of_a(i);
                                           }),
                             find_farthest(b_, -n, center_b, [this](std::uint32_t i) -> const Triangle64& {
                                 return primitives_.triangle_of_b(i);
                             })});
    }
    static glm::dvec3 center_of(const WorldBox& box) { return box.lower + 0.5 * (box.upper - box.lower); }
    // The first triangle by number of those that reach farthest along n.
    template <class Place>
    static std::uint32_t find_farthest(const WorldTree& tree, const glm::dvec3& n, const glm::dvec3& center,
                                       const Place& place) {
        double farthest = -std::numeric_limits<double>::infinity();
        std::uint32_t found = 0;
        for (const std::uint32_t primitive : tree.primitives)
            for (const glm::dvec3& p : place(primitive)) {
                const double along = glm::dot(n, p - center);
                if (along < farthest || (along == farthest && primitive >= found)) continue;
                farthest = along;
                found = primitive;
            }
        return found;
    }

    bool are_leaves(const WorldPair& pair) const {
        return a_.nodes[pair.a].is_leaf && b_.nodes[pair.b].is_leaf;
    }
    static double longest_side(const WorldBox& box) {
        const glm::dvec3 e = box.upper - box.lower;
        return std::max(e.x, std::max(e.y, e.z));
    }
    std::pair<WorldPair, WorldPair> children_of(const WorldPair& pair) {
        const WorldNode &a = a_.nodes[pair.a], &b = b_.nodes[pair.b];
        const double side_a = longest_side(a.box), side_b = longest_side(b.box);
        const bool is_a_opened =
            b.is_leaf || (!a.is_leaf && (side_a != side_b ? side_a > side_b : is_a_first_));
        const std::uint32_t depth = pair.depth + 1;
        out_.counters.max_depth = std::max(out_.counters.max_depth, depth);
        if (is_a_opened) return {{a.first, pair.b, depth}, {a.first + 1, pair.b, depth}};
        return {{pair.a, b.first, depth}, {pair.a, b.first + 1, depth}};
    }

    template <class VisitLeaves>
    bool visit_contacts(VisitLeaves&& visit_leaves) {
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
            const bool is_first_met = overlaps(first), is_second_met = overlaps(second);
            if (is_second_met) stack_.push_back(second);
            if (is_first_met) stack_.push_back(first);
        }
        return false;
    }
    template <class Visit>
    bool visit_pairs(const WorldNode& a, const WorldNode& b, Visit&& visit) {
        const auto in_a = a_.primitives_of(a), in_b = b_.primitives_of(b);
        return primitives_.visit_in_order(in_a.size(), in_b.size(), [&](std::size_t i, std::size_t j) {
            return visit(PrimitivePair{in_a[i], in_b[j]});
        });
    }

    // Closed.
    bool overlaps(const WorldPair& pair) {
        const WorldBox &a = a_.nodes[pair.a].box, &b = b_.nodes[pair.b].box;
        bool is_met = true;
        for (int axis = 0; axis < 3; ++axis)
            is_met = is_met && a.lower[axis] <= b.upper[axis] && b.lower[axis] <= a.upper[axis];
        ++out_.counters.exits_by_axis[is_met ? kMaxAxes : 0];
        record(pair, VisitKind::volume_pair, is_met);
        return is_met;
    }
    WorldPair bound(WorldPair pair) {
        const WorldBox &a = a_.nodes[pair.a].box, &b = b_.nodes[pair.b].box;
        const double rounding = kRounding * (longest_side(a) + longest_side(b)) + a_.rounding + b_.rounding;
        double squared = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double gap =
                std::max(b.lower[axis] - a.upper[axis], a.lower[axis] - b.upper[axis]) - rounding;
            if (gap > 0.0) squared += gap * gap;
        }
        pair.squared_bound = (1.0 - 2.0 * kRounding) * squared;
        record(pair, VisitKind::volume_bound, !is_pruned(pair));
        return pair;
    }
    bool is_pruned(const WorldPair& pair) const { return pair.squared_bound > limit_; }
    void note_nearest() {
        const NearestSoFar nearest = nearest_of(out_);
        limit_ = limits_.of(nearest);
        is_ended_ = limits_.end_with(nearest);
    }
    void record(const WorldPair& pair, VisitKind kind, bool verdict) {
        ++out_.counters.volume_tests;
        if constexpr (Trace::kActive)
            trace_.record({.a = a_.nodes[pair.a].name,
                           .b = b_.nodes[pair.b].name,
                           .depth = pair.depth,
                           .kind = kind,
                           .verdict = verdict});
    }

    const WorldTree &a_, &b_;
    bool is_a_first_;
    std::vector<WorldPair>& stack_;
    PrimitiveTests<Trace>& primitives_;
    Trace& trace_;
    QueryResult& out_;
    SearchLimits limits_;
    double limit_ = 0.0; // of squared distances: what lies beyond is pruned
    bool is_ended_ = false;
};

} // namespace boxwood::detail
