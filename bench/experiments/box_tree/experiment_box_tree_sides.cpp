// Checks section 3 of [Zachmann 2002], the basis of the restriction: how many of a child's six sides coincide with
// sides of its parent, and how tightly the parent's box encloses the child after the best side is moved.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "collision/hierarchy/box_tree/box_tree_moves.hpp"
#include "engine/measure/statistics.hpp"

#include <array>

namespace boxwood {
namespace {

struct Sides {
    std::size_t triangles = 0, children = 0;
    std::array<std::size_t, 7> by_count{}; // number of children by number of shared sides
    // The child's volume divided by the volume of its parent's box with the best side moved; median over the children.
    double tightness = 0.0;

    double mean() const {
        std::size_t sides = 0;
        for (std::size_t k = 0; k < by_count.size(); ++k) sides += k * by_count[k];
        return static_cast<double>(sides) / static_cast<double>(children);
    }
    double share_from(std::size_t minimum) const {
        std::size_t count = 0;
        for (std::size_t k = minimum; k < by_count.size(); ++k) count += by_count[k];
        return static_cast<double>(count) / static_cast<double>(children);
    }
};

std::size_t count_shared(const Aabb& parent, const Aabb& child) {
    std::size_t shared = 0;
    for (glm::length_t k = 0; k < 3; ++k)
        shared +=
            (child.lower[k] == parent.lower[k] ? 1u : 0u) + (child.upper[k] == parent.upper[k] ? 1u : 0u);
    return shared;
}

Sides measure(const Mesh& mesh) {
    SerialExecutor serial;
    const Bvh2<Aabb> tree = Bvh2Kind::build<Aabb>(mesh.view(), kAllBuilders[0], 1, serial);
    Sides sides{.triangles = mesh.triangles.size()};
    std::vector<double> tightness;
    for (const auto& parent : tree.nodes) {
        if (parent.is_leaf()) continue;
        for (unsigned which = 0; which < 2; ++which) {
            const Aabb& child = tree.nodes[parent.first + which].volume;
            ++sides.by_count[count_shared(parent.volume, child)];
            ++sides.children;
            BoxTreeNode node;
            set_best_move(parent.volume, child, node);
            const float restricted = node.derive(parent.volume).volume();
            if (restricted > 0.0f) tightness.push_back(static_cast<double>(child.volume() / restricted));
        }
    }
    sides.tightness = median_of(tightness);
    return sides;
}

Result<ExperimentResult> run_sides(const ExperimentRun& run) {
    Table table{"shared-sides",
                "Children in an unrestricted tree of boxes, built by midpoint splits",
                {"model", "triangles", "children", "mean_shared_sides", "at_least_3", "at_least_5",
                 "median_tightness"}};
    std::vector<BarPanel> panels;
    double least_share = 1.0; // of the children that share three or more sides
    std::vector<ClaimValue> means;
    for (const Model& model : all_models()) {
        const Sides sides = measure(make_fitted(model, run.is_quick ? 600 : 10'000));
        table.add({model.name,
                   sides.triangles,
                   sides.children,
                   {sides.mean(), 3},
                   {sides.share_from(3), 3},
                   {sides.share_from(5), 3},
                   {sides.tightness, 3}});
        least_share = std::min(least_share, sides.share_from(3));
        means.emplace_back(std::string(model.name), sides.mean());
        BarPanel panel{std::string(model.name), "fraction of the children by number of shared sides"};
        for (std::size_t k = 0; k < sides.by_count.size(); ++k) {
            const double share = static_cast<double>(sides.by_count[k]) / static_cast<double>(sides.children);
            panel.bars.push_back({std::to_string(k), share, fixed_number(100.0 * share, 1) + " %"});
        }
        panels.push_back(std::move(panel));
    }
    ExperimentSection section{
        "", "A side of a child is shared if its coordinate equals the parent's, bit for bit. Tightness: the "
            "child's volume divided by the volume of the parent's box after only the best side is moved; 1 "
            "means that the moved box equals the child's box."};
    section.pictures.push_back(
        {"shared-sides", "Shared sides of children", draw_bar_panels(panels, kPictureWidth, 4)});
    section.claims.push_back(judge_source_claim("boxtree-sides/shared", std::move(means),
                                                "on every model, at least " +
                                                    fixed_number(100.0 * least_share, 0) +
                                                    " % of the children share three or more sides"));
    section.tables.push_back(std::move(table));
    return ExperimentResult{{std::move(section)},
                            "Generated models replace the paper's CAD parts; one triangle per leaf."};
}

} // namespace

extern const Experiment kBoxTreeSides{"boxtree-sides",
                                      "How many sides does a child's box share with its parent's box?",
                                      "[Zachmann 2002] section 3", run_sides};

} // namespace boxwood
