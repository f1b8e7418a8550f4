// Tests statements of Real-Time Rendering about building and descending: split rules, insertion in sorted and in random
// order, balance, and the choice of the node to open. Verdicts use counts only. The experiment builders-rules measures
// the binned builders, which the book does not name.
#include "bench/experiments/builders/builder_study.hpp"
#include "bench/experiments/tree_walk.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "collision/volumes/box/box_relation.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/meshes/generate/assemblies.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

// Batches of placements or triangles. A 95 % confidence interval of a median needs at least six values.
constexpr std::size_t kBatches = 12;

enum class TextAxis { longest, in_turn };
enum class TextPosition { spatial_median, object_median, mean };

// Sorts the items by their centers along the axis, and puts the first `share` of them into the left part.
Split split_share(const ItemRange& range, int axis, double share) {
    const std::size_t count = range.items.size();
    const std::size_t left = std::clamp<std::size_t>(
        static_cast<std::size_t>(std::lround(share * static_cast<double>(count))), 1, count - 1);
    const auto is_before = [axis](const BuildItem& a, const BuildItem& b) {
        const float of_a = a.twice_center(axis), of_b = b.twice_center(axis);
        return of_a != of_b ? of_a < of_b : a.primitive < b.primitive;
    };
    std::sort(range.items.begin(), range.items.end(), is_before);
    return {left, false};
}

// From this depth on, each split makes two halves. Nested boxes or uneven shares would otherwise give very deep trees.
constexpr std::uint32_t kHalvingDepth = 60;

template <TextAxis Axis, TextPosition Position>
Split split_as_text(const ItemRange& range) {
    const int axis =
        Axis == TextAxis::longest ? find_longest_axis(range.bounds.box) : static_cast<int>(range.depth % 3);
    if (Position == TextPosition::object_median || range.depth >= kHalvingDepth)
        return split_share(range, axis, 0.5);
    double twice_position = static_cast<double>(range.bounds.box.lower[axis] + range.bounds.box.upper[axis]);
    if (Position == TextPosition::mean) {
        twice_position = 0.0;
        for (const BuildItem& item : range.items)
            twice_position += static_cast<double>(item.twice_center(axis));
        twice_position /= static_cast<double>(range.items.size());
    }
    const Split split = split_into_spare(range, [&](const BuildItem& item) {
        return static_cast<double>(item.twice_center(axis)) > twice_position;
    });
    const bool is_one_empty = split.left_count == 0 || split.left_count == range.items.size();
    return is_one_empty ? split_share(range, axis, 0.5) : split;
}

// The larger part is alternately on the left and on the right, so that no direction is preferred.
template <int Percent>
Split split_unevenly(const ItemRange& range) {
    const double share =
        range.depth >= kHalvingDepth ? 0.5 : 0.01 * (range.depth % 2 == 0 ? Percent : 100 - Percent);
    return split_share(range, find_longest_axis(range.bounds.box), share);
}

using Boxes = std::vector<Aabb>;

Bvh2<Aabb> build_by(SplitFunction split, const Boxes& boxes) {
    SerialExecutor serial;
    return TopDownBuilder(std::span<const Aabb>(boxes), 1, split, serial).build();
}
Bvh2<Aabb> insert_all(const Boxes& boxes, bool is_shuffled, bool rotates) {
    SerialExecutor serial;
    return build_insertion(boxes, {.is_shuffled = is_shuffled, .rotates = rotates}, serial);
}
Bvh2<Aabb> join_all(const Boxes& boxes) {
    SerialExecutor serial;
    return build_by_merging(boxes, 1, serial);
}

