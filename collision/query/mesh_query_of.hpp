// What: one query between two hierarchies of one type: what mesh_query.hpp promises, for each type. Included only
//     where types are instantiated (query_shard.cpp.in).
// Invariants: those of mesh_query.hpp.
#pragma once

#include "collision/geometry/triangle_distance.hpp"
#include "collision/geometry/triangle_intersect.hpp"
#include "collision/query/mesh_query.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood::detail {

// What a query is asked; is_a_first: see DescentRule.
struct QueryInput {
    const MeshOperand &a, &b;
    const QueryRequest& request;
    bool is_a_first;
};

// World triangles of one operand. Keeps the latest, as a traversal comes back to the same few again and
// again.
class WorldTriangles {
  public:
    explicit WorldTriangles(const MeshOperand& operand)
        : operand_(operand) {
        primitives_.fill(kNone);
    }

    const Triangle64& operator[](std::uint32_t primitive) {
        const std::size_t slot = primitive % kSlots;
        if (primitives_[slot] != primitive) {
            triangles_[slot] = world_triangle(*operand_.world_from_mesh, operand_.mesh, primitive);
            primitives_[slot] = primitive;
        }
        return triangles_[slot];
    }

  private:
    static constexpr std::size_t kSlots = 64;
    const MeshOperand& operand_;
    std::array<std::uint32_t, kSlots> primitives_;
    std::array<Triangle64, kSlots> triangles_;
};

// Most candidates for the closest pair are farther apart along the line between the closest points so far
// than these points are: six dot products instead of a distance of triangles.
class ClosestPlane {
  public:
    void set(const TriangleDistance& closest) {
        const glm::dvec3 between = closest.point_on_b - closest.point_on_a;
        const double length = glm::length(between);
        direction_ = length > 0.0 ? between / length : glm::dvec3(0.0);
    }

    // True only if the triangles are farther apart than `distance`, by more than any rounding here or in a
    // distance.
    bool separates_more(const Triangle64& a, const Triangle64& b, double distance) const {
        const double a0 = dot(direction_, a[0]), a1 = dot(direction_, a[1]), a2 = dot(direction_, a[2]);
        const double b0 = dot(direction_, b[0]), b1 = dot(direction_, b[1]), b2 = dot(direction_, b[2]);
        const double gap = std::min(b0, std::min(b1, b2)) - std::max(a0, std::max(a1, a2));
        return gap > distance + kRounding * (largest(a) + largest(b));
    }

  private:
    static constexpr double kRounding = 0x1p-44;
    static double largest(const Triangle64& t) {
        const glm::dvec3 m = glm::max(glm::abs(t[0]), glm::max(glm::abs(t[1]), glm::abs(t[2])));
        return m.x + m.y + m.z;
    }

    glm::dvec3 direction_{0.0};
};

template <Hierarchy H, TracePolicy Trace>
class MeshQuery {
  public:
    MeshQuery(const QueryInput& in, const H& tree_a, const H& tree_b, Trace& trace, QueryResult& out)
        : triangles_a_(in.a)
        , triangles_b_(in.b)
        , relation_(H::VolumeType::make_relation(*in.a.world_from_mesh, *in.b.world_from_mesh,
                                                 tree_a.volume(tree_a.root()), tree_b.volume(tree_b.root()),
                                                 in.request.test))
        , descent_(*in.a.world_from_mesh, *in.b.world_from_mesh, in.is_a_first, in.request.descent)
        , input_{tree_a, tree_b, relation_, descent_}
        , triangle_test_(in.request.triangle_test)
        , trace_(trace)
        , out_(out) {
        out_.counters.relations = 1;
    }

    void find_any(TraversalScratch<H>& io_scratch) {
        PrimitivePair contact;
        out_.intersects = find_contact(io_scratch, contact);
        if (out_.intersects) out_.pairs.push_back(contact);
    }

    void find_all(TraversalScratch<H>& io_scratch) {
        traverse(input_, io_scratch.stack, out_.counters, trace_, [this](auto leaf_a, auto leaf_b) {
            return visit_pairs(leaf_a, leaf_b, [this](PrimitivePair pair) {
                if (test(pair)) out_.pairs.push_back(pair);
                return false;
            });
        });
        std::sort(out_.pairs.begin(), out_.pairs.end());
        out_.intersects = !out_.pairs.empty();
    }

    // Contacts first: they are found faster by tests that answer yes or no, and which contact stands for
    // distance 0 then does not depend on the search.
    void find_distance(TraversalScratch<H>& io_scratch) {
        out_.distance = std::numeric_limits<double>::infinity();
        PrimitivePair contact;
        out_.intersects = find_contact(io_scratch, contact);
        if (out_.intersects) {
            measure(contact);
            return;
        }
        traverse_nearest(
            input_, io_scratch.distance_stack, out_.counters, trace_, [this](auto leaf_a, auto leaf_b) {
                visit_pairs(leaf_a, leaf_b, [this](PrimitivePair pair) { return measure(pair), false; });
                return out_.distance * out_.distance;
            });
    }

