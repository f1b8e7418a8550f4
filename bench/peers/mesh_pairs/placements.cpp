#include "bench/peers/mesh_pairs/placements.hpp"

#include "engine/meshes/generate/random.hpp"

#include <numbers>

#include <glm/gtc/quaternion.hpp>

namespace boxwood::bench {
namespace {

constexpr std::size_t kRandom = 200;
constexpr std::size_t kTurn = 180; // steps of 2 degrees
constexpr double kRandomShare = 0.6, kTumbleShare = 0.5;
constexpr int kHalvings = 24;

// The distance at which `share` of the placements touch, assuming that each changes from touching to not touching only
// once.
template <class PlaceAt>
std::vector<Placement> find_distance(const PlaceAt& place_at, double share, const AreTouching& are_touching) {
    double near = 0.0,
           far = 2.0; // upper bound: no two meshes of size 1 touch beyond their diagonal of 1.74
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
    return find_distance([](double distance) { return place_at_random(distance); }, kRandomShare,
                         are_touching);
}

std::vector<Placement> place_at_random(double distance) {
    Random random(1);
    std::vector<Placement> placements;
    for (std::size_t i = 0; i < kRandom; ++i) {
        const glm::dquat turn_a = random.rotation(), turn_b = random.rotation();
        placements.push_back(
            {make_pose({.q = turn_a}), make_pose({.q = turn_b, .t = distance * random.unit_vector()})});
    }
    return placements;
}

std::vector<Placement> tumble(const AreTouching& are_touching) {
    return find_distance([](double distance) { return tumble(distance); }, kTumbleShare, are_touching);
}

std::vector<Placement> tumble(double distance) {
    std::vector<Placement> placements;
    for (const glm::dvec3& axis : {glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)})
        for (std::size_t i = 0; i < kTurn; ++i) {
            const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / kTurn;
            placements.push_back(
                {Pose{}, make_pose({.q = glm::angleAxis(angle, axis), .t = distance * glm::dvec3(1, 0, 0)})});
        }
    return placements;
}

} // namespace boxwood::bench
