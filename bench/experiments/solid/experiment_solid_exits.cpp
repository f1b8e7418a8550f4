// Measures which axis of the fifteen-axis test is the first to separate two boxes, in trees and for independent
// boxes.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/placements.hpp"
#include "collision/volumes/box/box_relation.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr std::size_t kAxes = Aabb::kAxisNames.size();

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

BarPanel draw_exits(const std::string& title, const AxisCounts& exits) {
    const SeparationShares shares = share_separations(exits, Aabb::kAxisNames);
    BarPanel panel{title, "% of all tests: face normals, cross axes"};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const double share = percent(exits[axis], shares.tests);
        panel.bars.push_back({std::string(Aabb::kAxisNames[axis]), share, fixed_number(share, 2) + " %",
                              axis < 6 ? &draw::Palette::left_series : &draw::Palette::right_series,
                              axis == 3 || axis == 6});
    }
    return panel;
}

void add_row(Table& io_table, std::string_view model, std::string_view tree, const AxisCounts& exits) {
    const SeparationShares shares = share_separations(exits, Aabb::kAxisNames);
    std::vector<Cell> row{model,
                          tree,
                          shares.tests,
                          {100.0 - 100.0 * shares.disjoint_share(), 2},
                          {100.0 * shares.cross_share(), 2},
                          {100.0 * shares.cross_share_of_disjoint(), 2}};
    for (std::size_t axis = 0; axis < kAxes; ++axis) row.emplace_back(percent(exits[axis], shares.tests), 3);
    io_table.add(std::move(row));
}

// The half extents are uniform in [0.2, 1], the rotations are uniform, and the offsets are uniform in [-1.6, 1.6]^3.
AxisCounts count_independent(std::size_t pairs, std::uint64_t seed) {
    Random random(seed);
    AxisCounts exits{};
    for (std::size_t i = 0; i < pairs; ++i) {
        const auto box = [&random] {
            const glm::vec3 half(random.uniform(0.2, 1.0), random.uniform(0.2, 1.0),
                                 random.uniform(0.2, 1.0));
            return Aabb{-half, half};
        };
        const Aabb a = box(), b = box();
        const glm::dquat turn = random.rotation();
        const Pose pose = make_pose({turn, random.in_box(glm::dvec3(1.6)), glm::dvec3(1.0)});
        const int axis =
            find_separating_axis(a, b, Aabb::make_relation(Pose{}, pose, a, b, OverlapTest::sat));
        ++exits[axis < 0 ? kMaxAxes : static_cast<std::size_t>(axis)];
    }
    return exits;
}

ClaimResult judge_share(const char* shape, double share, double measured, std::size_t count) {
    const double margin = share_margin(share, count) + share_margin(measured, 40'000);
    return {
        shape,
        "[M] 40 000 independent pairs",
        "measured with other pairs of the same distribution; the 95 % intervals of both measurements overlap",
        fixed_number(100.0 * share, 1) + " %, against " + fixed_number(100.0 * measured, 1) + " %",
        verdict_if(std::fabs(share - measured) <= margin + 0.0005),
        Basis::counts};
}

ExperimentSection study_independent(const ExperimentRun& run) {
    const std::size_t pairs = run.is_quick ? 4000 : 40'000;
    const AxisCounts exits = count_independent(pairs, run.seed);
    const SeparationShares shares = share_separations(exits, Aabb::kAxisNames);
    ExperimentSection section{
        "Independent boxes",
        "Two boxes with half extents U(0.2, 1) and uniform random rotations. The difference of their "
        "centers is U(-1.6, 1.6) along each axis. There is no tree and no model."};
    const std::array panels{draw_exits("independent boxes", exits)};
    section.pictures.push_back({"independent", "First separating axis of independent boxes",
                                draw_bar_panels(panels, kPictureWidth, 2)});
    section.claims = {
        judge_share("48 % of the pairs are disjoint", shares.disjoint_share(), 0.48, pairs),
        judge_share("8.8 % of the disjoint pairs need a cross axis", shares.cross_share_of_disjoint(), 0.088,
                    static_cast<std::size_t>(shares.disjoint)),
        judge_share("SAT-lite is wrong in 4.2 % of the tests", shares.cross_share(), 0.042, pairs)};
    return section;
}

Result<ExperimentResult> run_exits(const ExperimentRun& run) {
    const std::size_t queries = run.is_quick ? 100 : 5000;
    Table table{
        "exits",
        "First separating axis, in % of all tests; SAT-lite would give a wrong answer for pairs separated "
        "by a cross axis",
        {"model", "tree", "tests", "overlapping_percent", "lite_wrong_percent", "cross_of_disjoint_percent"}};
    table.columns.insert(table.columns.end(), Aabb::kAxisNames.begin(), Aabb::kAxisNames.end());
    std::vector<BarPanel> panels;
    double most_wrong = 0.0, least_faces = 1.0;
    for (const PlacedModel& model : place_paper_models(queries, run.seed, run.is_quick)) {
        const MeshView mesh = model.mesh.view();
        HierarchyComparison comparison(
            {.a = mesh,
             .b = mesh,
             .poses = model.poses,
             .request = {.mode = QueryMode::any},
             .configs = {{"bvh2", "aabb", "midpoint", 1}, {"bvh2", "obb", "midpoint", 1}},
             .repeats = 1},
            nullptr);
        while (!comparison.is_done())
            if (Status status = comparison.advance(); !status) return status.error();
        for (const ComparisonRow& row : comparison.rows()) {
            if (!row.is_same_answer)
                return Error{name_of(row.config) + " disagrees on the " + std::string(model.name)};
            add_row(table, model.name, row.config.volume, row.counters.separations_by_axis);
            panels.push_back(draw_exits(std::string(model.name) + ", " + row.config.volume + " tree",
                                        row.counters.separations_by_axis));
            most_wrong = std::max(most_wrong, row.separations.cross_share());
            least_faces = std::min(least_faces, 1.0 - row.separations.cross_share_of_disjoint());
        }
    }
    ExperimentSection trees{
        "In the trees",
        "Two copies of a model placed at random, about 60 % intersecting, first contact, full SAT. Axes "
        "are tested in the order A0 A1 A2 B0 B1 B2, then the cross axes; another order would give another "
        "histogram. "};
    trees.pictures.push_back({"exits", "First separating axis", draw_bar_panels(panels, kPictureWidth, 3)});
    trees.claims.push_back({"the nine cross axes decide few tests", "own; the paper's percentages are lost",
                            "largest fraction of the tests of a tree that cross axes decide; at most 10 %",
                            fixed_number(100.0 * most_wrong, 1) + " %", verdict_if(most_wrong <= 0.1),
                            Basis::counts,
                            "face normals separate at least " + fixed_number(100.0 * least_faces, 1) +
                                " % of the disjoint pairs"});
    trees.tables.push_back(std::move(table));
    return ExperimentResult{{std::move(trees), study_independent(run)},
                            "Only counts, which are the same on every machine. A test of two boxes ends "
                            "at the first axis that separates them."};
}

} // namespace

extern const Experiment kSolidExits{"solid-exits", "Which axis separates two boxes first?",
                                    "[van den Bergen 1997] section 3", run_exits};

} // namespace boxwood
