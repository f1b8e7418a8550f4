// Compares SweepRun with scenes that the test steps itself, and checks the sums of its samples.
#include "engine/measure/sweeps/sweep_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace boxwood {
namespace {

// A deterministic clock. Each interval between two reads is 1 ms longer than the previous one.
double g_now = 0.0, g_step = 0.0;
double growing_clock() {
    g_step += 1.0;
    return g_now += g_step;
}

// A deterministic clock. Each interval between two reads is 0.01 % shorter than the previous one.
double shrinking_clock() {
    g_step *= 0.9999;
    return g_now += g_step;
}

Sweep small_sweep(int number = 3) {
    Sweep sweep = make_sweep(*find_graph(number), SweepSize::quick);
    sweep.base.bodies = 40;
    sweep.points.resize(3);
    sweep.seeds = 3;
    sweep.warm_frames = 5;
    sweep.frames = 21;
    return sweep;
}

SweepResult finish(SweepRun run) {
    while (!run.is_done()) EXPECT_TRUE(run.advance());
    return run.result();
}

TEST(SweepRun, the_three_parts_add_up_to_the_total) {
    g_now = g_step = 0.0;
    const SweepResult result = finish({small_sweep(), growing_clock});
    ASSERT_TRUE(result.is_complete());
    for (const Sample& sample : result.samples) {
        const double sum = sample[Measure::update] + sample[Measure::broad] + sample[Measure::narrow];
        EXPECT_GT(sample[Measure::total], 0.0);
        EXPECT_NEAR(sum, sample[Measure::total], 1e-12 * sum);
    }
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point) {
        double sum = 0.0;
        for (const Measure part : kParts) sum += result.estimate(point, 0, part).value;
        EXPECT_NEAR(sum, result.estimate(point, 0, Measure::total).value, 1e-12 * sum);
    }
}

// Each interval of the clock is 1 ms longer than the previous one. Suppose that the clock is read only where one stage
// ends and the next one begins, and that the broad phase takes b ms. Then the narrow phase takes b + 1, and the update
// with the refit, which are two intervals, takes (b - 2) + (b - 1).
TEST(SweepRun, only_the_three_stages_are_timed) {
    g_now = g_step = 0.0;
    const SweepResult result = finish({small_sweep(), growing_clock});
    for (const Sample& sample : result.samples) {
        EXPECT_NEAR(sample[Measure::update], 2.0 * sample[Measure::broad] - 3.0,
                    1e-9 * sample[Measure::broad]);
        EXPECT_NEAR(sample[Measure::narrow], sample[Measure::broad] + 1.0, 1e-9 * sample[Measure::broad]);
    }
}

TEST(SweepRun, a_run_equals_the_scene_stepped_without_the_sweep) {
    const Sweep sweep = small_sweep();
    const SweepResult result = finish({sweep, nullptr});
    for (const RunIndex run : {RunIndex{0, 0, 0}, RunIndex{2, 1, 1}, RunIndex{1, 0, 2}}) {
        MultiBodyParams params = sweep.base;
        params.density_percent = sweep.points[run.point];
        params.box = sweep.boxes[run.box];
        params.seed += run.seed;
        Result<Simulation> made = make_multi_body(params);
        ASSERT_TRUE(made);
        ASSERT_TRUE(made->world.set_broad_phase(sweep.broad_phase));
        made->settings.aabb_margin = 0.0;
        double swaps = 0.0, contacts = 0.0;
        for (int frame = 0; frame < sweep.warm_frames + sweep.frames; ++frame) {
            step(*made);
            if (frame < sweep.warm_frames) continue;
            swaps += static_cast<double>(made->output.counters.swaps);
            contacts += static_cast<double>(made->output.counters.contacts);
        }
        const Sample& sample = result.at(run);
        EXPECT_EQ(sample.state_hash, state_hash(*made));
        EXPECT_DOUBLE_EQ(sample[Measure::swaps], swaps / sweep.frames);
        EXPECT_DOUBLE_EQ(sample[Measure::contacts], contacts / sweep.frames);
    }
}

