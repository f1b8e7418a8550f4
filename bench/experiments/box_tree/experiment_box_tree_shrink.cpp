// Measures BoxTrees whose nodes can move more than one side: the memory of the additional moves, and the tests that
// the moves save.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/box_tree_walks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr float kNever = 2.0f; // above 1, so that no further move cuts enough

struct Sums {
    double walk_us = 0.0;
    std::uint64_t volume_tests = 0;
};

// Finds all overlapping pairs of leaves at every pose. Tests each pair of nodes from scratch.
template <Hierarchy H>
Sums walk(const H& tree, const PosePairs& poses, const ExperimentRun& run) {
    Sums sums;
    TraversalStack<H> stack;
    const double start = run.now();
    for (const auto& [world_from_a, world_from_b] : poses) {
        const auto root = tree.root();
        const auto relation = H::VolumeType::make_relation(world_from_a, world_from_b, tree.volume(root),
                                                           tree.volume(root), OverlapTest::sat);
        const DescentRule descent(world_from_a, world_from_b, true);
        QueryCounters counters;
        NoTrace no_trace;
        traverse(TraversalInput<H>{tree, tree, relation, descent}, stack, counters, no_trace,
                 [](auto&&...) { return false; });
        sums.volume_tests += counters.volume_tests;
    }
    sums.walk_us = 1e3 * (run.now() - start) / static_cast<double>(poses.size());
    return sums;
}

struct ShrinkStudy {
    Table table{"shrink",
                "Trees by the share of a box that a further move must cut off, queried over a tumble "
                "(SAT, triangles not tested): volume tests summed over all poses, microseconds per pose",
                {"model", "triangles", "tree", "share", "bytes_per_triangle", "moves_per_node",
                 "volume_tests", "walk_us"}};
    std::vector<BarPanel> panels;
    double worst_spared = 1.0, worst_next_to_boxes = 0.0, most_bytes = 0.0;

    void add(const Model& model, const ExperimentRun& run);
};