struct TextTree {
    const char* name;
    Bvh2<Aabb> (*build)(const Boxes& boxes);
};
template <TextAxis Axis, TextPosition Position>
Bvh2<Aabb> build_as_text(const Boxes& boxes) {
    return build_by(split_as_text<Axis, Position>, boxes);
}
// The builders that the book names: top-down with several axes and split positions, insertion, and bottom-up.
constexpr std::array kTextTrees{
    TextTree{"longest axis, spatial median", build_as_text<TextAxis::longest, TextPosition::spatial_median>},
    TextTree{"longest axis, object median", build_as_text<TextAxis::longest, TextPosition::object_median>},
    TextTree{"longest axis, mean", build_as_text<TextAxis::longest, TextPosition::mean>},
    TextTree{"axes in turn, spatial median", build_as_text<TextAxis::in_turn, TextPosition::spatial_median>},
    TextTree{"axes in turn, object median", build_as_text<TextAxis::in_turn, TextPosition::object_median>},
    TextTree{"axes in turn, mean", build_as_text<TextAxis::in_turn, TextPosition::mean>},
    TextTree{"insertion, shuffled", [](const Boxes& boxes) { return insert_all(boxes, true, true); }},
    TextTree{"bottom-up", join_all},
};

struct TreeTotals {
    double volume = 0.0, area = 0.0; // sums over all nodes, divided by the value of the root
};
TreeTotals sum_of(const Bvh2<Aabb>& tree) {
    TreeTotals sums;
    for (const auto& node : tree.nodes) {
        sums.volume += static_cast<double>(node.volume.volume());
        sums.area += static_cast<double>(node.volume.half_area());
    }
    sums.volume /= static_cast<double>(tree.nodes[0].volume.volume());
    sums.area /= static_cast<double>(tree.nodes[0].volume.half_area());
    return sums;
}

// Counts the volume tests for finding all contacts, per batch of placements.
std::vector<double> count_batches(const Bvh2<Aabb>& tree, const PosePairs& poses) {
    std::vector<double> batches(kBatches, 0.0);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const auto relation = Aabb::make_relation(poses[i].first, poses[i].second, tree.nodes[0].volume,
                                                  tree.nodes[0].volume, OverlapTest::sat);
        const WalkCounts counts = walk_pairs(tree, tree, [&](std::uint32_t a, std::uint32_t b) {
            return overlap(tree.nodes[a].volume, tree.nodes[b].volume, relation);
        });
        batches[i % kBatches] += static_cast<double>(counts.volume_tests);
    }
    return batches;
}

Interval ratio_of(const std::vector<double>& over, const std::vector<double>& under) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < over.size(); ++i) ratios.push_back(over[i] / under[i]);
    return median_interval(ratios);
}

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
    const double mean_x = mean_of(x), mean_y = mean_of(y);
    double xy = 0.0, xx = 0.0, yy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    return xy / std::sqrt(xx * yy);
}

std::vector<PlacedModel> place_models(const ExperimentRun& run) {
    const std::size_t placements = run.is_quick ? 60 : 480;
    std::vector<PlacedModel> models = place_paper_models(placements, run.seed, run.is_quick);
    models.push_back(
        place_model("rock", make_bumpy_sphere({.frequency = run.is_quick ? 5u : 16u}), placements, run.seed));
    for (const Assembly& assembly : all_assemblies())
        models.push_back(place_model(assembly.name, make_assembly(assembly, run.is_quick ? 600 : 5000),
                                     placements, run.seed));
    return models;
}

struct TextStudy {
    Table trees{
        "trees",
        "Trees of boxes with one triangle per leaf; volume tests per query for all contacts of two copies",
        {"model", "triangles", "tree", "volume_sum", "area_sum", "volume_tests"}};
    Table correlations{
        "correlations",
        "Correlation, over the trees of a model, of the logarithm of the number of volume tests with the "
        "logarithm of the sum of the nodes' volumes or areas",
        {"model", "with_volume_sum", "with_area_sum"}};
    Table orders{"insertion",
                 "Volume tests by order of insertion, divided by the tests for a random order without "
                 "rotations",
                 {"model", "sorted", "sorted_rotated", "shuffled_rotated"}};
    Table balance{"balance",
                  "Nodes visited by a point query at the center of a triangle's box, by the share of "
                  "triangles on one side of each split",
                  {"model", "triangles", "share_percent", "visits", "mean_depth"}};
    Table descents{
        "descents", "Volume tests per query for any contact", {"model", "descent", "volume_tests"}};
    std::vector<ClaimValue> by_sum, by_order, by_balance, by_descent;
};

