#include "collision/query/mesh_query.hpp"

#include "collision/geometry/triangle_distance.hpp"
#include "collision/geometry/triangle_intersect.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

template <class Element>
int compare_bytes(std::span<const Element> x, std::span<const Element> y) {
    if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
    return std::memcmp(x.data(), y.data(), x.size_bytes());
}

// An order of operands by what they are, not by which is called a; nearly always decided by the poses.
// Operands that are equal in everything answer the same whichever comes first.
bool is_first(const MeshOperand& a, const MeshOperand& b) {
    if (const int order = std::memcmp(a.world_from_mesh, b.world_from_mesh, sizeof(Pose))) return order < 0;
    if (const int order = compare_bytes(a.mesh.positions, b.mesh.positions)) return order < 0;
    if (const int order = compare_bytes(a.mesh.triangles, b.mesh.triangles)) return order < 0;
    return true;
}

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
    MeshQuery(const MeshOperand& a, const MeshOperand& b, const H& tree_a, const H& tree_b, OverlapTest test,
              Trace& trace, QueryResult& out)
        : triangles_a_(a)
        , triangles_b_(b)
        , relation_(H::VolumeType::make_relation(*a.world_from_mesh, *b.world_from_mesh,
                                                 tree_a.volume(tree_a.root()), tree_b.volume(tree_b.root()),
                                                 test))
        , descent_(*a.world_from_mesh, *b.world_from_mesh, is_first(a, b))
        , input_{tree_a, tree_b, relation_, descent_}
        , trace_(trace)
        , out_(out) {
        out_.counters.relations = 1;
    }

    void find_any(QueryScratch& io_scratch) {
        PrimitivePair contact;
        out_.intersects = find_contact(io_scratch, contact);
        if (out_.intersects) out_.pairs.push_back(contact);
    }

    void find_all(QueryScratch& io_scratch) {
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
    void find_distance(QueryScratch& io_scratch) {
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
    bool find_contact(QueryScratch& io_scratch, PrimitivePair& out_contact) {
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
        trace_pair(pair, is_closer);
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
        const bool intersects =
            triangles_intersect(triangles_a_[pair.a], triangles_b_[pair.b], out_.counters.exact_tests);
        trace_pair(pair, intersects);
        return intersects;
    }

    void trace_pair(PrimitivePair pair, bool verdict) {
        if constexpr (Trace::kActive)
            trace_.record({.a = pair.a, .b = pair.b, .kind = VisitKind::primitive_pair, .verdict = verdict});
    }

    WorldTriangles triangles_a_, triangles_b_;
    ClosestPlane closest_plane_;
    typename H::VolumeType::Relation relation_;
    DescentRule descent_;
    TraversalInput<H> input_;
    Trace& trace_;
    QueryResult& out_;
};

void clear(QueryResult& out) {
    out.intersects = false;
    out.pairs.clear();
    out.distance = 0.0;
    out.point_on_a_w = out.point_on_b_w = glm::dvec3(0.0);
    out.closest = {};
    out.counters = {};
}

template <TracePolicy Trace>
void run(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request, QueryScratch& io_scratch,
         Trace& io_trace, QueryResult& out_result) {
    clear(out_result);
    const auto run_on = [&]<class H>(const H& tree_a) {
        const H* tree_b = std::get_if<H>(&b.hierarchy->tree());
        BOXWOOD_ASSERT(tree_b != nullptr);
        MeshQuery<H, Trace> query(a, b, tree_a, *tree_b, request.test, io_trace, out_result);
        switch (request.mode) {
        case QueryMode::any:
            return query.find_any(io_scratch);
        case QueryMode::all:
            return query.find_all(io_scratch);
        case QueryMode::distance:
            return query.find_distance(io_scratch);
        }
    };
    std::visit(run_on, a.hierarchy->tree());
}

} // namespace

void query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                  QueryScratch& io_scratch, QueryResult& out_result) {
    NoTrace no_trace;
    run(a, b, request, io_scratch, no_trace, out_result);
}

void query_meshes(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                  QueryScratch& io_scratch, VisitRecorder& io_trace, QueryResult& out_result) {
    run(a, b, request, io_scratch, io_trace, out_result);
}

} // namespace boxwood
