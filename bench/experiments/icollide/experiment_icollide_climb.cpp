// Measures the operations and the time that hill climbing for dynamic boxes saves by evaluating one coordinate of a
// vertex, compared with climbs that transform complete vertices. All methods are instances of one template over the
// scalar type. Their results must equal the result of the library's climb.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/icollide/climb_ways.hpp"
#include "bench/experiments/scaling/scaling.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

// A polytope that rotates about a changing axis, so that all of its vertices become extremal.
struct RotatingPolytope {
    Polytope polytope;
    std::vector<Pose> poses;
};

RotatingPolytope make_rotating(std::uint32_t faces, double degrees, std::size_t frames, std::uint64_t seed) {
    RandomPolytopeParams params;
    params.faces = faces;
    params.seed = seed;
    RotatingPolytope rotating{std::move(*make_random_polytope(params)), {}};
    Random random(mix_seed(seed, faces));
    glm::dquat q = random.rotation();
    glm::dvec3 axis = random.unit_vector();
    for (std::size_t frame = 0; frame < frames; ++frame) {
        axis = glm::normalize(axis + random.in_box(glm::dvec3(0.1)));
        q = glm::normalize(glm::angleAxis(degrees * std::numbers::pi / 180.0, axis) * q);
        rotating.poses.push_back(make_pose({q, random.in_box(glm::dvec3(1.0)), glm::dvec3(1.0)}));
    }
    return rotating;
}

struct ClimbCost {
    std::array<double, kWays> operations{}, box_ns{}; // per frame
    double looks = 0.0, library_ns = 0.0;
    double saved(std::size_t way) const { return 1.0 - operations[0] / operations[way]; }
};

// The first pose is not counted; it only determines where the climbs of the second pose start.
std::vector<CoordinateBounds> climb_library(const RotatingPolytope& rotating, ClimbCounters& io_counters) {
    ExtremalVertices cache;
    std::vector<CoordinateBounds> bounds;
    for (const Pose& pose : rotating.poses) {
        if (bounds.size() == 1) io_counters = {};
        bounds.push_back(climb_bounds(rotating.polytope, pose, cache, io_counters));
    }
    return bounds;
}

Status count(const RotatingPolytope& rotating, ClimbCost& io_sum) {
    ClimbCounters counters;
    const std::vector<CoordinateBounds> expected = climb_library(rotating, counters);
    const auto frames = static_cast<double>(rotating.poses.size() - 1);
    Status status = ok();
    for_each_way<counted::CountingScalar<double>>(
        rotating.polytope, [&](std::size_t way, auto make_box, auto& vertices) {
            ExtremalVertices cache;
            std::uint64_t operations = 0;
            for (std::size_t frame = 0; frame < expected.size(); ++frame) {
                vertices.move_to(rotating.poses[frame]);
                CoordinateBounds box;
                const counted::Operations spent =
                    counted::count_operations([&] { box = make_box(rotating.polytope, vertices, cache); });
                if (box.lower != expected[frame].lower || box.upper != expected[frame].upper)
                    status = Error{std::string(kWayNames[way]) + " finds another box than the library"};
                operations += frame == 0 ? 0 : spent.additions + spent.multiplications;
            }
            io_sum.operations[way] += static_cast<double>(operations) / frames;
        });
    io_sum.looks += static_cast<double>(counters.evaluations) / frames;
    return status;
}

// Takes the shortest of several runs, to exclude interference by other programs.
Status time(const RotatingPolytope& rotating, const ExperimentRun& run, int repeats, ClimbCost& io_sum) {
    const auto least_ns = [&](auto&& pass) {
        double shortest = 1e300;
        for (int i = 0; i < repeats; ++i) {
            const double start = run.now();
            pass();
            shortest = std::min(shortest, run.now() - start);
        }
        return 1e6 * shortest / static_cast<double>(rotating.poses.size());
    };
    double sum = 0.0; // prevents the compiler from removing the computation
    for_each_way<double>(rotating.polytope, [&](std::size_t way, auto make_box, auto& vertices) {
        io_sum.box_ns[way] += least_ns([&] {
            ExtremalVertices cache;
            for (const Pose& pose : rotating.poses) {
                vertices.move_to(pose);
                sum += make_box(rotating.polytope, vertices, cache).upper.x;
            }
        });
    });
    io_sum.library_ns += least_ns([&] {
        ClimbCounters counters;
        sum += climb_library(rotating, counters).back().upper.x;
    });
    return std::isfinite(sum) ? ok() : Error{"a coordinate of a box is not finite"};
}

