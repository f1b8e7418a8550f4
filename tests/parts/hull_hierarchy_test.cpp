#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

#include "engine/workloads/sample_parts.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/parts/random_trees.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// The largest signed distance of a part's vertex above a face plane of a hull that must contain the part, minus the
// error bound of the hull. These hulls are those of the part's node and of all its ancestors.
double worst_escape(const HullHierarchyState& state) {
    double worst = -std::numeric_limits<double>::infinity();
    const HullHierarchy& tree = state.tree();
    for (std::uint32_t part = 0; part < tree.part_count(); ++part) {
        const std::uint32_t leaf = tree.node_of_part()[part];
        for (std::uint32_t n = leaf; n != kNone; n = tree.nodes()[n].parent) {
            const ErrorBoundedHull& hull = state.hull(n);
            for (const glm::vec3& vertex : tree.part(part).positions()) {
                const glm::dvec3 p = test::place_in_ancestor(state, leaf, n, glm::dvec3(vertex));
                for (const Polytope::Face& face : hull.polytope.faces())
                    worst = std::max(worst, glm::dot(face.normal, p) - face.offset - hull.error_bound);
            }
        }
    }
    return worst;
}

TEST(HullHierarchy, HullsContainAllPartsBelowThemInEveryPose) {
    const std::size_t trees = test::choose_effort(12, 200);
    std::size_t remade = 0;
    for (std::size_t i = 0; i < trees; ++i) {
        Random random(mix_seed(112, i));
        const HullMode mode = i % 2 == 0 ? HullMode::recompute : HullMode::whole_range;
        const auto tree = make_hull_hierarchy(test::random_nodes(random, 2, mode), &make_hull);
        ASSERT_TRUE(tree) << tree.error().message;
        HullHierarchyState state(*tree);
        EXPECT_LE(worst_escape(state), 1e-13) << "tree " << i << " at rest";
        for (int pose = 0; pose < 5; ++pose) {
            test::turn_at_random(state, random);
            remade += state.update();
            EXPECT_LE(worst_escape(state), 1e-13) << "tree " << i << ", pose " << pose;
        }
    }
    EXPECT_GT(remade, trees) << "updates must recompute hulls";
}

TEST(HullHierarchy, ErrorBoundsAreSmallAndDoNotDecreaseTowardsTheRoot) {
    const HullHierarchy hand = make_hand(1.0);
    HullHierarchyState state(hand);
    Random random(5);
    test::turn_at_random(state, random);
    state.update();
    for (std::uint32_t n = 0; n < hand.nodes().size(); ++n) {
        EXPECT_LT(state.hull(n).error_bound, 1e-4) << n;
        const std::uint32_t parent = hand.nodes()[n].parent;
        if (parent == kNone) continue;
        EXPECT_GE(state.hull(parent).error_bound, state.hull(n).error_bound) << n;
    }
}

// Parts below a child may lie outside the child's hull by up to the child's error bound, and therefore also outside the
// hulls of its ancestors. The error bound of each ancestor must be at least as large, also for hulls that cover the
// range of a joint.
TEST(HullHierarchy, ErrorBoundsOfRangeHullsIncludeThoseOfTheirChildren) {
    for (const double size : {0.01, 1.0, 1000.0}) {
        const HullHierarchy hand = make_hand(size, HullMode::whole_range);
        const HullHierarchyState state(hand);
        std::size_t range_hulls = 0;
        for (std::uint32_t n = 1; n < hand.nodes().size(); ++n) {
            const std::uint32_t parent = hand.nodes()[n].parent;
            ASSERT_GT(state.hull(n).error_bound, 0.0) << n;
            EXPECT_GE(state.hull(parent).error_bound, state.hull(n).error_bound) << n;
            range_hulls += hand.nodes()[parent].has_joint_below;
        }
        EXPECT_GT(range_hulls, 5u);
    }
}

