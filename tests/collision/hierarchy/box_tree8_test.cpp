#include "collision/hierarchy/box_tree/box_tree8.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/bvh8/collapse_to_bvh8.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <set>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build_boxes(const SampleMesh& mesh, const Builder& builder, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return builder.build(make_primitive_boxes(mesh.view()), leaf_size, serial);
}

SampleMesh make_mesh(Random& random, std::size_t round) {
    SampleMesh mesh =
        round % 2 == 0 ? oracle::make_torus(1.0, 0.4, 16, 9) : oracle::make_soup(random, 150, 0.2);
    if (round % 5 == 4)
        for (glm::vec3& p : mesh.positions) p.z = 1.0f;
    const double scale = std::pow(10.0, oracle::draw(random, -6.0, 6.0));
    const glm::dvec3 offset = oracle::draw_point(random, round % 3 == 0 ? 0.0 : scale);
    for (glm::vec3& p : mesh.positions) p = glm::vec3(scale * glm::dvec3(p) + offset);
    return mesh;
}

// Decodes the 64 bytes of a node by their documented layout: 24 bytes of lower moves and 24 bytes of upper moves, by
// axis and lane; then three words of 28 and 4 bits; then 4 bits for each lane.
struct DecodedNode {
    std::uint8_t moves[2][3][8];
    std::uint32_t words[4];

    explicit DecodedNode(const BoxTreeNode8& node) { std::memcpy(this, &node, sizeof node); }
    std::uint32_t lanes() const { return words[0] / 268435456u; }
    bool is_leaf(std::uint32_t lane) const {
        const std::uint32_t half = words[lane < 4 ? 1 : 2] / 268435456u;
        return half / (1u << lane % 4) % 2 == 1;
    }
    std::uint32_t first_child() const { return words[0] % 268435456u; }
    std::uint32_t first_primitive() const { return words[1] % 268435456u; }
    std::uint32_t size(std::uint32_t lane) const { return words[3] / (1u << 4 * lane) % 16 + 1; }
    Aabb box(std::uint32_t lane, const Aabb& parent) const {
        Aabb box;
        for (int k = 0; k < 3; ++k) {
            const float step = parent.upper[k] / 256.0f - parent.lower[k] / 256.0f;
            box.lower[k] = parent.lower[k] + static_cast<float>(moves[0][k][lane]) * step;
            box.upper[k] = parent.upper[k] - static_cast<float>(moves[1][k][lane]) * step;
        }
        return box;
    }
};
static_assert(sizeof(DecodedNode) == sizeof(BoxTreeNode8));

// Every vertex lies in the boxes of all lanes above it. The box of a lane lies in its node's box. Each of its sides is
// at most two steps, of 1/256 of the node's box, outside the tight box, plus rounding.
void expect_tight(const BoxTree8& tree, const SampleMesh& mesh) {
    std::vector<int> held(mesh.triangles.size(), 0);
    std::vector<bool> is_reached(tree.nodes.size(), false);
    const std::function<Aabb(std::uint32_t, const Aabb&, std::vector<Aabb>)> descend =
        [&](std::uint32_t index, const Aabb& parent, const std::vector<Aabb>& above) {
            const DecodedNode node(tree.nodes[index]);
            is_reached[index] = true;
            std::uint32_t child = node.first_child(), place = node.first_primitive();
            Aabb all;
            for (std::uint32_t lane = 0; lane < node.lanes(); ++lane) {
                const Aabb box = node.box(lane, parent);
                EXPECT_TRUE(parent.contains(box));
                std::vector<Aabb> around = above;
                around.push_back(box);
                Aabb tight;
                if (!node.is_leaf(lane)) {
                    tight = descend(child++, box, around);
                } else {
                    for (std::uint32_t i = 0; i < node.size(lane); ++i) {
                        const std::uint32_t primitive = tree.primitives[place++];
                        ++held[primitive];
                        for (const std::uint32_t v : mesh.triangles[primitive]) {
                            const glm::vec3& p = mesh.positions[v];
                            for (const Aabb& outer : around) EXPECT_TRUE(outer.contains(p));
                            tight.lower = glm::min(tight.lower, p);
                            tight.upper = glm::max(tight.upper, p);
                        }
                    }
                }
                for (int k = 0; k < 3; ++k) {
                    const double side = static_cast<double>(parent.upper[k]) -
                                        static_cast<double>(parent.lower[k]),
                                 far = std::fmax(std::abs(static_cast<double>(parent.lower[k])),
                                                 std::abs(static_cast<double>(parent.upper[k]))),
                                 most = 2.01 / 256.0 * side + 1e-6 * far;
                    EXPECT_LE(static_cast<double>(tight.lower[k]) - static_cast<double>(box.lower[k]), most);
                    EXPECT_LE(static_cast<double>(box.upper[k]) - static_cast<double>(tight.upper[k]), most);
                }
                all = merge(all, tight);
            }
            return all;
        };
    ASSERT_EQ(descend(0, tree.root_box, {}), tree.root_box);
    for (const int count : held) ASSERT_EQ(count, 1);
    for (const bool reached : is_reached) ASSERT_TRUE(reached);
}