// Bodies that share a shape also share its memory, so their queries would take less time than with distinct shapes.
TEST(SweepRun, every_body_of_a_graph_has_a_distinct_shape) {
    for (const Graph& graph : all_graphs())
        for (const SweepSize size : {SweepSize::quick, SweepSize::full}) {
            const Sweep sweep = make_sweep(graph, size);
            for (const double point : sweep.points) {
                MultiBodyParams params = sweep.base;
                set_swept(params, graph.swept, point);
                EXPECT_GE(params.distinct_shapes, params.bodies) << graph.number;
            }
        }
    MultiBodyParams params = make_headline(SweepSize::quick).base;
    params.bodies = kDistinctShapes + 100;
    params.faces = 12;
    const Result<Simulation> made = make_multi_body(params);
    ASSERT_TRUE(made) << made.error().message;
    std::set<const Shape*> shapes;
    std::set<std::vector<float>> vertices;
    for (const Body& body : made->world.bodies()) {
        shapes.insert(body.shape.get());
        const glm::vec3 p = body.polytope->positions()[0];
        vertices.insert({p.x, p.y, p.z});
    }
    EXPECT_EQ(shapes.size(), made->world.bodies().size());
    EXPECT_EQ(vertices.size(), shapes.size()) << "two shapes have the same first vertex";
}

TEST(SweepRun, counts_do_not_depend_on_the_clock) {
    const SweepResult one = finish({small_sweep(4), nullptr}), two = finish({small_sweep(4), growing_clock});
    for (std::size_t i = 0; i < one.samples.size(); ++i) {
        EXPECT_EQ(one.samples[i].state_hash, two.samples[i].state_hash);
        for (std::size_t m = static_cast<std::size_t>(Measure::swaps); m < kMeasureCount; ++m)
            EXPECT_EQ(one.samples[i].values[m], two.samples[i].values[m]) << kMeasureNames[m];
    }
}

TEST(SweepRun, the_fastest_of_all_rounds_is_kept) {
    const auto measure = [](int rounds, Clock clock) {
        g_now = 0.0;
        g_step = 1000.0;
        Sweep sweep = small_sweep();
        sweep.rounds = rounds;
        return finish({sweep, clock});
    };
    const SweepResult slowing_once = measure(1, growing_clock), slowing = measure(3, growing_clock);
    const SweepResult hastening_once = measure(1, shrinking_clock), hastening = measure(3, shrinking_clock);
    ASSERT_TRUE(slowing.is_complete());
    ASSERT_EQ(slowing.samples.size(), slowing_once.samples.size());
    for (std::size_t i = 0; i < slowing.samples.size(); ++i) {
        EXPECT_EQ(slowing.samples[i].values, slowing_once.samples[i].values);
        EXPECT_EQ(slowing.samples[i].state_hash, hastening.samples[i].state_hash);
        EXPECT_LT(hastening.samples[i][Measure::total], 0.99 * hastening_once.samples[i][Measure::total]);
        EXPECT_EQ(hastening.samples[i][Measure::swaps], slowing.samples[i][Measure::swaps]);
    }
}

TEST(SweepRun, progress_rises_to_one_and_each_pass_ends_before_the_next_begins) {
    const Sweep sweep = small_sweep();
    SweepRun run(sweep, nullptr);
    double before = 0.0;
    const std::size_t per_pass = sweep.points.size() * sweep.boxes.size();
    while (!run.is_done()) {
        const double now = run.progress();
        EXPECT_GE(now, before);
        EXPECT_LT(now, 1.0);
        before = now;
        ASSERT_TRUE(run.advance());
        // Every point must have its first seed before any point has its second.
        const auto measured =
            static_cast<std::size_t>(std::count_if(run.result().samples.begin(), run.result().samples.end(),
                                                   [](const Sample& sample) { return sample.is_measured; }));
        ASSERT_EQ(measured, run.runs_done());
        for (std::size_t point = 0; point < sweep.points.size(); ++point) {
            const std::size_t seeds = run.result().values_of(point, 0, Measure::pairs).size();
            EXPECT_GE(seeds, measured / per_pass);
            EXPECT_LE(seeds, (measured + per_pass - 1) / per_pass);
        }
    }
    EXPECT_EQ(run.progress(), 1.0);
}

