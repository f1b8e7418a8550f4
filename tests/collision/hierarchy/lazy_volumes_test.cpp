// For every volume type, a completely split lazy hierarchy equals a recursive build. It also equals the result of the
// eager builder if merging is tight; otherwise only the structure is the same.
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/bvh2/lazy_bvh2.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

template <class Tuple>
struct AsTypes;
template <class... V>
struct AsTypes<std::tuple<V...>> {
    using Types = testing::Types<V...>;
};

// A recursive build with separate arrays of items at each node. It splits nodes as the builder does, and fits the
// volume of a node to its triangles in their order before the node is split.
template <Volume V>
class RecursiveBuild {
  public:
    RecursiveBuild(const SampleMesh& mesh, std::uint32_t leaf_size, SplitFunction split)
        : mesh_(mesh.view())
        , leaf_size_(leaf_size)
        , split_(split) {
        std::vector<BuildItem> items;
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
            const Aabb box = Aabb::fit(triangle_of(mesh_, i));
            items.push_back({box.lower, i, box.upper, 0});
        }
        tree.primitive_count = static_cast<std::uint32_t>(items.size());
        tree.nodes.resize(1, {});
        add(0, std::move(items), 0);
    }
    Bvh2<V> tree;

  private:
    void add(std::uint32_t node, std::vector<BuildItem> items, std::uint32_t depth) {
        std::vector<glm::vec3> corners;
        for (const BuildItem& item : items)
            for (const glm::vec3& p : triangle_of(mesh_, item.primitive)) corners.push_back(p);
        tree.nodes[node].volume = fit_corners<V>(corners);
        if (items.size() <= leaf_size_) {
            add_leaf(tree.nodes[node], items);
            return;
        }
        std::vector<BuildItem> spare = items;
        Split split{1, false};
        if (items.size() > 2) {
            ItemRange range{items, spare, depth, {}, {}};
            measure_items(range);
            split = split_(range);
        }
        const auto child = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes[node].first = child;
        tree.nodes.resize(tree.nodes.size() + 2, {});
        const auto& from = split.is_in_spare ? spare : items;
        const auto middle = from.begin() + static_cast<std::ptrdiff_t>(split.left_count);
        add(child, {from.begin(), middle}, depth + 1);
        add(child + 1, {middle, from.end()}, depth + 1);
    }
    void add_leaf(typename Bvh2<V>::Node& out_leaf, const std::vector<BuildItem>& items) {
        out_leaf.count = static_cast<std::uint32_t>(items.size());
        out_leaf.first =
            items.size() == 1 ? items[0].primitive : static_cast<std::uint32_t>(tree.primitives.size());
        if (items.size() > 1)
            for (const BuildItem& item : items) tree.primitives.push_back(item.primitive);
    }

    MeshView mesh_;
    std::uint32_t leaf_size_;
    SplitFunction split_;
};

template <Volume V>
void expect_same_structure(const Bvh2<V>& a, const Bvh2<V>& b) {
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    EXPECT_EQ(a.primitives, b.primitives);
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        ASSERT_EQ(a.nodes[i].first, b.nodes[i].first);
        ASSERT_EQ(a.nodes[i].count, b.nodes[i].count);
    }
}
template <Volume V>
void expect_same(const Bvh2<V>& a, const Bvh2<V>& b) {
    expect_same_structure(a, b);
    for (std::size_t i = 0; i < a.nodes.size(); ++i) ASSERT_EQ(a.nodes[i].volume, b.nodes[i].volume) << i;
}

template <Volume V>
Bvh2<V> build_at_once(const SampleMesh& mesh, const Builder& builder, std::uint32_t leaf_size) {
    SerialExecutor serial;
    const LargeArray<Aabb> boxes = make_primitive_boxes(mesh.view());
    return make_bvh(LazyBvh2<V>(fit_volumes<V>(builder.build(boxes, leaf_size, serial), mesh.view())));
}

template <class V>
class LazyVolumes : public testing::Test {
  protected:
    // A torus with jittered vertices, so that the triangles differ in size and orientation. Three are degenerate.
    SampleMesh make_mesh() {
        SampleMesh mesh = oracle::make_torus(1.0, 0.4, 16, 8);
        for (glm::vec3& p : mesh.positions) p += glm::vec3(oracle::draw_point(random_, 0.05));
        for (std::size_t i = 0; i < 3; ++i) mesh.triangles[40 * i + 7][1] = mesh.triangles[40 * i + 7][0];
        return mesh;
    }
    // Splits the nodes on a path from the root to a leaf; the bits of `way` choose the path.
    static void split_path(const LazyBvh2<V>& tree, std::uint32_t way) {
        std::uint32_t node = tree.root();
        for (; !tree.is_leaf(node); way = (way >> 1) | (way << 31)) node = tree.child(node, way & 1u);
    }
    Random random_{1};
};
TYPED_TEST_SUITE(LazyVolumes, AsTypes<AllVolumes>::Types);

