// What: a contact query between two hierarchies of type Bvh8 with a coherence cache (query_coherence.hpp). Included
//     only where the types are instantiated (see query_dispatch.hpp).
// Invariants: the invariants of query_coherence.hpp. A query proves a separation as follows. It enlarges the boxes of A
//     by g. An axis s that separates an enlarged box from a box of B leaves a clearance of sum g_i |s_i| along s
//     between the original boxes. The axis still separates them while, along each axis of A, the motion of B's points
//     since the proof, plus the displacement bounded by relative_pose.hpp, is below g.
#pragma once

#include "collision/query/dispatch/mesh_query_of.hpp"
#include "collision/query/query_coherence.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>

#include <glm/common.hpp>

namespace boxwood::detail {

class CoherentQuery {
  public:
    CoherentQuery(const QueryInput& in, const Bvh8& tree_a, const Bvh8& tree_b,
                  TraversalScratch<Bvh8>& io_scratch, QueryResult& out)
        : in_(in)
        , tree_a_(tree_a)
        , tree_b_(tree_b)
        , cache_(*in.request.coherence)
        , scratch_(io_scratch)
        , out_(out)
        , farthest_a_(farthest_corner(tree_a.root().box))
        , farthest_b_(farthest_corner(tree_b.root().box))
        , pose_(relate_poses(*in.a.world_from_mesh, *in.b.world_from_mesh, farthest_a_, farthest_b_)) {}

    void run() {
        if (is_proved()) {
            if (!cache_.separation.near.empty()) test_near_pairs();
        } else {
            run_query();
        }
        cache_.was_separated = !out_.intersects;
        cache_.last = pose_;
        cache_.has_last = true;
    }

  private:
    using Query = MeshQuery<Bvh8, NoTrace>;
    // Reduces the allowance by this fraction, which is far above the rounding errors of tests of enlarged boxes.
    static constexpr double kRounding = 1e-5;
    // Limits of the enlargement, relative to the largest absolute coordinate of A's box. For a motion of more than
    // kMaxMotion, no proof pays off.
    static constexpr double kMaxMotion = 0.125;
    static constexpr double kMinGrowth = 1e-4;
    // This fraction of the largest motion along any axis is added to the motion along every axis.
    static constexpr double kOtherAxes = 0.125;
    // Limits of the horizon of a proof (the motion that it allows), in multiples of the last motion.
    static constexpr double kMinSteps = 1.0, kMaxSteps = 256.0;
    // Factors of the horizon: kGain after a cheap proof, kLoss after a failure, kGain * kLoss after an expensive proof.
    static constexpr double kGain = 1.5, kLoss = 0.5;
    // A proof lengthens the horizon if it takes fewer than kCheap times the tests of a query without a proof, and
    // shortens the horizon if it takes more than kExpensive times these tests.
    static constexpr double kCheap = 1.2, kExpensive = 1.4;
    // Number of queries without an attempt after the horizon has fallen below kMinSteps. Each time, the number grows by
    // kPause, up to kMaxFailures times kPause.
    static constexpr std::uint32_t kPause = 8, kMaxFailures = 8;
    // An attempt can take this many volume tests more than a query without a proof.
    static constexpr std::uint64_t kMaxTests = 24;
    // Cost of testing a near pair, in volume tests, and limits of the number of near pairs. All near pairs are tested
    // in each query that the proof answers.
    static constexpr std::uint64_t kTestsPerNearPair = 6, kMinNear = 16, kMaxNear = 512;
    static constexpr std::uint64_t kTestsPerRow = 6; // approximate number of children of a node

    std::array<std::uint64_t, 2> revisions() const {
        return {in_.a.hierarchy->revision(), in_.b.hierarchy->revision()};
    }
    // An upper bound on the motion of any point of B along each axis of A. Does not include the error of the poses.
    glm::dvec3 motion_since(const RelativePose& before) const {
        return abs_of(pose_.m - before.m) * farthest_b_ + abs_of(pose_.t - before.t);
    }
    bool is_proved() const {
        const QueryCoherence::Separation& proof = cache_.separation;
        if (proof.revisions != revisions()) return false;
        const glm::dvec3 moved = motion_since(proof.from) + pose_.displacement;
        return moved.x <= proof.allowance.x && moved.y <= proof.allowance.y && moved.z <= proof.allowance.z;
    }

