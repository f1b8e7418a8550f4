#include "bench/peers/mesh_pairs/placements.hpp"

#include "engine/meshes/generate/random.hpp"

#include <numbers>

#include <glm/gtc/quaternion.hpp>

namespace boxwood::bench {
namespace {

constexpr std::size_t kRandomPlacements = 200;
constexpr std::size_t kRotationSteps = 180; // of 2 degrees
constexpr double kRandomShare = 0.6, kTumbleShare = 0.5;
constexpr int kHalvings = 24;

// Returns the placements at the distance at which `share` of them touch. Assumes that, as the distance grows, each
// placement changes from touching to disjoint only once.
template <class PlaceAt>
std::vector<Placement> place_for_share(const PlaceAt& place_at, double share,
                                       const AreTouching& are_touching) {
    double near = 0.0,
           far = 2.0; // an upper bound: meshes of size 1 have a diagonal of at most 1.74
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = 0.5 * (near + far);
        const std::vector<Placement> placements = place_at(middle);
        std::size_t touching = 0;
        for (const Placement& at : placements) touching += are_touching(at);
        (static_cast<double>(touching) > share * static_cast<double>(placements.size()) ? near : far) =
            middle;
    }
    return place_at(near);
}

} // namespace

void normalize(Mesh& io_mesh) {
    const Aabb box = Aabb::fit(io_mesh.positions);
    const glm::vec3 middle = box.center();
    const float scale = 1.0f / box.longest_side();
    for (glm::vec3& p : io_mesh.positions) p = scale * (p - middle);
}

std::vector<Placement> place_at_random(const AreTouching& are_touching) {
    return place_for_share([](double distance) { return place_at_random(distance); }, kRandomShare,
                           are_touching);
}

std::vector<Placement> place_at_random(double distance) {
    Random random(1);
    std::vector<Placement> placements;
    for (std::size_t i = 0; i < kRandomPlacements; ++i) {
        const glm::dquat rotation_a = random.rotation(), rotation_b = random.rotation();
        placements.push_back({make_pose({.q = rotation_a}),
                              make_pose({.q = rotation_b, .t = distance * random.unit_vector()})});
    }
    return placements;
}

std::vector<Placement> tumble(const AreTouching& are_touching) {
    return place_for_share([](double distance) { return tumble(distance); }, kTumbleShare, are_touching);
}

std::vector<Placement> tumble(double distance) {
    std::vector<Placement> placements;
    for (const glm::dvec3& axis : {glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)})
        for (std::size_t i = 0; i < kRotationSteps; ++i) {
            const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / kRotationSteps;
            placements.push_back(
                {Pose{}, make_pose({.q = glm::angleAxis(angle, axis), .t = distance * glm::dvec3(1, 0, 0)})});
        }
    return placements;
}

} // namespace boxwood::bench
