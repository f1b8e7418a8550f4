// Measures what hoisting saves: the terms of a node are computed once instead of once per pair. Counts the operations
// per pair of children, and the operations and times of complete traversals.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/counted_steps.hpp"
#include "bench/experiments/box_tree/hoisted_walks.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/placements.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// ----- A pair of children ---------------------------------------------------------------------------------------

// Operations in the worst case, in which no axis separates the boxes.
struct PairCost {
    std::string name;
    std::uint64_t of_nodes = 0, of_pair = 0; // terms of both nodes together; remaining work of the pair

    // Operations for the four pairs of children after two nodes are opened together.
    std::uint64_t recomputed() const { return 4 * (of_nodes + of_pair); }
    std::uint64_t hoisted() const { return 2 * of_nodes + 4 * of_pair; }
    double gain() const { return static_cast<double>(recomputed()) / static_cast<double>(hoisted()); }
};

template <OverlapTest kTest>
PairCost cost_of_steps(const char* name) {
    const std::uint64_t of_nodes =
        counted::count_work<kTest>(true, 0).flops() + counted::count_work<kTest>(false, 1).flops();
    return {name, of_nodes, counted::count_step_flops<kTest>(0, 1) - of_nodes};
}

// A variant that stores the interval ends of each box, as in the paper. Moving the ends is then work of a node, and
// comparing them is work of the pair.
template <OverlapTest kTest>
PairCost cost_of_ends(const char* name) {
    const counted::Operations step = counted::count_step<kTest>(0, 1);
    return {name, step.additions + step.multiplications, step.comparisons};
}

template <class V>
V fit_to_cloud(Random& io_random) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 8; ++i) points.emplace_back(io_random.in_box(glm::dvec3(0.5)));
    return V::fit(points);
}

// Two concentric volumes.
template <class V, class Real>
PairCost cost_of_volumes(const char* name, std::uint64_t seed) {
    Random random(seed);
    for (;;) {
        const V a = fit_to_cloud<V>(random), b = fit_to_cloud<V>(random);
        const Pose rotated = make_pose({random.rotation(), glm::dvec3(0.0), glm::dvec3(1.0)});
        const auto relation = counted::counting(V::make_relation(Pose{}, rotated, a, b, OverlapTest::sat));
        using Part = NodePart<V, Real>;
        Part of_a, of_b;
        const auto nodes = counted::count_operations([&] {
            of_a = Part::make(true, a, relation);
            of_b = Part::make(false, b, relation);
        });
        int axis = -1;
        const auto pair = counted::count_operations([&] { axis = Part::find_axis(of_a, of_b, relation); });
        if (axis < 0) return {name, nodes.flops(), pair.flops()};
    }
}

std::vector<PairCost> count_pairs(std::uint64_t seed) {
    using counted::CountingDouble, counted::CountingFloat;
    return {cost_of_steps<OverlapTest::aabb_of_obb>("BoxTree re-boxing"),
            cost_of_steps<OverlapTest::sat_lite>("BoxTree lite"),
            cost_of_steps<OverlapTest::sat>("BoxTree full SAT"),
            cost_of_ends<OverlapTest::aabb_of_obb>("re-boxing, ends kept"),
            cost_of_ends<OverlapTest::sat_lite>("lite, ends kept"),
            cost_of_ends<OverlapTest::sat>("full SAT, ends kept"),
            cost_of_volumes<Kdop14, CountingFloat>("14-DOP", seed),
            cost_of_volumes<Kdop24, CountingFloat>("24-DOP", seed),
            cost_of_volumes<Obb, CountingDouble>("OBB", seed)};
}
constexpr std::size_t
    kStepForms = 3,
    kEndForms = 6; // end indices of the step forms and of the end forms in the list of count_pairs()

ClaimResult judge_factor(std::span<const PairCost> costs, const char* note) {
    std::vector<ClaimValue> gains;
    for (const PairCost& cost : costs) gains.emplace_back(cost.name, cost.gain());
    return judge_source_claim("boxtree-hoisting/factor", std::move(gains), note);
}

