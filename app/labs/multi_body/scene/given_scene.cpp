#include "app/labs/multi_body/scene/given_scene.hpp"

namespace boxwood {

void GivenScene::remember(const Simulation& simulation, std::uint64_t seed,
                          std::vector<std::shared_ptr<Shape>> shapes) {
    numbers_ = read_numbers(simulation);
    numbers_.params.shapes = std::move(shapes);
    numbers_.params.seed = seed;
    start_.clear();
    start_.push(simulation);
    bodies_.clear();
    are_enabled_.clear();
    for (const Body& body : simulation.world.bodies()) {
        bodies_.push_back(describe(body));
        are_enabled_.push_back(body.is_enabled);
    }
    deforming_ = simulation.deforming;
    pairs_ = simulation.world.pair_filter();
    has_changed_bodies_ = false;
}

Result<Simulation> GivenScene::rebuild(const Simulation& now) {
    Simulation rebuilt;
    rebuilt.room_half = now.room_half;
    rebuilt.deforming = deforming_;
    if (Status status = rebuilt.world.set_broad_phase(now.world.broad_phase_name()); !status)
        return status.error();
    if (Result<std::vector<BodyHandle>> ids = rebuilt.world.add_bodies(bodies_); !ids) return ids.error();
    if (Status status = rebuilt.world.set_narrow_phase(now.world.narrow_phase_name()); !status)
        return status.error();
    has_changed_bodies_ = false;
    return rebuilt;
}

void GivenScene::put_back(Simulation& io_simulation) const {
    StateHistory start = start_;
    start.pop(io_simulation);
    CollisionWorld& world = io_simulation.world;
    const bool by_default = pairs_.is_enabled_by_default();
    for (BodyId id = 0; id < are_enabled_.size(); ++id) (void)world.set_body_enabled(id, are_enabled_[id]);
    world.set_all_pairs_enabled(by_default);
    pairs_.for_each_exception(
        [&](BodyPair pair) { (void)world.set_pair_enabled(pair.a, pair.b, !by_default); });
}

} // namespace boxwood
