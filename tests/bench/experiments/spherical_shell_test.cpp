// Spherical shells contain their triangles and are conservative. The numbers of overlap tests of shells, OBBs,
// rectangle swept spheres and AABBs are compared for trees with the same topology, traversed with the same descend
// rule.
#include "bench/experiments/volumes/spherical_shell.hpp"

#include "collision/hierarchy/all_kinds.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <map>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

struct Tree {
    Bvh2<Aabb> boxes;
    std::vector<SphericalShell> shells;
    std::vector<Obb> oriented;
    std::vector<Rss> swept;
};

// Calls visit(node, corners of all triangles below the node) for every node.
template <class Visit>
void visit_patches(const Bvh2<Aabb>& tree, const SampleMesh& mesh, Visit&& visit) {
    std::vector<std::vector<std::uint32_t>> below(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const auto& node = tree.nodes[i];
        if (node.is_leaf()) {
            below[i] = {node.first};
        } else {
            below[i] = below[node.first];
            below[i].insert(below[i].end(), below[node.first + 1].begin(), below[node.first + 1].end());
        }
        std::vector<glm::vec3> corners;
        for (const std::uint32_t t : below[i])
            for (const glm::vec3& p : triangle_of(mesh.view(), t)) corners.push_back(p);
        visit(i, corners);
    }
}

Tree make_tree(const SampleMesh& mesh) {
    SerialExecutor serial;
    Tree tree{build_top_down(make_primitive_boxes(mesh.view()), {}, serial), {}, {}, {}};
    tree.shells.resize(tree.boxes.nodes.size());
    tree.oriented.resize(tree.boxes.nodes.size());
    tree.swept.resize(tree.boxes.nodes.size());
    visit_patches(tree.boxes, mesh, [&](std::size_t i, const std::vector<glm::vec3>& corners) {
        tree.shells[i] = fit_shell(corners);
        tree.oriented[i] = Obb::fit_triangles(corners);
        tree.swept[i] = Rss::fit_triangles(corners);
    });
    return tree;
}

// Counts the tests of a traversal that opens the node with the larger box and stops at separated pairs and at pairs of
// leaves.
template <class Overlap>
std::size_t count_tests(const Tree& a, const Tree& b, Overlap&& overlaps) {
    std::size_t tests = 0;
    std::vector<std::array<std::uint32_t, 2>> stack{{0, 0}};
    while (!stack.empty()) {
        const auto [i, j] = stack.back();
        stack.pop_back();
        ++tests;
        const auto &in_a = a.boxes.nodes[i], &in_b = b.boxes.nodes[j];
        if (!overlaps(i, j) || (in_a.is_leaf() && in_b.is_leaf())) continue;
        const bool is_a_opened =
            in_b.is_leaf() || (!in_a.is_leaf() && in_a.volume.volume() >= in_b.volume.volume());
        for (const std::uint32_t k : {0u, 1u})
            stack.push_back(is_a_opened ? std::array{in_a.first + k, j} : std::array{i, in_b.first + k});
    }
    return tests;
}

std::map<std::string, double> compare(const SampleMesh& mesh_a, const SampleMesh& mesh_b) {
    const Tree a = make_tree(mesh_a), b = make_tree(mesh_b);
    const AffineRelation same = make_affine_relation(Pose{}, Pose{}, a.boxes.nodes[0].volume,
                                                     b.boxes.nodes[0].volume, OverlapTest::sat);
    std::map<std::string, double> tests;
    tests["shell"] = static_cast<double>(
        count_tests(a, b, [&](auto i, auto j) { return overlap(a.shells[i], b.shells[j]); }));
    tests["obb"] = static_cast<double>(
        count_tests(a, b, [&](auto i, auto j) { return overlap(a.oriented[i], b.oriented[j], same); }));
    tests["rss"] = static_cast<double>(
        count_tests(a, b, [&](auto i, auto j) { return overlap(a.swept[i], b.swept[j], same); }));
    tests["aabb"] = static_cast<double>(count_tests(
        a, b, [&](auto i, auto j) { return overlap(a.boxes.nodes[i].volume, b.boxes.nodes[j].volume); }));
    for (const auto& [name, count] : tests) testing::Test::RecordProperty(name, std::to_string(count));
    return tests;
}