TEST(HullHierarchy, UpdatesDoNotRecomputeHullsOverTheWholeRange) {
    const HullHierarchy hand = make_hand(1.0, HullMode::whole_range);
    HullHierarchyState state(hand);
    Random random(6);
    for (int pose = 0; pose < 20; ++pose) {
        test::turn_at_random(state, random);
        EXPECT_EQ(state.update(), 0u);
        EXPECT_LE(worst_escape(state), 1e-13);
    }
}

TEST(HullHierarchy, MovingAJointRecomputesOnlyTheHullsAboveIt) {
    const HullHierarchy hand = make_hand(1.0);
    HullHierarchyState state(hand);
    EXPECT_EQ(state.update(), 0u) << "no joint has moved";
    // Above the last joint of the first finger are two groups and the root.
    ASSERT_TRUE(state.set_position(2, 1.0));
    EXPECT_EQ(state.update(), 3u);
    EXPECT_EQ(state.update(), 0u);
    ASSERT_TRUE(state.set_position(2, 1.0));
    EXPECT_EQ(state.update(), 0u) << "the same angle again";
    ASSERT_TRUE(state.set_position(0, 0.5));
    ASSERT_TRUE(state.set_position(3, 0.5));
    EXPECT_EQ(state.update(), 1u) << "only the hull of the root is above the knuckles";
}

TEST(HullHierarchy, TheReachBoundsTheDistanceOfAllVerticesInEveryPose) {
    for (const HullMode mode : {HullMode::recompute, HullMode::whole_range}) {
        const HullHierarchy hand = make_hand(1.0, mode);
        HullHierarchyState state(hand);
        Random random(7);
        double farthest = 0.0;
        for (std::size_t pose = 0; pose < test::choose_effort(100, 10000); ++pose) {
            test::turn_at_random(state, random);
            for (std::uint32_t part = 0; part < hand.part_count(); ++part)
                for (const glm::vec3& p : hand.part(part).positions())
                    farthest = std::max(
                        farthest,
                        glm::distance(hand.center(), test::place_in_ancestor(state, hand.node_of_part()[part],
                                                                             0, glm::dvec3(p))));
        }
        EXPECT_LE(farthest, hand.reach());
        EXPECT_GT(farthest, 0.6 * hand.reach());
    }
}

TEST(HullHierarchy, FramesFollowTheJoints) {
    Random random(8);
    const auto tree = make_hull_hierarchy(test::random_nodes(random, 3, HullMode::recompute), &make_hull);
    ASSERT_TRUE(tree);
    HullHierarchyState state(*tree);
    for (int pose = 0; pose < 10; ++pose) {
        test::turn_at_random(state, random);
        state.update();
        for (std::uint32_t n = 0; n < tree->nodes().size(); ++n) {
            const glm::dvec3 p(0.3, -0.2, 0.7);
            EXPECT_LT(glm::distance(state.body_from_node(n) * p, test::place_in_ancestor(state, n, 0, p)),
                      1e-13);
        }
    }
}

TEST(HullHierarchy, TheCoverOfAPathContainsThePath) {
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        Joint joint{random.in_box(glm::dvec3(1.0)), random.unit_vector(), random.uniform(-7.0, 0.0), 0.0};
        joint.kind = i % 4 == 0 ? JointKind::prismatic : JointKind::revolute;
        joint.upper = joint.lower + random.uniform(0.0, 7.0);
        const glm::dvec3 p = random.in_box(glm::dvec3(2.0));
        std::vector<glm::dvec3> cover;
        cover_path(joint, p, cover);
        EXPECT_EQ(cover.size() == 2, joint.kind == JointKind::prismatic) << "a prismatic path has two ends";
        // In each direction, in the plane of the arc or oblique to it, no point of the path lies beyond the cover.
        const glm::dvec3 u = glm::normalize(glm::cross(joint.axis_p, glm::dvec3(0.1, 0.9, 0.4)));
        const glm::dvec3 v = glm::cross(joint.axis_p, u);
        for (int k = 0; k < 16; ++k) {
            const glm::dvec3 along =
                std::cos(0.4 * k) * u + std::sin(0.4 * k) * v + 0.2 * (k % 3) * joint.axis_p;
            double reach = -1e30;
            for (const glm::dvec3& q : cover) reach = std::max(reach, glm::dot(along, q));
            for (int m = 0; m <= 50; ++m) {
                const double angle = joint.lower + (joint.upper - joint.lower) * m / 50.0;
                EXPECT_LE(glm::dot(along, pose_at(joint, angle) * p), reach + 1e-12);
            }
        }
    }
}

