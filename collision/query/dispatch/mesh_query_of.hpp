// What: a query between two hierarchies of the same type, specified in mesh_query.hpp. Runs the entire query or one of
//     its tasks (query_parts.hpp). Included only where the types are instantiated (see query_dispatch.hpp).
// Invariants: the invariants of mesh_query.hpp.
#pragma once

#include "collision/query/dispatch/world_query.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_coherence.hpp"
#include "collision/query/query_scratch.hpp"
#include "collision/query/traversal/box_tree8_traversal.hpp"
#include "collision/query/traversal/bvh8_traversal.hpp"
#include "collision/query/traversal/distance/pair_queue.hpp"
#include "collision/query/traversal/distance/wide_distance.hpp"
#include "collision/query/traversal/primitive_tests.hpp"
#include "collision/query/traversal/query_parts.hpp"
#include "collision/query/traversal/traverse_simd.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <concepts>
#include <limits>
#include <optional>
#include <type_traits>

#include <glm/geometric.hpp>

namespace boxwood::detail {

template <Hierarchy H, TracePolicy Trace>
class MeshQuery {
  public:
    using Relation = typename H::VolumeType::Relation;
    static constexpr bool kIsOfBoxes = std::same_as<typename H::VolumeType, Aabb>;

    MeshQuery(const QueryInput& in, const H& tree_a, const H& tree_b, Trace& trace, QueryResult& out)
        : MeshQuery(
              in, tree_a, tree_b, [&] { return relate(in, tree_a, tree_b); }, trace, out) {}
    // Initializes the relation from the result of relate(), without a copy.
    template <std::invocable Relate>
    MeshQuery(const QueryInput& in, const H& tree_a, const H& tree_b, Relate&& relate, Trace& trace,
              QueryResult& out)
        : relation_(relate())
        , descent_(*in.a.world_from_mesh, *in.b.world_from_mesh, in.is_a_first, in.request.descent)
        , leaf_sides_(make_leaf_sides(in, tree_a, tree_b))
        , order_(make_order(in))
        , input_{tree_a,
                 tree_b,
                 relation_,
                 descent_,
                 leaf_sides_ ? &*leaf_sides_ : nullptr,
                 order_ ? &*order_ : nullptr}
        , primitives_(in, relate_boxes(in), trace, out)
        , mesh_a_(in.a.mesh)
        , mesh_b_(in.b.mesh)
        , world_from_a_(*in.a.world_from_mesh)
        , world_from_b_(*in.b.world_from_mesh)
        , request_(in.request)
        , trace_(trace)
        , out_(out) {
        if (in.request.mode == QueryMode::all) {
            queue_.emplace(in.a.mesh, in.b.mesh);
            leaf_queue_.emplace(in.a.mesh, in.b.mesh);
        }
        out_.counters.relations = 1 + (kIsOfBoxes ? 0 : 1) + (leaf_sides_ ? 2 : 0);
        out_.counters.volume_updates = updates_of(relation_);
    }

    // For Bvh8 only. Calls use(walk, visit_leaves); visit_leaves returns true if triangles of two leaves intersect. If
    // use() returns true, the last pair tested intersects and becomes the result.
    template <class Use>
    bool find_any_by(TraversalScratch<H>& io_scratch, Use&& use) {
        PrimitivePair contact;
        out_.intersects =
            use_walk(io_scratch, [&](auto& walk) { return use(walk, contact_visitor(contact)); });
        if (out_.intersects) out_.pairs.push_back(contact);
        return out_.intersects;
    }
    // For Bvh8 only.
    template <class Use>
    bool use_walk(TraversalScratch<H>& io_scratch, Use&& use) {
        Bvh8Traversal<Trace> walk(input_, list_wide_box_kernels().front(),
                                  std::get<std::vector<StackedRows>>(io_scratch.stack), out_.counters,
                                  trace_);
        return use(walk);
    }
    // Tests the given pairs and appends those that intersect to out_.pairs; in any-contact queries, only the first.
    void test_pairs(std::span<const PrimitivePair> pairs, QueryMode mode, TraversalScratch<H>& io_scratch) {
        pair_tests()(pairs);
        sort_pairs(io_scratch);
        if (mode == QueryMode::any && out_.pairs.size() > 1) out_.pairs.resize(1);
    }
    const Relation& relation() const { return relation_; }

