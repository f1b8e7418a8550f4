#include "collision/broad_phase/brute_force.hpp"

namespace boxwood {

void BruteForce::update(std::span<const Aabb> boxes) {
    counters_ = {};
    changes_.gather(boxes);
    active_.begin_update();
    active_.drop_bodies(changes_.is_removed());
    for (const ActivePair& pair : active_.pairs()) {
        const bool overlaps = overlap(boxes[pair.bodies.a], boxes[pair.bodies.b]);
        active_.note(pair.bodies, overlaps && changes_.is_enabled(pair.bodies));
    }
    live_.clear();
    for (BodyId b = 0; b < changes_.limit(); ++b) {
        if (!changes_.is_live(b)) continue;
        for (const BodyId a : live_)
            if (overlap(boxes[a], boxes[b])) active_.note({a, b}, changes_.is_enabled({a, b}));
        counters_.volume_tests += live_.size();
        live_.push_back(b);
    }
    changes_.settle();
    active_.end_update();
}

} // namespace boxwood
