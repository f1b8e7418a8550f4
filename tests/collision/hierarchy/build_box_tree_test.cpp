#include "collision/hierarchy/box_tree/build_box_tree.hpp"

#include "collision/hierarchy/refit/refit.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

using oracle::box_at;
using oracle::Random;

// Expects that each primitive's box lies in the derived box of its leaf, and that no leaf is too deep or too large.
void expect_sound(const BoxTree& tree, std::span<const Aabb> boxes, std::uint32_t leaf_size) {
    const oracle::SampleMesh mesh = oracle::mesh_of(boxes);
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
    const HierarchyQuality quality = measure_quality(tree);
    ASSERT_LE(quality.max_depth, kMaxBuiltDepth);
    ASSERT_LE(quality.leaves_of_size.size(), leaf_size + 1);
}

const std::array kConfigs{
    BoxTreeConfig{1},
    BoxTreeConfig{1, BoxTreeRule::volume},
    BoxTreeConfig{4, BoxTreeRule::counted_volume, true},
    BoxTreeConfig{3, BoxTreeRule::volume, true},
    BoxTreeConfig{1, BoxTreeRule::area},
    BoxTreeConfig{1, BoxTreeRule::minkowski},
    BoxTreeConfig{2, BoxTreeRule::midpoint},
    BoxTreeConfig{1, BoxTreeRule::sweep},
};

TEST(BuildBoxTreeTest, sound_over_small_and_degenerate_sets) {
    Random random(1);
    for (const BoxTreeConfig& config : kConfigs) {
        for (int count = 1; count <= 30; ++count) {
            const auto boxes = oracle::draw_boxes(random, count, 0.3);
            expect_sound(build_box_tree(boxes, config).tree, boxes, config.leaf_size);
        }
        std::vector<Aabb> plane, line;
        for (int i = 0; i < 500; ++i) {
            plane.push_back(box_at(float(i % 31), 2.0f, float(i / 31)));
            line.push_back(box_at(5.0f, float(i * 7 % 500)));
        }
        for (const auto& boxes : {plane, line, std::vector<Aabb>(500, Aabb{{1, 2, 3}, {4, 5, 6}}),
                                  oracle::make_halving_points(140), oracle::make_nested_intervals(500)})
            expect_sound(build_box_tree(boxes, config).tree, boxes, config.leaf_size);
    }
}

TEST(BuildBoxTreeTest, siblings_move_sides_along_the_same_axis_unless_the_node_is_halved) {
    Random random(2);
    const auto boxes = oracle::draw_boxes(random, static_cast<int>(test::choose_effort(2000, 50000)), 0.05);
    for (const bool weighs : {false, true}) {
        const BoxTreeBuild built =
            build_box_tree(boxes, {.rule = weighs ? BoxTreeRule::counted_volume : BoxTreeRule::volume});
        const BoxTree& tree = built.tree;
        std::size_t halved = 0, uncut = 0;
        for (const BoxTreeNode node : tree.nodes) {
            if (node.is_leaf()) continue;
            const BoxTreeNode left = tree.nodes[node.index()], right = tree.nodes[node.index() + 1];
            halved += left.axis() != right.axis();
            uncut += left.is_upper() == right.is_upper() && (left.move() == 0.0f || right.move() == 0.0f);
        }
        const auto count = [&](BoxTreeCase which) { return built.cases[static_cast<std::size_t>(which)]; };
        // only the children of a halved node may move sides along different axes
        EXPECT_LE(halved, count(BoxTreeCase::halved));
        // in all other nodes with two lower or two upper children, both children have a nonzero move
        EXPECT_LE(uncut, count(BoxTreeCase::halved));
        if (weighs) {
            EXPECT_GT(count(BoxTreeCase::lower_and_upper),
                      boxes.size() / 2); // the rule `volume`, without weights, avoids this case
        }
        EXPECT_GT(count(BoxTreeCase::two_lower), 0u);
        EXPECT_GT(count(BoxTreeCase::two_upper), 0u);
        EXPECT_EQ(built.cases[0] + built.cases[1] + built.cases[2] + built.cases[3], boxes.size() - 1);
    }
}

