// The cost of a test of two k-DOPs compared with one of two oriented boxes, and that compared with a query for the
// closest features of the same two boxes: operations counted on the same pairs, and times.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/counted_tests.hpp"
#include "bench/experiments/solid/patch_pairs.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// An order of magnitude: closer to a factor of ten than to one, in log scale.
const double kOrder = std::sqrt(10.0);

// One kind of test over all pairs.
struct Row {
    std::string setting, volume;
    std::uint64_t most_flops = 0, most_axes = 0; // of one test
    double mean_flops = 0.0, overlapping = 0.0, test_ns = 0.0;
};

// find_axis(i) tests pair i with counting numbers, `comparisons` for each axis; test(i) is the production test.
template <class FindAxis, class Test>
Status measure(const ExperimentRun& run, std::size_t pairs, std::uint64_t comparisons, FindAxis&& find_axis,
               Test&& test, Row& io_row) {
    std::uint64_t flops = 0, overlapping = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        int axis = -1;
        const counted::Operations spent = counted::count_operations([&] { axis = find_axis(i); });
        flops += spent.flops();
        overlapping += axis < 0 ? 1 : 0;
        io_row.most_flops = std::max(io_row.most_flops, spent.flops());
        io_row.most_axes = std::max(io_row.most_axes, spent.comparisons / comparisons);
    }
    io_row.mean_flops = static_cast<double>(flops) / static_cast<double>(pairs);
    io_row.overlapping = static_cast<double>(overlapping) / static_cast<double>(pairs);
    if (time_pairs(run, pairs, test, io_row.test_ns) != overlapping)
        return Error{io_row.volume + ": the test that counts finds other pairs overlapping"};
    return ok();
}

// Volumes fitted in the frames of their meshes.
template <class V>
Result<Row> measure_volume(const PatchPairs& scene, const char* setting, const char* name,
                           std::uint64_t comparisons, const ExperimentRun& run) {
    const std::vector<V> of_a = fit_all<V>(scene.of_a), of_b = fit_all<V>(scene.of_b);
    const auto relation = V::make_relation(Pose{}, scene.world_from_b, fit_whole<V>(scene.of_a),
                                           fit_whole<V>(scene.of_b), OverlapTest::sat);
    const auto counting = counted::counting(relation);
    Row row{setting, name};
    const Status status = measure(
        run, scene.pairs(), comparisons,
        [&](std::size_t i) { return counted::find_counted_axis(of_a[i], of_b[i], counting); },
        [&](std::size_t i) { return overlap(of_a[i], of_b[i], relation); }, row);
    if (!status) return status.error();
    return row;
}

// As overlap() of two k-DOPs in one frame.
template <int K>
int find_separating_slab(const Kdop<K>& a, const Kdop<K>& b) {
    const auto is_greater = [](float x, float y) {
        return counted::CountingFloat(x) > counted::CountingFloat(y);
    };
    for (std::size_t i = 0; i < K / 2; ++i)
        if (is_greater(a.lower[i], b.upper[i]) || is_greater(b.lower[i], a.upper[i]))
            return static_cast<int>(i);
    return -1;
}

// k-DOPs fitted in the world frame.
template <int K>
Result<Row> measure_in_one_frame(const PatchPairs& scene, const char* setting, const char* name,
                                 const ExperimentRun& run) {
    const std::vector<Kdop<K>> of_a = fit_all<Kdop<K>>(scene.of_a),
                               of_b = fit_all<Kdop<K>>(scene.of_b_in_world());
    Row row{setting, name};
    const Status status = measure(
        run, scene.pairs(), 2, [&](std::size_t i) { return find_separating_slab(of_a[i], of_b[i]); },
        [&](std::size_t i) { return overlap(of_a[i], of_b[i]); }, row);
    if (!status) return status.error();
    return row;
}

constexpr const char *kOneFrame = "one frame", *kShifted = "shifted", *kTurned = "turned";

Result<std::vector<Row>> measure_all(const ExperimentRun& run) {
    const std::array<PatchPairs, 2> pairs = make_patch_pairs(run);
    const PatchPairs &shifted = pairs[0], &turned = pairs[1];
    std::vector<Result<Row>> measured{measure_volume<Obb>(shifted, kShifted, "OBB", 1, run),
                                      measure_volume<Obb>(turned, kTurned, "OBB", 1, run)};
    const auto add = [&]<int K>(const char* name) {
        measured.push_back(measure_in_one_frame<K>(turned, kOneFrame, name, run));
        measured.push_back(measure_volume<Kdop<K>>(shifted, kShifted, name, 2, run));
        measured.push_back(measure_volume<Kdop<K>>(turned, kTurned, name, 2, run));
    };
    add.template operator()<14>("14-DOP");
    add.template operator()<18>("18-DOP");
    add.template operator()<24>("24-DOP");
    add.template operator()<26>("26-DOP");
    std::vector<Row> rows;
    for (Result<Row>& row : measured) {
        if (!row) return row.error();
        rows.push_back(std::move(*row));
    }
    std::ranges::stable_sort(rows, {}, [](const Row& row) {
        return row.setting == kOneFrame ? 0 : row.setting == kShifted ? 1 : 2;
    });
    return rows;
}
constexpr std::array kSizes{14, 18, 24, 26};

