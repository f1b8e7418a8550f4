#include "collision/broad_phase/interval/rectangle_sweep.hpp"
#include "tests/oracles/all_pairs.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace boxwood::test {
namespace {

enum class Shape { cube, slab, line };

std::vector<Aabb> make_boxes(Shape shape, std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    const auto n = static_cast<float>(count);
    const float side = shape == Shape::cube   ? std::cbrt(0.125f / n)
                       : shape == Shape::slab ? std::sqrt(0.25f / n)
                                              : 0.5f / n;
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        glm::vec3 lower(unit(random), unit(random), unit(random));
        if (shape == Shape::slab) lower.z *= 0.2f * side;
        if (shape == Shape::line) lower = {lower.x, 0.2f * side * lower.y, 0.2f * side * lower.z};
        box = {lower, lower + side};
    }
    return boxes;
}

std::vector<BodyId> first_bodies(std::size_t count) {
    std::vector<BodyId> bodies(count);
    for (BodyId id = 0; id < count; ++id) bodies[id] = id;
    return bodies;
}

TEST(IntervalTreeTest, queries_match_a_scan_of_all_intervals_after_insertions_and_erasures) {
    std::mt19937 random(3);
    for (int round = 0; round < static_cast<int>(choose_effort(40, 400)); ++round) {
        // A coarse lattice gives ties and intervals of length 0.
        const auto count = static_cast<BodyId>(1 + random() % 60);
        std::vector<Aabb> boxes(count);
        for (Aabb& box : boxes) {
            box.lower = glm::vec3(static_cast<float>(random() % 20));
            box.upper = box.lower + static_cast<float>(random() % 6);
        }
        const std::vector<BodyId> bodies = first_bodies(count);
        SortedEndpoints order;
        order.sort(bodies, boxes, 0);
        IntervalTree tree;
        tree.reset(order, bodies);
        std::vector<std::uint8_t> is_in(count, 0);
        for (int i = 0; i < 200; ++i) {
            const auto body = static_cast<BodyId>(random() % count);
            if (is_in[body] != 0) {
                tree.erase(body);
                is_in[body] = 0;
                continue;
            }
            std::vector<BodyId> found, expected;
            tree.query(body, [&](BodyId other) { found.push_back(other); });
            for (BodyId other = 0; other < count; ++other)
                if (is_in[other] != 0 && boxes[other].lower.x <= boxes[body].upper.x &&
                    boxes[body].lower.x <= boxes[other].upper.x)
                    expected.push_back(other);
            std::sort(found.begin(), found.end());
            ASSERT_EQ(found, expected);
            tree.insert(body);
            is_in[body] = 1;
        }
    }
}

// Accumulates the sums for the least-squares fit of visits = a log2(n) + b k, for n bodies and k intervals found.
struct Fit {
    double ll = 0, lk = 0, kk = 0, lv = 0, kv = 0, vv = 0, v = 0, count = 0;
    void add(double log_n, double found, double visits) {
        ll += log_n * log_n;
        lk += log_n * found;
        kk += found * found;
        lv += log_n * visits;
        kv += found * visits;
        vv += visits * visits;
        v += visits;
        count += 1;
    }
    double determinant() const { return ll * kk - lk * lk; }
    double a() const { return (lv * kk - kv * lk) / determinant(); }
    double b() const { return (kv * ll - lv * lk) / determinant(); }
    double r_squared() const {
        const double residual = vv - a() * lv - b() * kv;
        return 1.0 - residual / (vv - v * v / count);
    }
};

TEST(IntervalTreeTest, visits_fit_a_log_n_plus_b_k) {
    Fit all;
    for (const Shape shape : {Shape::cube, Shape::slab, Shape::line}) {
        const std::size_t most = choose_effort(20000, 100000);
        for (std::size_t count = 100; count <= most;
             count = count * 10 > most && count < most ? most : count * 10) {
            const std::vector<Aabb> boxes = make_boxes(shape, count, 7);
            const std::vector<BodyId> bodies = first_bodies(count);
            SortedEndpoints along, across;
            along.sort(bodies, boxes, 2);
            across.sort(bodies, boxes, 0);
            IntervalTree tree;
            tree.reset(across, bodies);
            for (const Endpoint endpoint : along.endpoints) {
                if (endpoint.is_max()) {
                    tree.erase(endpoint.body());
                    continue;
                }
                double found = 0;
                const std::uint64_t visits = tree.query(endpoint.body(), [&](BodyId) { found += 1; });
                EXPECT_LE(static_cast<double>(visits),
                          4.0 * std::log2(static_cast<double>(count)) + 4.0 * found + 8.0);
                all.add(std::log2(static_cast<double>(count)), found, static_cast<double>(visits));
                tree.insert(endpoint.body());
            }
        }
    }
    RecordProperty("a", std::to_string(all.a()));
    RecordProperty("b", std::to_string(all.b()));
    RecordProperty("r_squared", std::to_string(all.r_squared()));
    std::printf("visits = %.2f log2(n) + %.2f k, R^2 = %.4f\n", all.a(), all.b(), all.r_squared());
    EXPECT_GT(all.r_squared(), 0.9);
    EXPECT_LT(all.b(), 4.0);
}

} // namespace
} // namespace boxwood::test