void expect_no_defect(const BoxTree8& tree, const SampleMesh& mesh) {
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
}

TEST(BoxTree8Test, built_and_refitted_boxes_contain_their_triangles_tightly) {
    Random random(1);
    for (std::size_t round = 0; round < test::choose_effort(40, 2000); ++round) {
        SampleMesh mesh = make_mesh(random, round);
        BoxTree8 tree = collapse_to_box_tree8(
            build_boxes(mesh, kAllBuilders[round % kAllBuilders.size()],
                        round % 7 == 6 ? 16 : 1 + static_cast<std::uint32_t>(round % 4)));
        ASSERT_NO_FATAL_FAILURE(expect_tight(tree, mesh));
        ASSERT_FALSE(HasFailure());
        expect_no_defect(tree, mesh);

        const BoxTree8 before = tree;
        refit(tree, mesh.view()); // no vertex has moved, so no move may change
        for (std::size_t i = 0; i < before.nodes.size(); ++i) {
            ASSERT_EQ(tree.nodes[i].moves.lower, before.nodes[i].moves.lower);
            ASSERT_EQ(tree.nodes[i].moves.upper, before.nodes[i].moves.upper);
        }
        for (glm::vec3& p : mesh.positions) p = p * 1.5f + glm::vec3(oracle::draw_point(random, 1.0));
        refit(tree, mesh.view());
        ASSERT_NO_FATAL_FAILURE(expect_tight(tree, mesh));
        ASSERT_FALSE(HasFailure());
        expect_no_defect(tree, mesh);
    }
}

// The names of cursors are the node indices of make_binary_view(). They are dense, siblings have adjacent names, and
// children have higher names than their parents.
TEST(BoxTree8Test, names_of_cursors_are_indices_in_the_binary_view) {
    Random random(2);
    for (std::size_t round = 0; round < 12; ++round) {
        const SampleMesh mesh = make_mesh(random, round);
        const BoxTree8 tree = collapse_to_box_tree8(build_boxes(
            mesh, kAllBuilders[round % kAllBuilders.size()], 1 + static_cast<std::uint32_t>(round % 3)));
        const Bvh2<Aabb> view = make_binary_view(tree);
        ASSERT_EQ(view.nodes.size(), node_count_of(tree));
        std::set<std::uint32_t> names;
        std::size_t lanes = 0;
        std::vector<BoxTree8::Cursor> stack{tree.root()};
        while (!stack.empty()) {
            const BoxTree8::Cursor at = stack.back();
            stack.pop_back();
            ASSERT_TRUE(names.insert(at.name).second);
            ASSERT_EQ(view.nodes[at.name].volume, at.box);
            ASSERT_EQ(view.is_leaf(at.name), tree.is_leaf(at));
            if (at.size() == 1) {
                ASSERT_EQ(tree.name_of(at.node, at.begin), at.name);
                ++lanes;
            }
            if (tree.is_leaf(at)) {
                const auto held = tree.primitives_of(at), expected = view.primitives_of(at.name);
                ASSERT_TRUE(std::equal(held.begin(), held.end(), expected.begin(), expected.end()));
                continue;
            }
            for (const unsigned which : {0u, 1u}) {
                stack.push_back(tree.child(at, which));
                ASSERT_EQ(stack.back().name, view.nodes[at.name].first + which);
                ASSERT_GT(stack.back().name, at.name);
            }
        }
        ASSERT_EQ(names.size(), view.nodes.size());
        ASSERT_EQ(*names.rbegin() + 1, names.size());
        std::size_t expected_lanes = 0;
        for (const BoxTreeNode8& node : tree.nodes) expected_lanes += node.lane_count();
        ASSERT_EQ(lanes, expected_lanes);
    }
}

TEST(BoxTree8Test, takes_less_memory_than_bvh8) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 60, 30);
    for (const std::uint32_t leaf_size : {1u, 2u}) {
        const Bvh2<Aabb> boxes = build_boxes(mesh, kAllBuilders[0], leaf_size);
        const double bytes = measure_quality(collapse_to_box_tree8(boxes)).bytes_per_primitive;
        EXPECT_LT(bytes, 0.8 * measure_quality(collapse_to_bvh8(boxes)).bytes_per_primitive);
        EXPECT_LE(bytes, leaf_size == 1 ? 17.0 : 12.0);
    }
}

