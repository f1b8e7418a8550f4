// Measures ShrunkBoxTree, a BoxTree in which one node can pull in several sides of its parent's box: the memory that
// the extra moves take, and the box tests that they save. The second half measures KdopTree, which narrows slabs of
// k-DOPs, in the same way.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/box_tree_walks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr float kNoExtraMoves = 2.0f; // above 1, so no extra move cuts off enough

struct TraversalCost {
    double us_per_pose = 0.0;
    std::uint64_t volume_tests = 0; // sum over all poses
};

// Finds all overlapping pairs of leaves at every pose. Tests each pair of nodes from scratch.
template <Hierarchy H>
TraversalCost walk(const H& tree, const PosePairs& poses, const ExperimentRun& run) {
    TraversalCost cost;
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
        cost.volume_tests += counters.volume_tests;
    }
    cost.us_per_pose = 1e3 * (run.now() - start) / static_cast<double>(poses.size());
    return cost;
}

struct ShrinkStudy {
    Table table{"shrink",
                "One row per tree. share: the minimum fraction of a box that each move after a node's first "
                "must cut off. Traversals at the poses of a tumble (SAT, triangles not tested): volume tests "
                "are sums over all poses, times are per pose",
                {"model", "triangles", "tree", "share", "bytes_per_triangle", "moves_per_node",
                 "volume_tests", "walk_us"}};
    std::vector<BarPanel> panels;
    double least_saved = 1.0;        // fraction of the BoxTree's tests
    double largest_test_ratio = 0.0; // tests / tests of the tree that stores AABBs
    double most_bytes = 0.0;

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
                          const TraversalCost& cost) {
        table.add({model.name,
                   mesh.triangles.size(),
                   name,
                   share,
                   {bytes, 2},
                   {moves, 2},
                   cost.volume_tests,
                   {cost.us_per_pose, 3}});
        const double each = static_cast<double>(cost.volume_tests) / static_cast<double>(poses.size());
        panel.bars.push_back({name, each, short_number(each)});
    };
    const TraversalCost stored_boxes = walk(boxes, poses, run);
    note("boxes", std::nan(""), 0.0, measure_quality(boxes).bytes_per_primitive, stored_boxes);
    std::uint64_t tests_of_box_tree = 0;
    for (const float share : {kNoExtraMoves, 0.5f, 0.3f, kShrinkShare, 0.05f}) {
        const ShrunkBoxTree tree = shrink_boxes(boxes, share);
        const TraversalCost cost = walk(tree, poses, run);
        const double bytes = measure_quality(tree).bytes_per_primitive;
        if (share == kNoExtraMoves) tests_of_box_tree = cost.volume_tests;
        if (share == kShrinkShare) {
            least_saved = std::min(least_saved, 1.0 - static_cast<double>(cost.volume_tests) /
                                                          static_cast<double>(tests_of_box_tree));
            largest_test_ratio =
                std::max(largest_test_ratio, static_cast<double>(cost.volume_tests) /
                                                 static_cast<double>(stored_boxes.volume_tests));
            most_bytes = std::max(most_bytes, bytes);
        }
        note(share == kNoExtraMoves ? "BoxTree"
                                    : "share " + fixed_number(100.0 * static_cast<double>(share), 0) + " %",
             share == kNoExtraMoves ? std::nan("") : static_cast<double>(share),
             1.0 + static_cast<double>(tree.moves.size()) / static_cast<double>(tree.nodes.size()), bytes,
             cost);
    }
    panels.push_back(std::move(panel));
}

// ----- Slabs of k-DOPs ------------------------------------------------------------------------------------------

struct SlabStudy {
    Table table{"slabs",
                "One row per tree. share: the minimum fraction of a slab that must be empty for each move "
                "after a node's first; no share: a tree that stores its DOPs. Traversals as in the table "
                "shrink, but with 11 steps per turn instead of 12",
                {"model", "triangles", "volume", "share", "bytes_per_triangle", "volume_tests", "walk_us"}};
    // Of the 18-DOP tree with kSlabShare, which is the library's kind kdop-tree.
    double largest_test_ratio = 0.0; // tests / tests of the tree that stores AABBs
    double most_bytes = 0.0;

