// Brute force on a background thread gives the pairs that it gives on the calling thread; a cancelled run gives no
// result.
#include "app/jobs/pair_oracle_job.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(PairOracleJob, gives_the_pairs_that_brute_force_finds) {
    oracle::Random random(1);
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    const PosedMesh a{mesh.view(), oracle::draw_pose(random, 0.2)},
        b{mesh.view(), oracle::draw_pose(random, 0.5)};
    PairOracleJob job;
    job.start([&](PairOracleJob::Control& control) { return ask_pair_oracle(a, b, {}, control); });
    job.wait();
    const std::optional<PairAnswer> answer = job.take_result();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->pairs, find_all_by_brute_force(a, b, [](double) { return true; }));
    EXPECT_EQ(answer->hierarchies, 0u);
    EXPECT_FALSE(job.take_result());
}

TEST(PairOracleJob, cancelled_run_gives_no_result) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 200, 100);
    PairOracleJob job;
    job.start([&](PairOracleJob::Control& control) {
        return ask_pair_oracle({mesh.view(), Pose{}}, {mesh.view(), Pose{}}, {}, control);
    });
    job.cancel();
    EXPECT_FALSE(job.is_busy());
    EXPECT_FALSE(job.take_result());
}

} // namespace
} // namespace boxwood
