// Runs the same polytopes and poses through all narrow phases. Their distances agree to 1e-9, and each distance has an
// optimality certificate. Prints a table of iterations and fallbacks.
#include "collision/narrow_phase/contacts/contact.hpp"
#include "tests/collision/narrow_phase/narrow_phase_checks.hpp"
#include "tests/collision/narrow_phase/sample_polytopes.hpp"

namespace boxwood {
namespace {

using Corpus = std::vector<Polytope>;

// Runs all methods at one pose, each with its own cache. The exhaustive method runs only on request.
class MethodComparison {
  public:
    explicit MethodComparison(bool has_exhaustive)
        : methods_(has_exhaustive ? kAllNarrowPhases.size() : kAllNarrowPhases.size() - 1) {}

    void run(const Polytope& a, const Polytope& b, const Pose& a_from_b,
             std::array<FeaturePair, kAllNarrowPhases.size()>& io_caches) {
        ClosestFeatures first;
        for (std::size_t m = 0; m < methods_; ++m) {
            const ClosestFeatures found = kAllNarrowPhases[m].find_closest(a, b, a_from_b, io_caches[m]);
            test::check_answer(a, b, a_from_b, found, tallies_[m]);
            if (m == 0) first = found;
            compare(first, found, touching_distance(a, b, a_from_b));
        }
    }

    void print_and_expect(const char* corpus) const {
        std::printf("%s\n%12s %10s %10s %10s %12s %10s %10s\n", corpus, "method", "disjoint", "contact",
                    "iterations", "at most", "fallbacks", "differ");
        for (std::size_t m = 0; m < methods_; ++m) {
            const test::Tally& t = tallies_[m];
            std::printf("%12.*s %10ld %10ld %10.2f %12u %10ld %10ld\n",
                        static_cast<int>(kAllNarrowPhases[m].name.size()), kAllNarrowPhases[m].name.data(),
                        t.disjoint, t.contacts, t.mean_iterations(), t.most_iterations, t.fallbacks, differ_);
            EXPECT_EQ(t.failures, 0) << kAllNarrowPhases[m].name;
        }
        EXPECT_EQ(differ_, 0);
    }

  private:
    // The methods may differ for distances near the limit up to which a pair counts as touching.
    void compare(const ClosestFeatures& first, const ClosestFeatures& found, double tolerance) {
        const bool is_on_the_border = std::fmax(first.distance, found.distance) <= 4.0 * tolerance;
        const bool is_same = first.status == found.status &&
                             std::fabs(first.distance - found.distance) <= 1e-9 * first.distance + tolerance;
        if (!is_same && !is_on_the_border) ++differ_;
    }

    std::size_t methods_;
    long differ_ = 0;
    std::array<test::Tally, kAllNarrowPhases.size()> tallies_{};
};

void compare_methods(const char* name, const Corpus& polytopes, std::uint32_t seed, std::size_t usual,
                     std::size_t longer, bool has_exhaustive) {
    std::mt19937 random(seed);
    MethodComparison all(has_exhaustive);
    for (std::size_t run = 0, n = test::choose_effort(usual, longer); run < n; ++run) {
        const Polytope &a = polytopes[random() % polytopes.size()],
                       &b = polytopes[random() % polytopes.size()];
        test::Motion motion(random, run % 4 == 0 ? 0.5 * (a.radius() + b.radius()) : a.radius() + b.radius(),
                            0.02);
        std::array<FeaturePair, kAllNarrowPhases.size()> caches{};
        for (int frame = 0; frame < 8; ++frame) all.run(a, b, motion.next(), caches);
    }
    all.print_and_expect(name);
}

TEST(AgreementTest, walks_and_gjk_agree_for_usual_polytopes) {
    std::mt19937 random(4);
    compare_methods("usual polytopes", test::usual_polytopes(random), 40, 1200, 125000, false);
}

TEST(AgreementTest, all_methods_agree_for_usual_polytopes) {
    std::mt19937 random(4);
    compare_methods("usual polytopes, also exhaustively", test::usual_polytopes(random), 41, 120, 5000, true);
}

TEST(AgreementTest, walks_and_gjk_agree_for_near_degenerate_polytopes) {
    std::mt19937 random(20);
    compare_methods("near-degenerate polytopes", test::near_degenerate_polytopes(random), 42, 500, 125000,
                    false);
}

} // namespace
} // namespace boxwood