// A cut of the root perpendicular to y gives the lower child the root's width of 9, although its primitives are only 1
// or 2 wide. For this child, two lower children that are cut at different x have the least volume.
TEST(BuildBoxTreeTest, the_volume_rule_can_cut_both_children_on_the_same_side) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 3; ++i) boxes.push_back({{0, 0, float(i)}, {1, 1, float(i)}});
    for (int i = 0; i < 3; ++i) boxes.push_back({{0, 0, float(i)}, {2, 1, float(i)}});
    for (int i = 0; i < 3; ++i) boxes.push_back({{0, 9, float(i)}, {9, 10, float(i)}});
    const BoxTreeBuild built = build_box_tree(boxes, {.rule = BoxTreeRule::volume});
    expect_sound(built.tree, boxes, 1);
    EXPECT_GT(built.cases[0] + built.cases[2], 0u); // nodes with two lower or two upper children
}

// The plain sum of volumes is least if thin slivers are cut off a box that otherwise stays whole. Such cuts would make
// the hierarchy a list.
TEST(BuildBoxTreeTest, unweighted_rules_are_at_most_twice_as_deep_as_the_default) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 40, 25);
    const auto boxes = make_primitive_boxes(mesh.view());
    const std::uint32_t usual = build_box_tree(boxes, {}).tree.depth;
    for (const BoxTreeRule rule : {BoxTreeRule::volume, BoxTreeRule::area, BoxTreeRule::minkowski})
        EXPECT_LE(build_box_tree(boxes, {.rule = rule}).tree.depth, 2 * usual) << static_cast<int>(rule);
}

// The primitives below a cursor.
std::vector<std::uint32_t> collect(const BoxTree& tree, const BoxTree::Cursor& at) {
    if (tree.is_leaf(at)) {
        const auto held = tree.primitives_of(at);
        return {held.begin(), held.end()};
    }
    std::vector<std::uint32_t> all = collect(tree, tree.child(at, 0));
    const std::vector<std::uint32_t> right = collect(tree, tree.child(at, 1));
    all.insert(all.end(), right.begin(), right.end());
    return all;
}

TEST(BuildBoxTreeTest, every_rule_separates_two_groups_along_any_axis) {
    Random random(3);
    for (const BoxTreeConfig& config : kConfigs)
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Aabb> boxes = oracle::draw_boxes(random, 60, 0.05);
            for (std::size_t i = 0; i < boxes.size(); i += 2) {
                boxes[i].lower[axis] += 10.0f;
                boxes[i].upper[axis] += 10.0f;
            }
            const BoxTree tree = build_box_tree(boxes, config).tree;
            for (const unsigned which : {0u, 1u}) {
                const std::vector<std::uint32_t> group = collect(tree, tree.child(tree.root(), which));
                ASSERT_EQ(group.size(), boxes.size() / 2);
                for (const std::uint32_t primitive : group) ASSERT_EQ(primitive % 2, group[0] % 2);
            }
        }
}

// The minimum cost of all splits in the order of centers, along all axes. The cost is the sum over both children of
// length times count, divided by the extent.
double find_least_sweep_cost(const std::vector<Aabb>& boxes, const Aabb& all) {
    double least = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis)
        for (const Aabb& last : boxes) {
            double lower_end = -1e9, upper_end = 1e9, left = 0.0, right = 0.0;
            for (const Aabb& box : boxes) {
                const bool is_left = box.lower[axis] + box.upper[axis] <= last.lower[axis] + last.upper[axis];
                (is_left ? left : right) += 1.0;
                if (is_left)
                    lower_end = std::max(lower_end, static_cast<double>(box.upper[axis]));
                else
                    upper_end = std::min(upper_end, static_cast<double>(box.lower[axis]));
            }
            if (right == 0.0) continue;
            const double begin = static_cast<double>(all.lower[axis]),
                         end = static_cast<double>(all.upper[axis]);
            least = std::min(least, (left * (lower_end - begin) + right * (end - upper_end)) / (end - begin));
        }
    return least;
}

TEST(BuildBoxTreeTest, the_sweep_rule_takes_the_split_of_minimum_cost) {
    Random random(4);
    for (std::size_t round = 0; round < test::choose_effort(20, 1000); ++round) {
        const auto boxes = oracle::draw_boxes(random, 40, 0.2);
        const BoxTree tree = build_box_tree(boxes, {.rule = BoxTreeRule::sweep}).tree;
        double cost = 0.0;
        for (const unsigned which : {0u, 1u}) {
            const BoxTree::Cursor child = tree.child(tree.root(), which);
            const int axis = static_cast<int>(tree.nodes[child.node].axis());
            const double extent = static_cast<double>(tree.root_box.extent()[axis]),
                         move = static_cast<double>(tree.nodes[child.node].move());
            cost += static_cast<double>(collect(tree, child).size()) * (extent - move) / extent;
        }
        ASSERT_NEAR(cost, find_least_sweep_cost(boxes, tree.root_box), 1e-4 * cost);
    }
}

