#include "collision/query/traversal/box_tree_traversal.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "collision/query/mesh_query.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/separation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

LargeArray<Aabb> boxes_of(const SampleMesh& mesh) {
    return make_primitive_boxes(mesh.view());
}
BoxTree build_tree(const SampleMesh& mesh, std::size_t round) {
    if (round % 3 == 0) return build_box_tree(boxes_of(mesh), {}).tree;
    SerialExecutor serial;
    return restrict_boxes(kAllBuilders[round % kAllBuilders.size()].build(boxes_of(mesh), 1, serial));
}
SampleMesh make_mesh(Random& random, std::size_t round) {
    return round % 2 == 0 ? oracle::make_torus(1.0, 0.4, 12, 8) : oracle::make_soup(random, 150, 0.3);
}

// A tested pair of nodes.
struct VisitedPair {
    std::uint32_t a = 0, b = 0;
    bool overlaps = false;
    friend auto operator<=>(const VisitedPair&, const VisitedPair&) = default;
};

// Runs all three overlap tests on each pair, and descends unless aabb_of_obb, which separates the fewest pairs,
// separates the pair.
class ThreeTests {
  public:
    template <OverlapTest kTest>
    struct Carried {
        typename BoxStepTest<kTest>::State overlaps;
        bool is_separated = false; // also true for all pairs below a separated pair
    };
    struct State {
        Carried<OverlapTest::sat> full;
        Carried<OverlapTest::sat_lite> lite;
        Carried<OverlapTest::aabb_of_obb> reboxing;
    };
    struct Work {};
    using Cursor = BoxTreeTraversal::Cursor;
    using Pair = CursorPair<Cursor>;
    using Observe = std::function<void(const Cursor&, const Cursor&, const State&)>;

    ThreeTests(const TraversalInput<BoxTree>& input, Observe observe)
        : full_(make<OverlapTest::sat>(input))
        , lite_(make<OverlapTest::sat_lite>(input))
        , reboxing_(make<OverlapTest::aabb_of_obb>(input))
        , observe_(std::move(observe)) {}

    int test_roots(const Pair& pair, State& out) const {
        const auto start = [&](const auto& steps, auto& carried) {
            carried.is_separated = BoxStepTest(steps).test_roots(pair, carried.overlaps) >= 0;
        };
        start(full_, out.full);
        start(lite_, out.lite);
        start(reboxing_, out.reboxing);
        observe_(pair.a, pair.b, out);
        return out.reboxing.is_separated ? 0 : -1;
    }
    int test_opened(bool is_of_a, const Cursor& child, const Pair& pair, const State& above,
                    State& out) const {
        const auto go_on = [&](const auto& steps, const auto& before, auto& carried) {
            carried.is_separated =
                before.is_separated ||
                BoxStepTest(steps).test_opened(is_of_a, child, pair, before.overlaps, carried.overlaps) >= 0;
        };
        go_on(full_, above.full, out.full);
        go_on(lite_, above.lite, out.lite);
        go_on(reboxing_, above.reboxing, out.reboxing);
        observe_(pair.a, pair.b, out);
        return out.reboxing.is_separated ? 0 : -1;
    }
    Work prepare(bool, const Cursor&, const State&) const { return {}; }
    int test_both(const Pair&, Work, Work, const State&, State&) const { return -1; }

  private:
    template <OverlapTest kTest>
    static IncrementalBoxSat<kTest> make(const TraversalInput<BoxTree>& input) {
        return make_incremental_box_sat<kTest>(input.relation, {input.a.root_box, input.a.depth},
                                               {input.b.root_box, input.b.depth});
    }
    IncrementalBoxSat<OverlapTest::sat> full_;
    IncrementalBoxSat<OverlapTest::sat_lite> lite_;
    IncrementalBoxSat<OverlapTest::aabb_of_obb> reboxing_;
    Observe observe_;
};

