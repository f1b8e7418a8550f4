// Brute force on a background thread: the same result as on the frame's thread, and no result after a cancel.
#include "app/jobs/pair_oracle_worker.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(PairOracleWorker, hands_out_what_brute_force_finds) {
    oracle::Random random(1);
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    const PosedMesh a{mesh.view(), oracle::draw_pose(random, 0.2)},
        b{mesh.view(), oracle::draw_pose(random, 0.5)};
    PairOracleWorker worker;
    worker.start(a, b, {}, nullptr);
    worker.wait();
    const std::optional<PairAnswer> answer = worker.take_result();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->pairs, find_all_by_brute_force(a, b, [](double) { return true; }));
    EXPECT_EQ(answer->hierarchies, 0u);
    EXPECT_FALSE(worker.take_result());
}

TEST(PairOracleWorker, what_was_cancelled_is_not_handed_out) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 200, 100);
    PairOracleWorker worker;
    worker.start({mesh.view(), Pose{}}, {mesh.view(), Pose{}}, {}, nullptr);
    worker.cancel();
    EXPECT_FALSE(worker.is_running());
    EXPECT_FALSE(worker.take_result());
}

} // namespace
} // namespace boxwood
