#include "collision/parallel/tbb_executor.hpp"
#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

namespace boxwood::test {
namespace {

// Runs the chunks serially, in an order that changes with every call.
class ScrambledExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Executor::Body& body) override {
        std::vector<std::size_t> order((count + chunk - 1) / chunk);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::shuffle(order.begin(), order.end(), random_);
        for (const std::size_t k : order) body(k * chunk, std::min((k + 1) * chunk, count));
        chunks += order.size();
    }
    std::size_t chunks = 0;

  private:
    std::mt19937 random_{17};
};

CollisionWorld make_world(std::shared_ptr<Executor> executor, std::size_t count) {
    std::mt19937 random(21);
    CollisionWorld world;
    world.settings.executor = std::move(executor);
    world.settings.find_polytope_triangles = true;
    std::vector<std::shared_ptr<Shape>> shapes = make_shapes(random, 8);
    const Polytope hull = polytope_of(random_hull(random, 14, 1 << 20, glm::vec3(0x1p-20f)));
    shapes.push_back(*make_shape(hull.mesh()));
    std::vector<BodyDesc> bodies;
    const double half = 0.9 * std::cbrt(static_cast<double>(count));
    for (std::size_t i = 0; i < count; ++i)
        bodies.push_back({shapes[i % shapes.size()], random_transform(random, half),
                          i % 4 == 0 ? BoxKind::fixed_cube : BoxKind::dynamic_box});
    EXPECT_TRUE(world.add_bodies(bodies));
    return world;
}

template <class T>
bool is_same_bits(const T& x, const T& y) {
    return std::memcmp(&x, &y, sizeof(T)) == 0;
}

void expect_same(const StepOutput& x, const StepOutput& y) {
    ASSERT_EQ(x.counters.list(), y.counters.list());
    ASSERT_EQ(x.separations_by_axis, y.separations_by_axis);
    ASSERT_EQ(x.entered, y.entered);
    ASSERT_EQ(x.left, y.left);
    ASSERT_EQ(x.triangle_pairs, y.triangle_pairs);
    ASSERT_EQ(x.pairs.size(), y.pairs.size());
    for (std::size_t i = 0; i < x.pairs.size(); ++i) {
        const PairResult &p = x.pairs[i], &q = y.pairs[i];
        ASSERT_TRUE(p.bodies == q.bodies && p.status == q.status && p.features == q.features &&
                    p.iterations == q.iterations && p.first_triangle_pair == q.first_triangle_pair &&
                    p.triangle_pair_count == q.triangle_pair_count);
        ASSERT_TRUE(is_same_bits(p.distance, q.distance) && is_same_bits(p.point_on_a_w, q.point_on_a_w) &&
                    is_same_bits(p.point_on_b_w, q.point_on_b_w));
    }
}

void compare_with_serial(const std::shared_ptr<Executor>& executor, std::size_t frames) {
    constexpr std::size_t kCount = 1500;
    CollisionWorld serial = make_world(nullptr, kCount), parallel = make_world(executor, kCount);
    std::mt19937 random(4);
    StepOutput expected, found;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (BodyId id = 0; id < kCount; ++id) {
            Transform moved = serial.bodies()[id].transform;
            moved.t += random_in_box(random, 0.05);
            moved.q = glm::normalize(glm::dquat(1.0, random_in_box(random, 0.05)) * moved.q);
            serial.set_valid_transform(id, moved);
            parallel.set_valid_transform(id, moved);
        }
        EXPECT_TRUE(serial.step(expected));
        EXPECT_TRUE(parallel.step(found));
        ASSERT_NO_FATAL_FAILURE(expect_same(expected, found)) << "frame " << frame;
        for (BodyId id = 0; id < kCount; ++id) ASSERT_TRUE(serial.boxes()[id] == parallel.boxes()[id]);
        std::size_t listed = 0; // the triangles of each pair follow those of the previous pair
        for (const PairResult& pair : found.pairs) {
            ASSERT_EQ(pair.first_triangle_pair, listed);
            listed += pair.triangle_pair_count;
        }
        ASSERT_EQ(listed, found.triangle_pairs.size());
    }
    EXPECT_GT(expected.pairs.size(), 500u); // enough pairs for many chunks
    EXPECT_GT(expected.triangle_pairs.size(), 100u);
}

TEST(WorldParallelTest, chunks_in_any_order_give_the_same_bits) {
    const auto executor = std::make_shared<ScrambledExecutor>();
    compare_with_serial(executor, choose_effort(8, 200));
    EXPECT_GE(executor->chunks, 8u * 8u);
}

TEST(WorldParallelTest, plain_threads_give_the_same_bits) {
    compare_with_serial(std::make_shared<oracle::ThreadsExecutor>(), choose_effort(4, 100));
}

TEST(WorldParallelTest, tbb_threads_give_the_same_bits) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "oneTBB is not built with the thread sanitizer; see plain_threads_give_the_same_bits";
#endif
    compare_with_serial(make_tbb_executor(4), choose_effort(8, 200));
}

// Threads may query one const world at the same time: a call writes only to its own output.
TEST(WorldParallelTest, concurrent_pair_queries_find_the_triangles_of_the_step) {
    CollisionWorld world = make_world(nullptr, 60);
    StepOutput whole;
    ASSERT_TRUE(world.step(whole));
    ASSERT_GT(whole.triangle_pairs.size(), 10u);
    std::vector<std::vector<PrimitivePair>> found(whole.pairs.size());
    std::vector<std::thread> threads;
    for (std::size_t first = 0; first < 4; ++first)
        threads.emplace_back([&, first] {
            StepOutput asked;
            for (std::size_t i = first; i < found.size(); i += 4)
                if (world.query_pair(whole.pairs[i].bodies.a, whole.pairs[i].bodies.b, asked))
                    found[i] = asked.triangle_pairs;
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto expected = whole.triangles_of(whole.pairs[i]);
        EXPECT_TRUE(std::equal(found[i].begin(), found[i].end(), expected.begin(), expected.end())) << i;
    }
}

} // namespace
} // namespace boxwood::test
