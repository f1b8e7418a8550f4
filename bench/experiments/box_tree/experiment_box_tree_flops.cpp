// Operations of an overlap test, counted in the production code, and the bytes of a node.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/counted_steps.hpp"
#include "bench/experiments/box_tree/counted_tests.hpp"
#include "bench/experiments/experiment.hpp"
#include "collision/hierarchy/box_tree/box_tree.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "engine/meshes/generate/random.hpp"

#include <cmath>

namespace boxwood {
namespace {

struct Row {
    std::string name;
    std::size_t bytes = 0;
    std::uint64_t flops = 0;
};

template <class V>
V fit_cloud(Random& io_random) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < 8; ++i) points.emplace_back(io_random.in_box(glm::dvec3(0.5)));
    return V::fit(points);
}

// Worst case: two volumes around one center, so that no axis separates them and all are tested.
template <class V>
std::uint64_t count_flops(OverlapTest test, std::uint64_t seed) {
    Random random(seed);
    for (;;) {
        const V a = fit_cloud<V>(random), b = fit_cloud<V>(random);
        const auto pose = [&random] {
            return make_pose({random.rotation(), glm::dvec3(0.0), glm::dvec3(1.0)});
        };
        const Pose world_from_a = pose();
        const auto relation = V::make_relation(world_from_a, pose(), a, b, test);
        if (find_separating_axis(a, b, relation) >= 0) continue;
        const auto counting_relation = counted::counting(relation);
        return counted::count_operations([&] { counted::find_counted_axis(a, b, counting_relation); })
            .flops();
    }
}

template <OverlapTest kTest>
Row step_row(const char* name) {
    return {name, sizeof(BoxTreeNode), counted::count_step_flops<kTest>(0, 1)};
}
template <class V>
Row volume_row(const char* name, OverlapTest test, std::uint64_t seed) {
    return {name, sizeof(typename Bvh2<V>::Node), count_flops<V>(test, seed)};
}

ClaimResult judge(const Row& row, double derived, double share, const char* note) {
    const auto counted = static_cast<double>(row.flops);
    return {row.name + ": " + fixed_number(derived, 0) + " operations",
            "[D]; the paper's own counts are lost",
            share == 0.0 ? "counted, exactly" : "counted, within " + fixed_number(100.0 * share, 0) + " %",
            std::to_string(row.flops),
            verdict_if(std::fabs(counted - derived) <= share * derived),
            Basis::counts,
            note};
}

Result<ExperimentResult> run_flops(const ExperimentRun& run) {
    const std::vector<Row> rows{step_row<OverlapTest::reboxing>("BoxTree re-boxing"),
                                step_row<OverlapTest::lite>("BoxTree lite"),
                                step_row<OverlapTest::sat>("BoxTree full SAT"),
                                volume_row<Sphere>("spheres", OverlapTest::sat, run.seed),
                                volume_row<Aabb>("AABB lite", OverlapTest::lite, run.seed),
                                volume_row<Aabb>("AABB full SAT", OverlapTest::sat, run.seed),
                                volume_row<Kdop24>("24-DOP", OverlapTest::sat, run.seed),
                                volume_row<Obb>("OBB full SAT", OverlapTest::sat, run.seed)};
    Table table{"flops",
                "Worst case per pair of nodes; bytes of a node with its link",
                {"hierarchy", "bytes_per_node", "flops"}};
    BarPanel flops{"Operations", "per pair of nodes, worst case", {}, true},
        bytes{"Memory", "bytes per node"};
    for (const Row& row : rows) {
        table.add({row.name, row.bytes, row.flops});
        const draw::Ink ink =
            row.name.starts_with("BoxTree") ? &draw::Palette::left_series : &draw::Palette::right_series;
        flops.bars.push_back({row.name, static_cast<double>(row.flops), std::to_string(row.flops), ink});
        bytes.bars.push_back({row.name, static_cast<double>(row.bytes), std::to_string(row.bytes), ink});
    }
    ExperimentSection section;
    const std::array panels{flops, bytes};
    section.pictures.push_back({"flops", "Operations and bytes", draw_bar_panels(panels, kPictureWidth, 2)});
    section.claims = {
        judge(rows[0], 11.0, 0.0, ""),
        judge(rows[1], 22.0, 0.0, ""),
        judge(rows[2], 58.0, 0.0, ""),
        judge(rows[4], 78.0, 0.05,
              "15 more: boxes are stored by their ends, and grown by the rounding of the poses"),
        judge(rows[5], 177.0, 0.05, "the same 15 more"),
        judge(rows[7], 219.0, 0.05,
              "rotations are quaternions, two products instead of one, margins for parallel edges"),
        judge_source_claim("boxtree-flops/full-over-reboxing",
                           {{"", static_cast<double>(rows[2].flops) / static_cast<double>(rows[0].flops)}}),
        judge_source_claim("boxtree-flops/full-over-obb",
                           {{"", static_cast<double>(rows[2].flops) / static_cast<double>(rows[7].flops)}})};
    section.tables.push_back(std::move(table));
    return ExperimentResult{
        {std::move(section)},
        "The formulas are written for any scalar; here they run with a number that counts additions, "
        "multiplications, divisions, comparisons and roots. A BoxTree's count is that of the ends that a "
        "step changes."};
}

} // namespace

extern const Experiment kBoxTreeFlops{"boxtree-flops", "How many operations does an overlap test take?",
                                      "[Zachmann 2002] section 5; [van den Bergen 1997] section 3",
                                      run_flops};

} // namespace boxwood