ClaimResult judge_gain(const char* shape, const char* source, std::span<const PairCost> costs,
                       const char* note) {
    double least = 1e300, most = 0.0;
    for (const PairCost& cost : costs) {
        least = std::min(least, cost.gain());
        most = std::max(most, cost.gain());
    }
    return {shape,
            source,
            "operations of four pairs of children in the worst case: recomputed / hoisted; at least 1.7 for "
            "each test",
            fixed_number(least, 2) + " to " + fixed_number(most, 2),
            verdict_if(least >= 1.7),
            Basis::counts,
            note};
}

ExperimentSection study_pairs(std::uint64_t seed) {
    const std::vector<PairCost> costs = count_pairs(seed);
    Table table{
        "pairs",
        "Operations in the worst case: for both nodes, for the pair, and for the four pairs of children "
        "of two nodes",
        {"test", "of_both_nodes", "of_the_pair", "four_pairs_anew", "four_pairs_hoisted", "anew_by_hoisted"}};
    BarPanel recomputed{"Recomputed for each pair", "operations of four pairs", {}, true},
        gain{"Gain by hoisting", "operations recomputed / operations hoisted"};
    for (std::size_t i = 0; i < costs.size(); ++i) {
        const PairCost& cost = costs[i];
        table.add(
            {cost.name, cost.of_nodes, cost.of_pair, cost.recomputed(), cost.hoisted(), {cost.gain(), 2}});
        const draw::Ink ink = i < kEndForms ? &draw::Palette::left_series : &draw::Palette::right_series;
        const bool starts_group = i == kStepForms || i == kEndForms;
        recomputed.bars.push_back({cost.name, static_cast<double>(cost.recomputed()),
                                   std::to_string(cost.recomputed()), ink, starts_group});
        gain.bars.push_back({cost.name, cost.gain(), fixed_number(cost.gain(), 2), ink, starts_group});
    }
    const std::array panels{recomputed, gain};
    ExperimentSection section{
        "A pair of children",
        "With C_n operations per node and C_p per pair, four pairs of children take 4 (2 C_n + C_p) "
        "operations without hoisting and 4 C_n + 4 C_p with it: hoisting saves half of the work that belongs "
        "to nodes and none of the work that belongs to pairs. A BoxTree's test stores how far two boxes "
        "overlap, so only the products of a step belong to a node. If the interval ends of each box were "
        "stored instead, moving the ends would belong to a node, too; this variant is derived from the same "
        "counts."};
    section.pictures.push_back(
        {"pairs", "Operations of four pairs", draw_bar_panels(panels, kPictureWidth, 2)});
    const std::span all(costs);
    section.claims = {judge_factor(all.first(kStepForms),
                                   "only the products belong to nodes; the number of comparisons does not "
                                   "change"),
                      judge_gain("hoisting would halve the operations if the ends of both boxes were stored",
                                 "[D] from our counts", all.subspan(kStepForms, kEndForms - kStepForms),
                                 "comparisons belong to pairs; without comparisons, the ratio would be two"),
                      judge_gain("hoisting halves the operations for k-DOPs and oriented boxes",
                                 "[D] of any hierarchy", all.subspan(kEndForms),
                                 "for k-DOPs, 12 of 17 operations per direction belong to a node; for "
                                 "oriented boxes, less than half")};
    section.tables.push_back(std::move(table));
    return section;
}

// ----- Complete traversals ----------------------------------------------------------------------------------------

struct PlacedMesh {
    std::string_view model;
    Mesh mesh;
    PosePairs poses;
};

template <OverlapTest kTest>
hoisting::WalkRow walk_box_tree(const char* name, const PlacedMesh& placed, const ExperimentRun& run) {
    const BoxTree tree = build_box_tree(make_primitive_boxes(placed.mesh.view()), {}).tree;
    const BoxTreeTraversal walked(tree);
    const auto use_test = [&](const Pose& world_from_a, const Pose& world_from_b, auto&& use) {
        const BoxRelation relation =
            Aabb::make_relation(world_from_a, world_from_b, tree.root_box, tree.root_box, kTest);
        const IncrementalBoxSat<kTest> steps = make_incremental_box_sat<kTest>(
            relation, {tree.root_box, tree.depth}, {tree.root_box, tree.depth});
        use(DividedStepTest<kTest>(steps));
    };
    hoisting::WalkRow row{placed.model, name};
    hoisting::tally(walked, placed.poses, use_test, row);
    hoisting::time(walked, placed.poses, use_test, run, row);
    return row;
}

