// The comparison of queries between two meshes stays within its time limit.
#include "bench/peers/mesh_pairs/measure.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace boxwood::bench {
namespace {

double thread_seconds() {
    timespec at{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return static_cast<double>(at.tv_sec) + 1e-9 * static_cast<double>(at.tv_nsec);
}

constexpr double kQuery = 1e-3; // seconds

// Each query takes at least kQuery.
class SlowCompetitor final : public Competitor {
  public:
    explicit SlowCompetitor(std::size_t& io_queries)
        : queries_(io_queries) {}
    void answer(const Placement&, Wanted, PairAnswer& out) override {
        ++queries_;
        out.intersects = true;
        for (const double begin = thread_seconds(); thread_seconds() < begin + kQuery;) continue;
    }

  private:
    std::size_t& queries_;
};

TEST(PeerMeasure, the_first_round_stays_within_the_time_limit) {
    const Mesh mesh;
    const std::vector<Placement> placements(64);
    for (const Wanted wanted : {Wanted::first, Wanted::all}) {
        std::size_t queries = 0;
        std::vector<CompetitorInstance> instances;
        instances.push_back(
            {{.name = "slow", .make = {}, .is_ours = true}, std::make_unique<SlowCompetitor>(queries)});
        const std::size_t affordable = 24;
        const Cell cell{mesh, placements, wanted, 1, kQuery * static_cast<double>(affordable)};
        const Scores scores = measure(cell, instances);
        EXPECT_LE(queries - 1, affordable) << "one query warms up";
        EXPECT_GE(scores.after_others.at(0).placements, 5u);
        EXPECT_EQ(scores.again.size(), wanted == Wanted::first ? 1u : 0u);
    }
}

} // namespace
} // namespace boxwood::bench
