// Compares two ways to compute integer moves: reading products from tables, and multiplying.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/box_tree/box_tree_walks.hpp"
#include "bench/experiments/box_tree/quantised_box_tree.hpp"

#include <algorithm>

namespace boxwood {
namespace {

struct Lookup {
    Table table;
    BarPanel panel;
    double least_ratio = 1e300, most_ratio = 0.0; // time with look-up divided by time with multiplication
};

template <OverlapTest kTest>
Status add_rows(const Model& model, const TumblingModel& tumbling, const ExperimentRun& run,
                Lookup& io_lookup) {
    const Mesh& mesh = tumbling.mesh;
    const PosePairs& poses = tumbling.poses;
    const BoxTree exact = build_box_tree(make_primitive_boxes(mesh.view()), {}).tree;
    bool starts_group = true;
    const auto add = [&](const char* moves, const char* products, const WalkCost& cost) {
        io_lookup.table.add({model.name,
                             mesh.triangles.size(),
                             test_name(kTest),
                             moves,
                             products,
                             {cost.walk_us, 3},
                             cost.volume_tests,
                             cost.leaf_pairs});
        io_lookup.panel.bars.push_back(
            {std::string(test_name(kTest)) + ", " + moves + ", " + products, cost.walk_us,
             short_number(cost.walk_us),
             products[0] == 'l' ? &draw::Palette::right_series : &draw::Palette::left_series,
             std::exchange(starts_group, false)});
        return cost.walk_us;
    };
    const auto multiply = [](const IncrementalBoxSat<kTest>& steps) { return BoxStepTest<kTest>(steps); };
    add("float", "multiplied", walk_all<kTest>(exact, poses, run, multiply));
    for (const unsigned bits : {16u, 8u}) {
        const BoxTree coarse = quantise_moves(exact, mesh.view(), bits);
        if (const auto defect = find_defect(coarse, mesh.view()))
            return Error{std::to_string(bits) + " bits: " + defect->message};
        const char* moves = bits == 8 ? "8 bits" : "16 bits";
        const double multiplied = add(moves, "multiplied", walk_all<kTest>(coarse, poses, run, multiply));
        const double looked_up =
            add(moves, "looked up",
                walk_all<kTest>(coarse, poses, run, [&coarse, bits](const IncrementalBoxSat<kTest>& steps) {
                    return LookedUpStepTest<kTest>(steps, coarse, coarse, bits);
                }));
        if (!(multiplied > 0.0)) continue;
        io_lookup.least_ratio = std::min(io_lookup.least_ratio, looked_up / multiplied);
        io_lookup.most_ratio = std::max(io_lookup.most_ratio, looked_up / multiplied);
    }
    return ok();
}

Result<ExperimentResult> run_lookup(const ExperimentRun& run) {
    Lookup all{.table = {"lookup",
                         "Traversals down to the leaves, without triangle tests. Times include making the "
                         "tables of products",
                         {"model", "triangles", "test", "moves", "products", "walk_us", "volume_tests",
                          "leaf_pairs"}},
               .panel = {}};
    std::vector<BarPanel> panels;
    for (const Model& model : all_models()) {
        all.panel = {std::string(model.name), "µs per traversal"};
        const TumblingModel tumbling =
            make_tumbling(model, run.is_quick ? 400 : 10'000, run.is_quick ? 4 : 12);
        if (Status s = add_rows<OverlapTest::aabb_of_obb>(model, tumbling, run, all); !s) return s.error();
        if (Status s = add_rows<OverlapTest::sat_lite>(model, tumbling, run, all); !s) return s.error();
        if (Status s = add_rows<OverlapTest::sat>(model, tumbling, run, all); !s) return s.error();
        panels.push_back(std::move(all.panel));
    }
    ExperimentSection section;
    section.pictures.push_back({"lookup", "Traversals with products looked up or multiplied",
                                draw_bar_panels(panels, kPictureWidth, 2)});
    section.claims.push_back(
        judge_source_claim("boxtree-lookup/no-gain", {{"least", all.least_ratio}, {"most", all.most_ratio}}));
    section.tables.push_back(std::move(all.table));
    return ExperimentResult{{std::move(section)},
                            "Moves are rounded down to whole steps of 16 or 8 bits, so boxes still "
                            "contain their triangles; this is checked for every triangle of every "
                            "quantized tree."};
}

} // namespace

extern const Experiment kBoxTreeLookup{"boxtree-lookup", "Are tables of products faster than multiplying?",
                                       "[Zachmann 2002] section 4", run_lookup};

} // namespace boxwood
