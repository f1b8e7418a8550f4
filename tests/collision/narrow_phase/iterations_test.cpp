// How caches and start features affect the number of iterations.
#include "collision/narrow_phase/warm_start.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>

namespace boxwood {
namespace {

class IterationsTest : public test::EveryNarrowPhase {
  public:
    bool is_walk() const { return GetParam().name == "v-clip" || GetParam().name == "lin-canny"; }
};

std::vector<Polytope> spheres() {
    std::vector<Polytope> result;
    for (const auto& [slices, rings] : {std::pair{4, 2}, {6, 3}, {10, 5}, {16, 8}, {25, 20}})
        result.push_back(test::polytope_of(test::sphere(slices, rings)));
    return result;
}

struct Effort {
    double cached = 0.0;
    double by_guess[4] = {}; // by kind of WarmStart; `stored` has the features found 25 frames earlier
};

// Small motion at small distances. Every 25th frame is also solved without the cache, once with each kind of start.
Effort measure(const NarrowPhase& narrow_phase, const Polytope& p, std::mt19937& random, int runs) {
    const SupportTable table(p);
    Effort sum;
    int frames = 0, starts = 0;
    for (int run = 0; run < runs; ++run) {
        test::Motion motion(random, 2.5, 0.0005);
        FeaturePair cache, before;
        for (int frame = 0; frame < 200; ++frame) {
            const Pose a_from_b = motion.next();
            const ClosestFeatures found = narrow_phase.find_closest(p, p, a_from_b, cache);
            if (frame == 0) continue;
            sum.cached += found.iterations;
            ++frames;
            if (frame % 25 != 24) continue;
            ++starts;
            for (std::size_t guess = 0; guess < kWarmStartNames.size(); ++guess) {
                const auto seed = static_cast<std::uint64_t>(1000 * run + frame);
                FeaturePair start =
                    make_start(static_cast<WarmStart>(guess), p, p, a_from_b, {before, seed, &table, &table});
                const ClosestFeatures again = narrow_phase.find_closest(p, p, a_from_b, start);
                sum.by_guess[guess] += again.iterations;
                EXPECT_EQ(again.status, found.status);
                EXPECT_NEAR(again.distance, found.distance, 1e-9 * found.distance + 1e-13);
            }
            before = cache;
        }
    }
    sum.cached /= frames;
    for (double& mean : sum.by_guess) mean /= starts;
    return sum;
}

TEST_P(IterationsTest, iterations_grow_with_the_number_of_faces_only_without_a_cache) {
    std::mt19937 random(6);
    if (GetParam().name == "exhaustive") { // reference: always tests all pairs of features
        const Effort effort = measure(GetParam(), spheres()[0], random, 1);
        for (const double by_guess : effort.by_guess) EXPECT_EQ(by_guess, effort.cached);
        return;
    }
    std::vector<Effort> efforts;
    for (const Polytope& p : spheres()) {
        const Effort& effort = efforts.emplace_back(measure(GetParam(), p, random, count(16, 200)));
        std::printf("%.*s, %zu faces: %.2f iterations cached; stored %.2f, first %.2f, random %.2f, "
                    "directional %.2f\n",
                    static_cast<int>(GetParam().name.size()), GetParam().name.data(), p.faces().size(),
                    effort.cached, effort.by_guess[0], effort.by_guess[1], effort.by_guess[2],
                    effort.by_guess[3]);
    }
    const auto of = [](const Effort& effort, WarmStart guess) {
        return effort.by_guess[static_cast<std::size_t>(guess)];
    };
    EXPECT_LT(efforts.back().cached, 1.5 * efforts.front().cached);
    EXPECT_GT(of(efforts.back(), WarmStart::first),
              (is_walk() ? 3.0 : 1.2) * of(efforts.front(), WarmStart::first));
    EXPECT_GT(of(efforts.back(), WarmStart::random),
              (is_walk() ? 2.0 : 1.2) * of(efforts.front(), WarmStart::random));
    EXPECT_LT(of(efforts.back(), WarmStart::directional),
              (is_walk() ? 0.7 : 0.9) * of(efforts.back(), WarmStart::first));
    EXPECT_LT(of(efforts.back(), WarmStart::stored), 0.7 * of(efforts.back(), WarmStart::first));
}

// Vertices that face away from each other are the worst start.
TEST_P(IterationsTest, antipodal_starts_give_the_same_distance) {
    std::mt19937 random(62);
    const std::vector<Polytope> polytopes = spheres();
    for (int k = 0, n = count(300, 20000); k < n; ++k) {
        const Polytope &a = polytopes[random() % 4], &b = polytopes[random() % 4];
        const glm::dvec3 t = (k % 4 == 0 ? 0.5 : 2.5) * glm::normalize(test::random_in_box(random, 1.0));
        const Pose a_from_b = make_pose({test::random_rotation(random), t, glm::dvec3(1)});
        FeaturePair first, antipodal{{FeatureKind::vertex, climb_to_support(a, -t, 0)},
                                     {FeatureKind::vertex, climb_to_support(b, t * a_from_b.linear, 0)}};
        const ClosestFeatures expected = find(a, b, a_from_b, first);
        const ClosestFeatures found = find(a, b, a_from_b, antipodal);
        ASSERT_EQ(found.status, expected.status);
        ASSERT_NEAR(found.distance, expected.distance, 1e-9 * expected.distance);
    }
}

// A cylinder or a cone. Each cap, and the apex of the cone, has as many neighbors as there are sectors.
Polytope make_cylinder_or_cone(std::uint32_t sectors, bool is_cone, double turn) {
    std::vector<glm::vec3> positions;
    std::vector<std::vector<std::uint32_t>> faces(1);
    const auto add_ring = [&](float height) {
        for (std::uint32_t i = 0; i < sectors; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / sectors + turn;
            positions.emplace_back(std::cos(angle), height, std::sin(angle));
        }
    };
    add_ring(-0.5f);
    if (is_cone)
        positions.emplace_back(0.0f, 0.5f, 0.0f);
    else
        add_ring(0.5f);
    std::vector<std::uint32_t> top;
    for (std::uint32_t i = 0; i < sectors; ++i) {
        const std::uint32_t j = (i + 1) % sectors;
        faces[0].push_back(i);
        top.push_back(2 * sectors - 1 - i);
        faces.push_back(is_cone ? std::vector{i, sectors, j} : std::vector{i, sectors + i, sectors + j, j});
    }
    if (!is_cone) faces.push_back(top);
    return require_ok(make_polytope(positions, faces));
}

// Without the leap in feature_walk.hpp, walks from vertex 0 would take 23, 80 and 243 steps for 16, 64 and 200 sectors.
TEST_P(IterationsTest, steps_grow_like_the_logarithm_of_the_number_of_sectors) {
    if (!is_walk()) return;
    for (const bool is_cone : {false, true}) {
        std::vector<double> means;
        std::uint32_t most = 0;
        for (const std::uint32_t sectors : {16u, 64u, 200u, 512u}) {
            const Polytope a = make_cylinder_or_cone(sectors, is_cone, 0.0),
                           b = make_cylinder_or_cone(sectors, is_cone, 0.3);
            std::mt19937 random(9);
            double sum = 0.0;
            const int n = count(200, 2000);
            for (int k = 0; k < n; ++k) {
                const glm::dvec3 t = 2.3 * glm::normalize(test::random_in_box(random, 1.0));
                const Pose a_from_b = make_pose({test::random_rotation(random), t, glm::dvec3(1)});
                FeaturePair first, cache;
                const ClosestFeatures found = find(a, b, a_from_b, first);
                const ClosestFeatures expected =
                    find_narrow_phase("gjk")->find_closest(a, b, a_from_b, cache);
                ASSERT_EQ(found.status, expected.status);
                ASSERT_NEAR(found.distance, expected.distance, 1e-9);
                ASSERT_FALSE(found.is_fallback);
                sum += found.iterations;
                most = std::max(most, found.iterations);
            }
            means.push_back(sum / n);
            std::printf("%.*s, %s of %u sectors: %.1f steps\n", static_cast<int>(GetParam().name.size()),
                        GetParam().name.data(), is_cone ? "cone" : "cylinder", sectors, means.back());
        }
        const double per_doubling = (means[3] - means[0]) / 5.0; // 16 to 512 are five doublings
        EXPECT_LT(per_doubling, 8.0);
        EXPECT_LT(means[3] - means[2], 8.0) << "from 200 to 512 sectors";
        EXPECT_LT(most, 100u);
    }
}

BOXWOOD_FOR_EVERY_NARROW_PHASE(IterationsTest);

} // namespace
} // namespace boxwood
