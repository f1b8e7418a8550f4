// The storage of the flags of sweep and prune affects only memory and time.
#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"
#include "collision/core/state_bytes.hpp"
#include "tests/collision/broad_phase/live_bytes.hpp"
#include "tests/collision/broad_phase/rig.hpp"

namespace boxwood::test {
namespace {

template <PairStorage kStorage>
class Stored : public SweepAndPrune {
  public:
    Stored() { configure({kStorage, 0.0f}); }
};

template <class Phase>
class PairStorageTest : public testing::Test {};
using Storages = testing::Types<Stored<PairStorage::dense>, Stored<PairStorage::sparse>>;
TYPED_TEST_SUITE(PairStorageTest, Storages);

TYPED_TEST(PairStorageTest, pairs_and_events_match_a_naive_model) {
    for (const Motion motion : kMotions) {
        SCOPED_TRACE(testing::Message() << "motion " << static_cast<int>(motion));
        Rig<TypeParam> rig(100, motion, 31);
        for (int frame = 0; frame < static_cast<int>(choose_effort(150, 2000)); ++frame) {
            churn(rig);
            // If this disables all pairs, the later changes of churn() enable pairs individually.
            if (rig.moving.chance(0.05)) rig.set_all_pairs_enabled(rig.moving.chance(0.3));
            ASSERT_NO_FATAL_FAILURE(rig.update()) << "frame " << frame;
            if (this->HasFailure()) return;
            rig.moving.move();
        }
    }
}

bool are_equal(const std::vector<ActivePair>& x, const std::vector<ActivePair>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const ActivePair& a, const ActivePair& b) {
        return a.bodies == b.bodies && a.slot == b.slot;
    });
}

TEST(PairStorageTest, events_do_not_depend_on_the_storage_even_if_it_changes) {
    for (const bool are_pairs_enabled : {true, false}) {
        MovingBoxes moving(300, Motion::teleport_some, 37);
        SweepAndPrune dense, sparse, changing;
        sparse.configure({PairStorage::sparse, 0.0f});
        std::vector<BodyId> everyone;
        for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
        for (SweepAndPrune* phase : {&dense, &sparse, &changing}) {
            phase->insert(everyone, moving.boxes);
            phase->set_all_pairs_enabled(are_pairs_enabled);
        }
        std::size_t events = 0;
        for (int frame = 0; frame < 100; ++frame) {
            for (int i = 0; i < 300; ++i) {
                const BodyId a = moving.pick(), b = moving.pick();
                if (a == b) continue;
                const bool is_enabled = moving.chance(0.5);
                for (SweepAndPrune* phase : {&dense, &sparse, &changing})
                    phase->set_pair_enabled(make_pair_of(a, b), is_enabled);
            }
            if (frame % 7 == 0)
                changing.configure({frame % 2 == 0 ? PairStorage::sparse : PairStorage::dense, 0.0f});
            for (SweepAndPrune* phase : {&dense, &sparse, &changing}) {
                phase->update(moving.boxes);
                ASSERT_TRUE(are_equal(phase->events().entered, dense.events().entered)) << frame;
                ASSERT_TRUE(are_equal(phase->events().left, dense.events().left)) << frame;
                ASSERT_EQ(phase->counters().swaps, dense.counters().swaps) << frame;
            }
            events += dense.events().entered.size();
            moving.move();
        }
        EXPECT_GT(events, 1000u);
    }
}

TEST(PairStorageTest, storage_depends_on_the_setting_the_body_count_and_the_pair_default) {
    using enum PairStorage;
    EXPECT_EQ(choose_flag_storage(automatic, 4096, true), FlagStorage::dense);
    EXPECT_EQ(choose_flag_storage(automatic, 4096, false), FlagStorage::dense);
    EXPECT_EQ(choose_flag_storage(automatic, 4097, false), FlagStorage::listed);
    EXPECT_EQ(choose_flag_storage(automatic, 10000, true), FlagStorage::dense);
    EXPECT_EQ(choose_flag_storage(automatic, 20000, true), FlagStorage::sparse);
    EXPECT_EQ(choose_flag_storage(dense, 10000, false), FlagStorage::dense);
    EXPECT_EQ(choose_flag_storage(dense, 100000, true), FlagStorage::dense);
    EXPECT_EQ(choose_flag_storage(dense, 200000, true), FlagStorage::sparse);
    EXPECT_EQ(choose_flag_storage(sparse, 10, true), FlagStorage::sparse);
    EXPECT_EQ(choose_flag_storage(sparse, 10, false), FlagStorage::listed);
}