const Row& row_of(std::span<const Row> rows, std::string_view setting, std::string_view volume) {
    return *std::ranges::find_if(
        rows, [&](const Row& row) { return row.setting == setting && row.volume == volume; });
}
const Row& row_of(std::span<const Row> rows, std::string_view setting, int k) {
    return row_of(rows, setting, std::to_string(k) + "-DOP");
}
// If two objects share a frame, oriented boxes still have their own.
const Row& boxes_next_to(std::span<const Row> rows, std::string_view setting) {
    return row_of(rows, setting == kShifted ? kShifted : kTurned, "OBB");
}

struct Range {
    double low = 1e300, high = 0.0;
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    std::string text() const { return fixed_number(low, 1) + " to " + fixed_number(high, 1); }
};

std::string dop_name(int k) {
    return std::to_string(k) + "-DOP";
}

ClaimResult judge_axes(std::string_view key, std::span<const Row> rows,
                       std::initializer_list<const char*> settings) {
    std::vector<ClaimValue> values;
    for (const int k : kSizes) {
        std::uint64_t axes = 0;
        for (const char* setting : settings) axes = std::max(axes, row_of(rows, setting, k).most_axes);
        values.emplace_back(dop_name(k), static_cast<double>(axes) / (0.5 * k));
    }
    return judge_source_claim(key, std::move(values));
}

ClaimResult judge_order(std::string_view key, std::span<const Row> rows, const char* setting, Basis basis) {
    const Row& boxes = boxes_next_to(rows, setting);
    std::vector<ClaimValue> values;
    Range worst;
    for (const int k : kSizes) {
        const Row& row = row_of(rows, setting, k);
        worst.add(static_cast<double>(boxes.most_flops) / static_cast<double>(row.most_flops));
        values.emplace_back(dop_name(k), basis == Basis::counts ? boxes.mean_flops / row.mean_flops
                                                                : boxes.test_ns / row.test_ns);
    }
    return judge_source_claim(key, std::move(values),
                              basis == Basis::counts ? "of the dearest pairs " + worst.text() : "");
}

ExperimentSection study_volumes(std::span<const Row> rows) {
    Table table{"volumes",
                "The same pairs for every volume; most: of the dearest pair",
                {"setting", "volume", "overlapping_percent", "most_axes", "most_operations",
                 "mean_operations", "test_ns"}};
    BarPanel operations{"Operations", "mean of all pairs", {}, true}, times{"Time", "ns per test", {}, true};
    std::string_view last;
    for (const Row& row : rows) {
        table.add({row.setting,
                   row.volume,
                   {100.0 * row.overlapping, 1},
                   row.most_axes,
                   row.most_flops,
                   {row.mean_flops, 1},
                   {row.test_ns, 1}});
        const draw::Ink ink =
            row.volume == "OBB" ? &draw::Palette::right_series : &draw::Palette::left_series;
        const bool starts_group = !last.empty() && last != row.setting;
        last = row.setting;
        const std::string label = row.setting + ", " + row.volume;
        operations.bars.push_back(
            {label, row.mean_flops, fixed_number(row.mean_flops, 0), ink, starts_group});
        times.bars.push_back({label, row.test_ns, fixed_number(row.test_ns, 1), ink, starts_group});
    }
    ExperimentSection section{
        "k-DOPs and oriented boxes",
        "One frame: the k-DOPs were fitted where the meshes are and must be refitted after each motion. The "
        "numbers have the comparisons only. Shifted and turned: fitted once in the frames of "
        "their meshes, as here; the test brings the ends of one along the directions of the other, and of "
        "turned objects tests the directions of both."};
    const std::array panels{operations, times};
    section.pictures.push_back(
        {"volumes", "Tests of two volumes", draw_bar_panels(panels, kPictureWidth, 2)});
    section.claims = {judge_axes("volume-tests/intervals", rows, {kOneFrame, kShifted}),
                      judge_axes("volume-tests/intervals-turned", rows, {kTurned}),
                      judge_order("volume-tests/operations", rows, kOneFrame, Basis::counts),
                      judge_order("volume-tests/operations-shifted", rows, kShifted, Basis::counts),
                      judge_order("volume-tests/operations-turned", rows, kTurned, Basis::counts),
                      judge_order("volume-tests/time", rows, kOneFrame, Basis::times),
                      judge_order("volume-tests/time-shifted", rows, kShifted, Basis::times),
                      judge_order("volume-tests/time-turned", rows, kTurned, Basis::times)};
    section.tables.push_back(std::move(table));
    return section;
}

// ----- Oriented boxes and closest features ----------------------------------------------------------------------