    // True if volume tests prune too little because of rounding. The query then runs on world trees (world_query.hpp).
    bool needs_world_trees() const {
        const auto at_a = input_.a.root(), at_b = input_.b.root();
        const float side_a = input_.a.volume(at_a).longest_side();
        return error_bound_of(relation_) > kFineErrorBound * static_cast<double>(side_a) &&
               is_world_coarse(at_a, at_b);
    }
    [[gnu::noinline]] void answer_on_world_trees(QueryMode mode, TraversalScratch<H>& io_scratch) {
        if (!is_distance_mode(mode) && are_roots_separated()) return;
        auto& world = io_scratch.world;
        const bool keeps_repeated = !is_distance_mode(mode);
        WorldQuery<Trace> query = make_world_query(keeps_repeated, nullptr, world);
        PrimitivePair contact;
        if (mode == QueryMode::all) {
            query.find_all();
            sort_pairs(io_scratch);
        } else if (query.find_contact(contact)) {
            out_.intersects = true;
            if (mode == QueryMode::any) out_.pairs.push_back(contact);
            if (is_distance_mode(mode)) primitives_.measure(contact);
        } else if (is_distance_mode(mode)) {
            measure_last_closest();
            query.find_distance(limits());
        }
    }
    // Completes an unfinished distance search on world trees. Their boxes are aligned with the line between the closest
    // points found so far or, if there are none, with the line between the origins of the meshes. Along this line, the
    // boxes are tighter than the hierarchy's volumes.
    [[gnu::noinline]] void finish_distance_on_world_trees(TraversalScratch<H>& io_scratch) {
        const NearestSoFar nearest = nearest_of(out_);
        const glm::dvec3 along =
            nearest.is_known ? nearest.from_a_to_b : world_from_b_.origin - world_from_a_.origin;
        const WorldAxes axes{glm::transpose(directions_along(along)),
                             world_from_a_ * input_.a.volume(input_.a.root()).bounds().center()};
        make_world_query(true, &axes, io_scratch.world).continue_distance(limits());
    }

    void run(QueryMode mode, TraversalScratch<H>& io_scratch) {
        const bool is_distance_mode = boxwood::is_distance_mode(mode);
        if (is_distance_mode) begin_distance();
        if (needs_world_trees()) [[unlikely]]
            answer_on_world_trees(mode, io_scratch);
        else if (is_distance_mode)
            find_distance(io_scratch);
        else if (mode == QueryMode::all)
            find_all(io_scratch);
        else
            find_any(io_scratch);
        if (is_distance_mode) end_distance();
    }

    void find_any(TraversalScratch<H>& io_scratch) {
        PrimitivePair contact;
        out_.intersects = find_contact(io_scratch, contact);
        if (out_.intersects) out_.pairs.push_back(contact);
    }

    void find_all(TraversalScratch<H>& io_scratch) {
        const auto visit_leaves = queueing_visitor();
        bool is_done = false;
        if constexpr (requires { try_traverse_batch(input_, io_scratch.stack, out_.counters, visit_leaves); })
            if constexpr (!Trace::kActive)
                is_done = try_traverse_batch(input_, io_scratch.stack, out_.counters, visit_leaves);
        if (!is_done) traverse(input_, io_scratch.stack, out_.counters, trace_, visit_leaves);
        finish_queues();
        sort_pairs(io_scratch);
    }
    void sort_pairs(TraversalScratch<H>& io_scratch) {
        io_scratch.sorter.sort(out_.pairs);
        out_.intersects = !out_.pairs.empty();
    }

    // Call begin_distance() before every distance query and end_distance() after it.
    void begin_distance() {
        out_.distance = request_.max_distance; // pairs at a larger distance are ignored
        out_.closest = {};
    }
    void end_distance() {
        if (out_.closest == PrimitivePair{}) out_.distance = std::numeric_limits<double>::infinity();
        if (request_.coherence != nullptr) request_.coherence->closest = out_.closest;
    }

    // Searches for a contact first. Overlap tests find a contact faster than the distance search. If the meshes
    // intersect, the pair found does not depend on the distance search.
    void find_distance(TraversalScratch<H>& io_scratch) {
        PrimitivePair contact;
        out_.intersects = find_contact(io_scratch, contact);
        if (out_.intersects) return primitives_.measure(contact);
        measure_last_closest();
        if (!search_nearest(io_scratch)) [[unlikely]]
            finish_distance_on_world_trees(io_scratch);
    }