void study_trees(const PlacedModel& model, TextStudy& io_study) {
    const Boxes boxes = [&] {
        const auto made = make_primitive_boxes(model.mesh.view());
        return Boxes(made.begin(), made.end());
    }();
    std::vector<std::vector<double>> tests; // per tree and batch
    std::vector<double> volumes, areas;
    for (const TextTree& one : kTextTrees) {
        const Bvh2<Aabb> tree = one.build(boxes);
        const TreeTotals sums = sum_of(tree);
        tests.push_back(count_batches(tree, model.poses));
        volumes.push_back(std::log(sums.volume));
        areas.push_back(std::log(sums.area));
        const double each = mean_of(tests.back()) * kBatches / static_cast<double>(model.poses.size());
        io_study.trees.add(
            {model.name, model.mesh.triangles.size(), one.name, {sums.volume, 3}, {sums.area, 2}, {each, 1}});
    }
    std::vector<double> differences, with_volume, with_area;
    for (std::size_t batch = 0; batch < kBatches; ++batch) {
        std::vector<double> of_batch;
        for (const std::vector<double>& of_tree : tests) of_batch.push_back(std::log(of_tree[batch]));
        with_volume.push_back(correlation(of_batch, volumes));
        with_area.push_back(correlation(of_batch, areas));
        differences.push_back(with_volume.back() - with_area.back());
    }
    io_study.correlations.add({model.name, {median_of(with_volume), 3}, {median_of(with_area), 3}});
    io_study.by_sum.emplace_back(std::string(model.name), median_interval(differences));
}

// Compares insertion in order along x, which the book calls a bad order, with a random order.
void study_insertion(const PlacedModel& model, TextStudy& io_study) {
    const auto made = make_primitive_boxes(model.mesh.view());
    Boxes boxes(made.begin(), made.end());
    std::stable_sort(boxes.begin(), boxes.end(), [](const Aabb& a, const Aabb& b) {
        return a.lower.x + a.upper.x < b.lower.x + b.upper.x;
    });
    const auto tests_of = [&](bool is_shuffled, bool rotates) {
        return count_batches(insert_all(boxes, is_shuffled, rotates), model.poses);
    };
    const std::vector<double> shuffled = tests_of(true, false), sorted = tests_of(false, false);
    io_study.by_order.emplace_back(std::string(model.name), ratio_of(shuffled, sorted));
    io_study.orders.add({model.name,
                         {ratio_of(sorted, shuffled).value, 3},
                         {ratio_of(tests_of(false, true), shuffled).value, 3},
                         {ratio_of(tests_of(true, true), shuffled).value, 3}});
}

struct Visits {
    std::vector<double> of_batch = std::vector<double>(kBatches, 0.0);
    double mean_depth = 0.0;
};
// Runs a point query at the center of the box of each triangle.
Visits count_visits(const Bvh2<Aabb>& tree, const Boxes& boxes) {
    Visits visits;
    std::vector<std::uint32_t> stack;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const glm::vec3 middle = boxes[i].center();
        stack.assign(1, 0);
        while (!stack.empty()) {
            const auto& node = tree.nodes[stack.back()];
            stack.pop_back();
            visits.of_batch[i % kBatches] += 1.0;
            if (node.is_leaf() || !node.volume.contains(middle)) continue;
            stack.push_back(node.first + 1);
            stack.push_back(node.first);
        }
    }
    std::vector<double> depths(tree.nodes.size(), 0.0);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].is_leaf()) {
            visits.mean_depth += depths[i] / static_cast<double>(boxes.size());
            continue;
        }
        depths[tree.nodes[i].first] = depths[tree.nodes[i].first + 1] = depths[i] + 1.0;
    }
    return visits;
}

