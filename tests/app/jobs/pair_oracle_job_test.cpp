// Brute force on a background thread finds what it finds on the calling thread; a cancelled run leaves no result.
#include "app/jobs/pair_oracle_job.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(PairOracleJob, hands_out_what_brute_force_finds) {
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

TEST(PairOracleJob, what_was_cancelled_is_not_handed_out) {
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
