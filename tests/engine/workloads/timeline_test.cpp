// A frame that seek() recomputes from a keyframe equals the same frame of an uninterrupted run.
#include "engine/sim/timeline.hpp"

#include "engine/workloads/articulated.hpp"
#include "engine/workloads/deforming.hpp"
#include "engine/workloads/multi_body.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace boxwood {
namespace {

// The state and the results of a frame. Caches are compared indirectly, by the results of the following steps.
struct Seen {
    std::uint64_t hash = 0;
    std::array<std::uint64_t, StepCounters::kCount> counters{};
    std::array<std::uint64_t, 3> swaps{};
    std::vector<BodyPair> entered, left;
    std::vector<PrimitivePair> triangles, self_triangles;
    struct Pair {
        BodyPair bodies;
        ContactStatus status = ContactStatus::disjoint;
        FeaturePair features, start;
        double distance = 0.0;
        std::uint32_t iterations = 0, part_a = 0, part_b = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    std::vector<Pair> pairs;
    std::uint64_t volumes = 0, rebuilds = 0, point_tests = 0;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen look_at(const Simulation& simulation) {
    const StepOutput& out = simulation.output;
    Seen seen{state_hash(simulation),
              out.counters.list(),
              out.swaps_by_axis,
              out.entered,
              out.left,
              out.triangle_pairs,
              out.self_triangle_pairs,
              {},
              out.deformation.volumes,
              out.deformation.rebuilds,
              out.point_tests};
    for (const PairResult& pair : out.pairs)
        seen.pairs.push_back({pair.bodies, pair.status, pair.features, pair.start, pair.distance,
                              pair.iterations, pair.part_a, pair.part_b});
    return seen;
}

using Edit = std::function<void(Simulation&)>;

// Runs `frames` frames with edits, then seeks frames in random order and continues for up to three steps from each.
void expect_equal_frames(Simulation simulation, std::uint64_t frames,
                         const std::map<std::uint64_t, Edit>& edits,
                         std::size_t byte_limit = Timeline::kDefaultBytes) {
    Timeline timeline(byte_limit);
    std::vector<Seen> seen;
    collide(simulation);
    for (std::uint64_t i = 0; i < frames; ++i) {
        if (const auto edit = edits.find(i); edit != edits.end()) {
            edit->second(simulation);
            collide(simulation);
            timeline.note_edit(simulation);
        }
        seen.push_back(look_at(simulation));
        if (timeline.requires_note_edit(simulation)) timeline.note_edit(simulation);
        step(simulation);
        timeline.note_step(simulation);
    }
    seen.push_back(look_at(simulation));
    ASSERT_EQ(timeline.last(), frames);
    std::mt19937_64 random(7);
    for (std::size_t i = 0; i < test::choose_effort(12, 200); ++i) {
        const std::uint64_t frame = timeline.first() + random() % (frames + 1 - timeline.first());
        ASSERT_TRUE(timeline.seek(frame, simulation));
        ASSERT_EQ(simulation.frame, frame);
        EXPECT_TRUE(look_at(simulation) == seen[frame]) << "frame " << frame;
        for (std::uint64_t next = frame + 1; next <= std::min(frame + 3, frames); ++next) {
            ASSERT_TRUE(timeline.step_forward(simulation));
            ASSERT_TRUE(look_at(simulation) == seen[next]) << "from " << frame << " to " << next;
        }
    }
    EXPECT_EQ(timeline.first_difference(), std::nullopt);
    EXPECT_FALSE(timeline.seek(frames + 1, simulation));
}

Simulation make_crowd(const char* broad_phase, double mesh_percent = 0.0) {
    MultiBodyParams params;
    params.bodies = 60;
    params.density_percent = 12.0;
    params.mesh_percent = mesh_percent;
    Simulation simulation = std::move(*make_multi_body(params));
    require_ok(simulation.world.set_broad_phase(broad_phase));
    simulation.world.settings.use_temporal_coherence = mesh_percent > 0.0;
    simulation.world.settings.find_polytope_triangles = mesh_percent > 0.0;
    return simulation;
}

std::map<std::uint64_t, Edit> crowd_edits() {
    return {{5, [](Simulation& io) { require_ok(io.world.remove_body(BodyId{3})); }},
            {9,
             [](Simulation& io) {
                 const BodyHandle added = require_ok(io.world.add_body(describe(io.world.bodies()[4])));
                 if (io.motions.size() <= added.id) io.motions.resize(added.id + std::size_t{1});
                 io.motions[added.id] = io.motions[5];
             }},
            {14, [](Simulation& io) { require_ok(io.world.set_pair_enabled(BodyId{1}, BodyId{2}, false)); }},
            {17, [](Simulation& io) { require_ok(io.world.set_broad_phase("sweep-and-prune")); }},
            {22, [](Simulation& io) {
                 require_ok(io.world.set_body_enabled(BodyId{7}, false));
                 io.settings.speed = 0.5;
             }}};
}

TEST(TimelineTest, after_a_seek_each_broad_phase_continues_as_in_an_uninterrupted_run) {
    for (const std::string_view name : list_broad_phases()) {
        SCOPED_TRACE(name);
        expect_equal_frames(make_crowd(std::string(name).c_str()), 40, {});
    }
}

TEST(TimelineTest, a_seek_restores_frames_before_and_after_edits) {
    expect_equal_frames(make_crowd("column-grid"), 30, crowd_edits());
}

TEST(TimelineTest, a_seek_restores_the_query_caches_of_meshes) {
    expect_equal_frames(make_crowd("column-grid", 60.0), 25, {});
}

TEST(TimelineTest, a_seek_restores_joints_and_their_hulls) {
    ArticulatedParams params;
    params.hands = params.chains = 3;
    params.c_shapes = 2;
    params.polytopes = 6;
    expect_equal_frames(std::move(*make_articulated(params)), 25, {});
}

TEST(TimelineTest, a_seek_restores_deforming_bodies_and_their_hierarchies) {
    DeformingParams params;
    params.deforming = 2;
    params.rigid = 40;
    expect_equal_frames(std::move(*make_deforming(params)), 20, {});
}

TEST(TimelineTest, a_small_byte_limit_keeps_the_last_frames) {
    Simulation simulation = make_crowd("column-grid");
    collide(simulation);
    const std::size_t one = Keyframe(simulation).size_in_bytes();
    Timeline timeline(3 * one);
    for (int i = 0; i < 2000; ++i) {
        if (timeline.requires_note_edit(simulation)) timeline.note_edit(simulation);
        step(simulation);
        timeline.note_step(simulation, 1.0);
    }
    EXPECT_LE(timeline.size_in_bytes(), 3 * one);
    EXPECT_GT(timeline.first(), 0u);
    EXPECT_EQ(timeline.last(), 2000u);
    EXPECT_TRUE(timeline.seek(timeline.first(), simulation));
    EXPECT_FALSE(timeline.seek(timeline.first() - 1, simulation));
}

// After an edit of a past frame, a copy of the timeline can recompute the replaced frames while the edited simulation
// runs.
TEST(TimelineTest, a_copy_of_the_timeline_recomputes_the_frames_that_an_edit_replaces) {
    DeformingParams params;
    params.deforming = 1;
    params.rigid = 30;
    Simulation simulation = std::move(*make_deforming(params));
    collide(simulation);
    Timeline timeline;
    std::vector<Seen> seen;
    for (int i = 0; i < 20; ++i) {
        seen.push_back(look_at(simulation));
        if (timeline.requires_note_edit(simulation)) timeline.note_edit(simulation);
        step(simulation);
        timeline.note_step(simulation);
    }
    ASSERT_TRUE(timeline.seek(8, simulation));
    Timeline former = timeline;
    BodyId rigid = 0;
    while (simulation.world.bodies()[rigid].deforming) ++rigid;
    simulation.motions[rigid].velocity_w = -simulation.motions[rigid].velocity_w;
    collide(simulation);
    EXPECT_TRUE(timeline.note_edit(simulation));
    EXPECT_EQ(timeline.last(), 8u);
    Simulation ghost;
    ASSERT_TRUE(former.seek(8, ghost, {}, true));
    EXPECT_EQ(find_different_bodies(simulation, ghost), std::vector<BodyId>{rigid});
    for (std::uint64_t frame = 9; frame < 20; ++frame) {
        if (timeline.requires_note_edit(simulation)) timeline.note_edit(simulation);
        step(simulation);
        timeline.note_step(simulation);
        ASSERT_TRUE(former.step_forward(ghost, {}, true));
        EXPECT_TRUE(look_at(ghost) == seen[frame]) << frame;
    }
    EXPECT_EQ(timeline.last(), 19u);
}

TEST(TimelineTest, first_difference_is_the_first_frame_whose_recomputed_state_differs) {
    Simulation simulation = make_crowd("column-grid");
    collide(simulation);
    Timeline timeline;
    for (int i = 0; i < 10; ++i) {
        if (timeline.requires_note_edit(simulation)) timeline.note_edit(simulation);
        step(simulation);
        timeline.note_step(simulation);
    }
    ASSERT_TRUE(timeline.seek(4, simulation));
    simulation.motions[2].velocity_w.x += 1e-9;
    ASSERT_TRUE(timeline.step_forward(simulation));
    EXPECT_EQ(timeline.first_difference(), std::optional<std::uint64_t>(5));
}

TEST(TimelineTest, a_skipped_frame_has_no_hash_and_the_other_hashes_stay_those_of_their_frames) {
    Simulation simulation = make_crowd("column-grid");
    collide(simulation);
    Timeline timeline;
    timeline.note_edit(simulation);
    for (int i = 0; i < 6; ++i) {
        step(simulation);
        if (i != 3) timeline.note_step(simulation);
    }
    EXPECT_EQ(timeline.last(), 6u);
    EXPECT_EQ(timeline.hash_of(4), std::nullopt);
    ASSERT_TRUE(timeline.seek(1, simulation));
    while (timeline.step_forward(simulation)) continue;
    EXPECT_EQ(simulation.frame, 6u);
    EXPECT_EQ(timeline.first_difference(), std::nullopt);
}

} // namespace
} // namespace boxwood