    template <int K>
    void add(std::string_view model, const TumblingModel& tumbling, const Bvh2<Aabb>& boxes,
             std::uint64_t tests_of_boxes, const ExperimentRun& run) {
        const Bvh2<Kdop<K>> stored = fit_volumes<Kdop<K>>(boxes, tumbling.mesh.view());
        const auto note = [&](double share, double bytes, const TraversalCost& cost) {
            table.add({model,
                       tumbling.mesh.triangles.size(),
                       Kdop<K>::kName,
                       share,
                       {bytes, 2},
                       cost.volume_tests,
                       {cost.us_per_pose, 3}});
        };
        note(std::nan(""), measure_quality(stored).bytes_per_primitive, walk(stored, tumbling.poses, run));
        for (const float share : {kNoExtraMoves, 0.7f, kSlabShare, 0.2f}) {
            const KdopTree<K> tree = restrict_slabs(stored, share);
            const TraversalCost cost = walk(tree, tumbling.poses, run);
            const double bytes = measure_quality(tree).bytes_per_primitive;
            note(static_cast<double>(share), bytes, cost);
            if (K != 18 || share != kSlabShare) continue;
            largest_test_ratio = std::max(largest_test_ratio, static_cast<double>(cost.volume_tests) /
                                                                  static_cast<double>(tests_of_boxes));
            most_bytes = std::max(most_bytes, bytes);
        }
    }
    void add(const Model& model, const ExperimentRun& run) {
        const TumblingModel tumbling =
            make_tumbling(model, run.is_quick ? 500 : 10'000, run.is_quick ? 4 : 11);
        SerialExecutor serial;
        const Bvh2<Aabb> boxes = kAllBuilders[0].build(make_primitive_boxes(tumbling.mesh.view()), 1, serial);
        const std::uint64_t tests_of_boxes = walk(boxes, tumbling.poses, run).volume_tests;
        add<14>(model.name, tumbling, boxes, tests_of_boxes, run);
        add<18>(model.name, tumbling, boxes, tests_of_boxes, run);
        add<26>(model.name, tumbling, boxes, tests_of_boxes, run);
    }
};

ExperimentSection study_slabs(const ExperimentRun& run) {
    SlabStudy study;
    for (const Model& model : all_models()) study.add(model, run);
    ExperimentSection section{"Slabs of k-DOPs",
                              "The same experiment for k-DOPs. A node narrows one slab of its parent's DOP "
                              "at both ends; each further move narrows one more slab. With a minimum share "
                              "above 1, no further move ever qualifies, so each node narrows one slab."};
    section.claims = {
        {"a kdop-tree of 18-DOPs needs fewer tests than a BVH that stores its AABBs, in no more memory",
         "own",
         "tests of the kdop-tree / tests of the AABB BVH; at most 0.8, with at most 64 bytes per triangle "
         "(the size of the AABB BVH), on every model",
         fixed_number(study.largest_test_ratio, 2) + " times the tests, " +
             fixed_number(study.most_bytes, 1) + " bytes per triangle",
         verdict_if(study.largest_test_ratio <= 0.8 && study.most_bytes <= 64.0), Basis::counts}};
    section.tables.push_back(std::move(study.table));
    return section;
}

Result<ExperimentResult> run_shrink(const ExperimentRun& run) {
    ShrinkStudy study;
    for (const Model& model : all_models()) study.add(model, run);
    ExperimentSection section{"Sides of boxes"};
    section.pictures.push_back({"shrink",
                                "Box tests, by the minimum fraction that an extra move must cut off",
                                draw_bar_panels(study.panels, kPictureWidth, 2)});
    section.claims = {
        {"cutting off empty space saves tests", "own; [E: CollDet source] for the share of 15 %",
         "fraction of the BoxTree's tests that is saved; at least one half on every model",
         "minimum " + fixed_number(100.0 * study.least_saved, 0) + " %", verdict_if(study.least_saved >= 0.5),
         Basis::counts},
        {"a shrunk BoxTree needs nearly as few tests as a BVH that stores its AABBs, in less memory", "own",
         "tests of the shrunk BoxTree / tests of the AABB BVH; at most 1.25, with at most 32 bytes per "
         "triangle (half the size of the AABB BVH), on every model",
         fixed_number(study.largest_test_ratio, 2) + " times the tests, " +
             fixed_number(study.most_bytes, 1) + " bytes per triangle",
         verdict_if(study.largest_test_ratio <= 1.25 && study.most_bytes <= 32.0), Basis::counts}};
    section.tables.push_back(std::move(study.table));
    return ExperimentResult{{std::move(section), study_slabs(run)},
                            "All trees of a model have the same topology, from midpoint splits. Each pair of "
                            "nodes is tested from scratch, so times can be compared between shares, but not "
                            "with times of the BoxTree's incremental test. Two copies tumble with their "
                            "centers 1.5 bounding-sphere radii apart (the spheres touch at 2)."};
}

} // namespace

extern const Experiment kBoxTreeShrink{
    "boxtree-shrink", "Does it pay to cut off empty space?",
    "the shrink nodes of CollDet, added after the publication of [Zachmann 2002]", run_shrink};

} // namespace boxwood