    // Splits the contact search into tasks, stored from last to first; returns their number.
    std::size_t split_contacts(ParallelQueryScratch& io_scratch) {
        auto &work = scratch_of(io_scratch.work), &front = scratch_of(io_scratch.front),
             &above = scratch_of(io_scratch.above);
        return use_traversal(input_, work.stack, out_.counters, trace_, [&](auto& traversal) {
            auto& parts = parts_of(traversal, front.stack);
            split(traversal, parts, parts_of(traversal, above.stack));
            return parts.size();
        });
    }
    // Appends the intersecting pairs of one task to out_.pairs, unsorted.
    void find_all_in_part(const QueryScratch& front, std::size_t part_index,
                          TraversalScratch<H>& io_scratch) {
        const auto visit_leaves = queueing_visitor();
        use_traversal(input_, io_scratch.stack, out_.counters, trace_, [&](auto& traversal) {
            const auto& part = parts_of(traversal, scratch_of(front).stack)[part_index];
            bool is_done = false;
            if constexpr (requires {
                              try_traverse_batch(input_, part, io_scratch.stack, out_.counters, visit_leaves);
                          })
                is_done = try_traverse_batch(input_, part, io_scratch.stack, out_.counters, visit_leaves);
            return is_done || traversal.run_part(part, visit_leaves);
        });
        finish_queues();
    }
    void find_any_in_part(const QueryScratch& front, std::size_t part_index,
                          TraversalScratch<H>& io_scratch) {
        PrimitivePair contact;
        out_.intersects =
            use_traversal(input_, io_scratch.stack, out_.counters, trace_, [&](auto& traversal) {
                return traversal.run_part(parts_of(traversal, scratch_of(front).stack)[part_index],
                                          contact_visitor(contact));
            });
        if (out_.intersects) out_.pairs.push_back(contact);
    }
    void measure(PrimitivePair pair) { primitives_.measure(pair); }
    // True if several threads make the distance search faster. False for `within`, because that search ends with the
    // first pair found. False for wide hierarchies, because their search bounds eight boxes at a time and ends before
    // threads could start.
    bool is_worth_splitting() const {
        return request_.mode == QueryMode::distance && !WideDistanceHierarchy<H>;
    }

    // Finds a good upper bound and splits the distance search into tasks. Returns nullopt if the search reached its
    // limit of tests; finish_distance_on_world_trees() then completes it. Requires that the meshes do not intersect.
    std::optional<std::size_t> split_distance(ParallelQueryScratch& io_scratch) {
        measure_last_closest();
        auto& parts = scratch_of(io_scratch.front).distance_stack;
        const auto visit_leaves = measuring_visitor();
        const SearchLimits limits = this->limits();
        NearestSearch search(input_, make_gap(), scratch_of(io_scratch.work).distance_stack, out_.counters,
                             trace_, visit_leaves, limits, nearest_of(out_));
        if (!search.warm_up()) return std::nullopt;
        split(search, parts, scratch_of(io_scratch.above).distance_stack);
        return parts.size();
    }
    // Returns false if the search reached its limit of tests.
    bool find_distance_in_part(const QueryScratch& front, std::size_t part_index,
                               TraversalScratch<H>& io_scratch) {
        const auto visit_leaves = measuring_visitor();
        const SearchLimits limits = this->limits();
        NearestSearch search(input_, make_gap(), io_scratch.distance_stack, out_.counters, trace_,
                             visit_leaves, limits, nearest_of(out_));
        return search.run_part(scratch_of(front).distance_stack[part_index]);
    }

    static auto& scratch_of(QueryScratch& scratch) { return detail::scratch_of<H>(scratch); }
    static const auto& scratch_of(const QueryScratch& scratch) { return detail::scratch_of<H>(scratch); }