// Four blocks of 4 x 4 columns, with one gap along x and one along y. The rule decides whether the root is cut
// perpendicular to x or to y.
std::vector<Aabb> make_blocks(const glm::vec3& extent, const glm::vec3& gap) {
    constexpr int kCells = 4;
    const glm::vec3 cell = 0.5f / kCells * (extent - gap);
    std::vector<Aabb> boxes;
    for (int x = 0; x < 2 * kCells; ++x)
        for (int y = 0; y < 2 * kCells; ++y) {
            const glm::vec3 lower(static_cast<float>(x) * cell.x + (x < kCells ? 0.0f : gap.x),
                                  static_cast<float>(y) * cell.y + (y < kCells ? 0.0f : gap.y), 0.0f);
            boxes.push_back({lower, {lower.x + cell.x, lower.y + cell.y, extent.z}});
        }
    return boxes;
}

TEST(BuildBoxTreeTest, area_and_minkowski_rules_cut_along_the_axis_of_smaller_cost) {
    Random random(5);
    std::array<int, 2> chosen{}; // by axis
    for (int round = 0; round < static_cast<int>(test::choose_effort(200, 1000)); ++round) {
        glm::dvec3 extent(0.0, 0.0, oracle::draw(random, 0.5, 4.0)), gap(0.0);
        for (int axis = 0; axis < 2; ++axis) {
            extent[axis] = oracle::draw(random, 2.0, 10.0);
            gap[axis] = extent[axis] * oracle::draw(random, 0.1, 0.6);
        }
        const double partner = (extent.x + extent.y + extent.z) / 3.0;
        // The sum of the half areas of two children that are cut perpendicular to this axis.
        const auto area = [&](int axis) {
            glm::dvec3 child = extent;
            child[axis] = 0.5 * (extent - gap)[axis];
            return 2.0 * (child.x * child.y + child.y * child.z + child.z * child.x);
        };
        const auto minkowski = [&](int axis) {
            glm::dvec3 child = extent;
            child[axis] = 0.5 * (extent - gap)[axis];
            child += partner;
            return 2.0 * child.x * child.y * child.z;
        };
        const auto boxes = make_blocks(glm::vec3(extent), glm::vec3(gap));
        for (const BoxTreeRule rule : {BoxTreeRule::area, BoxTreeRule::minkowski}) {
            const bool is_area = rule == BoxTreeRule::area;
            const double x = is_area ? area(0) : minkowski(0), y = is_area ? area(1) : minkowski(1);
            if (std::abs(x - y) < 0.02 * x) continue;
            const BoxTree tree = build_box_tree(boxes, {.rule = rule}).tree;
            const unsigned axis = tree.nodes[tree.nodes[0].index()].axis();
            ASSERT_EQ(axis, x < y ? 0u : 1u) << "round " << round << (is_area ? ", area" : ", Minkowski");
            ++chosen[axis];
        }
    }
    EXPECT_GT(chosen[0], 5);
    EXPECT_GT(chosen[1], 5);
}

TEST(BuildBoxTreeTest, the_topology_is_a_sound_hierarchy_of_tight_boxes) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    const auto boxes = make_primitive_boxes(mesh.view());
    for (const std::uint32_t leaf_size : {1u, 4u}) {
        const BoxTreeBuild built = build_box_tree(boxes, {leaf_size});
        const Bvh2<Aabb> bvh = make_topology(built.tree, boxes);
        oracle::expect_sound(bvh, boxes, leaf_size);
        EXPECT_FALSE(find_defect(built.tree, mesh.view()).has_value());
        // If each node may move any side, the volumes are at most 2 % larger than if siblings must move sides along the
        // same axis.
        EXPECT_LE(measure_quality(restrict_boxes(bvh)).volume_sum,
                  1.02 * measure_quality(built.tree).volume_sum);
    }
}

} // namespace
} // namespace boxwood