    Query make_query() {
        const auto relate = [this] {
            BoxRelation relation = make_box_relation(pose_, farthest_a_, farthest_b_, in_.request.test);
            relation.test = find_needed_test(relation);
            return relation;
        };
        return Query(in_, tree_a_, tree_b_, relate, no_trace_, out_);
    }
    void test_near_pairs() {
        Query query = make_query();
        query.test_pairs(cache_.separation.near, in_.request.mode, scratch_);
    }
    void run_query() {
        cache_.separation.revisions = {};
        Query query = make_query();
        if (query.needs_world_trees()) [[unlikely]]
            return query.answer_on_world_trees(in_.request.mode, scratch_);
        if (cache_.has_last && cache_.was_separated && try_to_prove(query)) return;
        const std::uint64_t tests_before = out_.counters.volume_tests;
        if (in_.request.mode == QueryMode::all)
            query.find_all(scratch_);
        else
            find_any(query);
        cache_.horizon.tests = out_.counters.volume_tests - tests_before;
    }

    // --- any-contact search: starts at the nodes of the last contact, then at the roots ---

    void find_any(Query& io_query) {
        QueryCoherence::Path& path = cache_.path;
        const auto watch = [&path](const WideRows& rows) {
            path.rows[rows.depth % QueryCoherence::Path::kLevels] = rows;
            path.depth = rows.depth;
            return false;
        };
        path.is_known = io_query.find_any_by(scratch_, [&](auto& walk, auto&& visit_leaves) {
            const std::uint32_t depth = path.is_known && !cache_.was_separated ? path.depth : 0;
            if (cache_.has_last && cache_.was_separated) walk.disable_order(); // no contact is expected
            for (const std::uint32_t up : kStepsUp) {
                WideRows rows;
                if (up >= depth || !find_rows_on_path(depth - up, rows)) break;
                if (walk.run_from(rows, visit_leaves, watch)) return true;
            }
            return walk.run_from(Bvh8Traversal<NoTrace>::kRoots, visit_leaves, watch);
        });
    }
    // Finds the rows that were opened at this depth on the path to the last contact. Returns false if these hierarchies
    // have no such rows.
    bool find_rows_on_path(std::uint32_t depth, WideRows& out_rows) const {
        out_rows = cache_.path.rows[depth % QueryCoherence::Path::kLevels];
        return out_rows.depth == depth && make_valid(out_rows);
    }
    bool make_valid(WideRows& io_rows) const {
        const Bvh8 &opened = io_rows.is_a_opened ? tree_a_ : tree_b_,
                   &kept = io_rows.is_a_opened ? tree_b_ : tree_a_;
        if (io_rows.opened >= opened.nodes.size() || io_rows.kept >= kept.nodes.size()) return false;
        io_rows.rows &= static_cast<std::uint8_t>(kept.nodes[io_rows.kept].lanes());
        return io_rows.rows != 0;
    }

    // --- separation proofs and their horizon ---