TEST(BoxTreeWalkTest, tests_agree_with_explicit_boxes_at_every_visited_pair) {
    Random random(1);
    std::size_t visited = 0, only_lite = 0, only_full = 0;
    for (std::size_t round = 0; round < test::choose_effort(8, 2000); ++round) {
        const SampleMesh mesh = make_mesh(random, round);
        const BoxTree tree = build_tree(mesh, round);
        const std::vector<Aabb> boxes = derive_boxes(tree);
        const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 1.5);
        const BoxRelation relation =
            make_box_relation(pose_a, pose_b, tree.root_box, tree.root_box, OverlapTest::sat);
        const DescentRule descent(pose_a, pose_b, true);
        const TraversalInput<BoxTree> input{tree, tree, relation, descent};
        const ThreeTests test(input, [&](const auto& a, const auto& b, const ThreeTests::State& state) {
            ++visited;
            ASSERT_GE(state.full.is_separated, state.lite.is_separated);
            ASSERT_GE(state.lite.is_separated, state.reboxing.is_separated);
            only_lite += state.lite.is_separated && !state.reboxing.is_separated;
            only_full += state.full.is_separated && !state.lite.is_separated;
            const long double gap = oracle::find_widest_gap(oracle::corners_of(pose_a, boxes[a.node]),
                                                            oracle::corners_of(pose_b, boxes[b.node]));
            if (state.full.is_separated) {
                ASSERT_GT(gap, 0.0L) << "separated by the full test: nodes " << a.node << ", " << b.node;
            } else {
                ASSERT_LT(gap, 1e-4L) << "not separated by the full test: nodes " << a.node << ", " << b.node;
            }
        });
        const BoxTreeTraversal walk(tree);
        std::vector<TestedPair<BoxTreeTraversal, ThreeTests>> stack;
        QueryCounters counters;
        NoTrace trace;
        PairTraversal(walk, walk, descent, test, stack, counters, trace)
            .run([](const auto&, const auto&, const auto&, const auto&) { return false; });
    }
    EXPECT_GT(visited, test::choose_effort(8, 2000) * 100);
    EXPECT_GT(only_lite, 100u);
    EXPECT_GT(only_full, 100u);
}

// ----- Work that depends on one node is done once per node, not once per pair -----------------------------------

// Counts the updates of nodes. With kHoists, each child is updated once when a pair of nodes is opened, and the pairs
// of children share the update. Otherwise each test of a pair of children updates both nodes of the pair.
template <bool kHoists, OverlapTest kTest>
class CountingStepTest {
  public:
    using Inner = BoxStepTest<kTest>;
    using Cursor = BoxTreeTraversal::Cursor;
    using Pair = CursorPair<Cursor>;
    using State = typename Inner::State;
    struct Nothing {};
    using Work = std::conditional_t<kHoists, typename Inner::Work, Nothing>;

    explicit CountingStepTest(const IncrementalBoxSat<kTest>& steps)
        : inner_(steps) {}

    int test_roots(const Pair& pair, State& out) const { return note(pair, inner_.test_roots(pair, out)); }
    int test_opened(bool is_of_a, const Cursor& child, const Pair& pair, const State& above,
                    State& out) const {
        return note(pair, inner_.test_opened(is_of_a, child, pair, above, out));
    }
    Work prepare(bool is_of_a, const Cursor& child, const State& above) const {
        if constexpr (kHoists) {
            ++updates;
            return inner_.prepare(is_of_a, child, above);
        } else {
            return {};
        }
    }
    int test_both(const Pair& pair, const Work& work_a, const Work& work_b, const State& above,
                  State& out) const {
        if constexpr (kHoists) {
            return note(pair, inner_.test_both(pair, work_a, work_b, above, out));
        } else {
            updates += 2;
            return note(pair, inner_.test_both(pair, inner_.prepare(true, pair.a, above),
                                               inner_.prepare(false, pair.b, above), above, out));
        }
    }

    mutable std::size_t updates = 0;
    mutable std::vector<VisitedPair> visits;

  private:
    int note(const Pair& pair, int axis) const {
        visits.push_back({pair.a.node, pair.b.node, axis < 0});
        return axis;
    }
    Inner inner_;
};

// For other volumes, the work of a node is its bound in the world, and the test of a pair only compares two bounds.
template <bool kHoists, class Bound>
class BoundTest {
  public:
    using H = Bvh2<typename Bound::VolumeType>;
    using Cursor = std::uint32_t;
    using Pair = CursorPair<Cursor>;
    struct State {
        Bound a, b;
    };
    struct Nothing {};
    using Work = std::conditional_t<kHoists, Bound, Nothing>;

