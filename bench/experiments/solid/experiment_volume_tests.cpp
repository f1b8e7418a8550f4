// Makes three comparisons, each between tests of the same pairs: the overlap test of two k-DOPs with the test of two
// oriented boxes, by operations and times; the test of two oriented boxes with a query for their closest features, by
// times; and variants of the test of a sphere and a box, by times.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/counted_tests.hpp"
#include "bench/experiments/solid/patch_pairs.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"
#include "collision/volumes/simd/sphere_box_lanes.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// Results of one kind of test over all pairs.
struct Row {
    std::string setting, volume;
    std::uint64_t most_flops = 0, most_axes = 0; // the largest numbers of one test
    double mean_flops = 0.0, overlapping = 0.0;
    std::vector<double> flops_of_batch = std::vector<double>(kBatchesOfPairs, 0.0), ns_of_pass{};

    double test_ns() const { return median_of(ns_of_pass); }
};

// find_axis(i) tests pair i with counting numbers and makes `comparisons` comparisons per axis. test(i) is the
// production test. If the two tests find different numbers of overlapping pairs, returns an Error.
template <class FindAxis, class Test>
Status measure(const ExperimentRun& run, std::size_t pairs, std::uint64_t comparisons, FindAxis&& find_axis,
               Test&& test, Row& io_row) {
    std::uint64_t flops = 0, overlapping = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        int axis = -1;
        const counted::Operations spent = counted::count_operations([&] { axis = find_axis(i); });
        flops += spent.flops();
        io_row.flops_of_batch[i % kBatchesOfPairs] += static_cast<double>(spent.flops());
        overlapping += axis < 0 ? 1 : 0;
        io_row.most_flops = std::max(io_row.most_flops, spent.flops());
        io_row.most_axes = std::max(io_row.most_axes, spent.comparisons / comparisons);
    }
    io_row.mean_flops = static_cast<double>(flops) / static_cast<double>(pairs);
    io_row.overlapping = static_cast<double>(overlapping) / static_cast<double>(pairs);
    if (time_pairs(run, pairs, test, io_row.ns_of_pass) != overlapping)
        return Error{io_row.volume + ": the counting test finds other overlapping pairs"};
    return ok();
}

// Measures volumes that were fitted in the frames of their meshes.
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

// Like overlap() of two k-DOPs in one frame, with counting numbers.
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

// Measures k-DOPs that were fitted in the world frame.
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
// The row of oriented boxes for a setting. If the k-DOPs are in one frame, the oriented boxes still have their own
// frames.
const Row& boxes_for_setting(std::span<const Row> rows, std::string_view setting) {
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
    const Row& boxes = boxes_for_setting(rows, setting);
    std::vector<ClaimValue> values;
    Range worst;
    for (const int k : kSizes) {
        const Row& row = row_of(rows, setting, k);
        worst.add(static_cast<double>(boxes.most_flops) / static_cast<double>(row.most_flops));
        values.emplace_back(dop_name(k), basis == Basis::counts
                                             ? ratio_interval(boxes.flops_of_batch, row.flops_of_batch)
                                             : ratio_interval(boxes.ns_of_pass, row.ns_of_pass));
    }
    return judge_source_claim(key, std::move(values),
                              basis == Basis::counts ? "ratio of the most expensive pairs " + worst.text()
                                                     : "");
}