struct Setting {
    std::uint32_t faces = 0;
    double degrees = 0.0; // per frame
};

// The mean over several polytopes.
Result<ClimbCost> measure(const Setting& setting, const ExperimentRun& run) {
    const std::size_t polytopes = run.is_quick ? 2 : 8, frames = run.is_quick ? 60 : 500;
    ClimbCost cost;
    for (std::size_t i = 0; i < polytopes; ++i) {
        const RotatingPolytope rotating =
            make_rotating(setting.faces, setting.degrees, frames, mix_seed(run.seed, i));
        if (Status status = count(rotating, cost); !status) return status.error();
        if (Status status = time(rotating, run, run.is_quick ? 1 : 9, cost); !status) return status.error();
    }
    const auto scale = 1.0 / static_cast<double>(polytopes);
    for (std::size_t way = 0; way < kWays; ++way) {
        cost.operations[way] *= scale;
        cost.box_ns[way] *= scale;
    }
    cost.looks *= scale;
    cost.library_ns *= scale;
    return cost;
}

struct Study {
    Table table{"climb",
                "Per frame and box. looks: evaluated vertices. operations: additions and multiplications of "
                "the transform. saved: by evaluating one coordinate, compared with the method of the row",
                {"faces", "degrees_per_frame", "way", "looks", "operations", "saved_percent", "box_ns"}};
    std::array<ScalingCurve, kWays> operations;                     // at the fastest rotation
    Interval saved_whole{1.0, 1.0, 0.0}, saved_kept{1.0, 1.0, 0.0}; // minimum and maximum over all rows
    // Largest ratio of the time of one coordinate to the time of whole vertices, not cached and cached.
    double most_time = 0.0, most_kept_time = 0.0;
    // Largest number of faces for which transforming all vertices needs fewer operations.
    std::uint32_t most_faces_of_scan = 0;
    std::vector<BarPanel> panels;
};

void widen(Interval& io_range, double value) {
    io_range.low = std::min(io_range.low, value);
    io_range.high = std::max(io_range.high, value);
}

void add(const Setting& setting, const ClimbCost& cost, Study& io_study) {
    for (std::size_t way = 0; way < kWays; ++way)
        io_study.table.add({setting.faces,
                            {setting.degrees, 0},
                            kWayNames[way],
                            {way == kAllVertices ? 0.5 * setting.faces + 2.0 : cost.looks, 1},
                            {cost.operations[way], 1},
                            {100.0 * cost.saved(way), 1},
                            {cost.box_ns[way], 0}});
    io_study.table.add(
        {setting.faces, {setting.degrees, 0}, "the library", {cost.looks, 1}, "", "", {cost.library_ns, 0}});
    widen(io_study.saved_whole, cost.saved(2));
    widen(io_study.saved_kept, cost.saved(3));
    if (cost.saved(kAllVertices) < 0.0)
        io_study.most_faces_of_scan = std::max(io_study.most_faces_of_scan, setting.faces);
    io_study.most_time = std::max(io_study.most_time, cost.box_ns[0] / cost.box_ns[2]);
    io_study.most_kept_time = std::max(io_study.most_kept_time, cost.box_ns[0] / cost.box_ns[3]);
}

