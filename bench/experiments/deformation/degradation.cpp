#include "bench/experiments/deformation/degradation.hpp"

#include "bench/experiments/bar_panel.hpp"
#include "bench/experiments/models.hpp"
#include "collision/query/contacts/self_contacts.hpp"
#include "collision/query/mesh_query.hpp"
#include "engine/deform/deforming_mesh.hpp"
#include "engine/deform/leaf_order.hpp"
#include "engine/deform/policies/update_policy.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

const HierarchyConfig kTree{"bvh2", "aabb", "midpoint", 1}; // the tree of the paper
constexpr double kInflation = 10.0;                         // factor by which a feature is enlarged
constexpr int kFolds = 8;                                   // number of layers of a folded mesh
constexpr double kSmallProbe = 0.1; // size of the small probe relative to the large one
constexpr std::size_t kHigh = 6; // depths 0 to 5 are high in the tree

struct NamedMesh {
    std::string_view name;
    Mesh (*make)(std::uint32_t triangles);
};
constexpr std::array kMeshes{
    NamedMesh{"knot", [](std::uint32_t n) { return make_fitted(all_models()[3], n); }},
    NamedMesh{"rock", [](std::uint32_t n) { return make_fitted(all_models()[1], n); }},
    NamedMesh{"torus", [](std::uint32_t n) { return make_fitted(all_models()[2], n); }},
    NamedMesh{"sheet", [](std::uint32_t n) {
                  const auto side = static_cast<std::uint32_t>(std::sqrt(0.5 * n));
                  return fitted(make_heightfield({.height = 0.5, .n_x = side, .n_z = side}));
              }}};

constexpr std::array<std::string_view, 6> kDeformers{"bend", "wave", "taper", "twist", "swirl", "tear"};
constexpr std::array kReaches{0.05, 0.1, 0.25, 0.5}; // size of an inflated feature, in radii of the mesh

std::string inflate_name(double reach) {
    return "inflate " + fixed_number(reach, 2);
}

glm::dvec3 feature_of(const RestMesh& rest, std::uint64_t seed) {
    return glm::dvec3(rest.mesh.positions[mix_seed(seed, 3) % rest.mesh.positions.size()]);
}

// Like the deformer "inflate", but for a feature of any size. Returns the new position of the feature's center.
glm::dvec3 inflate(const RestMesh& rest, double reach, std::uint64_t seed, std::span<glm::vec3> out) {
    const glm::dvec3 feature = feature_of(rest, seed), base = rest.center + 0.5 * (feature - rest.center);
    const auto moved = [&](const glm::dvec3& p) {
        const double share = glm::length(p - feature) / (reach * rest.radius);
        const double near = share < 1.0 ? (1.0 - share * share) * (1.0 - share * share) : 0.0;
        return p + (kInflation - 1.0) * near * (p - base);
    };
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = glm::vec3(moved(glm::dvec3(rest.mesh.positions[i])));
    return moved(feature);
}

// Folds the mesh back and forth along its longest axis, so that the layers occupy the same space and intersect.
void fold(const RestMesh& rest, std::span<glm::vec3> out) {
    const int axis = rest.long_axis;
    const double half = rest.half[axis], width = 2.0 * half / kFolds;
    for (std::size_t i = 0; i < out.size(); ++i) {
        glm::dvec3 p(rest.mesh.positions[i]);
        const double along = (p[axis] - rest.center[axis] + half) / width, layer = std::floor(along);
        const double within = along - layer;
        const bool is_back = static_cast<long>(layer) % 2 != 0;
        p[axis] = rest.center[axis] + width * ((is_back ? 1.0 - within : within) - 0.5);
        out[i] = glm::vec3(p);
    }
}

// Places the probe at random poses near `around`, or near random vertices of the deformed mesh if `around` is null.
std::vector<Pose> place_probe(const MeshView& mesh, int count, double size, std::uint64_t seed,
                              const glm::dvec3* around = nullptr) {
    Random random(seed);
    std::vector<Pose> poses;
    for (int i = 0; i < count; ++i) {
        const glm::dvec3 at =
            around ? *around : glm::dvec3(mesh.positions[random.below(mesh.positions.size())]);
        const glm::dquat turn = random.rotation();
        poses.push_back(make_pose({turn, at + random.in_box(glm::dvec3(0.3 * size)), glm::dvec3(size)}));
    }
    return poses;
}

