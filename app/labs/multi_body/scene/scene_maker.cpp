#include "app/labs/multi_body/scene/scene_maker.hpp"

namespace boxwood {

SceneMaker::Outcome SceneMaker::make(const Order& order) {
    Result<Simulation> simulation = make_multi_body(order.params);
    if (!simulation) return simulation.error();
    CollisionWorld& world = simulation->world;
    world.settings = order.world_settings;
    if (Status status = world.set_broad_phase_settings(order.choices.broad); !status) return status.error();
    if (!order.choices.broad_phase.empty())
        if (Status status = world.set_broad_phase(order.choices.broad_phase); !status) return status.error();
    if (!order.choices.narrow_phase.empty())
        if (Status status = world.set_narrow_phase(order.choices.narrow_phase); !status)
            return status.error();
    collide(*simulation);
    auto built = std::make_unique<Built>();
    built->simulation = std::move(*simulation);
    built->order = order;
    return built;
}

} // namespace boxwood
