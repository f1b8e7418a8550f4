// The dynamic tree as a broad phase: its leaves, its list of close pairs, and the cost of an update.
#include "collision/broad_phase/dynamic_tree_phase.hpp"
#include "tests/collision/broad_phase/rig.hpp"

namespace boxwood::test {
namespace {

using Tree = DynamicTreePhase::Tree;

// Checks that each inner box is the union of its children's boxes, and that no body has two leaves. Returns the
// fattened boxes by body.
std::map<BodyId, Aabb> read_leaves(const Tree& tree) {
    std::map<BodyId, Aabb> leaves;
    std::vector<std::uint32_t> stack;
    if (!tree.is_empty()) stack.push_back(tree.root());
    while (!stack.empty()) {
        const Tree::Node& node = tree.node(stack.back());
        stack.pop_back();
        if (node.is_leaf()) {
            EXPECT_TRUE(leaves.emplace(node.item, node.box).second) << "two leaves of " << node.item;
            continue;
        }
        EXPECT_EQ(node.box, merge(tree.node(node.left).box, tree.node(node.right).box));
        stack.insert(stack.end(), {node.left, node.right});
    }
    return leaves;
}

double sum_of_areas(const Tree& tree) {
    double sum = 0.0;
    std::vector<std::uint32_t> stack{tree.root()};
    while (!stack.empty()) {
        const Tree::Node& node = tree.node(stack.back());
        stack.pop_back();
        const glm::dvec3 sides = glm::dvec3(node.box.upper) - glm::dvec3(node.box.lower);
        sum += sides.x * sides.y + sides.y * sides.z + sides.z * sides.x;
        if (!node.is_leaf()) stack.insert(stack.end(), {node.left, node.right});
    }
    return sum;
}

TEST(DynamicTreePhaseTest, leaves_are_the_live_bodies_and_close_pairs_match_all_pairs) {
    for (const Motion motion : kMotions) {
        SCOPED_TRACE(testing::Message() << "motion " << static_cast<int>(motion));
        Rig<DynamicTreePhase> rig(100, motion, 17);
        for (int frame = 0; frame < static_cast<int>(choose_effort(60, 2000)); ++frame) {
            churn(rig);
            ASSERT_NO_FATAL_FAILURE(rig.update()) << "frame " << frame;
            const std::map<BodyId, Aabb> leaves = read_leaves(rig.phase.tree());
            std::vector<BodyId> bodies;
            std::vector<Aabb> fat(rig.moving.size());
            for (BodyId body = 0; body < rig.moving.size(); ++body)
                ASSERT_EQ(leaves.contains(body), rig.is_live(body));
            for (const auto& [body, fattened] : leaves) {
                const Aabb& box = rig.moving.boxes[body];
                const float margin = DynamicTreePhase::kMargin * box.longest_side();
                const float most = 1.001f * DynamicTreePhase::kMaxMargins * margin + 1e-5f;
                ASSERT_TRUE(fattened.contains(box));
                ASSERT_TRUE((Aabb{box.lower - most, box.upper + most}.contains(fattened)));
                bodies.push_back(body);
                fat[body] = fattened;
            }
            std::vector<BodyPair> close(rig.phase.close_pairs().begin(), rig.phase.close_pairs().end());
            std::sort(close.begin(), close.end());
            const std::set<BodyPair> expected = all_pairs(bodies, fat, {});
            ASSERT_TRUE(std::equal(close.begin(), close.end(), expected.begin(), expected.end()));
            if (HasFailure()) return;
            rig.moving.move();
        }
    }
}

TEST(DynamicTreePhaseTest, a_move_within_the_margin_tests_each_close_pair_and_visits_no_node) {
    Rig<DynamicTreePhase> rig(300, Motion::walk, 19);
    rig.insert_all();
    rig.update();
    EXPECT_GT(rig.phase.counters().node_visits, 300u);
    rig.update();
    EXPECT_EQ(rig.phase.counters().volume_tests, 0u);
    EXPECT_EQ(rig.phase.counters().node_visits, 0u);

    const std::vector<BodyPair> close(rig.phase.close_pairs().begin(), rig.phase.close_pairs().end());
    const auto of_body = static_cast<std::uint64_t>(
        std::count_if(close.begin(), close.end(), [](BodyPair p) { return p.a == 7 || p.b == 7; }));
    Aabb& box = rig.moving.boxes[7];
    const float margin = DynamicTreePhase::kMargin * box.longest_side();
    box.lower += 0.9f * margin, box.upper += 0.9f * margin;
    rig.update();
    EXPECT_EQ(rig.phase.counters().volume_tests, of_body);
    EXPECT_EQ(rig.phase.counters().node_visits, 0u);
    box.lower += 0.2f * margin, box.upper += 0.2f * margin;
    rig.update();
    EXPECT_GT(rig.phase.counters().node_visits, 1u);
    EXPECT_LT(rig.phase.counters().node_visits, 300u);
}

TEST(DynamicTreePhaseTest, a_box_that_shrinks_gets_a_smaller_leaf) {
    Rig<DynamicTreePhase> rig(2, Motion::walk, 1);
    rig.moving.boxes = {{glm::vec3(0.0f), glm::vec3(1.0f)}, {glm::vec3(0.0f), glm::vec3(8.0f)}};
    rig.insert_all();
    rig.update();
    EXPECT_EQ(rig.phase.close_pairs().size(), 1u);
    rig.moving.boxes[1].lower = glm::vec3(5.0f);
    rig.update();
    EXPECT_TRUE(rig.phase.close_pairs().empty());
}

TEST(DynamicTreePhaseTest, the_cell_factor_scales_the_margin) {
    for (const float factor : {0.0f, 0.5f, 3.0f}) {
        Rig<DynamicTreePhase> rig(1, Motion::walk, 1);
        rig.moving.boxes = {{glm::vec3(0.0f), glm::vec3(2.0f, 1.0f, 1.0f)}};
        rig.phase.configure({PairStorage::automatic, factor});
        rig.insert_all();
        rig.update();
        const float margin = 2.0f * DynamicTreePhase::kMargin * (factor > 0.0f ? factor : 1.0f);
        const Aabb fat = rig.phase.tree().node(rig.phase.tree().root()).box;
        EXPECT_NEAR(fat.lower.y, -margin, 1e-6f);
        EXPECT_NEAR(fat.upper.x, 2.0f + margin, 1e-6f);
    }
}

// Without rotations and reinsertion, a tree of boxes that wander becomes worse with every update.
TEST(DynamicTreePhaseTest, after_many_updates_the_area_is_below_115_percent_of_a_fresh_tree) {
    MovingBoxes moving(500, Motion::walk, 23);
    std::vector<BodyId> everyone;
    for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
    DynamicTreePhase old;
    old.insert(everyone, moving.boxes);
    for (int frame = 0; frame < static_cast<int>(choose_effort(300, 10000)); ++frame) {
        old.update(moving.boxes);
        moving.move();
    }
    old.update(moving.boxes);
    DynamicTreePhase fresh;
    fresh.insert(everyone, moving.boxes);
    fresh.update(moving.boxes);
    EXPECT_LT(sum_of_areas(old.tree()), 1.15 * sum_of_areas(fresh.tree()));
}

} // namespace
} // namespace boxwood::test