TEST(HullHierarchy, ADrawerSlidesAlongItsAxisAndRefusesPositionsBeyondItsLimits) {
    Random random(10);
    std::vector<HullNode> nodes(3);
    for (std::uint32_t n = 1; n < 3; ++n) {
        nodes[n].parent = 0;
        nodes[n].polytope = test::random_part(random, 0.5);
    }
    // The axis is normalized, so that a position is a length. The point of a prismatic joint is ignored.
    nodes[2].joint = Joint{glm::dvec3(7.0), {0.0, 0.0, 4.0}, 0.25, 2.0, JointKind::prismatic};
    nodes[2].parent_from_node.origin = {1.0, 0.0, 0.0};
    const auto tree = make_hull_hierarchy(std::move(nodes), &make_hull);
    ASSERT_TRUE(tree) << tree.error().message;
    HullHierarchyState state(*tree);
    EXPECT_EQ(state.body_from_node(2).origin, glm::dvec3(1.0, 0.0, 0.25))
        << "the initial position is the one nearest to 0 within the limits";
    ASSERT_TRUE(state.set_position(0, 1.5));
    EXPECT_EQ(state.update(), 1u) << "only the root has a hull to recompute";
    EXPECT_EQ(state.body_from_node(2).origin, glm::dvec3(1.0, 0.0, 1.5));
    EXPECT_EQ(state.body_from_node(2).linear, glm::dmat3(1.0)) << "it does not turn";
    const Status refused = state.set_position(0, 2.5);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "joint 0: position 2.5 is outside 0.25 to 2");
    EXPECT_EQ(state.positions()[0], 1.5);
}

struct BadTree {
    const char* why;
    void (*spoil)(std::vector<HullNode>&);
};

