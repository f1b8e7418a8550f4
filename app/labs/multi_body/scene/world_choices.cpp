#include "app/labs/multi_body/scene/world_choices.hpp"

#include "collision/parallel/tbb_executor.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

constexpr double kGoldenRatio = 0.6180339887498949;

} // namespace

std::size_t count_cubes(const CollisionWorld& world) {
    const auto has_cube = [](const Body& body) { return body.shape && body.box == BoxKind::fixed_cube; };
    return static_cast<std::size_t>(std::ranges::count_if(world.bodies(), has_cube));
}

void WorldSetup::apply() {
    CollisionWorld& world = simulation_.world;
    // Sets the settings first, because the pair storage limits the number of bodies in a broad phase.
    requests_.report_error(world.set_broad_phase_settings(choices_.broad));
    if (!choices_.broad_phase.empty() && choices_.broad_phase != world.broad_phase_name())
        requests_.report_error(world.set_broad_phase(choices_.broad_phase));
    if (!choices_.narrow_phase.empty()) requests_.report_error(world.set_narrow_phase(choices_.narrow_phase));
    world.settings.start = choices_.start;
    if (choices_.threads != threads_) {
        threads_ = choices_.threads;
        world.settings.executor = threads_ > 1 ? make_tbb_executor(threads_) : nullptr;
    }
    world.settings.always_climb = choices_.always_climb;
    requests_.collide_again();
    if (choices_.cube_percent) apply_cubes();
}

void WorldSetup::apply_cubes() {
    CollisionWorld& world = simulation_.world;
    for (BodyId id = 0; id < world.bodies().size(); ++id)
        if (world.is_live(id)) (void)world.set_box_kind(id, chosen_box(id));
}

// Multiples of the golden ratio are evenly distributed, so any percentage of cubes is well mixed. A larger percentage
// keeps all cubes of a smaller one.
BoxKind WorldSetup::chosen_box(BodyId id) const {
    const double position = 100.0 * std::fmod(kGoldenRatio * static_cast<double>(id + 1), 1.0);
    return position < *choices_.cube_percent ? BoxKind::fixed_cube : BoxKind::dynamic_box;
}

void WorldSetup::take_from_world() {
    const CollisionWorld& world = simulation_.world;
    if (!choices_.broad_phase.empty()) choices_.broad_phase = world.broad_phase_name();
    if (!choices_.narrow_phase.empty()) choices_.narrow_phase = world.narrow_phase_name();
    choices_.broad = world.broad_phase_settings();
    choices_.start = world.settings.start;
    choices_.always_climb = world.settings.always_climb;
    for (BodyId id = 0; choices_.cube_percent && id < world.bodies().size(); ++id)
        if (world.is_live(id) && world.bodies()[id].box != chosen_box(id)) choices_.cube_percent.reset();
}

double WorldSetup::cube_percent() const {
    if (choices_.cube_percent) return *choices_.cube_percent;
    const std::size_t cubes = count_cubes(simulation_.world), bodies = simulation_.world.body_count();
    return bodies == 0 ? 0.0 : 100.0 * static_cast<double>(cubes) / static_cast<double>(bodies);
}

} // namespace boxwood
