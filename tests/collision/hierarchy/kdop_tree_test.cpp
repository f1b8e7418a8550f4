#include "collision/hierarchy/kdop_tree/kdop_tree.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace boxwood::kdop_tree_test {
namespace {

using oracle::Random;
using oracle::SampleMesh;

template <int K>
Bvh2<Kdop<K>> build_dops(const SampleMesh& mesh, const Builder& builder, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return fit_volumes<Kdop<K>>(builder.build(make_primitive_boxes(mesh.view()), leaf_size, serial),
                                mesh.view());
}

template <int K>
void expect_no_defect(const KdopTree<K>& tree, const SampleMesh& mesh) {
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
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

// True if the value of n . p, in double, lies in the interval of every slab.
template <int K>
bool holds(const Kdop<K>& dop, const glm::vec3& p) {
    for (std::size_t i = 0; i < K / 2; ++i) {
        const auto& n = Kdop<K>::kDirections[i];
        double along = 0.0;
        for (int k = 0; k < 3; ++k) along += n[static_cast<std::size_t>(k)] * static_cast<double>(p[k]);
        if (along < static_cast<double>(dop.lower[i]) || along > static_cast<double>(dop.upper[i]))
            return false;
    }
    return true;
}

// Visits all nodes with cursors. Expects that a k-DOP lies in its parent's k-DOP and that a leaf's k-DOP contains its
// triangles. Expects, within rounding, that the empty part of every slab is at most the fraction `share` of the slab's
// width, unless the node already has kMaxMoves moves.
template <int K>
void expect_tight(const KdopTree<K>& tree, const SampleMesh& mesh, const Bvh2<Kdop<K>>& tight) {
    std::vector<std::pair<typename KdopTree<K>::Cursor, Kdop<K>>> stack{{tree.root(), tree.root_dop}};
    std::size_t seen = 0;
    while (!stack.empty()) {
        const auto [at, parent] = stack.back();
        stack.pop_back();
        const Kdop<K>&dop = tree.volume(at), &inner = tight.nodes[at.node].volume;
        ASSERT_TRUE(parent.contains(dop));
        ASSERT_TRUE(dop.contains(inner));
        std::size_t moves = 1;
        SlabMove move = tree.nodes[at.node];
        for (std::uint32_t place = move.index(); move.is_continued(); ++place, ++moves)
            move = tree.moves[place];
        for (std::size_t i = 0; i < K / 2 && at.node != 0 && moves < KdopTree<K>::kMaxMoves; ++i) {
            const double width = static_cast<double>(dop.upper[i]) - static_cast<double>(dop.lower[i]),
                         used = static_cast<double>(inner.upper[i]) - static_cast<double>(inner.lower[i]);
            ASSERT_LE(width - used, (static_cast<double>(tree.share) + 1e-4) * width) << "slab " << i;
        }
        if (!tree.is_leaf(at)) {
            for (unsigned i = 0; i < 2; ++i) stack.push_back({tree.child(at, i), dop});
            continue;
        }
        for (const std::uint32_t p : tree.primitives_of(at)) {
            ++seen;
            for (const std::uint32_t v : mesh.triangles[p]) ASSERT_TRUE(holds(dop, mesh.positions[v]));
        }
    }
    ASSERT_EQ(seen, mesh.triangles.size());
}

template <int K>
void check_built_and_refitted(std::uint64_t seed) {
    Random random(seed);
    for (std::size_t round = 0; round < test::choose_effort(20, 2000); ++round) {
        SampleMesh mesh = make_mesh(random, round);
        const Bvh2<Kdop<K>> tight = build_dops<K>(mesh, kAllBuilders[round % kAllBuilders.size()],
                                                  1 + static_cast<std::uint32_t>(round % 4));
        KdopTree<K> tree = restrict_slabs(tight);
        ASSERT_NO_FATAL_FAILURE(expect_tight(tree, mesh, tight));
        expect_no_defect(tree, mesh);

        const Bvh2<Kdop<K>> before = derive_volumes(tree);
        refit(tree, mesh.view()); // no vertex has moved, so no volume may change
        const Bvh2<Kdop<K>> after = derive_volumes(tree);
        for (std::size_t i = 0; i < before.nodes.size(); ++i)
            ASSERT_EQ(after.nodes[i].volume, before.nodes[i].volume);
        for (glm::vec3& p : mesh.positions) p = p * 1.5f + glm::vec3(oracle::draw_point(random, 1.0));
        refit(tree, mesh.view());
        expect_no_defect(tree, mesh);
        Bvh2<Kdop<K>> refitted = tight;
        refit(refitted, mesh.view());
        ASSERT_NO_FATAL_FAILURE(expect_tight(tree, mesh, refitted));
    }
}

TEST(KdopTreeTest, built_and_refitted_dops_contain_their_triangles_tightly) {
    check_built_and_refitted<14>(1);
    check_built_and_refitted<18>(2);
    check_built_and_refitted<26>(3);
}

TEST(KdopTreeTest, takes_less_memory_than_stored_dops) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 60, 30);
    const Bvh2<Kdop18> tight = build_dops<18>(mesh, kAllBuilders[0]);
    std::size_t fewer = 0;
    for (const float share : {0.2f, kSlabShare, 2.0f}) {
        const KdopTree<18> tree = restrict_slabs(tight, share);
        if (fewer != 0) {
            EXPECT_LT(tree.moves.size(), fewer);
        }
        fewer = tree.moves.size();
    }
    EXPECT_EQ(fewer, 0u); // with share 2, each node narrows only one slab
    EXPECT_LE(measure_quality(restrict_slabs(tight)).bytes_per_primitive, 64.0);
    EXPECT_GE(measure_quality(tight).bytes_per_primitive, 150.0);
}