template <class V, class Real, class CountingReal>
hoisting::WalkRow walk_volumes(const char* name, const PlacedMesh& placed, const ExperimentRun& run) {
    SerialExecutor serial;
    const MeshView mesh = placed.mesh.view();
    const Bvh2<V> tree = fit_volumes<V>(kAllBuilders[0].build(make_primitive_boxes(mesh), 1, serial), mesh);
    const auto relate = [&](const Pose& world_from_a, const Pose& world_from_b) {
        const V& root = tree.volume(tree.root());
        return V::make_relation(world_from_a, world_from_b, root, root, OverlapTest::sat);
    };
    hoisting::WalkRow row{placed.model, name};
    hoisting::tally(
        tree, placed.poses,
        [&](const Pose& world_from_a, const Pose& world_from_b, auto&& use) {
            const auto relation = counted::counting(relate(world_from_a, world_from_b));
            use(PartTest<V, CountingReal>(tree, relation));
        },
        row);
    hoisting::time(
        tree, placed.poses,
        [&](const Pose& world_from_a, const Pose& world_from_b, auto&& use) {
            const auto relation = relate(world_from_a, world_from_b);
            use(PartTest<V, Real>(tree, relation));
        },
        run, row);
    return row;
}

Result<std::vector<hoisting::WalkRow>> walk_all_kinds(const ExperimentRun& run) {
    using counted::CountingDouble, counted::CountingFloat;
    constexpr double kCubeSide = 2.0; // for models of size 2, so that most placements intersect
    std::vector<hoisting::WalkRow> rows;
    for (const Model& model : all_models()) {
        const PlacedMesh placed{model.name, make_fitted(model, run.is_quick ? 300 : 5000),
                                place_in_cube(kCubeSide, run.is_quick ? 4 : 40, run.seed)};
        rows.push_back(walk_box_tree<OverlapTest::aabb_of_obb>("BoxTree re-boxing", placed, run));
        rows.push_back(walk_box_tree<OverlapTest::sat_lite>("BoxTree lite", placed, run));
        rows.push_back(walk_box_tree<OverlapTest::sat>("BoxTree full SAT", placed, run));
        rows.push_back(walk_volumes<Kdop14, float, CountingFloat>("14-DOP", placed, run));
        rows.push_back(walk_volumes<Kdop24, float, CountingFloat>("24-DOP", placed, run));
        rows.push_back(walk_volumes<Obb, double, CountingDouble>("OBB", placed, run));
        run.report_progress(std::string(model.name));
    }
    for (const hoisting::WalkRow& row : rows)
        if (row.recomputed.answers != row.hoisted.answers)
            return Error{row.hierarchy + ": hoisting changes which axis separates, on the " +
                         std::string(row.model)};
    return rows;
}

Table walks_table(std::span<const hoisting::WalkRow> rows) {
    Table table{"walks",
                "Traversals that open both nodes of a pair together. Pairs of new nodes: pairs of children "
                "of two nodes that were opened together. Operations are means over these pairs, for tests "
                "that can run with counting numbers. Columns with anew: all terms are "
                "recomputed for every pair. In turn: one node is opened at a time, without hoisting",
                {"model", "hierarchy", "tests", "pairs_of_new_nodes", "nodes_prepared", "operations_anew",
                 "operations_hoisted", "anew_us", "hoisted_us", "tests_in_turn", "in_turn_us"}};
    for (const hoisting::WalkRow& row : rows) {
        const auto per_pair = [&](const hoisting::Tally& of) {
            return of.flops == 0 ? Cell("")
                                 : Cell(static_cast<double>(of.flops) / static_cast<double>(of.pairs), 1);
        };
        table.add({row.model,
                   row.hierarchy,
                   row.tests,
                   row.hoisted.pairs,
                   row.hoisted.prepared,
                   per_pair(row.recomputed),
                   per_pair(row.hoisted),
                   {row.recomputed_us, 1},
                   {row.hoisted_us, 1},
                   row.tests_in_turn,
                   {row.in_turn_us, 1}});
    }
    return table;
}