  private:
    WorldQuery<Trace> make_world_query(bool keeps_repeated, const WorldAxes* axes,
                                       WorldScratch<typename H::Cursor>& io_world) {
        make_world_tree(input_.a, mesh_a_, world_from_a_, keeps_repeated, axes, io_world.cursors, io_world.a);
        make_world_tree(input_.b, mesh_b_, world_from_b_, keeps_repeated, axes, io_world.cursors, io_world.b);
        return {io_world.a, io_world.b, descent_.is_a_first(), io_world.stack, primitives_, trace_, out_};
    }
    auto queueing_visitor() {
        return [this](const auto& tree_a, const auto& leaf_a, const auto& tree_b, const auto& leaf_b) {
            queue_pairs(tree_a.primitives_of(leaf_a), tree_b.primitives_of(leaf_b));
            return false;
        };
    }
    auto contact_visitor(PrimitivePair& out_contact) {
        return [this, &out_contact](const auto& tree_a, const auto& leaf_a, const auto& tree_b,
                                    const auto& leaf_b) {
            return primitives_.find_contact(tree_a.primitives_of(leaf_a), tree_b.primitives_of(leaf_b),
                                            out_contact);
        };
    }
    auto measuring_visitor() {
        return [this](auto leaf_a, auto leaf_b) {
            return measure_leaves(input_.a.primitives_of(leaf_a), input_.b.primitives_of(leaf_b));
        };
    }
    NearestSoFar measure_leaves(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b) {
        visit_pairs(in_a, in_b, [this](PrimitivePair pair) { return primitives_.measure(pair), false; });
        return nearest_of(out_);
    }
    SearchLimits limits() const {
        return {request_.tolerance, request_.mode == QueryMode::within, max_tests_of(mesh_a_, mesh_b_)};
    }
    // Measures the triangles that were closest in the last query; their distance is an upper bound.
    void measure_last_closest() {
        if (request_.coherence == nullptr) return;
        const PrimitivePair last = request_.coherence->closest;
        if (last.a < mesh_a_.triangles.size() && last.b < mesh_b_.triangles.size()) primitives_.measure(last);
    }
    // Requires that the meshes do not intersect. Returns false if the search reached its limit of tests.
    bool search_nearest(TraversalScratch<H>& io_scratch) {
        const auto visit_leaves = measuring_visitor();
        const SearchLimits limits = this->limits();
        if constexpr (WideDistanceHierarchy<H>)
            if (auto gap = ObbGap::make(world_from_a_, world_from_b_, gap_root_of(input_.a),
                                        gap_root_of(input_.b))) {
                const auto visit_lanes = [this](auto in_a, auto in_b) { return measure_leaves(in_a, in_b); };
                return WideNearestSearch(input_.a, input_.b, *gap, io_scratch.wide_distance_stack,
                                         out_.counters, trace_, visit_lanes, limits)
                    .run(nearest_of(out_));
            }
        return NearestSearch(input_, make_gap(), io_scratch.distance_stack, out_.counters, trace_,
                             visit_leaves, limits, nearest_of(out_))
            .run();
    }
    GapChoice make_gap() const {
        return {world_from_a_,
                world_from_b_,
                input_.a.volume(input_.a.root()).bounds(),
                input_.b.volume(input_.b.root()).bounds(),
                {.are_boxes = kIsOfBoxes, .is_in_float = !std::same_as<Relation, AffineRelation>}};
    }

    static Relation relate(const QueryInput& in, const H& tree_a, const H& tree_b) {
        if constexpr (std::same_as<H, Bvh8>) {
            prefetch_top(tree_a);
            prefetch_top(tree_b);
        }
        const Pose &a = *in.a.world_from_mesh, &b = *in.b.world_from_mesh;
        const auto root_a = tree_a.root(), root_b = tree_b.root();
        if constexpr (kIsOfBoxes)
            if (!boxwood::is_distance_mode(in.request.mode)) {
                Relation relation = make_relation_of_overlaps(a, b, tree_a.volume(root_a),
                                                              tree_b.volume(root_b), in.request.test);
                // Other hierarchies use the requested test, because experiments compare the tests on them.
                if constexpr (WideAabbHierarchy<H>) relation.test = find_needed_test(relation);
                return relation;
            }
        return H::VolumeType::make_relation(a, b, tree_a.volume(root_a), tree_b.volume(root_b),
                                            in.request.test);
    }
    static std::optional<LeafSides> make_leaf_sides(const QueryInput& in, const H& tree_a, const H& tree_b) {
        if (in.request.leaf_test == LeafTest::volume) return std::nullopt;
        const Pose &a = *in.a.world_from_mesh, &b = *in.b.world_from_mesh;
        const glm::dvec3 farthest_a = farthest_corner(tree_a.volume(tree_a.root()).bounds()),
                         farthest_b = farthest_corner(tree_b.volume(tree_b.root()).bounds());
        return LeafSides{{in.a.mesh, relate_poses(b, a, farthest_b, farthest_a), farthest_a},
                         {in.b.mesh, relate_poses(a, b, farthest_a, farthest_b), farthest_b}};
    }

    // All-contacts queries visit all pairs, so an order does not make them faster.
    static std::optional<WideOrder> make_order(const QueryInput& in) {
        if (!WideAabbHierarchy<H> || in.request.mode == QueryMode::all) return std::nullopt;
        return WideOrder(*in.a.world_from_mesh, *in.b.world_from_mesh);
    }

