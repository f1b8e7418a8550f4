#include "bench/experiments/placements.hpp"

#include "collision/query/mesh_query.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

// Number of placements for which hits are counted, for each tested side length of the cube.
constexpr std::size_t kTrials = 400;
constexpr int kHalvings = 16;
constexpr std::uint64_t kTuning = 1, kMeasured = 2; // streams of the seed

Mesh centered(Mesh mesh) {
    const glm::vec3 middle = Aabb::fit(mesh.positions).center();
    for (glm::vec3& p : mesh.positions) p -= middle;
    return mesh;
}

double share_of(const MeshView& mesh, const AnyHierarchy& tree, const PosePairs& poses) {
    QueryScratch scratch;
    QueryResult result;
    std::size_t hits = 0;
    for (const auto& [a, b] : poses) {
        require_ok(
            query_meshes({mesh, &tree, &a}, {mesh, &tree, &b}, {.mode = QueryMode::any}, scratch, result));
        hits += result.intersects ? 1 : 0;
    }
    return static_cast<double>(hits) / static_cast<double>(poses.size());
}

double find_side(const Mesh& mesh, std::uint64_t seed) {
    const AnyHierarchy tree = *build_any_hierarchy({}, mesh.view());
    double narrow = 0.0, wide = 4.0 * static_cast<double>(Aabb::fit(mesh.positions).longest_side());
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (narrow + wide);
        const PosePairs poses = place_in_cube(middle, kTrials, mix_seed(seed, kTuning));
        (share_of(mesh.view(), tree, poses) > kWantedShare ? narrow : wide) = middle;
    }
    return 0.5 * (narrow + wide);
}

} // namespace

PosePairs place_in_cube(double side, std::size_t placements, std::uint64_t seed) {
    Random random(seed);
    PosePairs poses;
    const auto place = [&] {
        const glm::dquat turn = random.rotation();
        return make_pose({turn, random.in_box(glm::dvec3(0.5 * side)), glm::dvec3(1.0)});
    };
    for (std::size_t i = 0; i < placements; ++i) {
        const Pose a = place();
        poses.emplace_back(a, place());
    }
    return poses;
}

double find_hit_share(const MeshView& mesh, const PosePairs& poses) {
    return share_of(mesh, *build_any_hierarchy({}, mesh), poses);
}

double share_margin(double share, std::size_t count) {
    return 1.96 * std::sqrt(share * (1.0 - share) / static_cast<double>(std::max<std::size_t>(count, 1)));
}

PlacedModel place_model(std::string_view name, Mesh mesh, std::size_t placements, std::uint64_t seed) {
    PlacedModel placed{.name = name, .mesh = centered(std::move(mesh))};
    placed.side = find_side(placed.mesh, seed);
    placed.poses = place_in_cube(placed.side, placements, mix_seed(seed, kMeasured));
    return placed;
}

std::vector<PlacedModel> place_paper_models(std::size_t placements, std::uint64_t seed, bool is_small) {
    std::vector<PlacedModel> models;
    const std::uint32_t around = is_small ? 20 : 50;
    models.push_back(place_model("torus", make_torus(10.0, 2.0, around, around), placements, seed));
    models.push_back(place_model("craft", make_craft(), placements, seed));
    models.push_back(place_model("teapot", make_teapot(is_small ? 4 : 10), placements, seed));
    return models;
}

} // namespace boxwood