BarPanel draw_times(const Setting& setting, const ClimbCost& cost) {
    BarPanel panel{std::to_string(setting.faces) + " faces, " + fixed_number(setting.degrees, 0) +
                       "° per frame",
                   "ns per box"};
    for (std::size_t way = 0; way < kWays; ++way)
        panel.bars.push_back({std::string(kWayNames[way]), cost.box_ns[way],
                              fixed_number(cost.box_ns[way], 0),
                              way < 2 ? &draw::Palette::left_series : &draw::Palette::right_series});
    panel.bars.push_back({"the library", cost.library_ns, fixed_number(cost.library_ns, 0),
                          &draw::Palette::phase_update, true});
    return panel;
}

std::string percents(const Interval& range) {
    return fixed_number(100.0 * range.low, 1) + " to " + fixed_number(100.0 * range.high, 1) + " %";
}

std::vector<ClaimResult> judge(const Study& study) {
    const Interval &whole = study.saved_whole, &kept = study.saved_kept;
    return {judge_source_claim("icollide-climb/coordinates", {{"least", whole.low}, {"most", whole.high}},
                               "every method finds the library's boxes, bit for bit"),
            {"evaluating one coordinate saves at least 60 % even if whole vertices are cached for the frame",
             "own",
             "fraction of the additions and multiplications that is saved, compared with whole vertices that "
             "are cached for the rest of the frame; at least 60 % in every row",
             percents(kept), verdict_if(kept.low >= 0.6), Basis::counts,
             "climbs evaluate many vertices more than once; for a small polytope, two climbs evaluate the "
             "same vertices"},
            {"for the smallest polytopes, transforming all vertices takes fewer operations than six climbs",
             "own", "largest number of faces for which this holds",
             std::to_string(study.most_faces_of_scan) + " faces", Verdict::observed, Basis::counts},
            {"one coordinate takes less time than whole vertices", "own",
             "time of a box: one coordinate / whole vertices without a cache; below 1 in every row",
             "at most " + fixed_number(study.most_time, 2), verdict_if(study.most_time < 1.0), Basis::times,
             "compared with whole vertices cached for the frame, at most " +
                 fixed_number(study.most_kept_time, 2)}};
}

Result<ExperimentResult> run_climb(const ExperimentRun& run) {
    constexpr std::array kFaces{16u, 36u, 100u, 300u, 1000u};
    constexpr std::array kDegrees{1.0, 10.0};
    Study study;
    for (std::size_t way = 0; way < kWays; ++way) study.operations[way].name = kWayNames[way];
    for (const double degrees : kDegrees)
        for (const std::uint32_t faces : kFaces) {
            const Setting setting{faces, degrees};
            const Result<ClimbCost> cost = measure(setting, run);
            if (!cost) return cost.error();
            add(setting, *cost, study);
            if (degrees != kDegrees.back()) continue;
            for (std::size_t way = 0; way < kWays; ++way)
                study.operations[way].add(faces, cost->operations[way]);
            if (faces == kFaces.front() || faces == kFaces.back())
                study.panels.push_back(draw_times(setting, *cost));
        }
    ExperimentSection section;
    section.pictures = {draw_scaling("operations", "Operations of the transform, 10° per frame", "faces",
                                     "operations per box", study.operations),
                        {"times", "Time of a box", draw_bar_panels(study.panels, kPictureWidth, 2)}};
    section.claims = judge(study);
    section.tables.push_back(std::move(study.table));
    return ExperimentResult{
        {std::move(section)},
        "Random polytopes rotate about changing axes. A frame is six climbs from the last extremal "
        "vertices. All climbs are one template: a counting number type gives the operations, double gives "
        "the times. Kept: values evaluated in a frame are cached for the rest of the frame. All vertices: "
        "a scan without climbing. The library evaluates one coordinate of a vertex and its neighbors in "
        "SIMD lanes; here it computes one box at a time, whereas a world interleaves ten."};
}

} // namespace

extern const Experiment kIcollideClimb{"icollide-climb",
                                       "What does evaluating one coordinate at a time save?",
                                       "[Cohen 1995] section 4.1", run_climb};

} // namespace boxwood