TEST(HullHierarchy, RefusesInvalidTreesWithTheReason) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    static double not_a_number;
    not_a_number = nan;
    const std::vector<BadTree> cases{
        {"node 0: the first node is the root", [](auto& nodes) { nodes[0].parent = 1; }},
        {"node 0: the root has no joint", [](auto& nodes) { nodes[0].joint = Joint{}; }},
        {"node 1: its parent must precede it", [](auto& nodes) { nodes[1].parent = 2; }},
        {"node 2: its parent has a polytope", [](auto& nodes) { nodes[2].parent = 1; }},
        {"node 1: its pose is not finite",
         [](auto& nodes) { nodes[1].parent_from_node.origin.x = not_a_number; }},
        {"node 2: its pose is not finite, or not a rotation",
         [](auto& nodes) { nodes[2].parent_from_node.linear *= 2.0; }},
        {"node 2: has neither children nor a polytope", [](auto& nodes) { nodes[2].polytope.reset(); }},
        {"node 1: the axis of the joint",
         [](auto& nodes) {
             nodes[1].joint = Joint{{}, glm::dvec3(0.0), -1.0, 1.0};
         }},
        {"node 1: the lower limit of the joint",
         [](auto& nodes) {
             nodes[1].joint = Joint{{}, {0.0, 0.0, 1.0}, 1.0, -1.0};
         }},
        {"node 1: the limits of the joint are not finite",
         [](auto& nodes) {
             nodes[1].joint = Joint{{}, {0.0, 0.0, 1.0}, not_a_number, 1.0};
         }},
        {"node 1: its polytope is empty", [](auto& nodes) { nodes[1].polytope = Polytope{}; }},
        {"node 0: its approximate hull is empty",
         [](auto& nodes) { nodes[0].approximate_hull = Polytope{}; }},
        {"node 0: its parts reach 1e+20 from its origin",
         [](auto& nodes) { nodes[1].parent_from_node.origin.x = 1e20; }},
        {"node 0: its parts reach 1e+39 from its origin",
         [](auto& nodes) { nodes[1].parent_from_node.origin.z = -1e39; }},
        {"node 0: its parts reach inf from its origin",
         [](auto& nodes) { nodes[1].parent_from_node.origin.x = 1e300; }},
        {"node 0: its parts reach 2000000000000 from its origin",
         [](auto& nodes) {
             nodes[1].joint = Joint{{0.0, 1e12, 0.0}, {0.0, 0.0, 1.0}, -3.0, 3.0};
         }},
        {"needs at least one node", [](auto& nodes) { nodes.clear(); }},
        {"at most 4096 nodes", [](auto& nodes) { nodes.resize(5000); }}};
    for (const BadTree& bad : cases) {
        Random random(1);
        std::vector<HullNode> nodes(3);
        for (std::uint32_t n = 1; n < 3; ++n) {
            nodes[n].parent = 0;
            nodes[n].polytope = test::random_part(random, 1.0);
        }
        bad.spoil(nodes);
        const auto tree = make_hull_hierarchy(std::move(nodes), &make_hull);
        ASSERT_FALSE(tree) << bad.why;
        EXPECT_NE(tree.error().message.find(bad.why), std::string::npos) << tree.error().message;
    }
}

// The links of a chain. Each link is `length` from the previous one, and can slide by up to `slide` along the chain.
std::vector<HullNode> make_links(std::uint32_t links, double length, double slide) {
    Random random(3);
    std::vector<HullNode> nodes(1);
    for (std::uint32_t link = 0; link < links; ++link) {
        HullNode inner, leaf;
        inner.parent = link == 0 ? 0 : 2 * link - 1;
        leaf.parent = 2 * link + 1;
        inner.parent_from_node.origin.x = length;
        if (slide > 0.0) inner.joint = Joint{{}, {1.0, 0.0, 0.0}, 0.0, slide, JointKind::prismatic};
        leaf.polytope = test::random_part(random, 1.0);
        nodes.push_back(std::move(inner));
        nodes.push_back(std::move(leaf));
    }
    return nodes;
}

TEST(HullHierarchy, making_a_state_of_a_tree_that_was_moved_from_aborts) {
    HullHierarchy hand = make_hand(1.0);
    const HullHierarchy taken = std::move(hand);
    EXPECT_EQ(HullHierarchyState(taken).positions().size(), taken.joints().size());
    EXPECT_DEATH(HullHierarchyState{hand}, "requirement failed");
}

TEST(HullHierarchy, chains_beyond_the_limit_of_coordinates_are_refused) {
    EXPECT_TRUE(make_hull_hierarchy(make_links(100, 9.9e9, 0.0), &make_hull));
    for (const auto& [length, slide] : {std::pair(1e15, 0.0), {1.1e10, 0.0}, {9.999999e9, 1e4}}) {
        const auto tree = make_hull_hierarchy(make_links(100, length, slide), &make_hull);
        ASSERT_FALSE(tree) << length;
        EXPECT_NE(tree.error().message.find("from its origin, more than 1e12"), std::string::npos)
            << tree.error().message;
    }
}