TEST(KdopTreeTest, slabs_whose_width_overflows_float_stay_valid) {
    SampleMesh mesh = oracle::make_cube(1.0, 2);
    for (glm::vec3& p : mesh.positions) p *= 3e38f;
    const KdopTree<18> tree = restrict_slabs(build_dops<18>(mesh, kAllBuilders[0]));
    std::size_t leaves = 0;
    visit_nodes(tree, [&](const Kdop18& dop, std::uint32_t, std::uint32_t, bool is_leaf) {
        for (std::size_t i = 0; i < 9; ++i) ASSERT_LE(dop.lower[i], dop.upper[i]);
        leaves += is_leaf ? 1 : 0;
    });
    EXPECT_EQ(leaves, mesh.triangles.size());
    expect_no_defect(tree, mesh);
}

TEST(KdopTreeTest, FindsBrokenTreesAndNamesTheNode) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    const KdopTree<18> sound = restrict_slabs(build_dops<18>(mesh, kAllBuilders[0])),
                       large = restrict_slabs(build_dops<18>(mesh, kAllBuilders[0], 4));
    const auto expect_defect = [&](const KdopTree<18>& tree, std::uint32_t node, const std::string& part) {
        const auto defect = find_defect(tree, mesh.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_EQ(defect->node, node) << defect->message;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
    };
    const Bvh2<Kdop18> derived = derive_volumes(sound);
    std::uint32_t continued = 1;
    while (!sound.nodes[continued].is_continued() || !derived.is_leaf(continued)) ++continued;
    const std::uint32_t place = sound.nodes[continued].index();

    KdopTree<18> tree = sound;
    tree.moves[place].set(tree.moves[place].slab(), 0xC000, 0);
    expect_defect(tree, continued, "does not contain a vertex");
    tree.moves[place].set(9, 0, 0);
    expect_defect(tree, continued, "narrows slab 9, but the slabs are 0 to 8");
    tree = sound;
    tree.nodes[continued] = SlabMove::make_continued(static_cast<std::uint32_t>(tree.moves.size()));
    expect_defect(tree, continued, "is not in the list");
    tree.moves.assign(KdopTree<18>::kMaxMoves, SlabMove::make_continued(0));
    tree.nodes[0] = SlabMove::make_continued(0);
    expect_defect(tree, 0, "has more moves");
    tree = sound;
    tree.moves.push_back(tree.nodes[0]); // the links are sound, but queries do not read moves of the root
    tree.nodes[0] = SlabMove::make_continued(static_cast<std::uint32_t>(tree.moves.size() - 1));
    expect_defect(tree, 0, "is the root and must have no moves");
    tree = sound;
    ++tree.primitive_count;
    expect_defect(tree, 0, "is stale: the hierarchy has");
    tree = large;
    std::uint32_t leaf = 0;
    while (!tree.nodes[leaf].is_large()) ++leaf;
    tree.primitives[tree.nodes[leaf].index()] = 1;
    expect_defect(tree, leaf, "the count is less than 2");
    tree = large;
    tree.nodes[leaf] = SlabMove::make_internal(0);
    ASSERT_TRUE(find_defect(tree, mesh.view()).has_value());
    tree.nodes.clear();
    ASSERT_TRUE(find_defect(tree, mesh.view()).has_value());
}

} // namespace
} // namespace boxwood::kdop_tree_test