// If the machine slows down steadily, this order widens the intervals instead of bending the curves.
TEST(SweepRun, every_second_pass_runs_in_reverse_order) {
    const Sweep sweep = small_sweep();
    const std::size_t per_pass = sweep.points.size() * sweep.boxes.size(), last = sweep.points.size() - 1;
    SweepRun run(sweep, nullptr);
    while (run.runs_done() < 1) ASSERT_TRUE(run.advance());
    EXPECT_TRUE(run.result().at({0, 0, 0}).is_measured);
    while (run.runs_done() < per_pass + 1) ASSERT_TRUE(run.advance());
    EXPECT_TRUE(run.result().at({last, sweep.boxes.size() - 1, 1}).is_measured);
    while (run.runs_done() < 2 * per_pass + 1) ASSERT_TRUE(run.advance());
    EXPECT_TRUE(run.result().at({0, 0, 2}).is_measured);
}

TEST(SweepRun, an_invalid_parameter_is_named_and_ends_the_run) {
    Sweep sweep = small_sweep();
    sweep.points[0] = 90.0;
    SweepRun run(sweep, nullptr);
    const Status status = run.advance();
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("density"), std::string::npos);
    EXPECT_TRUE(run.is_done());
    EXPECT_FALSE(run.result().is_complete());
    sweep = small_sweep();
    sweep.narrow_phase = "guessing";
    EXPECT_FALSE(SweepRun(sweep, nullptr).advance());
}

TEST(SweepRun, axis_overlaps_equal_those_of_all_pairs) {
    MultiBodyParams params;
    params.bodies = 60;
    Result<Simulation> made = make_multi_body(params);
    ASSERT_TRUE(made);
    step(*made);
    const std::span<const Aabb> boxes = made->world.boxes();
    std::size_t overlaps = 0;
    for (std::size_t a = 0; a < boxes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            for (int k = 0; k < 3; ++k)
                overlaps += boxes[a].lower[k] <= boxes[b].upper[k] && boxes[b].lower[k] <= boxes[a].upper[k];
    EXPECT_GT(overlaps, 0u);
    EXPECT_DOUBLE_EQ(count_axis_overlaps(boxes), static_cast<double>(overlaps) / 3.0);
    const Aabb unit{glm::vec3(0.0f), glm::vec3(1.0f)}, touching{glm::vec3(1.0f), glm::vec3(2.0f)};
    EXPECT_EQ(count_axis_overlaps(std::array{unit, touching}), 1.0);
}

TEST(SweepRun, interquartile_mean_ignores_the_fastest_and_the_slowest_quarter_of_frames) {
    std::vector<PhaseTimes> frames(8);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i][Phase::update] = 1.0;
        frames[i][Phase::narrow] = static_cast<double>(i);
    }
    frames[3][Phase::broad] = 1000.0;
    // frames 2, 4, 5 and 6 remain; 0, 1 and 7 are cut, and so is 3, the slowest
    const PhaseTimes mean = interquartile_mean(frames);
    EXPECT_DOUBLE_EQ(mean[Phase::update], 1.0);
    EXPECT_DOUBLE_EQ(mean[Phase::broad], 0.0);
    EXPECT_DOUBLE_EQ(mean[Phase::narrow], (2.0 + 4.0 + 5.0 + 6.0) / 4.0);
}

TEST(Sweep, six_graphs_with_distinct_names_give_valid_and_distinct_scenes) {
    std::set<std::string_view> names;
    for (const Graph& graph : all_graphs()) {
        EXPECT_TRUE(names.insert(graph.name).second);
        for (const SweepSize size : {SweepSize::full, SweepSize::quick}) {
            const Sweep sweep = make_sweep(graph, size);
            EXPECT_GE(sweep.seeds, 5);
            EXPECT_TRUE(std::is_sorted(sweep.points.begin(), sweep.points.end()));
            std::set<double> values; // every point must give a different scene
            for (const double point : sweep.points) {
                MultiBodyParams params = sweep.base;
                set_swept(params, graph.swept, point);
                // with fewer bodies to save time, the other parameters are still checked
                params.bodies = std::min(params.bodies, 20);
                EXPECT_TRUE(make_multi_body(params)) << graph.name << ' ' << point;
                set_swept(params, graph.swept, point);
                values.insert(params.bodies + 1e-3 * params.faces + 1e-6 * params.density_percent +
                              1e-9 * params.spin_degrees + 1e-12 * params.speed_percent);
            }
            EXPECT_EQ(values.size(), sweep.points.size()) << graph.name;
        }
    }
    EXPECT_EQ(names.size(), 6u);
    EXPECT_EQ(find_graph(0), nullptr);
}

} // namespace
} // namespace boxwood