    BoundTest(const H& a, const Pose& pose_a, const H& b, const Pose& pose_b)
        : a_(a)
        , b_(b)
        , pose_a_(pose_a)
        , pose_b_(pose_b) {}

    int test_roots(const Pair& pair, State& out) const { return recompute(pair, out); }
    int test_opened(bool is_of_a, Cursor child, const Pair& pair, const State& above, State& out) const {
        if (!kHoists) return recompute(pair, out);
        out = above;
        (is_of_a ? out.a : out.b) = bound(is_of_a, child);
        return compare(pair, out);
    }
    Work prepare(bool is_of_a, Cursor child, const State&) const {
        if constexpr (kHoists)
            return bound(is_of_a, child);
        else
            return {};
    }
    int test_both(const Pair& pair, const Work& work_a, const Work& work_b, const State&, State& out) const {
        if constexpr (kHoists) {
            out = {work_a, work_b};
            return compare(pair, out);
        } else {
            return recompute(pair, out);
        }
    }

    mutable std::size_t updates = 0;
    mutable std::vector<VisitedPair> visits;

  private:
    Bound bound(bool is_of_a, Cursor node) const {
        ++updates;
        return is_of_a ? Bound(a_.volume(node), pose_a_) : Bound(b_.volume(node), pose_b_);
    }
    int recompute(const Pair& pair, State& out) const {
        out = {bound(true, pair.a), bound(false, pair.b)};
        return compare(pair, out);
    }
    int compare(const Pair& pair, const State& state) const {
        const bool is_separated = Bound::are_separated(state.a, state.b);
        visits.push_back({pair.a, pair.b, !is_separated});
        return is_separated ? 0 : -1;
    }

    const H &a_, &b_;
    const Pose &pose_a_, &pose_b_;
};

constexpr double kRoundingHere = 1e-9;

// The bounds, along the k-DOP's directions taken in world space, of the corners of the AABB of a k-DOP.
struct WorldDop {
    using VolumeType = Kdop18;
    std::array<double, 9> lower, upper;

    WorldDop()
        : lower{}
        , upper{} {}
    WorldDop(const Kdop18& dop, const Pose& pose) {
        for (std::size_t i = 0; i < 9; ++i) {
            lower[i] = std::numeric_limits<double>::infinity();
            upper[i] = -lower[i];
            for (const oracle::Vec& corner : oracle::corners_of(pose, dop.bounds())) {
                const auto& d = Kdop18::kDirections[i];
                const double at = static_cast<double>(corner.x) * d[0] +
                                  static_cast<double>(corner.y) * d[1] + static_cast<double>(corner.z) * d[2];
                lower[i] = std::min(lower[i], at - kRoundingHere);
                upper[i] = std::max(upper[i], at + kRoundingHere);
            }
        }
    }
    static bool are_separated(const WorldDop& a, const WorldDop& b) {
        for (std::size_t i = 0; i < 9; ++i)
            if (a.lower[i] > b.upper[i] || b.lower[i] > a.upper[i]) return true;
        return false;
    }
};

// Center and half edges in the world, computed from the pose for every node as in an OBB tree.
struct WorldObb {
    using VolumeType = Obb;
    glm::dvec3 center{0.0};
    std::array<glm::dvec3, 3> edges{};

    WorldObb() = default;
    WorldObb(const Obb& box, const Pose& pose)
        : center(pose * box.center) {
        const glm::dmat3 axes = pose.linear * box.axes.matrix();
        for (int k = 0; k < 3; ++k)
            edges[static_cast<std::size_t>(k)] = axes[k] * (static_cast<double>(box.half[k]) + kRoundingHere);
    }
    static bool are_separated(const WorldObb& a, const WorldObb& b) {
        for (const glm::dvec3& along_a : a.edges) {
            if (has_gap_along(a, b, along_a)) return true;
            for (const glm::dvec3& along_b : b.edges)
                if (has_gap_along(a, b, glm::cross(along_a, along_b))) return true;
        }
        return std::ranges::any_of(b.edges,
                                   [&](const glm::dvec3& along) { return has_gap_along(a, b, along); });
    }
    static bool has_gap_along(const WorldObb& a, const WorldObb& b, const glm::dvec3& axis) {
        double radii = kRoundingHere * glm::length(axis);
        for (std::size_t k = 0; k < 3; ++k)
            radii += std::fabs(glm::dot(a.edges[k], axis)) + std::fabs(glm::dot(b.edges[k], axis));
        return std::fabs(glm::dot(b.center - a.center, axis)) > radii;
    }
};