TEST(BoxTree8Test, boxes_with_overflowing_or_subnormal_sides_are_valid) {
    SampleMesh mesh = oracle::make_cube(1.0, 2);
    for (glm::vec3& p : mesh.positions) p *= 3e38f;
    const BoxTree8 tree = collapse_to_box_tree8(build_boxes(mesh, kAllBuilders[0]));
    expect_no_defect(tree, mesh);
    visit_nodes(tree, [&](const Aabb& box, std::uint32_t, std::uint32_t, bool) {
        for (int k = 0; k < 3; ++k) ASSERT_LE(box.lower[k], box.upper[k]);
    });
    for (glm::vec3& p : mesh.positions) p *= 1e-38f * 1e-5f; // subnormal
    const BoxTree8 tiny = collapse_to_box_tree8(build_boxes(mesh, kAllBuilders[0]));
    expect_no_defect(tiny, mesh);
}

TEST(BoxTree8Test, a_hierarchy_of_one_leaf_is_only_a_root) {
    Random random(3);
    for (const int triangles : {1, 16}) {
        const SampleMesh mesh = oracle::make_soup(random, triangles, 0.5);
        const BoxTree8 tree = collapse_to_box_tree8(build_boxes(mesh, kAllBuilders[0], 16));
        EXPECT_EQ(tree.nodes.size(), 1u);
        EXPECT_TRUE(tree.is_leaf(tree.root()));
        EXPECT_EQ(tree.primitives_of(tree.root()).size(), static_cast<std::size_t>(triangles));
        EXPECT_NO_FATAL_FAILURE(expect_tight(tree, mesh));
        expect_no_defect(tree, mesh);
    }
}

TEST(BoxTree8Test, FindsBrokenTreesAndNamesTheNode) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    const BoxTree8 sound = collapse_to_box_tree8(build_boxes(mesh, kAllBuilders[0], 2));
    expect_no_defect(sound, mesh);
    const auto last = static_cast<std::uint32_t>(sound.nodes.size() - 1);
    BoxTree8 tree = sound;
    const auto expect_defect = [&](const std::string& part) {
        const auto defect = find_defect(tree, mesh.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
        tree = sound;
    };
    const auto relink = [&](std::uint32_t node, auto change) {
        BoxTreeNode8::Links links = tree.nodes[node].links();
        change(links);
        tree.nodes[node].set_links(links);
    };
    relink(1, [](auto& links) { links.lane_count = 1; });
    expect_defect("1: has 1 children");
    relink(1, [](auto& links) { links.lane_count = 9; });
    expect_defect("1: has 9 children");
    relink(0, [](auto& links) { links.lane_count = 2; });
    expect_defect("0: has 2 children");
    relink(1, [](auto& links) { ++links.first_child; });
    expect_defect("1: its first child is not directly after");
    relink(last, [](auto& links) { ++links.first_primitive; });
    expect_defect(std::to_string(last) + ": its first primitive is not directly after");
    relink(last, [](auto& links) { ++links.first_name; });
    expect_defect(std::to_string(last) + ": its first name is not directly after");
    relink(last, [](auto& links) { links.leaves = 255, links.lane_count = 3; });
    expect_defect("has a leaf bit for a lane that does not exist");
    relink(0, [](auto& links) { links.sizes = 1; });
    expect_defect("0: lane 0 has primitives, but is not a leaf");
    relink(last, [](auto& links) { links.sizes += 15u - links.sizes % 16; });
    expect_defect("extend past the end of the primitive list");
    relink(last, [](auto& links) { links.leaves &= links.leaves - 1, links.sizes = 0; });
    expect_defect("has a child that does not exist");
    tree.nodes.push_back(tree.nodes.back());
    expect_defect("is an orphan");
    tree.primitives.push_back(0);
    expect_defect("0: place " + std::to_string(sound.primitives.size()) +
                  " of the list of primitives is in no leaf");
    ++tree.leaf_count;
    expect_defect("which is not the number of leaves");
    tree.primitives[0] = tree.primitives[1]; // of the same leaf
    expect_defect("is in this leaf twice");
    tree.primitives[0] = tree.primitives.back();
    expect_defect("is also in leaf node");
    tree.primitives[3] = 100000;
    expect_defect("does not exist");
    tree.nodes[last].moves.lower[0][0] = 255;
    expect_defect("has an inverted volume");
    tree.nodes[1].moves.lower[0][0] = static_cast<std::uint8_t>(tree.nodes[1].moves.lower[0][0] + 20);
    expect_defect("does not contain a vertex");
    tree.nodes.clear();
    expect_defect("does not exist: a hierarchy has at least a root");
}

} // namespace
} // namespace boxwood