TEST(HullHierarchy, hulls_contain_parts_near_the_limit_of_coordinates) {
    for (const HullMode mode : {HullMode::recompute, HullMode::whole_range}) {
        std::vector<HullNode> nodes(3);
        Random random(4);
        nodes[0].mode = mode;
        for (std::uint32_t n = 1; n < 3; ++n) {
            nodes[n].parent = 0;
            nodes[n].parent_from_node.origin.x = n == 1 ? 9.99e11 : -9.99e11;
            nodes[n].polytope = test::random_part(random, 1.0);
            nodes[n].joint = Joint{{}, {0.0, 0.0, 1.0}, -3.0, 3.0};
        }
        // If no hull can be computed, a box replaces it, when the tree is made and in every pose.
        const HullFunction no_hull = [](std::span<const glm::vec3>) -> Result<Polytope> {
            return Error{"none"};
        };
        for (const HullFunction hull : {HullFunction{&make_hull}, no_hull}) {
            const auto tree = make_hull_hierarchy(nodes, hull);
            ASSERT_TRUE(tree) << tree.error().message;
            HullHierarchyState state(*tree);
            for (int pose = 0; pose < 10; ++pose) {
                test::turn_at_random(state, random);
                state.update();
                EXPECT_LE(worst_escape(state), 1e-2) << "pose " << pose; // rounding at coordinates of 1e12
            }
        }
    }
}

TEST(HullHierarchy, InvalidAnglesAreRefusedAndChangeNothing) {
    const HullHierarchy hand = make_hand(1.0);
    HullHierarchyState state(hand);
    ASSERT_TRUE(state.set_position(1, 0.5));
    for (const double bad :
         {-0.1, 1.7, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        const Status status = state.set_position(1, bad);
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message.find("joint 1: angle"), std::string::npos);
        EXPECT_EQ(state.positions()[1], 0.5);
    }
    const Status unknown = state.set_position(99, 0.0);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().message, "joint 99: no such joint (there are 15)");
}

// Two adjacent boxes. The hull that the caller supplies is too small along y and too large along z.
TEST(HullHierarchy, TheErrorBoundOfASuppliedHullCoversPartsThatExtendBeyondIt) {
    std::vector<HullNode> nodes(3);
    nodes[1].parent = nodes[2].parent = 0;
    nodes[1].parent_from_node.origin = {-1.0, 0.0, 0.0};
    nodes[2].parent_from_node.origin = {1.0, 0.0, 0.0};
    for (const std::size_t n : {1u, 2u})
        nodes[n].polytope = std::move(*make_box_polytope({1.0f, 1.0f, 1.0f}));
    nodes[0].approximate_hull = std::move(*make_box_polytope({2.0f, 0.9f, 1.2f}));
    const Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), &make_hull);
    ASSERT_TRUE(tree) << tree.error().message;
    const ErrorBoundedHull& hull = tree->hulls()[0];
    EXPECT_EQ(hull.polytope.positions().size(), 8u);
    EXPECT_NEAR(hull.polytope.volume(), 8.0 * 2.0 * 0.9 * 1.2, 1e-5) << "it is the supplied hull";
    EXPECT_GE(hull.error_bound, 0.1) << "the parts extend 0.1 beyond the hull along y";
    EXPECT_GE(tree->reach(), std::sqrt(4.0 + 1.0 + 1.0)) << "the farthest corner";
}

TEST(HullHierarchy, ErrorsOfRotationsDoNotAddUpAlongAPath) {
    constexpr std::uint32_t kNodes = 12;
    std::vector<HullNode> nodes(kNodes);
    for (std::uint32_t n = 1; n < kNodes; ++n) {
        nodes[n].parent = n - 1;
        nodes[n].parent_from_node.linear[0][0] = 1.0 + 4.5e-10;
        ASSERT_TRUE(is_rigid(nodes[n].parent_from_node));
    }
    nodes.back().polytope = make_box_polytope({1, 1, 1}).value();
    const auto no_hull = [](std::span<const glm::vec3>) -> Result<Polytope> { return Error{"a box"}; };
    const HullHierarchy tree = make_hull_hierarchy(std::move(nodes), no_hull).value();
    EXPECT_TRUE(is_rigid(HullHierarchyState(tree).body_from_part(0), 1e-12));
}

} // namespace
} // namespace boxwood