// Runs both tests, which must visit the same pairs with the same results. Returns the first primitives of all
// overlapping pairs of leaves.
template <class H, class Naive, class Hoisted>
std::vector<VisitedPair> compare_runs(const H& a, const H& b, const DescentRule& descent, const Naive& naive,
                                      const Hoisted& hoisted, std::uint64_t& out_tests) {
    std::vector<VisitedPair> leaves;
    QueryCounters counters, hoisted_counters;
    NoTrace trace;
    std::vector<TestedPair<H, Naive>> stack;
    std::vector<TestedPair<H, Hoisted>> hoisted_stack;
    PairTraversal(a, b, descent, naive, stack, counters, trace)
        .run([&](const auto&, const auto& leaf_a, const auto&, const auto& leaf_b) {
            leaves.push_back({a.primitives_of(leaf_a)[0], b.primitives_of(leaf_b)[0], true});
            return false;
        });
    PairTraversal(a, b, descent, hoisted, hoisted_stack, hoisted_counters, trace)
        .run([](const auto&, const auto&, const auto&, const auto&) { return false; });
    EXPECT_EQ(naive.visits, hoisted.visits);
    EXPECT_EQ(counters.volume_tests, hoisted_counters.volume_tests);
    out_tests = counters.volume_tests;
    std::ranges::sort(leaves);
    return leaves;
}

void expect_contacts_among(const std::vector<VisitedPair>& leaves, const SampleMesh& mesh, const Pose& pose_a,
                           const Pose& pose_b) {
    std::size_t contacts = 0;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < mesh.triangles.size(); ++j) {
            if (!triangles_intersect(world_triangle(pose_a, mesh.view(), i),
                                     world_triangle(pose_b, mesh.view(), j)))
                continue;
            ++contacts;
            ASSERT_TRUE(std::ranges::binary_search(leaves, VisitedPair{i, j, true})) << i << ", " << j;
        }
    EXPECT_GT(contacts, 0u);
}

struct Placed {
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 10);
    Pose pose_a = make_pose({glm::angleAxis(0.4, glm::normalize(glm::dvec3(1, 2, 3))), {}, glm::dvec3(1.0)});
    Pose pose_b = make_pose({glm::angleAxis(1.1, glm::normalize(glm::dvec3(-1, 1, 2))),
                             glm::dvec3(0.9, 0.3, 0.2), glm::dvec3(1.0)});
    DescentRule descent{pose_a, pose_b, true, Descent::simultaneous};
};

template <OverlapTest kTest>
void expect_half_the_updates_of_box_trees() {
    const Placed at;
    const BoxTree tree = build_box_tree(boxes_of(at.mesh), {}).tree;
    const auto steps = make_incremental_box_sat<kTest>(
        make_box_relation(at.pose_a, at.pose_b, tree.root_box, tree.root_box, kTest),
        {tree.root_box, tree.depth}, {tree.root_box, tree.depth});
    const CountingStepTest<false, kTest> naive(steps);
    const CountingStepTest<true, kTest> hoisted(steps);
    std::uint64_t tests = 0;
    const BoxTreeTraversal walk(tree);
    expect_contacts_among(compare_runs(walk, walk, at.descent, naive, hoisted, tests), at.mesh, at.pose_a,
                          at.pose_b);
    EXPECT_GT(naive.updates, 1000u);
    EXPECT_EQ(2 * hoisted.updates, naive.updates);
}

TEST(BoxTreeWalkTest, hoisting_halves_the_updates_of_box_trees) {
    expect_half_the_updates_of_box_trees<OverlapTest::aabb_of_obb>();
    expect_half_the_updates_of_box_trees<OverlapTest::sat_lite>();
    expect_half_the_updates_of_box_trees<OverlapTest::sat>();
}

