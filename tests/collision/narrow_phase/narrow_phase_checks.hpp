// Shared by the tests of narrow phases: a fixture, checks of one result by the oracles, and coherent motion.
#pragma once

#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/narrow_phase/walk/feature_walk.hpp"
#include "tests/oracles/convex_certificate.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace boxwood::test {

class EveryNarrowPhase : public testing::TestWithParam<NarrowPhase> {
  public:
    ClosestFeatures find(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                         FeaturePair& io_cache) const {
        return GetParam().find_closest(a, b, a_from_b, io_cache);
    }
    // The number of queries. It is smaller for "exhaustive", which tests every pair of features.
    static int count(std::size_t usual, std::size_t in_a_long_run) {
        const std::size_t effort = choose_effort(usual, in_a_long_run);
        return static_cast<int>(GetParam().name == "exhaustive" ? 12 + effort / 20 : effort);
    }
};

inline std::string name_of(const testing::TestParamInfo<NarrowPhase>& info) {
    std::string name(info.param.name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}
#define BOXWOOD_FOR_EVERY_NARROW_PHASE(suite)                                                                \
    INSTANTIATE_TEST_SUITE_P(, suite, testing::ValuesIn(kAllNarrowPhases), test::name_of)

struct Tally {
    long disjoint = 0, contacts = 0, fallbacks = 0, failures = 0, iterations = 0;
    std::uint32_t most_iterations = 0;

    long count() const { return disjoint + contacts; }
    double mean_iterations() const { return static_cast<double>(iterations) / static_cast<double>(count()); }
    void print(std::string_view name) const {
        std::printf("%.*s: %ld disjoint, %ld in contact, %ld fallbacks, %.2f iterations, at most %u\n",
                    static_cast<int>(name.size()), name.data(), disjoint, contacts, fallbacks,
                    mean_iterations(), most_iterations);
    }
};

// A disjoint result must pass the optimality certificate. The two points of a contact must coincide and lie in both
// polytopes. A touching pair must have no common depth above the error bound, according to a linear program.
inline void check_answer(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                         const ClosestFeatures& found, Tally& io_tally) {
    io_tally.iterations += found.iterations;
    io_tally.most_iterations = std::max(io_tally.most_iterations, found.iterations);
    io_tally.fallbacks += found.is_fallback ? 1 : 0;
    const Real scale = a.extent() + b.extent() + glm::length(a_from_b.origin);
    // The depth of the dents that merging of faces may cause. Thin corners can make reflex() larger; the excess is not
    // an allowed error.
    const auto dent_of = [](const Polytope& p) {
        return p.flatness() + std::fmin(p.reflex(), 0x1p-20 * p.extent());
    };
    const Real error_bound = 1e-12L * scale + dent_of(a) + dent_of(b);
    const auto report = [&](bool is_right, const std::string& what) {
        if (is_right) return;
        if (++io_tally.failures < 5) ADD_FAILURE() << what;
    };
    if (found.status == ContactStatus::disjoint) {
        ++io_tally.disjoint;
        const Certificate proof = certify(a, b, a_from_b, found.point_on_a_a, found.point_on_b_a);
        const Real allowed = allowed_gap(a, b, a_from_b, proof.distance);
        report(proof.gap <= allowed && proof.excess <= error_bound && found.distance > 0.0 &&
                   std::fabs(proof.distance - found.distance) <= 1e-14L * scale,
               "gap " + std::to_string(1e12L * proof.gap) + "e-12 of " + std::to_string(1e12L * allowed) +
                   "e-12 allowed at distance " + std::to_string(1e12 * found.distance) +
                   "e-12, witnesses outside by " + std::to_string(1e12L * proof.excess) + "e-12");
    } else {
        ++io_tally.contacts;
        const Certificate common = certify(a, b, a_from_b, found.point_on_a_a, found.point_on_b_a);
        report(found.distance == 0.0 && common.distance <= error_bound && common.excess <= error_bound,
               "witnesses of a contact differ by " + std::to_string(1e12L * common.distance) +
                   "e-12, outside by " + std::to_string(1e12L * common.excess) + "e-12");
        if (found.status != ContactStatus::touching) return;
        const Real depth = common_depth(a, b, a_from_b);
        report(depth <= error_bound,
               "touching at a common depth of " + std::to_string(1e12L * depth) + "e-12");
    }
}

// A pose that drifts in small steps and keeps its origin within `reach`.
class Motion {
  public:
    Motion(std::mt19937& random, double reach, double step)
        : random_(random)
        , reach_(reach)
        , step_(step)
        , q_(random_rotation(random))
        , t_(random_in_box(random, reach)) {}

    Pose next() {
        const glm::dvec3 turn = random_in_box(random_, step_), shift = random_in_box(random_, step_ * reach_);
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

inline std::vector<Feature> all_features(const Polytope& p) {
    std::vector<Feature> features;
    for (std::uint32_t k = 0; k < p.positions().size(); ++k) features.push_back({FeatureKind::vertex, k});
    for (std::uint32_t k = 0; k < p.edges().size(); ++k) features.push_back({FeatureKind::edge, k});
    for (std::uint32_t k = 0; k < p.faces().size(); ++k) features.push_back({FeatureKind::face, k});
    return features;
}

} // namespace boxwood::test
