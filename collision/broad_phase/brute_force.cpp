#include "collision/broad_phase/brute_force.hpp"

namespace boxwood {

void BruteForce::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    const std::span<const BodyId> bodies = live();
    for (std::size_t j = 1; j < bodies.size(); ++j) {
        const BodyId b = bodies[j];
        for (std::size_t i = 0; i < j; ++i)
            if (overlap(boxes[bodies[i]], boxes[b])) found.push({bodies[i], b});
        io_counters().volume_tests += j;
    }
    end_update();
}

} // namespace boxwood