template <class Bound>
void expect_half_the_updates() {
    const Placed at;
    SerialExecutor serial;
    const auto tree = fit_volumes<typename Bound::VolumeType>(
        kAllBuilders[0].build(boxes_of(at.mesh), 1, serial), at.mesh.view());
    const BoundTest<false, Bound> naive(tree, at.pose_a, tree, at.pose_b);
    const BoundTest<true, Bound> hoisted(tree, at.pose_a, tree, at.pose_b);
    std::uint64_t tests = 0;
    expect_contacts_among(compare_runs(tree, tree, at.descent, naive, hoisted, tests), at.mesh, at.pose_a,
                          at.pose_b);
    EXPECT_GT(tests, 1000u);
    EXPECT_EQ(naive.updates, 2 * tests);
    EXPECT_EQ(hoisted.updates, tests + 1); // the roots are prepared once
}

TEST(BoxTreeWalkTest, hoisting_halves_the_updates_of_dop_trees) {
    expect_half_the_updates<WorldDop>();
}
TEST(BoxTreeWalkTest, hoisting_halves_the_updates_of_obb_trees) {
    expect_half_the_updates<WorldObb>();
}

// ----- Cursors and the choice of the test ------------------------------------------------------------------------

// A cursor of the traversal stores the size of its box, not the position. Up to rounding, the size must equal that of
// the box of the tree's own cursor.
TEST(BoxTreeWalkTest, cursors_have_the_sizes_and_contents_of_the_tree) {
    Random random(5);
    std::size_t large_leaves = 0;
    for (std::size_t round = 0; round < 8; ++round) {
        const SampleMesh mesh = make_mesh(random, round);
        SerialExecutor serial;
        const BoxTree tree = restrict_boxes(
            kAllBuilders[round % kAllBuilders.size()].build(boxes_of(mesh), round < 4 ? 1 : 3, serial));
        const BoxTreeTraversal walk(tree);
        std::vector<std::pair<BoxTree::Cursor, BoxTreeTraversal::Cursor>> stack{{tree.root(), walk.root()}};
        std::size_t visited = 0;
        while (!stack.empty()) {
            const auto [at, own] = stack.back();
            stack.pop_back();
            ++visited;
            ASSERT_EQ(walk.node_index(own), at.node);
            ASSERT_EQ(walk.is_leaf(own), tree.is_leaf(at));
            const glm::vec3 sides = at.box.extent();
            std::array<float, 4> extent{};
            store4(own.extent, extent.data());
            const float longest = std::max(sides.x, std::max(sides.y, sides.z));
            for (int k = 0; k < 3; ++k) {
                ASSERT_GE(extent[static_cast<std::size_t>(k)], 0.0f);
                ASSERT_NEAR(extent[static_cast<std::size_t>(k)], sides[k], 1e-5f) << "node " << at.node;
            }
            ASSERT_EQ(extent[3], 0.0f);
            const TraversalStateSize size = walk.volume(own);
            ASSERT_NEAR(size.volume(), sides.x * sides.y * sides.z, 1e-4f * longest * longest);
            ASSERT_NEAR(size.half_area(), sides.x * sides.y + sides.y * sides.z + sides.z * sides.x,
                        1e-4f * longest);
            ASSERT_NEAR(size.longest_side(), longest, 1e-5f);
            if (!tree.is_leaf(at)) {
                for (const unsigned i : {0u, 1u}) stack.push_back({tree.child(at, i), walk.child(own, i)});
                continue;
            }
            const auto expected = tree.primitives_of(at), held = walk.primitives_of(own);
            ASSERT_TRUE(std::ranges::equal(held, expected));
            large_leaves += held.size() > 1 ? 1 : 0;
        }
        ASSERT_EQ(visited, tree.nodes.size());
    }
    EXPECT_GT(large_leaves, 50u);
}