struct BoxPair {
    Obb box_a, box_b;
    Polytope a, b;
    Pose a_from_b; // of the polytopes, whose frames are those of their boxes
};

Pose pose_of(const Obb& box) {
    return {box.axes.matrix(), glm::dvec3(box.center)};
}

Result<std::vector<BoxPair>> make_box_pairs(const PatchPairs& scene, std::size_t count) {
    std::vector<BoxPair> pairs;
    for (std::size_t i = 0; i < count; ++i) {
        const Obb box_a = Obb::fit(scene.of_a[i]), box_b = Obb::fit(scene.of_b[i]);
        Result<Polytope> a = make_box_polytope(box_a.half), b = make_box_polytope(box_b.half);
        if (!a) return a.error();
        if (!b) return b.error();
        pairs.push_back({box_a, box_b, std::move(*a), std::move(*b),
                         inverse(pose_of(box_a)) * (scene.world_from_b * pose_of(box_b))});
    }
    return pairs;
}

Result<ExperimentSection> study_closest_features(const ExperimentRun& run) {
    constexpr std::size_t kPairs = 200; // whose polytopes stay in the caches
    const PatchPairs turned = make_patch_pairs(run)[1];
    const Result<std::vector<BoxPair>> pairs = make_box_pairs(turned, kPairs);
    if (!pairs) return pairs.error();
    const AffineRelation relation =
        Obb::make_relation(Pose{}, turned.world_from_b, fit_whole<Obb>(turned.of_a),
                           fit_whole<Obb>(turned.of_b), OverlapTest::sat);
    Table table{"closest-features",
                "The same pairs of boxes; nothing is kept from query to query",
                {"method", "overlapping", "steps_per_query", "query_ns", "by_oriented_boxes"}};
    BarPanel panel{"Time", "ns per pair"};
    double boxes_ns = 0.0;
    const std::uint64_t overlapping = time_pairs(
        run, kPairs, [&](std::size_t i) { return overlap((*pairs)[i].box_a, (*pairs)[i].box_b, relation); },
        boxes_ns);
    table.add({"test of oriented boxes", overlapping, "", {boxes_ns, 1}, {1.0, 2}});
    panel.bars.push_back(
        {"test of oriented boxes", boxes_ns, fixed_number(boxes_ns, 0), &draw::Palette::right_series});
    std::vector<ClaimValue> ratios;
    for (const NarrowPhase& method : kAllNarrowPhases) {
        if (method.name == "exhaustive") continue;
        double query_ns = 0.0;
        std::uint64_t steps = 0;
        const std::uint64_t touching = time_pairs(
            run, kPairs,
            [&](std::size_t i) {
                const BoxPair& pair = (*pairs)[i];
                FeaturePair start;
                const ClosestFeatures found = method.find_closest(pair.a, pair.b, pair.a_from_b, start);
                steps = (i == 0 ? 0 : steps) + found.iterations;
                return found.status != ContactStatus::disjoint;
            },
            query_ns);
        if (touching != overlapping)
            return Error{std::string(method.name) + " finds other boxes apart than the axes do"};
        const double ratio = query_ns / boxes_ns;
        ratios.emplace_back(std::string(method.name), ratio);
        table.add(
            {method.name, touching, {static_cast<double>(steps) / kPairs, 2}, {query_ns, 1}, {ratio, 2}});
        panel.bars.push_back({std::string(method.name), query_ns, fixed_number(query_ns, 0)});
    }
    ExperimentSection section{"Oriented boxes and closest features",
                              "Two boxes as oriented boxes, which overlap or do not, and as polytopes, whose "
                              "closest features are found from any two."};
    section.pictures.push_back(
        {"closest-features", "Two boxes", draw_bar_panels({&panel, 1}, kPictureWidth, 2)});
    section.claims.push_back(
        judge_source_claim("volume-tests/closest-features", std::move(ratios),
                           "closest features say how far and where, oriented boxes whether"));
    section.tables.push_back(std::move(table));
    return section;
}

Result<ExperimentResult> run_volume_tests(const ExperimentRun& run) {
    const Result<std::vector<Row>> rows = measure_all(run);
    if (!rows) return rows.error();
    Result<ExperimentSection> closest = study_closest_features(run);
    if (!closest) return closest.error();
    return ExperimentResult{
        {study_volumes(*rows), std::move(*closest)},
        "Volumes around the same patches of 16 points, tested in the same pairs. Operations are counted on "
        "the code that runs, in one frame on a copy of its comparisons, and the counted test has to find as "
        "many pairs overlapping as the running one. "
        "Times are the least of several passes over all pairs; the relation of the poses, made once per pair "
        "of objects, is not in them."};
}

} // namespace

extern const Experiment kVolumeTests{
    "volume-tests", "What does a test of k-DOPs cost, compared with one of oriented boxes?",
    "[Klosowski 1998]; [Akenine-Möller 2008] 16.13.4, 16.13.5", run_volume_tests};

} // namespace boxwood