ExperimentSection study_volumes(std::span<const Row> rows) {
    Table table{"volumes",
                "The same pairs for every volume; most: for the most expensive pair of this volume",
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
                   {row.test_ns(), 1}});
        const draw::Ink ink =
            row.volume == "OBB" ? &draw::Palette::right_series : &draw::Palette::left_series;
        const bool starts_group = !last.empty() && last != row.setting;
        last = row.setting;
        const std::string label = row.setting + ", " + row.volume;
        operations.bars.push_back(
            {label, row.mean_flops, fixed_number(row.mean_flops, 0), ink, starts_group});
        times.bars.push_back({label, row.test_ns(), fixed_number(row.test_ns(), 1), ink, starts_group});
    }
    ExperimentSection section{
        "k-DOPs and oriented boxes",
        "One frame: the k-DOPs were fitted in the world frame and must be refitted after each motion; the "
        "test consists only of comparisons. Shifted and turned: the k-DOPs were fitted once in the frames "
        "of their meshes, as in this library. The test projects the ends of one k-DOP onto the directions "
        "of the other; for rotated objects it tests the directions of both."};
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
    Pose a_from_b; // maps between the frames of the polytopes, which are also the frames of the boxes
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
    constexpr std::size_t kPairs = 200; // few enough that the polytopes stay in the caches
    const PatchPairs turned = make_patch_pairs(run)[1];
    const Result<std::vector<BoxPair>> pairs = make_box_pairs(turned, kPairs);
    if (!pairs) return pairs.error();
    const AffineRelation relation =
        Obb::make_relation(Pose{}, turned.world_from_b, fit_whole<Obb>(turned.of_a),
                           fit_whole<Obb>(turned.of_b), OverlapTest::sat);
    Table table{"closest-features",
                "The same pairs of boxes; no features are cached from query to query",
                {"method", "overlapping", "steps_per_query", "query_ns", "by_oriented_boxes"}};
    BarPanel panel{"Time", "ns per pair"};
    std::vector<double> boxes_passes;
    const std::uint64_t overlapping = time_pairs(
        run, kPairs, [&](std::size_t i) { return overlap((*pairs)[i].box_a, (*pairs)[i].box_b, relation); },
        boxes_passes);
    const double boxes_ns = median_of(boxes_passes);
    table.add({"test of oriented boxes", overlapping, "", {boxes_ns, 1}, {1.0, 2}});
    panel.bars.push_back(
        {"test of oriented boxes", boxes_ns, fixed_number(boxes_ns, 0), &draw::Palette::right_series});
    std::vector<ClaimValue> ratios;
    for (const NarrowPhase& method : kAllNarrowPhases) {
        if (method.name == "exhaustive") continue;
        std::vector<double> passes;
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
            passes);
        if (touching != overlapping)
            return Error{std::string(method.name) +
                         " finds another number of overlapping boxes than the separating axes"};
        const double query_ns = median_of(passes);
        const Interval ratio = ratio_interval(passes, boxes_passes);
        ratios.emplace_back(std::string(method.name), ratio);
        table.add({method.name,
                   touching,
                   {static_cast<double>(steps) / kPairs, 2},
                   {query_ns, 1},
                   {ratio.value, 2}});
        panel.bars.push_back({std::string(method.name), query_ns, fixed_number(query_ns, 0)});
    }
    ExperimentSection section{"Oriented boxes and closest features",
                              "Each pair of boxes is tested twice: as oriented boxes, for overlap, and as "
                              "polytopes, for closest features, from arbitrary start features."};
    section.pictures.push_back(
        {"closest-features", "Two boxes", draw_bar_panels({&panel, 1}, kPictureWidth, 2)});
    section.claims.push_back(
        judge_source_claim("volume-tests/closest-features", std::move(ratios),
                           "closest features give distance and points, oriented boxes only whether they "
                           "overlap"));
    section.tables.push_back(std::move(table));
    return section;
}

// ----- Spheres and boxes ------------------------------------------------------------------------------------------

struct SphereBoxes {
    std::vector<Sphere> spheres;
    std::vector<Aabb> boxes;
    double overlapping = 0.0;
};

// Pairs of a sphere and a box of random sizes. The coordinates of the sphere's center are in [-reach, reach].
SphereBoxes draw_sphere_boxes(std::size_t pairs, double reach, std::uint64_t seed) {
    Random random(seed);
    SphereBoxes drawn;
    for (std::size_t i = 0; i < pairs; ++i) {
        const glm::vec3 half(random.in_box(glm::dvec3(0.2)) + glm::dvec3(0.3)),
            center(random.in_box(glm::dvec3(reach)));
        drawn.boxes.push_back({-half, half});
        drawn.spheres.push_back({center, static_cast<float>(random.uniform(0.1, 0.4))});
        drawn.overlapping +=
            overlap(drawn.spheres[i], drawn.boxes[i]) ? 1.0 / static_cast<double>(pairs) : 0.0;
    }
    return drawn;
}

// Returns pairs with a reach at which about `share` of them overlap.
SphereBoxes draw_with_share(std::size_t pairs, double share, std::uint64_t seed) {
    double near = 0.1, far = 10.0;
    for (int i = 0; i < 30; ++i) {
        const double reach = std::sqrt(near * far);
        (draw_sphere_boxes(pairs, reach, seed).overlapping > share ? near : far) = reach;
    }
    return draw_sphere_boxes(pairs, near, seed);
}