struct Trees {
    const AnyHierarchy &refitted, &rebuilt;
};

// A rigid ring that is tested against the mesh.
struct Probe {
    Mesh mesh;
    AnyHierarchy tree;

    Probe(std::uint32_t around, std::uint32_t across)
        : mesh(make_torus(0.9, 0.2, around, across))
        , tree(*build_any_hierarchy(kTree, mesh.view())) {}
};
const Probe& large_probe() {
    static const Probe probe(64, 24);
    return probe;
}
const Probe& small_probe() {
    static const Probe probe(6, 4);
    return probe;
}

bool measure_probe(const MeshView& mesh, const Trees& trees, const Probe& probe,
                   const std::vector<Pose>& poses, ProbeCost& out) {
    const Pose origin;
    QueryScratch scratch;
    QueryResult with_refit, with_rebuild;
    bool is_same = true;
    for (const Pose& pose : poses) {
        const auto count_tests = [&](const AnyHierarchy& tree, QueryResult& result) {
            require_ok(query_meshes({mesh, &tree, &origin}, {probe.mesh.view(), &probe.tree, &pose}, {},
                                    scratch, result));
            return result.counters.volume_tests;
        };
        out.refit_tests += count_tests(trees.refitted, with_refit);
        out.rebuild_tests += count_tests(trees.rebuilt, with_rebuild);
        out.contacts += with_refit.pairs.size();
        is_same = is_same && with_refit.pairs == with_rebuild.pairs;
    }
    return is_same;
}

bool measure_self(const DeformingMesh& mesh, const Trees& trees, DegradationRow& io_row) {
    const std::vector<std::uint32_t> representatives = find_representatives(mesh.rest().mesh.positions);
    SelfContacts with_refit, with_rebuild;
    require_ok(find_self_contacts(mesh.view(), trees.refitted, representatives, with_refit));
    require_ok(find_self_contacts(mesh.view(), trees.rebuilt, representatives, with_rebuild));
    if (!with_refit.is_complete || !with_rebuild.is_complete) return true; // too many to compare
    io_row.self_rho =
        static_cast<double>(with_refit.volume_tests) / static_cast<double>(with_rebuild.volume_tests);
    io_row.self_contacts =
        static_cast<double>(with_refit.pairs.size()) / static_cast<double>(mesh.view().triangles.size());
    return with_refit.pairs == with_rebuild.pairs;
}

// How much refitting instead of rebuilding increases the overlap of siblings: the mean over the depths [first, last).
double mean_growth(const std::vector<double>& refit, const std::vector<double>& rebuild, std::size_t first,
                   std::size_t last) {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t d = first; d < std::min({last, refit.size(), rebuild.size()}); ++d, ++count)
        sum += refit[d] - rebuild[d];
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

// ----- Over the seeds -----------------------------------------------------------------------------------------------

template <class Of>
std::vector<double> over_seeds(std::span<const DegradationRow> rows, std::string_view mesh,
                               std::string_view name, const Of& of) {
    std::vector<double> values;
    for (const DegradationRow& row : rows)
        if (row.mesh == mesh && row.deformation.name == name) values.push_back(of(row));
    return values;
}

double large_rho(const DegradationRow& row) {
    return row.large.rho();
}

// For each mesh: the largest rho of the named deformations for each seed, then the median over the seeds.
ClaimResult judge_largest(std::string_view key, std::span<const DegradationRow> rows,
                          std::span<const std::string> names) {
    std::vector<ClaimValue> values;
    for (const NamedMesh& mesh : kMeshes) {
        std::vector<double> largest;
        for (const std::string& name : names) {
            const std::vector<double> of_name = over_seeds(rows, mesh.name, name, large_rho);
            largest.resize(of_name.size(), 0.0);
            for (std::size_t i = 0; i < of_name.size(); ++i) largest[i] = std::max(largest[i], of_name[i]);
        }
        values.emplace_back(std::string(mesh.name), median_interval(largest));
    }
    return judge_source_claim(key, std::move(values));
}

std::vector<std::string> inflate_names() {
    std::vector<std::string> names;
    for (const double reach : kReaches) names.push_back(inflate_name(reach));
    return names;
}

} // namespace

DegradationConfig quick_degradation() {
    return {.triangles = 1500, .seeds = 6, .poses = 4};
}