  private:
    // The first intersecting pair in the order of the traversal.
    bool find_contact(TraversalScratch<H>& io_scratch, PrimitivePair& out_contact) {
        return traverse(input_, io_scratch.stack, out_.counters, trace_, [&](auto leaf_a, auto leaf_b) {
            return visit_pairs(leaf_a, leaf_b,
                               [&](PrimitivePair pair) { return out_contact = pair, test(pair); });
        });
    }

    // Keeps the pair if it is the closest so far; of equally close pairs, the first in an order that survives
    // a swap.
    void measure(PrimitivePair pair) {
        const Triangle64 &a = triangles_a_[pair.a], &b = triangles_b_[pair.b];
        if (closest_plane_.separates_more(a, b, out_.distance)) return;
        ++out_.counters.primitive_tests;
        const TriangleDistance found = find_closest_points(a, b);
        const bool is_closer = found.distance < out_.distance ||
                               (found.distance == out_.distance && order_of(pair) < order_of(out_.closest));
        trace_pair(pair, is_closer, PrimitiveTest::distance);
        if (!is_closer) return;
        out_.distance = found.distance;
        out_.closest = pair;
        out_.point_on_a_w = found.point_on_a;
        out_.point_on_b_w = found.point_on_b;
        closest_plane_.set(found);
    }
    PrimitivePair order_of(PrimitivePair pair) const {
        return descent_.is_a_first() ? pair : PrimitivePair{pair.b, pair.a};
    }

    // Calls visit(pair) for all pairs of two leaves until it returns true. The order survives a swap of the
    // operands.
    template <class Visit>
    bool visit_pairs(typename H::Cursor leaf_a, typename H::Cursor leaf_b, Visit&& visit) {
        const auto in_a = input_.a.primitives_of(leaf_a), in_b = input_.b.primitives_of(leaf_b);
        if (descent_.is_a_first()) {
            for (const std::uint32_t a : in_a)
                for (const std::uint32_t b : in_b)
                    if (visit(PrimitivePair{a, b})) return true;
        } else {
            for (const std::uint32_t b : in_b)
                for (const std::uint32_t a : in_a)
                    if (visit(PrimitivePair{a, b})) return true;
        }
        return false;
    }

    bool test(PrimitivePair pair) {
        ++out_.counters.primitive_tests;
        const std::uint64_t exact_before = out_.counters.exact_tests;
        const bool intersects =
            triangle_test_(triangles_a_[pair.a], triangles_b_[pair.b], out_.counters.exact_tests);
        trace_pair(pair, intersects,
                   out_.counters.exact_tests == exact_before ? PrimitiveTest::filter : PrimitiveTest::exact);
        return intersects;
    }

    void trace_pair(PrimitivePair pair, bool verdict, PrimitiveTest test) {
        if constexpr (Trace::kActive)
            trace_.record({.a = pair.a,
                           .b = pair.b,
                           .kind = VisitKind::primitive_pair,
                           .verdict = verdict,
                           .axis = static_cast<std::int8_t>(test)});
    }

    WorldTriangles triangles_a_, triangles_b_;
    ClosestPlane closest_plane_;
    typename H::VolumeType::Relation relation_;
    DescentRule descent_;
    TraversalInput<H> input_;
    TriangleTestFunction triangle_test_;
    Trace& trace_;
    QueryResult& out_;
};

template <Hierarchy H, TracePolicy Trace>
void query_type(const QueryInput& in, const H& tree_a, const H& tree_b, TraversalScratch<H>& io_scratch,
                Trace& io_trace, QueryResult& out_result) {
    MeshQuery<H, Trace> query(in, tree_a, tree_b, io_trace, out_result);
    switch (in.request.mode) {
    case QueryMode::any:
        return query.find_any(io_scratch);
    case QueryMode::all:
        return query.find_all(io_scratch);
    case QueryMode::distance:
        return query.find_distance(io_scratch);
    }
}

// The types of hierarchy are dealt out over translation units, which compile side by side: shard k has the types
// whose index leaves k. Requires the hierarchies to be of one type, and that type to be of the shard.
template <std::size_t kShard>
void query_in_shard(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder* io_trace,
                    QueryResult& out_result);

template <std::size_t kIndex>
bool try_query(const QueryInput& in, QueryScratch& io_scratch, VisitRecorder* io_trace,
               QueryResult& out_result) {
    using H = HierarchyType<kIndex>;
    const H* tree_a = std::get_if<kIndex>(&in.a.hierarchy->tree());
    const H* tree_b = std::get_if<kIndex>(&in.b.hierarchy->tree());
    if (tree_a == nullptr || tree_b == nullptr) return false;
    auto& scratch = std::get<TraversalScratch<H>>(io_scratch.of_type);
    NoTrace no_trace;
    if (io_trace != nullptr)
        query_type(in, *tree_a, *tree_b, scratch, *io_trace, out_result);
    else
        query_type(in, *tree_a, *tree_b, scratch, no_trace, out_result);
    return true;
}

} // namespace boxwood::detail
