#include "engine/workloads/articulated.hpp"

#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/workloads/sample_parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kSpeed = 0.06;      // lengths per step
constexpr double kSpinDegrees = 3.0; // per step
constexpr double kPolytopeRadius = 0.6;
constexpr int kLinks = 8;

Status check_params(const ArticulatedParams& params) {
    const int counts[] = {params.hands, params.chains, params.c_shapes, params.polytopes};
    const std::int64_t total = std::accumulate(std::begin(counts), std::end(counts), std::int64_t{0});
    if (std::any_of(std::begin(counts), std::end(counts),
                    [](int n) { return n < 0 || n > kMaxArticulated; }) ||
        total < 1 || total > kMaxArticulated)
        return Error{"the total of hands, chains, C shapes and polytopes must be 1 to " +
                     std::to_string(kMaxArticulated) + ", and none may be negative"};
    if (!(params.joint_degrees >= 0.0 && params.joint_degrees <= 90.0))
        return Error{"joint degrees per step must be from 0 to 90"};
    return ok();
}

Result<std::vector<std::shared_ptr<Shape>>> make_shapes(const ArticulatedParams& params) {
    const auto tight = make_shape(make_hand(1.0, HullMode::recompute));
    const auto loose = make_shape(make_hand(1.0, HullMode::whole_range));
    const auto chain = make_shape(make_chain(kLinks, 1.2, HullMode::whole_range));
    const auto c_shape = make_shape(make_c_shape(1.2));
    std::vector<std::shared_ptr<Shape>> shapes;
    for (int k = 0; k < params.hands; ++k) shapes.push_back(k % 12 == 0 ? tight : loose);
    shapes.insert(shapes.end(), static_cast<std::size_t>(params.chains), chain);
    shapes.insert(shapes.end(), static_cast<std::size_t>(params.c_shapes), c_shape);
    for (int k = 0; k < params.polytopes; ++k) {
        RandomPolytopeParams one;
        one.seed = mix_seed(params.seed, static_cast<std::uint64_t>(k));
        one.radius = kPolytopeRadius;
        Result<Polytope> polytope = make_random_polytope(one);
        if (!polytope) return polytope.error();
        shapes.push_back(make_shape(std::move(*polytope)));
    }
    return shapes;
}

// The centers of the cells of a cubic grid, in random order. Bodies in neighboring cells can overlap only if parts of
// both point towards each other.
std::vector<glm::dvec3> make_grid_centers(std::size_t count, double cell, Random& io_random,
                                          glm::dvec3& out_half) {
    const int side = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count)) - 1e-9));
    std::vector<glm::dvec3> places;
    for (int x = 0; x < side; ++x)
        for (int y = 0; y < side; ++y)
            for (int z = 0; z < side; ++z) places.push_back((glm::dvec3(x, y, z) - 0.5 * (side - 1)) * cell);
    for (std::size_t k = places.size(); k > 1; --k) std::swap(places[k - 1], places[io_random.below(k)]);
    out_half = glm::dvec3(0.5 * side * cell);
    return places;
}

void add_joint_motions(Simulation& io_simulation, double rate, Random& io_random) {
    for (BodyId id = 0; id < io_simulation.world.bodies().size(); ++id) {
        const HullHierarchyState* parts = io_simulation.world.bodies()[id].parts.get();
        const std::size_t joints = parts == nullptr ? 0 : parts->positions().size();
        for (std::uint32_t joint = 0; joint < joints; ++joint) {
            const Joint& limits = parts->tree().joints()[joint];
            io_simulation.world.set_valid_joint_position(id, joint,
                                                         io_random.uniform(limits.lower, limits.upper));
            io_simulation.joint_motions.push_back({id, joint, rate * io_random.uniform(0.5, 1.0)});
        }
    }
}

} // namespace

Result<Simulation> make_articulated(const ArticulatedParams& params) {
    if (Status status = check_params(params); !status) return status.error();
    const Result<std::vector<std::shared_ptr<Shape>>> shapes = make_shapes(params);
    if (!shapes) return shapes.error();
    double widest = 0.0;
    for (const std::shared_ptr<Shape>& shape : *shapes) widest = std::max(widest, shape->radius());
    Simulation simulation;
    Random random(params.seed);
    const auto places = make_grid_centers(shapes->size(), 1.3 * widest, random, simulation.room_half);
    std::vector<BodyDesc> bodies;
    for (std::size_t i = 0; i < shapes->size(); ++i) {
        Transform transform;
        transform.q = random.rotation();
        transform.t = places[i] - transform.q * (*shapes)[i]->center();
        bodies.push_back({(*shapes)[i], transform});
        simulation.motions.push_back({random.unit_vector() * kSpeed, random.unit_vector(),
                                      glm::radians(kSpinDegrees * random.uniform(0.3, 1.0))});
    }
    if (Result<std::vector<BodyHandle>> ids = simulation.world.add_bodies(bodies); !ids) return ids.error();
    add_joint_motions(simulation, glm::radians(params.joint_degrees), random);
    return simulation;
}

} // namespace boxwood
