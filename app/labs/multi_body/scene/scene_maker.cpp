#include "app/labs/multi_body/scene/scene_maker.hpp"

namespace boxwood {

SceneMaker::Outcome SceneMaker::make(const Request& request) {
    Result<Simulation> simulation = make_multi_body(request.params);
    if (!simulation) return simulation.error();
    CollisionWorld& world = simulation->world;
    world.settings = request.world_settings;
    if (Status status = world.set_broad_phase_settings(request.choices.broad); !status) return status.error();
    if (!request.choices.broad_phase.empty())
        if (Status status = world.set_broad_phase(request.choices.broad_phase); !status)
            return status.error();
    if (!request.choices.narrow_phase.empty())
        if (Status status = world.set_narrow_phase(request.choices.narrow_phase); !status)
            return status.error();
    collide(*simulation);
    auto built = std::make_unique<Built>();
    built->simulation = std::move(*simulation);
    built->request = request;
    return built;
}

} // namespace boxwood