    // With a trace, each test runs immediately, so that the visits are recorded in the order of the traversal.
    void queue_pairs(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b) {
        if (primitives_.tests_few_together(in_a, in_b)) return leaf_queue_->add(in_a, in_b, leaf_tests());
        visit_pairs(in_a, in_b, [this](PrimitivePair pair) {
            queue_->add(pair, pair_tests());
            if (Trace::kActive) queue_->finish(pair_tests());
            return false;
        });
    }
    void finish_queues() {
        leaf_queue_->finish(leaf_tests());
        queue_->finish(pair_tests());
    }
    auto leaf_tests() {
        return [this](std::span<const TrianglePairs2x2> leaves, const std::uint32_t* pairs_of) {
            std::array<std::uint32_t, LeafQueue::kMax> undecided;
            primitives_.find_undecided(leaves, pairs_of, undecided.data());
            for (std::size_t i = 0; i < leaves.size(); ++i)
                queue_->add_undecided(leaves[i], undecided[i], pair_tests());
        };
    }
    auto pair_tests() {
        return [this](std::span<const PrimitivePair> pairs) {
            primitives_.test_all(pairs, [this](PrimitivePair pair) { out_.pairs.push_back(pair); });
        };
    }

    // If the error bound is below this fraction of mesh A's size, rounding is small and is_world_coarse() is not
    // called.
    static constexpr double kFineErrorBound = 0x1p-16;

    [[gnu::noinline]] bool is_world_coarse(const typename H::Cursor& at_a,
                                           const typename H::Cursor& at_b) const {
        const auto &root_a = input_.a.volume(at_a), &root_b = input_.b.volume(at_b);
        if constexpr (!std::same_as<Relation, AffineRelation>)
            if (is_too_far_for_float(root_a.bounds()) || is_too_far_for_float(root_b.bounds())) return true;
        return is_rounding_coarse(world_from_a_, root_a.longest_side(), world_from_b_, root_b.longest_side());
    }

    bool are_roots_separated() {
        const CursorPair<typename H::Cursor> roots{input_.a.root(), input_.b.root(), 0};
        const int axis =
            find_separating_axis(input_.a.volume(roots.a), input_.b.volume(roots.b), input_.relation);
        return !record_test(input_.a, input_.b, roots, axis, out_.counters, trace_);
    }

    // The first intersecting pair in traversal order.
    bool find_contact(TraversalScratch<H>& io_scratch, PrimitivePair& out_contact) {
        return traverse(input_, io_scratch.stack, out_.counters, trace_, contact_visitor(out_contact));
    }

    // Calls visit(pair) for all pairs of two leaves until visit returns true. Swapping the operands does not change the
    // order.
    template <class Visit>
    bool visit_pairs(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b,
                     Visit&& visit) {
        return primitives_.visit_in_order(in_a.size(), in_b.size(), [&](std::size_t i, std::size_t j) {
            return visit(PrimitivePair{in_a[i], in_b[j]});
        });
    }

    // The pair transform of the boxes around the two meshes, for any volume.
    std::conditional_t<kIsOfBoxes, const BoxRelation&, BoxRelation> relate_boxes(const QueryInput& in) const {
        if constexpr (kIsOfBoxes)
            return relation_;
        else
            return make_box_relation(*in.a.world_from_mesh, *in.b.world_from_mesh,
                                     input_.a.volume(input_.a.root()).bounds(),
                                     input_.b.volume(input_.b.root()).bounds(), OverlapTest::sat);
    }

    Relation relation_;
    std::optional<PairQueue> queue_; // all-contacts queries only
    std::optional<LeafQueue> leaf_queue_;
    DescentRule descent_;
    std::optional<LeafSides> leaf_sides_;
    std::optional<WideOrder> order_;
    TraversalInput<H> input_;
    PrimitiveTests<Trace> primitives_;
    MeshView mesh_a_, mesh_b_;
    const Pose &world_from_a_, &world_from_b_;
    const QueryRequest& request_;
    Trace& trace_;
    QueryResult& out_;
};

template <Hierarchy H, TracePolicy Trace>
void query_type(const QueryInput& in, const H& tree_a, const H& tree_b, TraversalScratch<H>& io_scratch,
                Trace& io_trace, QueryResult& out_result) {
    MeshQuery<H, Trace> query(in, tree_a, tree_b, io_trace, out_result);
    query.run(in.request.mode, io_scratch);
}

} // namespace boxwood::detail