void study_balance(const PlacedModel& model, TextStudy& io_study) {
    const auto made = make_primitive_boxes(model.mesh.view());
    const Boxes boxes(made.begin(), made.end());
    const auto measure = [&](int percent, SplitFunction split) {
        const Visits visits = count_visits(build_by(split, boxes), boxes);
        io_study.balance.add({model.name,
                              boxes.size(),
                              percent,
                              {mean_of(visits.of_batch) * kBatches / static_cast<double>(boxes.size()), 2},
                              {visits.mean_depth, 2}});
        return visits.of_batch;
    };
    const std::vector<double> halves = measure(50, split_unevenly<50>);
    const auto compare = [&](int percent, SplitFunction split) {
        io_study.by_balance.emplace_back(std::string(model.name) + " at " + std::to_string(percent) + " %",
                                         ratio_of(measure(percent, split), halves));
    };
    compare(35, split_unevenly<35>);
    compare(20, split_unevenly<20>);
    compare(10, split_unevenly<10>);
}

Status study_descents(const PlacedModel& model, TextStudy& io_study) {
    Result<AnyHierarchy> tree = build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, model.mesh.view());
    if (!tree) return tree.error();
    const MeshView mesh = model.mesh.view();
    QueryScratch scratch;
    QueryResult result;
    const auto count = [&](Descent descent, const char* name) {
        std::vector<double> batches(kBatches, 0.0);
        for (std::size_t i = 0; i < model.poses.size(); ++i) {
            const auto& [a, b] = model.poses[i];
            require_ok(query_meshes({mesh, &*tree, &a}, {mesh, &*tree, &b},
                                    {.mode = QueryMode::any, .descent = descent}, scratch, result));
            batches[i % kBatches] += static_cast<double>(result.counters.volume_tests);
        }
        io_study.descents.add(
            {model.name, name, {mean_of(batches) * kBatches / static_cast<double>(model.poses.size()), 1}});
        return batches;
    };
    const std::vector<double> larger = count(Descent::larger_volume, "volume"),
                              alternating = count(Descent::alternating, "alternating");
    count(Descent::longest_extent, "extent");
    count(Descent::simultaneous, "simultaneous");
    io_study.by_descent.emplace_back(std::string(model.name), ratio_of(larger, alternating));
    return ok();
}

Result<ExperimentResult> run_text(const ExperimentRun& run) {
    TextStudy study;
    for (const PlacedModel& model : place_models(run)) {
        study_trees(model, study);
        study_insertion(model, study);
        study_balance(model, study);
        if (Status status = study_descents(model, study); !status) return status.error();
        run.report_progress(std::string(model.name));
    }
    ExperimentSection section{
        "",
        "Trees are built top-down with the splits of the book, by insertion and bottom-up. The axis of a "
        "split is the longest one or changes in turn. Its position is the middle of the box (spatial "
        "median), the median triangle (object median) or the mean of the centers of the triangles' boxes. "
        "The models are those of the AABB-tree paper, a rock, and five assemblies of machine parts."};
    section.claims = {judge_source_claim("builders-text/volume", std::move(study.by_sum)),
                      judge_source_claim("builders-text/insertion-order", std::move(study.by_order)),
                      judge_source_claim("builders-text/balance", std::move(study.by_balance)),
                      judge_source_claim("builders-text/descent", std::move(study.by_descent))};
    section.tables = {std::move(study.trees), std::move(study.correlations), std::move(study.orders),
                      std::move(study.balance), std::move(study.descents)};
    return ExperimentResult{
        {std::move(section)},
        "Only counts are judged. Intervals are those of medians over 12 batches of placements, or of "
        "triangles in the table balance. Descents are measured for first contact, trees for all contacts."};
}

} // namespace

extern const Experiment kBuildersText{"builders-text",
                                      "Do the rules of thumb for building and descending hold?",
                                      "[Akenine-Möller 2008] 17.3, 17.3.1, 17.3.2", run_text};

} // namespace boxwood