std::vector<DegradationCase> list_degradation_cases() {
    std::vector<DegradationCase> cases;
    for (const std::string_view name : kDeformers) cases.push_back({std::string(name), std::string(name)});
    for (const std::string& name : inflate_names()) cases.push_back({name, "inflate"});
    cases.push_back({"fold", "fold"});
    return cases;
}

std::vector<std::string_view> list_degradation_meshes() {
    std::vector<std::string_view> names;
    for (const NamedMesh& mesh : kMeshes) names.push_back(mesh.name);
    return names;
}

DegradationRow study_degradation(const DegradationConfig& config, std::string_view mesh_name,
                                 const DegradationCase& deformation, std::uint64_t seed) {
    DegradationRow row{.mesh = mesh_name, .deformation = deformation, .seed = seed};
    Mesh made = std::ranges::find(kMeshes, mesh_name, &NamedMesh::name)->make(config.triangles);
    const Deformer* deformer = find_deformer(deformation.name);
    if (deformer && deformer->tears) made = split_corners(made);
    DeformingMesh mesh(make_rest_mesh(std::move(made)));
    AnyHierarchy refitted = *build_any_hierarchy(kTree, mesh.view());
    const RestMesh& rest = mesh.rest();
    glm::dvec3 feature;
    if (deformer) {
        require_ok(deform({deformer, deformer->default_value, 2, seed}, 1,
                          mesh)); // half a period: the full amplitude
    } else {
        if (deformation.family == "fold") {
            fold(rest, mesh.next());
        } else {
            const double reach = *std::ranges::find_if(
                kReaches, [&](double one) { return inflate_name(one) == deformation.name; });
            feature = inflate(rest, reach, seed, mesh.next());
        }
        require_ok(mesh.accept(mesh.next()));
    }
    require_ok(refitted.refit(mesh.view()));
    const AnyHierarchy rebuilt = *build_any_hierarchy(kTree, mesh.view());
    const Trees trees{refitted, rebuilt};
    const auto at_random = [&](double size, std::uint64_t stream) {
        return place_probe(mesh.view(), config.poses, size, mix_seed(seed, stream));
    };
    // Measures all probes, even if an answer differs, because the ratios of the row need all counts.
    const std::array are_same{
        measure_probe(mesh.view(), trees, large_probe(), at_random(1.0, 1), row.large),
        measure_probe(mesh.view(), trees, small_probe(), at_random(kSmallProbe, 2), row.small),
        measure_self(mesh, trees, row),
        deformation.family != "inflate" ||
            measure_probe(mesh.view(), trees, small_probe(),
                          place_probe(mesh.view(), config.poses, kSmallProbe, mix_seed(seed, 4), &feature),
                          row.at_feature)};
    row.is_same_answer = std::ranges::all_of(are_same, std::identity{});
    const std::vector<double> refit_overlap = refitted.measure().overlap_at_depth,
                              rebuild_overlap = rebuilt.measure().overlap_at_depth;
    row.growth_high = mean_growth(refit_overlap, rebuild_overlap, 0, kHigh);
    row.growth_low =
        mean_growth(refit_overlap, rebuild_overlap, rebuild_overlap.size() / 2, rebuild_overlap.size());
    return row;
}

std::vector<DegradationRow> study_all_degradation(const DegradationConfig& config, const ExperimentRun& run) {
    std::vector<DegradationRow> rows;
    for (const std::string_view mesh : list_degradation_meshes()) {
        for (const DegradationCase& deformation : list_degradation_cases())
            for (int seed = 0; seed < config.seeds; ++seed)
                rows.push_back(study_degradation(config, mesh, deformation,
                                                 mix_seed(run.seed, static_cast<std::uint64_t>(seed))));
        run.report_progress(std::string(mesh) + ": " + std::to_string(config.seeds) + " seeds");
    }
    return rows;
}

std::vector<ClaimResult> judge_degradation(std::span<const DegradationRow> rows) {
    const std::vector<std::string> torn{"tear"}, mild{"bend", "wave", "taper"}, twisting{"twist", "swirl"},
        folded{"fold"};
    std::vector<ClaimResult> claims{judge_largest("deformation/torn", rows, torn),
                                    judge_largest("deformation/mild", rows, mild),
                                    judge_largest("deformation/twisting", rows, twisting),
                                    judge_largest("deformation/blow-up", rows, inflate_names()),
                                    judge_largest("deformation/self-intersection", rows, folded)};
    std::vector<ClaimValue> levels;
    for (const NamedMesh& mesh : kMeshes)
        levels.emplace_back(
            std::string(mesh.name),
            median_interval(over_seeds(rows, mesh.name, "tear", [](const DegradationRow& row) {
                return row.growth_high - row.growth_low;
            })));
    claims.push_back(judge_source_claim("deformation/levels", std::move(levels)));
    return claims;
}