ExperimentSection study_sphere_boxes(const ExperimentRun& run) {
    constexpr std::size_t kPairs = 4096, kLanes = 4;
    Table table{"sphere-box",
                "The same pairs for every variant, by the share of overlapping pairs",
                {"overlapping_percent", "variant", "scalar", "test_ns", "by_plain"}};
    std::vector<ClaimValue> rejections, lanes;
    for (const double share : {0.1, 0.5, 0.9}) {
        const SphereBoxes pairs = draw_with_share(run.is_quick ? 512 : kPairs, share, run.seed);
        const std::size_t count = pairs.boxes.size();
        const std::string percent = fixed_number(100.0 * share, 0) + " %";
        const auto time = [&](const char* name, const char* scalar, const std::vector<double>* plain,
                              auto&& test) {
            std::vector<double> passes;
            time_pairs(run, count, test, passes);
            const Interval ratio = ratio_interval(passes, plain != nullptr ? *plain : passes);
            table.add(
                {{100.0 * pairs.overlapping, 1}, name, scalar, {median_of(passes), 2}, {ratio.value, 3}});
            return std::pair(passes, ratio);
        };
        const auto plain = time("plain", "double", nullptr,
                                [&](std::size_t i) { return overlap(pairs.spheres[i], pairs.boxes[i]); });
        rejections.emplace_back("each axis " + percent,
                                time("rejection by axis", "double", &plain.first, [&](std::size_t i) {
                                    return overlap_rejecting(pairs.spheres[i], pairs.boxes[i]);
                                }).second);
        rejections.emplace_back("intertwined " + percent,
                                time("rejection intertwined", "double", &plain.first, [&](std::size_t i) {
                                    return overlap_intertwined(pairs.spheres[i], pairs.boxes[i]);
                                }).second);
        const auto plain_float = time("plain", "float", nullptr, [&](std::size_t i) {
            return overlaps_in_float(pairs.spheres[i], pairs.boxes[i]);
        });
        std::vector<SphereLanes<kLanes>> spheres(count / kLanes);
        std::vector<BoxColumns<kLanes>> boxes(count / kLanes);
        for (std::size_t i = 0; i < count; ++i) {
            spheres[i / kLanes].set(i % kLanes, pairs.spheres[i]);
            boxes[i / kLanes].set(i % kLanes, pairs.boxes[i]);
        }
        std::vector<double> passes;
        const auto test_lanes = [&](std::size_t i) { return find_overlaps(spheres[i], boxes[i]) != 0; };
        time_pairs(run, count / kLanes, test_lanes, passes);
        for (double& ns : passes) ns /= kLanes;
        const Interval ratio = ratio_interval(passes, plain_float.first);
        table.add({{100.0 * pairs.overlapping, 1},
                   "four at once",
                   "float",
                   {median_of(passes), 2},
                   {ratio.value, 3}});
        lanes.emplace_back(percent, ratio);
    }
    ExperimentSection section{
        "Spheres and boxes",
        "The plain test sums the squared distances along the axes and compares once. Rejections "
        "return as soon as an axis separates; four at once is SIMD."};
    section.claims = {judge_source_claim("volume-tests/sphere-box-rejection", std::move(rejections)),
                      judge_source_claim("volume-tests/sphere-box-simd", std::move(lanes))};
    section.tables.push_back(std::move(table));
    return section;
}

Result<ExperimentResult> run_volume_tests(const ExperimentRun& run) {
    const Result<std::vector<Row>> rows = measure_all(run);
    if (!rows) return rows.error();
    Result<ExperimentSection> closest = study_closest_features(run);
    if (!closest) return closest.error();
    return ExperimentResult{
        {study_volumes(*rows), std::move(*closest), study_sphere_boxes(run)},
        "K-DOPs and oriented boxes enclose the same patches of 16 points and are tested in the same pairs; "
        "spheres are tested against random boxes. Operations are counted in "
        "the production code (for one frame, in a copy of its comparisons), and the counting test must find "
        "as many overlapping pairs as the production test. Times are medians of 25 passes over all pairs. "
        "Ratios of times are medians over the passes, ratios of operations are medians over 12 batches of "
        "pairs, both with 95 % intervals. The pair transform, computed once per pair of objects, is not "
        "included."};
}

} // namespace

extern const Experiment kVolumeTests{
    "volume-tests", "What does a test of k-DOPs cost, compared with one of oriented boxes?",
    "[Klosowski 1998]; [Akenine-Möller 2008] 16.13.4, 16.13.5", run_volume_tests};

} // namespace boxwood
