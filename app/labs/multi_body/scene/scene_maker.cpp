#include "app/labs/multi_body/scene/scene_maker.hpp"

namespace boxwood {

SceneMaker::Outcome SceneMaker::make(const Order& order) {
    Result<Simulation> made = make_multi_body(order.params);
    if (!made) return made.error();
    CollisionWorld& world = made->world;
    world.settings = order.world_settings;
    if (Status status = world.set_broad_phase_settings(order.choices.broad); !status) return status.error();
    if (!order.choices.broad_phase.empty())
        if (Status status = world.set_broad_phase(order.choices.broad_phase); !status) return status.error();
    if (!order.choices.narrow_phase.empty())
        if (Status status = world.set_narrow_phase(order.choices.narrow_phase); !status)
            return status.error();
    collide(*made);
    auto whole = std::make_unique<Made>();
    whole->simulation = std::move(*made);
    whole->as = order;
    return whole;
}

} // namespace boxwood
