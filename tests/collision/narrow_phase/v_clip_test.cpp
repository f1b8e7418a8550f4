#include "collision/narrow_phase/v_clip.hpp"

#include "collision/narrow_phase/exhaustive.hpp"
#include "tests/oracles/convex_certificate.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace boxwood {
namespace {

int query_count(int usual) {
    const char* is_long = std::getenv("BOXWOOD_LONG_TESTS");
    return is_long && std::string(is_long) != "0" ? 10 * usual : usual;
}

// Checks one answer against the oracles; returns false and reports when it is wrong.
struct Tally {
    long disjoint = 0, contacts = 0, fallbacks = 0, failures = 0, iterations = 0;
    std::uint32_t most_iterations = 0;
};

void check_answer(const Polytope& a, const Polytope& b, const Pose& a_from_b, const ClosestFeatures& found,
                  Tally& io_tally) {
    io_tally.iterations += found.iterations;
    io_tally.most_iterations = std::max(io_tally.most_iterations, found.iterations);
    io_tally.fallbacks += found.is_fallback ? 1 : 0;
    const test::Real scale = a.extent() + b.extent() + glm::length(a_from_b.origin);
    const test::Real slack = 1e-12L * scale + a.flatness() + b.flatness();
    bool is_right = true;
    if (found.status == ContactStatus::disjoint) {
        ++io_tally.disjoint;
        const test::Certificate proof = test::certify(a, b, a_from_b, found.point_on_a_a, found.point_on_b_a);
        is_right = proof.gap <= test::allowed_gap(a, b, a_from_b, proof.distance) && proof.excess <= slack &&
                   std::fabs(proof.distance - found.distance) <= 1e-14L * scale && found.distance > 0.0;
        if (!is_right && io_tally.failures < 5)
            ADD_FAILURE() << "gap " << proof.gap << " of "
                          << test::allowed_gap(a, b, a_from_b, proof.distance) << " at distance "
                          << found.distance << ", excess " << proof.excess;
    } else {
        ++io_tally.contacts;
        const test::Real depth = test::common_depth(a, b, a_from_b);
        is_right = found.distance == 0.0 && depth >= -slack &&
                   (found.status == ContactStatus::penetrating || depth <= slack);
        if (!is_right && io_tally.failures < 5)
            ADD_FAILURE() << "status " << static_cast<int>(found.status) << " at common depth " << depth;
    }
    io_tally.failures += is_right ? 0 : 1;
}

// A pose that drifts by small steps and is pulled back towards the range of near misses and light contact.
class Motion {
  public:
    Motion(std::mt19937& random, double reach, double step)
        : random_(random)
        , reach_(reach)
        , step_(step)
        , q_(test::random_rotation(random))
        , t_(test::random_in_box(random, reach)) {}

    Pose next() {
        const glm::dvec3 turn = test::random_in_box(random_, step_),
                         shift = test::random_in_box(random_, step_ * reach_);
        q_ = glm::normalize(glm::dquat(1.0, turn.x, turn.y, turn.z) * q_);
        velocity_ = 0.95 * velocity_ + shift;
        t_ += velocity_;
        if (glm::length(t_) > reach_) t_ *= reach_ / glm::length(t_);
        return make_pose({q_, t_, glm::dvec3(1.0)});
    }

  private:
    std::mt19937& random_;
    double reach_, step_;
    glm::dquat q_;
    glm::dvec3 t_, velocity_{0.0};
};

std::vector<Polytope> usual_polytopes(std::mt19937& random) {
    std::vector<Polytope> result;
    for (const int count : {5, 8, 20, 40})
        for (int k = 0; k < 3; ++k)
            result.push_back(
                test::polytope_of(test::random_hull(random, count, 1 << 20, glm::vec3(0x1p-20f))));
    result.push_back(test::polytope_of(test::box({1, 0.5f, 0.25f})));
    result.push_back(test::polytope_of(test::tetrahedron()));
    result.push_back(test::polytope_of(test::sphere(10, 5)));
    result.push_back(test::polytope_of(test::prism(12, 0.5f, 1)));
    result.push_back(
        test::polytope_of(test::random_hull(random, 15, 2, glm::vec3(0.5f)))); // many parallel features
    return result;
}

TEST(VClipTest, O3_every_answer_is_certified_for_random_poses) {
    std::mt19937 random(1);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int k = 0, n = query_count(40000); k < n; ++k) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        const Pose a_from_b =
            make_pose({test::random_rotation(random), test::random_in_box(random, 2.0), glm::dvec3(1)});
        FeaturePair cache;
        check_answer(a, b, a_from_b, v_clip(a, b, a_from_b, cache), tally);
    }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_GT(tally.disjoint, tally.contacts / 4);
    EXPECT_GT(tally.contacts, tally.disjoint / 10);
    std::printf("random poses: %ld disjoint, %ld in contact, %ld fallbacks, %.2f iterations, at most %u\n",
                tally.disjoint, tally.contacts, tally.fallbacks,
                static_cast<double>(tally.iterations) / static_cast<double>(tally.disjoint + tally.contacts),
                tally.most_iterations);
}

TEST(VClipTest, O3_every_answer_is_certified_in_coherent_motion) {
    std::mt19937 random(2);
    const std::vector<Polytope> polytopes = usual_polytopes(random);
    std::uniform_int_distribution<std::size_t> pick(0, polytopes.size() - 1);
    Tally tally;
    for (int run = 0, n = query_count(400); run < n; ++run) {
        const Polytope &a = polytopes[pick(random)], &b = polytopes[pick(random)];
        Motion motion(random, a.radius() + b.radius(), 0.01);
        FeaturePair cache;
        for (int frame = 0; frame < 200; ++frame) {
            const Pose a_from_b = motion.next();
            check_answer(a, b, a_from_b, v_clip(a, b, a_from_b, cache), tally);
        }
    }
    EXPECT_EQ(tally.failures, 0);
    EXPECT_GT(tally.disjoint, tally.contacts / 4);
    EXPECT_GT(tally.contacts, tally.disjoint / 20);
    std::printf("coherent: %ld disjoint, %ld in contact, %ld fallbacks, %.2f iterations, at most %u\n",
                tally.disjoint, tally.contacts, tally.fallbacks,
                static_cast<double>(tally.iterations) / static_cast<double>(tally.disjoint + tally.contacts),
                tally.most_iterations);
}

} // namespace
} // namespace boxwood
