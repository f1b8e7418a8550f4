#include "engine/workloads/deforming.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "engine/deform/deforming_body.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/workloads/multi_body.hpp"

#include <array>
#include <string>

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kDeformingSpeed = 0.05;                  // lengths per step
constexpr double kDeformingSpin = 2.0;                    // degrees per step
constexpr int kPeriod = 240;                              // frames
constexpr std::uint64_t kStream = std::uint64_t{1} << 33; // of random numbers; the shapes use lower streams

struct Kind {
    std::string_view deformer;
    double amplitude;
    Mesh (*make)();
};

// 5,000 triangles each; the sphere has 5,120.
constexpr std::array kKinds{
    Kind{"twist", 360.0, [] { return make_torus(0.75, 0.25, 100, 25); }},
    Kind{"noise", 0.15,
         [] {
             return make_torus_knot(
                 {.major_radius = 0.7, .tube_radius = 0.15, .n_along = 250, .n_around = 10});
         }},
    Kind{"inflate", 1.0, [] { return make_geodesic_sphere(0.6, 16); }},
    Kind{"wave", 0.2, [] {
             return make_heightfield({.half_x = 1.0, .half_z = 1.0, .height = 0.05, .n_x = 50, .n_z = 50});
         }}};

Status check_count(const char* name, int value, int lower, int upper) {
    if (value >= lower && value <= upper) return ok();
    return Error{std::string(name) + " is " + number_text(value) + ", outside " + range_text(lower, upper)};
}

} // namespace

Result<Simulation> make_deforming(const DeformingParams& params) {
    if (Status status = check_count("deforming bodies", params.deforming, 1, kMaxDeforming); !status)
        return status.error();
    MultiBodyParams rigid;
    rigid.bodies = params.rigid;
    rigid.seed = params.seed;
    Result<Simulation> simulation = make_multi_body(rigid);
    if (!simulation) return simulation.error();
    Random random(mix_seed(params.seed, kStream));
    std::vector<BodyDesc> bodies;
    std::vector<std::shared_ptr<SurfaceMotion>> surfaces;
    for (int k = 0; k < params.deforming; ++k) {
        const Kind& kind = kKinds[static_cast<std::size_t>(k) % kKinds.size()];
        DeformingBodyParams body;
        body.deformer = kind.deformer;
        body.amplitude = kind.amplitude;
        body.period = kPeriod;
        body.seed = mix_seed(params.seed, kStream + 1 + static_cast<std::uint64_t>(k));
        body.finds_self_contacts = params.finds_self_contacts;
        Result<DeformingBodyParts> parts = make_deforming_body(kind.make(), body);
        if (!parts) return parts.error();
        Transform at;
        at.q = random.rotation();
        at.t = random.in_box(0.8 * simulation->room_half) - at.q * parts->shape->center();
        bodies.push_back({parts->shape, at});
        bodies.back().deformable = parts->deformable;
        surfaces.push_back(parts->motion);
        simulation->motions.push_back(
            {random.unit_vector() * kDeformingSpeed, random.unit_vector(), glm::radians(kDeformingSpin)});
    }
    const Result<std::vector<BodyHandle>> ids = simulation->world.add_bodies(bodies);
    if (!ids) return ids.error();
    for (std::size_t k = 0; k < surfaces.size(); ++k)
        simulation->deforming.push_back({(*ids)[k].id, surfaces[k]});
    return simulation;
}

} // namespace boxwood