Table degradation_table(std::span<const DegradationRow> rows, int poses) {
    Table table{"degradation",
                "rho: volume tests with a refitted tree / with a rebuilt tree; medians over the seeds with "
                "95 % intervals. extra: volume tests per query that refitting adds",
                {"mesh", "deformation", "rho", "rho_low", "rho_high", "extra", "small_probe_rho",
                 "small_probe_extra", "self_rho", "self_contacts_per_triangle"}};
    for (const std::string_view mesh : list_degradation_meshes())
        for (const DegradationCase& deformation : list_degradation_cases()) {
            const auto median = [&](const auto& of) {
                return median_of(over_seeds(rows, mesh, deformation.name, of));
            };
            const Interval rho = median_interval(over_seeds(rows, mesh, deformation.name, large_rho));
            const double self = median([](const DegradationRow& row) { return row.self_rho; });
            table.add({mesh,
                       deformation.name,
                       {rho.value, 3},
                       {rho.low, 3},
                       {rho.high, 3},
                       {median([&](const DegradationRow& row) { return row.large.extra(poses); }), 1},
                       {median([](const DegradationRow& row) { return row.small.rho(); }), 3},
                       {median([&](const DegradationRow& row) { return row.small.extra(poses); }), 1},
                       self > 0.0 ? Cell(self, 3) : Cell("too many contacts"),
                       {median([](const DegradationRow& row) { return row.self_contacts; }), 2}});
        }
    return table;
}

Table blow_up_table(std::span<const DegradationRow> rows, int poses) {
    Table table{
        "blow-up",
        "A feature inflated tenfold; medians over the seeds, for each probe",
        {"mesh", "reach_in_radii", "probe", "tests_rebuilt", "extra_tests", "rho", "rho_low", "rho_high"}};
    struct NamedProbe {
        const char* name;
        ProbeCost DegradationRow::*cost;
    };
    constexpr std::array kProbes{
        NamedProbe{"3072 triangles, as wide as the mesh, anywhere", &DegradationRow::large},
        NamedProbe{"48 triangles, a tenth as wide, anywhere", &DegradationRow::small},
        NamedProbe{"48 triangles, a tenth as wide, at the feature", &DegradationRow::at_feature}};
    for (const std::string_view mesh : list_degradation_meshes())
        for (const double reach : kReaches)
            for (const NamedProbe& probe : kProbes) {
                const std::string name = inflate_name(reach);
                const auto values = [&](const auto& of) {
                    return over_seeds(rows, mesh, name,
                                      [&](const DegradationRow& row) { return of(row.*probe.cost); });
                };
                const Interval rho =
                    median_interval(values([](const ProbeCost& cost) { return cost.rho(); }));
                table.add({mesh,
                           {reach, 2},
                           probe.name,
                           {median_of(values([&](const ProbeCost& cost) {
                                return static_cast<double>(cost.rebuild_tests) / poses;
                            })),
                            1},
                           {median_of(values([&](const ProbeCost& cost) { return cost.extra(poses); })), 1},
                           {rho.value, 3},
                           {rho.low, 3},
                           {rho.high, 3}});
            }
    return table;
}

draw::Sheet draw_degradation(std::span<const DegradationRow> rows) {
    std::vector<BarPanel> panels;
    for (const std::string_view mesh : list_degradation_meshes()) {
        BarPanel panel{std::string(mesh),
                       "volume tests, refitted tree / rebuilt tree: median over the seeds"};
        for (const DegradationCase& deformation : list_degradation_cases()) {
            const Interval rho = median_interval(over_seeds(rows, mesh, deformation.name, large_rho));
            panel.bars.push_back({deformation.name, rho.value,
                                  fixed_number(rho.value, 2) + " (" + fixed_number(rho.low, 2) + " to " +
                                      fixed_number(rho.high, 2) + ")"});
        }
        panels.push_back(std::move(panel));
    }
    return draw_bar_panels(panels, kPictureWidth, 2);
}

} // namespace boxwood