// The range of a ratio over the rows for which it is finite.
ClaimRange range_of(std::span<const hoisting::WalkRow> rows, double (hoisting::WalkRow::*ratio)() const) {
    ClaimRange range;
    for (const hoisting::WalkRow& row : rows)
        if (const double value = (row.*ratio)(); std::isfinite(value)) {
            range.low = std::min(range.low, value);
            range.high = std::max(range.high, value);
        }
    return range;
}

ClaimResult judge_ratio(const char* shape, const char* source, const char* test,
                        std::span<const hoisting::WalkRow> rows, double (hoisting::WalkRow::*ratio)() const,
                        double most, Basis basis) {
    const auto [low, high] = range_of(rows, ratio);
    return {
        shape, source, test, fixed_number(low, 3) + " to " + fixed_number(high, 3), verdict_if(high <= most),
        basis};
}

Result<ExperimentSection> study_walks(const ExperimentRun& run) {
    const Result<std::vector<hoisting::WalkRow>> rows = walk_all_kinds(run);
    if (!rows) return rows.error();
    std::vector<BarPanel> panels;
    for (const hoisting::WalkRow& row : *rows) {
        if (panels.empty() || panels.back().title != row.model)
            panels.push_back({std::string(row.model), "time hoisted / time recomputed"});
        panels.back().bars.push_back({row.hierarchy, row.time_ratio(), fixed_number(row.time_ratio(), 2),
                                      row.hierarchy.starts_with("BoxTree") ? &draw::Palette::left_series
                                                                           : &draw::Palette::right_series});
    }
    ExperimentSection section{
        "In the trees",
        "Two copies of a model are placed at random. All overlapping pairs of leaves are found; triangles "
        "are not tested. The library hoists in traversals of BoxTrees. It tests k-DOPs and oriented boxes "
        "in one stage; here their tests are divided into two stages, too, and both forms must find the "
        "same axis for every pair."};
    section.pictures.push_back({"walks", "Time of a traversal", draw_bar_panels(panels, kPictureWidth, 2)});
    const ClaimRange prepared = range_of(*rows, &hoisting::WalkRow::prepared_share);
    section.claims = {
        judge_source_claim("boxtree-hoisting/nodes", {{"least", prepared.low}, {"most", prepared.high}}),
        judge_ratio("hoisting saves operations although a test can end early", "own",
                    "operations of the tests of k-DOPs and oriented boxes: hoisted / recomputed; at most 1 "
                    "in every row",
                    *rows, &hoisting::WalkRow::flop_ratio, 1.0, Basis::counts),
        judge_ratio("hoisting saves time", "own",
                    "time of a traversal: hoisted / recomputed; at most 1 in every row", *rows,
                    &hoisting::WalkRow::time_ratio, 1.0, Basis::times)};
    section.tables.push_back(walks_table(*rows));
    return section;
}

Result<ExperimentResult> run_hoisting(const ExperimentRun& run) {
    Result<ExperimentSection> walks = study_walks(run);
    if (!walks) return walks.error();
    return ExperimentResult{
        {study_pairs(run.seed), std::move(*walks)},
        "Recomputed: after two nodes are opened, each of the four pairs of children computes everything "
        "that its test needs. Hoisted: terms that depend on one node are computed when the node is "
        "opened. Operations are counted in the production code. Times are the shortest of several passes "
        "and include computing the pair transform."};
}

} // namespace

extern const Experiment kBoxTreeHoisting{"boxtree-hoisting",
                                         "How much is saved by computing the terms of "
                                         "a node once?",
                                         "[Zachmann 2002] section 4.3", run_hoisting};

} // namespace boxwood
