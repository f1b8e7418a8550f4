// Measures the memory of hierarchies of every volume and of the restricted BoxTree.
#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/experiment.hpp"
#include "bench/experiments/models.hpp"
#include "collision/hierarchy/all_kinds.hpp"

#include <algorithm>

namespace boxwood {
namespace {

struct Weight {
    std::string name;
    std::string_view kind, volume;
    double per_node = 0.0, per_triangle = 0.0;
};

template <class Kind, class V>
void add_weight(const Mesh& mesh, std::vector<Weight>& io_weights) {
    SerialExecutor serial;
    const auto tree = Kind::template build<V>(mesh.view(), kAllBuilders[0], 1, serial);
    const auto bytes = static_cast<double>(tree.size_in_bytes());
    io_weights.push_back({std::string(Kind::kName).append(" ").append(V::kName), Kind::kName, V::kName,
                          bytes / static_cast<double>(node_count_of(tree)),
                          bytes / static_cast<double>(mesh.triangles.size())});
}
template <class... V>
std::vector<Weight> weigh_all(const Mesh& mesh, const std::tuple<V...>*) {
    std::vector<Weight> weights;
    (add_weight<Bvh2Kind, V>(mesh, weights), ...);
    add_weight<BoxTreeKind, Aabb>(mesh, weights);
    std::sort(weights.begin(), weights.end(),
              [](const Weight& a, const Weight& b) { return a.per_triangle < b.per_triangle; });
    return weights;
}

double bytes_of(std::span<const Weight> weights, std::string_view name) {
    const auto found =
        std::find_if(weights.begin(), weights.end(), [&](const Weight& w) { return w.name == name; });
    return found->per_triangle;
}

ClaimResult ratio_claim(std::string_view key, std::span<const Weight> weights, std::string_view over,
                        std::string_view under) {
    return judge_source_claim(key, {{"", bytes_of(weights, over) / bytes_of(weights, under)}},
                              fixed_number(bytes_of(weights, over), 1) + " against " +
                                  fixed_number(bytes_of(weights, under), 1) + " bytes per triangle");
}

Result<ExperimentResult> run_memory(const ExperimentRun& run) {
    const Mesh mesh = make_fitted(all_models()[1], run.is_quick ? 600 : 10'000);
    const std::vector<Weight> weights = weigh_all(mesh, static_cast<const AllVolumes*>(nullptr));
    Table table{"memory",
                "Bytes of the arrays that a query reads, without the mesh",
                {"kind", "volume", "triangles", "bytes_per_node", "bytes_per_triangle"}};
    BarPanel panel{"Memory", "bytes per triangle, one triangle per leaf"};
    for (const Weight& weight : weights) {
        table.add({weight.kind,
                   weight.volume,
                   mesh.triangles.size(),
                   {weight.per_node, 2},
                   {weight.per_triangle, 2}});
        panel.bars.push_back(
            {weight.name, weight.per_triangle, fixed_number(weight.per_triangle, 1),
             weight.kind == BoxTreeKind::kName ? &draw::Palette::left_series : &draw::Palette::right_series});
    }
    ExperimentSection section;
    section.pictures.push_back(
        {"memory", "Memory of hierarchies", draw_bar_panels({&panel, 1}, kPictureWidth, 1)});
    section.claims = {ratio_claim("boxtree-memory/fraction", weights, "bvh2 obb", "box-tree aabb"),
                      ratio_claim("boxtree-memory/storage", weights, "bvh2 aabb", "bvh2 obb")};
    section.tables.push_back(std::move(table));
    return ExperimentResult{
        {std::move(section)},
        "A rock of " + std::to_string(mesh.triangles.size()) +
            " triangles; scalars and links take 4 bytes. An oriented box stores a quaternion instead of "
            "nine numbers, so it takes less memory here than in the derivation."};
}

} // namespace

extern const Experiment kBoxTreeMemory{"boxtree-memory", "How much memory do hierarchies take?",
                                       "[Zachmann 2002] section 5; [van den Bergen 1997] section 2",
                                       run_memory};

} // namespace boxwood
