// What: the primitive tests of one query: whether two triangles intersect, and whether they are the closest so far.
// Frame: the world.
// Invariants: the invariants of mesh_query.hpp. If a log is replayed, it supplies the answers, and the query takes only
//     the time of its traversal. Results and counters do not change, except that exact_tests is 0.
// Oracle: all pairs of triangles.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/geometry/simd/triangle_lanes.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/traversal/distance/pair_queue.hpp"
#include "collision/query/traversal/primitive_test_record.hpp"
#include "collision/volumes/box/directional_gap.hpp"
#include "collision/volumes/simd/triangle_planes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood::detail {

// The resources of a parallel query.
struct QueryThreads {
    Executor& executor;
    ParallelQueryScratch& scratch;
};

// The input of a query. DescentRule explains is_a_first. `threads` is null for a serial query.
struct QueryInput {
    const MeshOperand &a, &b;
    const QueryRequest& request;
    bool is_a_first;
    const QueryThreads* threads = nullptr;
};

// Caches the last world triangles of one operand, because a traversal uses the same few triangles repeatedly.
class TransformedTriangleCache {
  public:
    explicit TransformedTriangleCache(const MeshOperand& operand)
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

// A fast filter before the triangle distance: rejects most candidates for the closest pair by their extents along and
// across the line between the closest points found so far. Takes a few dot products in the frames of the meshes.
class ClosestFrame {
  public:
    ClosestFrame(const MeshOperand& a, const MeshOperand& b)
        : a_(a)
        , b_(b) {}

    void set(const TriangleDistance& closest) {
        if (!gap_)
            gap_.emplace(*a_.world_from_mesh, *b_.world_from_mesh, a_.hierarchy->bounds(),
                         b_.hierarchy->bounds());
        gap_->aim(closest.point_on_b - closest.point_on_a);
    }
    // If true, the distance of the triangles exceeds `distance`, even with the rounding errors of this test and of a
    // triangle distance.
    bool are_beyond(PrimitivePair pair, double distance) const {
        return gap_ && gap_->are_beyond(triangle_of(a_.mesh, pair.a), triangle_of(b_.mesh, pair.b),
                                        distance * distance);
    }

  private:
    const MeshOperand &a_, &b_;
    std::optional<DirectionalGap> gap_; // empty before the first set()
};

// Functions outside the inner loops are defined in primitive_tests.cpp, so that they are compiled only once.
template <TracePolicy Trace>
class PrimitiveTests {
  public:
    PrimitiveTests(const QueryInput& in, const BoxRelation& boxes, Trace& trace, QueryResult& out)
        : mesh_a_(in.a.mesh)
        , mesh_b_(in.b.mesh)
        , relation_(boxes)
        , is_filtered_(in.request.triangle_test == static_cast<TriangleTestFunction>(triangles_intersect))
        , triangles_a_(in.a)
        , triangles_b_(in.b)
        , closest_frame_(in.a, in.b)
        , triangle_test_(in.request.triangle_test)
        , log_(in.request.log)
        , is_a_first_(in.is_a_first)
        , trace_(trace)
        , out_(out)
        , lanes_kernel_(list_triangle_kernels().front())
        , world_from_a_(*in.a.world_from_mesh)
        , world_from_b_(*in.b.world_from_mesh) {}

    // Calls visit(pair) for the pairs that intersect, in the order of `pairs`. Tests in SIMD lanes, unless there is a
    // trace or a log, or the request has its own triangle test.
    template <class Visit>
    void test_all(std::span<const PrimitivePair> pairs, Visit&& visit) {
        if (Trace::kActive || log_ != nullptr || !is_filtered_) {
            for (const PrimitivePair pair : pairs)
                if (test(pair)) visit(pair);
            return;
        }
        out_.counters.primitive_tests += pairs.size();
        for (std::size_t first = 0; first < pairs.size(); first += TriangleLanes::kLanes)
            test_lanes(pairs.subspan(first, std::min(TriangleLanes::kLanes, pairs.size() - first)), visit);
    }

    // Finds the first intersecting pair of two leaves, in the order of visit_in_order().
    bool find_contact(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b,
                      PrimitivePair& out_contact) {
        if (tests_few_together(in_a, in_b)) return find_contact_of_few(in_a, in_b, out_contact);
        return visit_in_order(in_a.size(), in_b.size(), [&](std::size_t i, std::size_t j) {
            return test(out_contact = {in_a[i], in_b[j]});
        });
    }

    // True if the planes of all triangles of two leaves are tested together. This requires the default triangle test,
    // neither trace nor log, and at most two triangles per leaf, with two in at least one of the leaves.
    bool tests_few_together(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b) const {
        return !Trace::kActive && in_a.size() <= 2 && in_b.size() <= 2 && in_a.size() + in_b.size() > 2 &&
               is_filtered_ && log_ == nullptr;
    }

    // For each pair of leaves, finds the pairs of triangles that no plane of a triangle separates. test_all() must test
    // these pairs. All other pairs are disjoint; they are counted here.
    void find_undecided(std::span<const TrianglePairs2x2> leaves, const std::uint32_t* pairs_of,
                        std::uint32_t* out_undecided) {
        planes_kernel_.find_all_separated(relation_, mesh_a_, mesh_b_, leaves, out_undecided);
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const std::uint32_t separated = out_undecided[i], decided = pairs_of[i] & separated;
            for (std::uint32_t bit = 0; bit < 4; ++bit) out_.counters.primitive_tests += decided >> bit & 1u;
            out_undecided[i] = pairs_of[i] & ~separated;
        }
    }