void ShrinkStudy::add(const Model& model, const ExperimentRun& run) {
    const TumblingModel tumbling = make_tumbling(model, run.is_quick ? 500 : 10'000, run.is_quick ? 4 : 12);
    const Mesh& mesh = tumbling.mesh;
    const PosePairs& poses = tumbling.poses;
    SerialExecutor serial;
    const Bvh2<Aabb> boxes = kAllBuilders[0].build(make_primitive_boxes(mesh.view()), 1, serial);
    BarPanel panel{std::string(model.name), "volume tests per pose", {}, true};
    const auto note = [&](const std::string& name, double share, double moves, double bytes,
                          const Sums& sums) {
        table.add({model.name,
                   mesh.triangles.size(),
                   name,
                   share,
                   {bytes, 2},
                   {moves, 2},
                   sums.volume_tests,
                   {sums.walk_us, 3}});
        const double each = static_cast<double>(sums.volume_tests) / static_cast<double>(poses.size());
        panel.bars.push_back({name, each, short_number(each)});
    };
    const Sums plain_boxes = walk(boxes, poses, run);
    note("boxes", std::nan(""), 0.0, measure_quality(boxes).bytes_per_primitive, plain_boxes);
    std::uint64_t never = 0;
    for (const float share : {kNever, 0.5f, 0.3f, kShrinkShare, 0.05f}) {
        const ShrunkBoxTree tree = shrink_boxes(boxes, share);
        const Sums sums = walk(tree, poses, run);
        const double bytes = measure_quality(tree).bytes_per_primitive;
        if (share == kNever) never = sums.volume_tests;
        if (share == kShrinkShare) {
            worst_spared = std::min(worst_spared, 1.0 - static_cast<double>(sums.volume_tests) /
                                                            static_cast<double>(never));
            worst_next_to_boxes =
                std::max(worst_next_to_boxes, static_cast<double>(sums.volume_tests) /
                                                  static_cast<double>(plain_boxes.volume_tests));
            most_bytes = std::max(most_bytes, bytes);
        }
        note(share == kNever ? "BoxTree"
                             : "share " + fixed_number(100.0 * static_cast<double>(share), 0) + " %",
             share == kNever ? std::nan("") : static_cast<double>(share),
             1.0 + static_cast<double>(tree.moves.size()) / static_cast<double>(tree.nodes.size()), bytes,
             sums);
    }
    panels.push_back(std::move(panel));
}

// ----- Slabs of k-DOPs ------------------------------------------------------------------------------------------

struct SlabStudy {
    Table table{"slabs",
                "Trees of k-DOPs by the share that a further move must cut off, as in the first table",
                {"model", "triangles", "volume", "share", "bytes_per_triangle", "volume_tests", "walk_us"}};
    double most_over_boxes = 0.0, most_bytes = 0.0; // of the library's kdop-tree

    template <int K>
    void add(std::string_view model, const TumblingModel& tumbling, const Bvh2<Aabb>& boxes,
             std::uint64_t of_boxes, const ExperimentRun& run) {
        const Bvh2<Kdop<K>> stored = fit_volumes<Kdop<K>>(boxes, tumbling.mesh.view());
        const auto note = [&](double share, double bytes, const Sums& sums) {
            table.add({model,
                       tumbling.mesh.triangles.size(),
                       Kdop<K>::kName,
                       share,
                       {bytes, 2},
                       sums.volume_tests,
                       {sums.walk_us, 3}});
        };
        note(std::nan(""), measure_quality(stored).bytes_per_primitive, walk(stored, tumbling.poses, run));
        for (const float share : {kNever, 0.7f, kSlabShare, 0.2f}) {
            const KdopTree<K> tree = restrict_slabs(stored, share);
            const Sums sums = walk(tree, tumbling.poses, run);
            const double bytes = measure_quality(tree).bytes_per_primitive;
            note(static_cast<double>(share), bytes, sums);
            if (K != 18 || share != kSlabShare) continue;
            most_over_boxes = std::max(most_over_boxes, static_cast<double>(sums.volume_tests) /
                                                            static_cast<double>(of_boxes));
            most_bytes = std::max(most_bytes, bytes);
        }
    }
    void add(const Model& model, const ExperimentRun& run) {
        const TumblingModel tumbling =
            make_tumbling(model, run.is_quick ? 500 : 10'000, run.is_quick ? 4 : 11);
        SerialExecutor serial;
        const Bvh2<Aabb> boxes = kAllBuilders[0].build(make_primitive_boxes(tumbling.mesh.view()), 1, serial);
        const std::uint64_t of_boxes = walk(boxes, tumbling.poses, run).volume_tests;
        add<14>(model.name, tumbling, boxes, of_boxes, run);
        add<18>(model.name, tumbling, boxes, of_boxes, run);
        add<26>(model.name, tumbling, boxes, of_boxes, run);
    }
};

ExperimentSection study_slabs(const ExperimentRun& run) {
    SlabStudy study;
    for (const Model& model : all_models()) study.add(model, run);
    ExperimentSection section{
        "Slabs of k-DOPs",
        "The same experiment for k-DOPs. A node narrows one slab of its parent's DOP at both ends; each "
        "further move narrows one more slab. A share above 1 allows only one slab per node."};
    section.claims = {
        {"within the memory of boxes, slabs of 18-DOPs need fewer tests", "own",
         "tests of the kdop-tree over tests of boxes: at most 0.8, with at most the 64 bytes of boxes, on "
         "every model",
         fixed_number(study.most_over_boxes, 2) + " times the tests, " + fixed_number(study.most_bytes, 1) +
             " bytes per triangle",
         verdict_if(study.most_over_boxes <= 0.8 && study.most_bytes <= 64.0), Basis::counts}};
    section.tables.push_back(std::move(study.table));
    return section;
}

Result<ExperimentResult> run_shrink(const ExperimentRun& run) {
    ShrinkStudy study;
    for (const Model& model : all_models()) study.add(model, run);
    ExperimentSection section{"Sides of boxes"};
    section.pictures.push_back({"shrink", "Tests by the share that a further move must cut",
                                draw_bar_panels(study.panels, kPictureWidth, 2)});
    section.claims = {
        {"cutting off empty space saves tests", "own; [E: CollDet source] for the share of 15 %",
         "share of the BoxTree's tests that is saved; at least one half on every model",
         "least " + fixed_number(100.0 * study.worst_spared, 0) + " %", verdict_if(study.worst_spared >= 0.5),
         Basis::counts},
        {"a tree with empty space cut off needs nearly as few tests as a tree of boxes, in less memory",
         "own",
         "tests over tests of boxes: at most 1.25, with at most half of the 64 bytes of boxes, on every "
         "model",
         fixed_number(study.worst_next_to_boxes, 2) + " times the tests, " +
             fixed_number(study.most_bytes, 1) + " bytes per triangle",
         verdict_if(study.worst_next_to_boxes <= 1.25 && study.most_bytes <= 32.0), Basis::counts}};
    section.tables.push_back(std::move(study.table));
    return ExperimentResult{
        {std::move(section), study_slabs(run)},
        "All trees have the same topology, split in the middle of the boxes. Each pair of nodes is tested "
        "from scratch, so times compare the shares with each other, but not with the BoxTree's own "
        "incremental test. Two copies tumble at a distance halfway between first contact of the bounding "
        "spheres and half of that distance."};
}

} // namespace

extern const Experiment kBoxTreeShrink{"boxtree-shrink", "Does it pay to cut off empty space?",
                                       "CollDet's shrink nodes, after [Zachmann 2002]", run_shrink};

} // namespace boxwood
