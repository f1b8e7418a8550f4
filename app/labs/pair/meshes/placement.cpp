#include "app/labs/pair/meshes/placement.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

// If the ratio of the radii is larger than this, B is scaled to A's size. The panel shows the scale.
constexpr double kMaxRatio = 20;

} // namespace

Placement placement_of(const Simulation& simulation) {
    const std::span<const Body> bodies = simulation.world.bodies();
    return {bodies[kBodyA].transform, bodies[kBodyB].transform};
}

std::array<Pose, 2> poses_of(const Simulation& simulation) {
    const std::span<const Body> bodies = simulation.world.bodies();
    return {bodies[kBodyA].world_from_body, bodies[kBodyB].world_from_body};
}

double world_radius(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::max({s.x, s.y, s.z});
}

const PairResult* contact_of(const Simulation& simulation) {
    for (const PairResult& pair : simulation.output.pairs)
        if (pair.is_contact()) return &pair;
    return nullptr;
}

void make_pair_world(Simulation& io_simulation, const PairMeshes& meshes, const Placement& at,
                     double spin_degrees) {
    const SimulationSettings settings = io_simulation.settings;
    const WorldSettings world_settings = io_simulation.world.settings;
    const std::uint64_t frame = io_simulation.frame;
    io_simulation = {};
    io_simulation.frame = frame;
    io_simulation.settings = settings;
    io_simulation.settings.respond = io_simulation.settings.walls = false;
    io_simulation.settings.aabb_margin = 0.0;
    io_simulation.world.settings = world_settings;
    io_simulation.motions.assign(2, {});
    io_simulation.motions[kBodyB].spin_axis_w = glm::normalize(glm::dvec3(0.25, 1.0, 0.1));
    io_simulation.motions[kBodyB].spin = glm::radians(spin_degrees);
    const std::array<BodyDesc, 2> bodies{BodyDesc{meshes[kBodyA].shape, at[kBodyA], {}},
                                         BodyDesc{meshes[kBodyB].shape, at[kBodyB], {}}};
    const Result<std::vector<BodyHandle>> ids = io_simulation.world.add_bodies(bodies);
    BOXWOOD_ASSERT(ids); // both shapes exist, and the poses are valid
}

Placement initial_placement(const PairMeshes& meshes) {
    Placement start;
    const double radius_a = meshes[kBodyA].shape->radius(), radius_b = meshes[kBodyB].shape->radius();
    const double ratio = radius_b / radius_a;
    if (ratio > kMaxRatio || ratio * kMaxRatio < 1.0)
        start[kBodyB].s = glm::dvec3(std::clamp(radius_a / radius_b, kMinScale, kMaxScale));
    return start;
}

Status bring_into_contact(Simulation& io_simulation, const PairMeshes& meshes) {
    // Fractions of the way from the position where the boxes touch to the position where the centers coincide.
    constexpr double kStep = 0.05, kDeeper = 0.1;
    const glm::dvec3 direction_w = glm::normalize(glm::dvec3(0.8, 0.25, -0.55)); // across the initial view
    const auto reach = [&](BodyId id) {
        return glm::dot(glm::dvec3(meshes[id].shape->bounds().half()) *
                            io_simulation.world.bodies()[id].transform.s,
                        direction_w);
    };
    const double touching_distance = reach(kBodyA) + reach(kBodyB);
    const auto place_at = [&](double share) {
        Transform b = io_simulation.world.bodies()[kBodyB].transform;
        b.t = meshes[kBodyA].shape->center() + share * touching_distance * direction_w -
              b.s * meshes[kBodyB].shape->center();
        const Status status = io_simulation.world.set_transform(kBodyB, b);
        if (status) require_ok(io_simulation.world.step(io_simulation.output));
        return status;
    };
    const auto is_contact = [&] { return contact_of(io_simulation) != nullptr; };
    for (double share = 1.0; share > 0.0; share -= kStep) {
        Status status = place_at(share);
        if (status && !is_contact()) continue;
        if (status) status = place_at(std::max(0.0, share - kDeeper));
        if (status && !is_contact()) status = place_at(share);
        // A scaled mesh far from its own origin can need a translation beyond the limit.
        if (!status)
            return Error{meshes[kBodyB].name + " cannot be placed at " + meshes[kBodyA].name + ": " +
                         status.error().message};
        return ok();
    }
    return ok();
}

Focus focus_on(const Body& body) {
    const Transform& t = body.transform;
    const glm::dvec3 center_w = t.t + glm::normalize(t.q) * (t.s * body.shape->center());
    return {glm::vec3(center_w), static_cast<float>(world_radius(body))};
}

Focus focus_on_both(const Simulation& simulation) {
    const std::span<const Body> bodies = simulation.world.bodies();
    const Focus a = focus_on(bodies[kBodyA]), b = focus_on(bodies[kBodyB]);
    const float distance = glm::distance(a.center_w, b.center_w);
    if (distance + b.radius <= a.radius) return a;
    if (distance + a.radius <= b.radius) return b;
    const float radius = 0.5f * (distance + a.radius + b.radius);
    return {a.center_w + (b.center_w - a.center_w) * ((radius - a.radius) / distance), radius};
}

// --- the spin of B ----------------------------------------------------------------------------------------

double SpinOfB::spin(bool is_held) const {
    return is_held ? 0.0 : glm::radians(degrees_);
}

bool SpinOfB::is_applied(const Simulation& simulation, bool is_held) const {
    return simulation.motions.size() <= kBodyB || simulation.motions[kBodyB].spin == spin(is_held);
}

bool SpinOfB::apply(Simulation& io_simulation, bool is_held) const {
    if (io_simulation.motions.size() <= kBodyB) return false;
    io_simulation.motions[kBodyB].spin = spin(is_held);
    return true;
}

void SpinOfB::read_back(const Simulation& simulation) {
    degrees_ = 1e-6 * std::round(1e6 * glm::degrees(simulation.motions[kBodyB].spin));
}

void SpinOfB::add_setting(SettingTable& io_table, std::function<void()> changed) {
    io_table.add(
        number({"spin", "Rotation of B", "Rotation of B about its own center in one step while playing"},
               {.low = 0, .high = 180, .reset = 2, .unit = "°/step"}, member(degrees_, std::move(changed))));
}

} // namespace boxwood