SampleMesh moved(SampleMesh mesh, const Pose& pose) {
    for (glm::vec3& p : mesh.positions) p = glm::vec3(pose * p);
    return mesh;
}

TEST(SphericalShellStudy, shells_contain_their_triangles_and_are_conservative) {
    Random random(1);
    std::size_t separated = 0;
    const std::size_t rounds = test::choose_effort(2000, 100000);
    for (std::size_t round = 0; round < rounds; ++round) {
        std::array<std::vector<glm::vec3>, 2> corners;
        for (auto& of : corners) { // spherical patches, thin and curved, or soups
            const glm::dvec3 center = oracle::draw_point(random, 1.5);
            const double spread = round % 3 == 0 ? 2.0 : 0.3;
            for (int k = 0; k < 12; ++k) {
                glm::dvec3 p = glm::dvec3(0, 0, 1) + oracle::draw_point(random, spread);
                if (round % 4 != 0) p = glm::normalize(p);
                of.push_back(glm::vec3(center + p));
            }
        }
        const SphericalShell a = fit_shell(corners[0]), b = fit_shell(corners[1]);
        bool meets = false;
        for (std::size_t i = 0; i < 12; i += 3)
            for (std::size_t j = 0; j < 12; j += 3) {
                const auto triangle = [](const std::vector<glm::vec3>& of, std::size_t k) {
                    return Triangle64{glm::dvec3(of[k]), glm::dvec3(of[k + 1]), glm::dvec3(of[k + 2])};
                };
                meets |=
                    find_closest_points(triangle(corners[0], i), triangle(corners[1], j)).distance == 0.0;
            }
        for (const glm::vec3& p : corners[0]) ASSERT_TRUE(a.contains(glm::dvec3(p)));
        ASSERT_TRUE(a.contains(
            (glm::dvec3(corners[0][0]) + glm::dvec3(corners[0][1]) + glm::dvec3(corners[0][2])) / 3.0));
        if (meets) {
            ASSERT_TRUE(overlap(a, b));
        }
        separated += overlap(a, b) ? 0 : 1;
    }
    EXPECT_GT(separated, rounds / 10);
}

TEST(SphericalShellStudy, the_root_shells_separate_concentric_spheres) {
    const std::map<std::string, double> tests =
        compare(oracle::make_sphere(1.0, 16), oracle::make_sphere(0.95, 16));
    EXPECT_EQ(tests.at("shell"), 1.0);
    EXPECT_GT(tests.at("obb"), 1000.0);
}

TEST(SphericalShellStudy, obbs_need_less_than_half_the_tests_of_shells_and_aabbs_for_nested_tori) {
    const auto tests = compare(oracle::make_torus(2.0, 0.5, 80, 30), oracle::make_torus(2.0, 0.42, 80, 30));
    EXPECT_GT(tests.at("shell"), 2.0 * tests.at("obb"));
    EXPECT_GT(tests.at("aabb"), 2.0 * tests.at("obb"));
}

TEST(SphericalShellStudy, obbs_need_less_than_half_the_tests_of_shells_for_intersecting_tori) {
    Random random(2);
    const SampleMesh torus = oracle::make_torus(1.0, 0.35, 60, 30);
    const auto tests = compare(
        torus, moved(torus, make_pose({oracle::draw_rotation(random), {0.9, 0.4, 0.3}, glm::dvec3(1.0)})));
    EXPECT_GT(tests.at("shell"), 2.0 * tests.at("obb"));
}

} // namespace
} // namespace boxwood