TEST(BoxTreeWalkTest, sizes_of_boxes_with_unequal_sides_are_exact) {
    for (const glm::vec3 sides : {glm::vec3(2, 3, 5), glm::vec3(5, 2, 3), glm::vec3(3, 5, 2)}) {
        const TraversalStateSize size(make_float4(sides.x, sides.y, sides.z));
        EXPECT_EQ(size.volume(), 30.0f);
        EXPECT_EQ(size.half_area(), 31.0f);
        EXPECT_EQ(size.longest_side(), 5.0f);
    }
}

// In a defective tree, a side may move beyond the opposite side. The box is then flat.
TEST(BoxTreeWalkTest, sides_are_not_negative) {
    const SampleMesh mesh = oracle::make_cube(1.0, 2);
    BoxTree tree = build_box_tree(boxes_of(mesh), {}).tree;
    const std::uint32_t child = tree.nodes[0].index();
    tree.nodes[child].set_move(1, true, 100.0f);
    const BoxTreeTraversal walk(tree);
    const TraversalStateSize size = walk.volume(walk.child(walk.root(), 0));
    EXPECT_EQ(size.volume(), 0.0f);
    EXPECT_EQ(size.longest_side(), 2.0f);
}

// traverse() runs the requested overlap test for every descend rule, with and without tests of leaf triangles. Every
// request visits all pairs of leaves that are in contact.
TEST(BoxTreeWalkTest, every_request_visits_all_contacts_with_the_axes_of_its_test) {
    const Placed at;
    const MeshView mesh = at.mesh.view();
    const BoxTree tree = build_box_tree(boxes_of(at.mesh), {}).tree;
    for (const Descent way :
         {Descent::larger_volume, Descent::longest_extent, Descent::alternating, Descent::simultaneous})
        for (const bool has_leaf_sides : {false, true}) {
            std::array<std::uint64_t, 3> tests{};
            for (const OverlapTest test :
                 {OverlapTest::sat, OverlapTest::sat_lite, OverlapTest::aabb_of_obb}) {
                const BoxRelation relation =
                    make_box_relation(at.pose_a, at.pose_b, tree.root_box, tree.root_box, test);
                const DescentRule descent(at.pose_a, at.pose_b, true, way);
                const glm::dvec3 farthest = farthest_corner(tree.root_box);
                const LeafSides sides{
                    {mesh, relate_poses(at.pose_b, at.pose_a, farthest, farthest), farthest},
                    {mesh, relate_poses(at.pose_a, at.pose_b, farthest, farthest), farthest}};
                TraversalInput<BoxTree> input{tree, tree, relation, descent};
                if (has_leaf_sides) input.leaf_sides = &sides;
                TraversalStack<BoxTree> stacks;
                QueryCounters counters;
                NoTrace trace;
                std::vector<VisitedPair> leaves;
                const bool is_ended = traverse(
                    input, stacks, counters, trace,
                    [&](const auto& a, const auto& leaf_a, const auto& b, const auto& leaf_b) {
                        leaves.push_back({a.primitives_of(leaf_a)[0], b.primitives_of(leaf_b)[0], true});
                        return false;
                    });
                EXPECT_FALSE(is_ended);
                std::ranges::sort(leaves);
                ASSERT_NO_FATAL_FAILURE(expect_contacts_among(leaves, at.mesh, at.pose_a, at.pose_b));
                EXPECT_EQ(counters.leaf_tests > 0, has_leaf_sides);
                const std::size_t axes = test == OverlapTest::aabb_of_obb ? 3
                                         : test == OverlapTest::sat_lite  ? 6
                                                                          : 15;
                std::uint64_t separations = 0;
                for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
                    separations += counters.separations_by_axis[axis];
                    EXPECT_EQ(counters.separations_by_axis[axis] > 0, axis < axes) << "axis " << axis;
                }
                EXPECT_GT(separations, 100u);
                tests[static_cast<std::size_t>(test)] = counters.volume_tests;
            }
            EXPECT_LT(tests[static_cast<std::size_t>(OverlapTest::sat)],
                      tests[static_cast<std::size_t>(OverlapTest::sat_lite)]);
            EXPECT_LT(tests[static_cast<std::size_t>(OverlapTest::sat_lite)],
                      tests[static_cast<std::size_t>(OverlapTest::aabb_of_obb)]);
        }
}

} // namespace
} // namespace boxwood