TYPED_TEST(LazyVolumes, equal_a_recursive_build_and_the_eager_builder_if_merging_is_tight) {
    const SampleMesh mesh = this->make_mesh();
    int lazy_builders = 0;
    for (const Builder& builder : kAllBuilders)
        for (const std::uint32_t leaf_size : {1u, 3u}) {
            SCOPED_TRACE(std::string(builder.name) + " " + std::to_string(leaf_size));
            const Bvh2<TypeParam> at_once = build_at_once<TypeParam>(mesh, builder, leaf_size);
            if (builder.split == nullptr) continue;
            ++lazy_builders;
            SampleMesh soon_gone = mesh;
            const LazyBvh2<TypeParam> lazy(soon_gone.view(), leaf_size, builder.split);
            for (glm::vec3& p : soon_gone.positions) p = glm::vec3(9.0f);
            EXPECT_EQ(node_count_of(lazy), 1u); // only the root exists
            this->split_path(lazy, 0x9E3779B9u * static_cast<std::uint32_t>(lazy_builders));
            EXPECT_GT(node_count_of(lazy), 5u);
            EXPECT_LT(node_count_of(lazy), at_once.nodes.size());
            const Bvh2<TypeParam> divided = make_bvh(lazy);
            expect_same(divided, RecursiveBuild<TypeParam>(mesh, leaf_size, builder.split).tree);
            expect_same_structure(divided, at_once);
            if (TypeParam::kMergeIsTight) expect_same(divided, at_once);
            const auto defect = find_defect(lazy, mesh.view());
            EXPECT_FALSE(defect.has_value()) << defect->message;
        }
    EXPECT_GE(lazy_builders, 2 * 7);
}

TYPED_TEST(LazyVolumes, concurrent_splits_give_the_same_hierarchy) {
    const SampleMesh mesh = this->make_mesh();
    const Bvh2<TypeParam> expected = RecursiveBuild<TypeParam>(mesh, 2, kAllBuilders[0].split).tree;
    for (std::size_t round = 0; round < test::choose_effort(4, 100); ++round) {
        const LazyBvh2<TypeParam> lazy(mesh.view(), 2, kAllBuilders[0].split);
        std::vector<std::thread> threads;
        for (std::uint32_t i = 0; i < 4; ++i)
            threads.emplace_back([&lazy, i] {
                for (std::uint32_t k = 0; k < 20; ++k)
                    LazyVolumes<TypeParam>::split_path(lazy, 0x9E3779B9u * (1 + 20 * (i % 2) + k));
                if (i < 2) split_all(lazy);
            });
        for (std::thread& thread : threads) thread.join();
        expect_same(make_bvh(lazy), expected);
    }
}

// A completely split hierarchy refits like a plain hierarchy of the same structure, bit for bit.
TYPED_TEST(LazyVolumes, RefitUpdatesSplitAndUnsplitNodes) {
    for (const std::uint32_t leaf_size : {1u, 4u})
        for (std::uint32_t ways = 0; ways < 4; ++ways) {
            SampleMesh mesh = this->make_mesh();
            LazyBvh2<TypeParam> lazy(mesh.view(), leaf_size, kAllBuilders[0].split), whole = lazy;
            Bvh2<TypeParam> plain = make_bvh(whole); // splits `whole`, but not `lazy`
            EXPECT_EQ(node_count_of(lazy), 1u);
            for (std::uint32_t way = 0; way < ways; ++way) this->split_path(lazy, 0x9E3779B9u * way);
            for (glm::vec3& p : mesh.positions)
                p = 2.0f * p + glm::vec3(oracle::draw_point(this->random_, 0.2));
            EXPECT_TRUE(find_defect(LazyBvh2<TypeParam>(lazy), mesh.view()).has_value());
            lazy.refit(mesh.view());
            whole.refit(mesh.view());
            refit(plain, mesh.view());
            expect_same(make_bvh(whole), plain);
            const auto defect = find_defect(lazy, mesh.view());
            EXPECT_FALSE(defect.has_value()) << defect->message;
            if (ways == 0) {
                expect_same(make_bvh(lazy),
                            RecursiveBuild<TypeParam>(mesh, leaf_size, kAllBuilders[0].split).tree);
            }
        }
}

} // namespace
} // namespace boxwood