// A caller may request a dense matrix of flags that takes gigabytes.
TEST(PairStorageTest, max_bodies_depends_on_the_storage) {
    SweepAndPrune phase;
    EXPECT_EQ(phase.max_bodies(), 16384u);
    phase.configure({PairStorage::dense, 0.0f});
    EXPECT_EQ(phase.max_bodies(), 131072u);
    phase.configure({PairStorage::sparse, 0.0f});
    EXPECT_GT(phase.max_bodies(), 131072u);
    SweepAndPruneDirect direct;
    direct.configure({PairStorage::dense, 0.0f});
    EXPECT_GT(direct.max_bodies(), 131072u) << "SweepAndPruneDirect stores no flags";
}

TEST(PairStorageTest, memory_stays_below_1_GiB_with_many_bodies_and_as_many_enabled_pairs) {
    const auto count = static_cast<BodyId>(choose_effort(100000, 100000));
    MovingBoxes moving(count, Motion::walk, 41);
    std::vector<BodyId> everyone;
    for (BodyId id = 0; id < count; ++id) everyone.push_back(id);
    const std::size_t before = live_bytes();
    SweepAndPrune phase;
    phase.set_all_pairs_enabled(false);
    EXPECT_GE(phase.max_bodies(), count);
    phase.insert(everyone, moving.boxes);
    std::set<BodyPair> enabled;
    while (enabled.size() < count) {
        const BodyId a = moving.pick(), b = enabled.size() % 2 == 0 ? moving.pick() : (a + 1) % count;
        if (a != b && enabled.insert(make_pair_of(a, b)).second)
            phase.set_pair_enabled(make_pair_of(a, b), true);
    }
    phase.update(moving.boxes);
    // Makes a tenth of the enabled pairs overlap, by giving both bodies the same box.
    std::size_t i = 0;
    for (const BodyPair pair : enabled)
        if (i++ % 10 == 0) moving.boxes[pair.a] = moving.boxes[pair.b];
    phase.update(moving.boxes);
    const std::size_t set_bytes = enabled.size() * 64; // upper bound for the set that the test itself holds
    const std::size_t used = live_bytes() - before - std::min(live_bytes() - before, set_bytes);
    EXPECT_LT(used, std::size_t{1} << 30);
    RecordProperty("megabytes", static_cast<int>(used >> 20));
    std::size_t expected = 0;
    for (const BodyPair pair : enabled)
        expected += are_separated(moving.boxes[pair.a], moving.boxes[pair.b]) ? 0 : 1;
    EXPECT_EQ(phase.pairs().size(), expected);
    EXPECT_GT(expected, count / 20);
    // Most endpoint swaps here are between bodies whose pair was never enabled. Such swaps must not leave flags in
    // memory.
    moving.move();
    phase.update(moving.boxes);
    EXPECT_GT(phase.counters().swaps[0], 20 * std::uint64_t{count});
    EXPECT_LT(live_bytes() - before, 1000 * std::size_t{count});
}

TEST(PairStorageTest, a_keyframe_restores_the_flag_matrix_without_containing_it) {
    MovingBoxes moving(600, Motion::teleport_some, 41);
    SweepAndPrune phase, restored;
    std::vector<BodyId> everyone;
    for (BodyId id = 0; id < moving.size(); ++id) everyone.push_back(id);
    phase.insert(everyone, moving.boxes);
    restored.insert(everyone, moving.boxes); // its flags are those of other positions
    restored.update(moving.boxes);
    std::size_t overlaps = 0;
    for (BodyId frame = 0; frame < 8; ++frame) {
        moving.move();
        phase.update(moving.boxes);
        // Both changes are pending: until the next update, the matrix still has the flags of the removed body.
        phase.remove({{frame}});
        phase.set_pair_enabled(make_pair_of(frame + 100, frame + 150), false);
        std::vector<std::byte> bytes;
        StateWriter writer(bytes);
        writer(phase);
        EXPECT_LT(bytes.size(), 100'000u); // a matrix of 600 bodies alone has 90,000 bytes
        StateReader reader(bytes);
        reader(restored);
        ASSERT_TRUE(reader.is_at_end());
        ASSERT_EQ(restored.flags().storage(), FlagStorage::dense);
        for (const BodyId a : everyone)
            for (BodyId b = 0; b < a; ++b) {
                const BodyPair pair = make_pair_of(a, b);
                ASSERT_EQ(restored.flags().mask(pair), phase.flags().mask(pair)) << a << ' ' << b;
                overlaps += phase.flags().mask(pair) != 0 ? 1u : 0u;
            }
        restored.update(moving.boxes);
        SweepAndPrune other;
        StateReader again(bytes);
        again(other);
        phase.update(moving.boxes);
        other.update(moving.boxes);
        EXPECT_EQ(other.counters().swaps, phase.counters().swaps);
        EXPECT_EQ(other.counters().flag_toggles, phase.counters().flag_toggles);
        EXPECT_TRUE(are_equal({other.pairs().begin(), other.pairs().end()},
                              {phase.pairs().begin(), phase.pairs().end()}));
    }
    EXPECT_GT(overlaps, 1000u);
}

} // namespace
} // namespace boxwood::test