    // If only few pairs of leaves overlap after enlarging A's boxes, stores their pairs of triangles as a proof,
    // answers the query and returns true. Otherwise returns false.
    bool try_to_prove(Query& io_query) {
        QueryCoherence::ProofHorizon& horizon = cache_.horizon;
        const glm::dvec3 step = motion_since(cache_.last);
        const double max_motion = kMaxMotion * largest_of(farthest_a_), largest = largest_of(step);
        if (!(largest <= max_motion)) return false;
        if (horizon.pause > 0) return --horizon.pause, false;

        const glm::dvec3 growth =
            glm::clamp(horizon.steps * (step + glm::dvec3(kOtherAxes * largest)),
                       glm::dvec3(kMinGrowth * largest_of(farthest_a_)), glm::dvec3(max_motion));
        if (!gather_near(io_query, growth)) return shorten_horizon(), false;
        set_separation(io_query, growth);
        adapt_horizon(out_.counters.volume_tests);
        io_query.test_pairs(cache_.separation.near, in_.request.mode, scratch_);
        return true;
    }
    void shorten_horizon() {
        QueryCoherence::ProofHorizon& horizon = cache_.horizon;
        horizon.steps *= kLoss;
        if (horizon.steps >= kMinSteps) return;
        horizon.failures = std::min(horizon.failures + 1, kMaxFailures);
        horizon.pause = kPause * horizon.failures;
        horizon.steps = kGain * kMinSteps;
    }
    void adapt_horizon(std::uint64_t tests) {
        QueryCoherence::ProofHorizon& horizon = cache_.horizon;
        const double cost = static_cast<double>(tests), plain = static_cast<double>(horizon.tests);
        if (cost < kCheap * plain) horizon.steps = std::min(kGain * horizon.steps, kMaxSteps);
        if (cost > kExpensive * plain) horizon.steps = std::max(kLoss * kGain * horizon.steps, kMinSteps);
        horizon.failures = 0;
    }
    // Collects the near pairs. Returns false if there are too many, or if the search takes too many tests.
    bool gather_near(Query& io_query, const glm::dvec3& growth) {
        std::vector<PrimitivePair>& near = cache_.separation.near;
        near.clear();
        std::uint64_t tests = 0;
        const std::uint64_t max_tests = cache_.horizon.tests + kMaxTests;
        const std::uint64_t max_near =
            std::clamp<std::uint64_t>(cache_.horizon.tests / kTestsPerNearPair, kMinNear, kMaxNear);
        const auto watch = [&](const WideRows& rows) {
            tests += kTestsPerRow * static_cast<std::uint64_t>(std::popcount(rows.rows));
            return tests > max_tests;
        };
        const auto gather = [&near, max_near](const auto& a, const auto& leaf_a, const auto& b,
                                              const auto& leaf_b) {
            for (const std::uint32_t of_a : a.primitives_of(leaf_a))
                for (const std::uint32_t of_b : b.primitives_of(leaf_b)) near.push_back({of_a, of_b});
            return near.size() > max_near;
        };
        return !io_query.use_walk(scratch_, [&](auto& walk) {
            walk.enlarge_boxes_of_a(growth);
            walk.disable_order();
            return walk.run_from(Bvh8Traversal<NoTrace>::kRoots, gather, watch);
        });
    }
    void set_separation(const Query& query, const glm::dvec3& growth) {
        QueryCoherence::Separation& proof = cache_.separation;
        const BoxRelation& relation = query.relation();
        proof.from = {};
        for (int column = 0; column < 3; ++column)
            proof.from.m[column] = vector_of(relation.m_column[static_cast<std::size_t>(column)]);
        proof.from.t = 0.5 * vector_of(relation.twice_t);
        proof.allowance = (1.0 - kRounding) * growth;
        proof.revisions = revisions();
    }
    static glm::dvec3 vector_of(Float4 lanes) {
        std::array<float, 4> floats;
        store4(lanes, floats.data());
        return {floats[0], floats[1], floats[2]};
    }

    // An any-contact search starts one level above the last contact, then three levels above it, and then at the roots.
    static constexpr std::array<std::uint32_t, 2> kStepsUp{1, 3};

    const QueryInput& in_;
    const Bvh8 &tree_a_, &tree_b_;
    QueryCoherence& cache_;
    TraversalScratch<Bvh8>& scratch_;
    QueryResult& out_;
    glm::dvec3 farthest_a_, farthest_b_;
    RelativePose pose_;
    NoTrace no_trace_;
};

// Answers the query with the coherence cache. Returns false, and does nothing, if this query cannot use the cache.
template <Hierarchy H>
bool try_coherent_query(const QueryInput& in, const H& tree_a, const H& tree_b,
                        TraversalScratch<H>& io_scratch, QueryResult& out) {
    const QueryRequest& request = in.request;
    if constexpr (std::same_as<H, Bvh8>) {
        if (is_distance_mode(request.mode) || request.log != nullptr ||
            request.descent != Descent::larger_volume || request.leaf_test != LeafTest::volume)
            return false;
        CoherentQuery(in, tree_a, tree_b, io_scratch, out).run();
        return true;
    } else {
        return false;
    }
}

} // namespace boxwood::detail
