#include "collision/hierarchy/validate.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace boxwood {
namespace {

class ValidateTest : public testing::Test {
  protected:
    void expect_defect(const Bvh2<Aabb>& tree, std::uint32_t node, const std::string& part) {
        const auto defect = find_defect(tree, mesh_.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_EQ(defect->node, node) << defect->message;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
        EXPECT_EQ(defect->message.find("node " + std::to_string(node) + ": "), 0u) << defect->message;
    }
    std::uint32_t find_leaf(std::uint32_t after = 0) const {
        while (!tree_.nodes[after].is_leaf()) ++after;
        return after;
    }
    // An internal node other than the root.
    std::uint32_t find_internal() const {
        std::uint32_t node = 1;
        while (tree_.nodes[node].is_leaf()) ++node;
        return node;
    }

    oracle::SampleMesh mesh_ = oracle::make_torus(1.0, 0.4, 12, 8);
    SerialExecutor serial_;
    Bvh2<Aabb> tree_ = build_top_down(make_primitive_boxes(mesh_.view()), {}, serial_);
};

TEST_F(ValidateTest, ASoundTreeHasNoDefect) {
    EXPECT_FALSE(find_defect(tree_, mesh_.view()).has_value());
}

// If a parent is too small for its content, the defect names the parent itself, and the message names a triangle.
TEST_F(ValidateTest, FindsAParentThatIsTooSmall) {
    for (int axis = 0; axis < 3; ++axis) {
        Bvh2<Aabb> broken = tree_;
        broken.nodes[0].volume.upper[axis] = std::nextafterf(broken.nodes[0].volume.upper[axis], -9.0f);
        expect_defect(broken, 0, "does not contain a vertex of triangle ");
        expect_defect(broken, 0, ", which is in leaf ");
    }
}

TEST_F(ValidateTest, FindsAChildThatIsTooLarge) {
    for (int axis = 0; axis < 3; ++axis) {
        Bvh2<Aabb> broken = tree_;
        const std::uint32_t child = tree_.nodes[0].first;
        broken.nodes[child].volume.upper[axis] = std::nextafterf(broken.nodes[0].volume.upper[axis], 9.0f);
        expect_defect(broken, child, "is not inside its parent, node 0");
    }
}

TEST_F(ValidateTest, FindsAnUncontainedVertex) {
    const std::uint32_t leaf = find_leaf();
    const std::uint32_t triangle = tree_.nodes[leaf].first;
    Bvh2<Aabb> broken = tree_;
    broken.nodes[leaf].volume.lower.y = std::nextafterf(broken.nodes[leaf].volume.lower.y, 9.0f);
    expect_defect(broken, leaf, "does not contain a vertex of triangle " + std::to_string(triangle));
}

TEST_F(ValidateTest, FindsNaN) {
    const std::uint32_t leaf = find_leaf();
    tree_.nodes[leaf].volume.lower.x = std::numeric_limits<float>::quiet_NaN();
    expect_defect(tree_, leaf, "has a NaN in its volume");
    tree_ = build_top_down(make_primitive_boxes(mesh_.view()), {}, serial_);
    tree_.nodes[0].volume.lower.x = std::numeric_limits<float>::quiet_NaN();
    expect_defect(tree_, 0, "has a NaN in its volume");
}

TEST_F(ValidateTest, FindsLostAndDoubledPrimitives) {
    const std::uint32_t first = find_leaf(), second = find_leaf(first + 1);
    Bvh2<Aabb> doubled = tree_;
    doubled.nodes[second].first = doubled.nodes[first].first;
    expect_defect(doubled, second,
                  "primitive " + std::to_string(tree_.nodes[first].first) + " is also in leaf node " +
                      std::to_string(first));

    Bvh2<Aabb> lost = tree_;
    mesh_.triangles.push_back(mesh_.triangles[0]);
    ++lost.primitive_count;
    expect_defect(lost, 0, "primitive " + std::to_string(mesh_.triangles.size() - 1) + " is in no leaf");

    Bvh2<Aabb> unknown = tree_;
    ++unknown.primitive_count;
    unknown.nodes[first].first = 100000;
    expect_defect(unknown, first, "primitive 100000 does not exist");

    Bvh2<Aabb> miscounted = tree_;
    miscounted.primitive_count -= 1;
    mesh_.triangles.pop_back();
    expect_defect(miscounted, 0, "is stale: the hierarchy has");
}

TEST_F(ValidateTest, FindsBrokenLeavesOfSeveralPrimitives) {
    const Bvh2<Aabb> sound =
        build_top_down(make_primitive_boxes(mesh_.view()), {SplitRule::object_median, 4}, serial_);
    ASSERT_FALSE(find_defect(sound, mesh_.view()).has_value());
    std::uint32_t leaf = 0;
    while (sound.nodes[leaf].count < 2) ++leaf;

    Bvh2<Aabb> doubled = sound;
    const std::uint32_t twice = doubled.primitives[doubled.nodes[leaf].first + 1];
    doubled.primitives[doubled.nodes[leaf].first] = twice;
    expect_defect(doubled, leaf, "primitive " + std::to_string(twice) + " is in this leaf twice");

    Bvh2<Aabb> lost = sound;
    const std::uint32_t last = lost.primitives[lost.nodes[leaf].first + --lost.nodes[leaf].count];
    expect_defect(lost, 0, "primitive " + std::to_string(last) + " is in no leaf");

    Bvh2<Aabb> beyond = sound;
    beyond.nodes[leaf].first = 100000;
    expect_defect(beyond, leaf, "extends past the end");

    Bvh2<Aabb> huge = sound;
    for (const std::uint32_t count : {kMaxLeafSize + 1u, ~0u}) {
        huge.nodes[leaf].count = count;
        expect_defect(huge, leaf, "has more than kMaxLeafSize");
    }
    huge.nodes[0].count = ~0u;
    expect_defect(huge, 0, "has more than kMaxLeafSize");
}

TEST_F(ValidateTest, FindsWrongOrderOrphansAndCycles) {
    const std::uint32_t internal = find_internal();
    Bvh2<Aabb> cycle = tree_;
    cycle.nodes[internal].first = 0;
    expect_defect(cycle, internal, "does not come after its parent");
    cycle.nodes[internal].first = internal;
    expect_defect(cycle, internal, "does not come after its parent");

    Bvh2<Aabb> missing = tree_;
    missing.nodes[internal].first = static_cast<std::uint32_t>(tree_.nodes.size() - 1);
    expect_defect(missing, internal, "does not exist");

    std::uint32_t later = internal + 1;
    while (tree_.nodes[later].is_leaf()) ++later;
    Bvh2<Aabb> shared = tree_;
    shared.nodes[internal].first = shared.nodes[later].first;
    expect_defect(shared, shared.nodes[later].first,
                  "is a child of two nodes; one of them is node " + std::to_string(later));

    Bvh2<Aabb> orphan = tree_;
    orphan.nodes.push_back(orphan.nodes[find_leaf()]);
    expect_defect(orphan, static_cast<std::uint32_t>(tree_.nodes.size()), "is an orphan");

    EXPECT_TRUE(find_defect(Bvh2<Aabb>{}, mesh_.view()).has_value());
}

} // namespace
} // namespace boxwood