    // Calls visit(i, j) for all pairs until visit returns true. Swapping the operands does not change the order.
    template <class Visit>
    [[gnu::always_inline]] bool visit_in_order(std::size_t count_a, std::size_t count_b,
                                               Visit&& visit) const {
        if (is_a_first_) {
            for (std::size_t i = 0; i < count_a; ++i)
                for (std::size_t j = 0; j < count_b; ++j)
                    if (visit(i, j)) return true;
        } else {
            for (std::size_t j = 0; j < count_b; ++j)
                for (std::size_t i = 0; i < count_a; ++i)
                    if (visit(i, j)) return true;
        }
        return false;
    }

    bool test(PrimitivePair pair) {
        ++out_.counters.primitive_tests;
        if (log_ != nullptr) [[unlikely]]
            return test_with_log(pair);
        return decide(pair);
    }

    // Stores the pair if it is the closest so far. If several pairs have the same distance, stores the first one in an
    // order that does not change when the operands are swapped.
    void measure(PrimitivePair pair) {
        if (log_ != nullptr) [[unlikely]]
            return measure_with_log(pair);
        TriangleDistance found;
        store(pair, compare(pair, found), found);
    }

    // Triangles in the world; the references are valid until the next call.
    const Triangle64& triangle_of_a(std::uint32_t primitive) { return triangles_a_[primitive]; }
    const Triangle64& triangle_of_b(std::uint32_t primitive) { return triangles_b_[primitive]; }

  private:
    // Gives the same answer as test() for each pair, but computes the plane of each triangle only once.
    [[gnu::always_inline]] bool find_contact_of_few(std::span<const std::uint32_t> in_a,
                                                    std::span<const std::uint32_t> in_b,
                                                    PrimitivePair& out_contact) {
        const std::uint32_t separated = planes_kernel_.find_separated(
            relation_, mesh_a_, mesh_b_, {{in_a.front(), in_a.back()}, {in_b.front(), in_b.back()}});
        if (separated == 15u) { // all pairs; a leaf's only triangle is passed twice, but must be counted once
            out_.counters.primitive_tests += in_a.size() * in_b.size();
            return false;
        }
        return visit_in_order(
            in_a.size(), in_b.size(), [&](std::size_t i, std::size_t j) __attribute__((always_inline)) {
                ++out_.counters.primitive_tests;
                if ((separated >> (2 * i + j) & 1u) != 0) return false;
                out_contact = {in_a[i], in_b[j]};
                return triangle_test_(triangles_a_[in_a[i]], triangles_b_[in_b[j]],
                                      out_.counters.exact_tests);
            });
    }

    // Unused lanes repeat the last pair.
    template <class Visit>
    void test_lanes(std::span<const PrimitivePair> pairs, Visit&& visit) {
        constexpr std::size_t kLanes = TriangleLanes::kLanes;
        std::array<std::uint32_t, kLanes> a, b;
        const auto set = [&](std::size_t lane, const PrimitivePair& pair) {
            a[lane] = pair.a;
            b[lane] = pair.b;
        };
        if (pairs.size() == kLanes) [[likely]] // the fixed length compiles to a few shuffles
            for (std::size_t lane = 0; lane < kLanes; ++lane) set(lane, pairs[lane]);
        else
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                set(lane, pairs[std::min(lane, pairs.size() - 1)]);
        lanes_kernel_.load(mesh_a_, a.data(), lanes_.at[0]);
        lanes_kernel_.load(mesh_b_, b.data(), lanes_.at[1]);
        const LaneVerdicts found = lanes_kernel_.decide(lanes_, world_from_a_, world_from_b_);
        const std::uint32_t requested = (1u << pairs.size()) - 1u;
        for (std::uint32_t bits = requested & ~found.disjoint; bits != 0; bits &= bits - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
            if ((found.intersect >> lane & 1u) != 0 || decide(pairs[lane])) visit(pairs[lane]);
        }
    }

    bool decide(PrimitivePair pair);
    PrimitiveAnswer compare(PrimitivePair pair, TriangleDistance& out_found);

    void store(PrimitivePair pair, PrimitiveAnswer answer, const TriangleDistance& found) {
        if (answer != PrimitiveAnswer::beyond) ++out_.counters.primitive_tests;
        if (answer != PrimitiveAnswer::closer) return;
        out_.distance = found.distance;
        out_.closest = pair;
        out_.point_on_a_w = found.point_on_a;
        out_.point_on_b_w = found.point_on_b;
    }

    // Not inlined, so that it does not slow down queries without a log.
    bool test_with_log(PrimitivePair pair);
    void measure_with_log(PrimitivePair pair);

    PrimitivePair order_of(PrimitivePair pair) const {
        return is_a_first_ ? pair : PrimitivePair{pair.b, pair.a};
    }

    void trace_pair(PrimitivePair pair, bool verdict, PrimitiveTest test);

    MeshView mesh_a_, mesh_b_;
    TriangleRelation relation_;
    bool is_filtered_; // true with the default triangle test, which runs only after filters
    TransformedTriangleCache triangles_a_, triangles_b_;
    ClosestFrame closest_frame_;
    TriangleTestFunction triangle_test_;
    PrimitiveTestRecord* log_;
    bool is_a_first_;
    Trace& trace_;
    QueryResult& out_;
    const TriangleKernel& lanes_kernel_;
    const TrianglePlanesKernel& planes_kernel_ = list_triangle_planes_kernels().front();
    const Pose &world_from_a_, &world_from_b_;
    TriangleLanes lanes_;
};

} // namespace boxwood::detail
