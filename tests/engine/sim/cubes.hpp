// A cube of side 2, and a room with many such cubes.
#pragma once

#include "engine/sim/simulation.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace boxwood::test {

inline const std::vector<glm::vec3> kCorners{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                             {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
inline const std::vector<std::vector<std::uint32_t>> kSides{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                                            {2, 3, 7, 6}, {1, 2, 6, 5}, {0, 4, 7, 3}};

inline std::shared_ptr<Shape> make_cube() {
    return make_shape(*make_polytope(kCorners, kSides));
}

inline Simulation make_room_of_cubes(int count, std::uint64_t seed) {
    Simulation simulation;
    std::mt19937_64 random(seed);
    const auto uniform = [&random](double low, double high) {
        return low + (high - low) * static_cast<double>(random() >> 11) * 0x1.0p-53;
    };
    simulation.room_half = glm::dvec3(12.0);
    std::vector<BodyDesc> bodies;
    const std::shared_ptr<Shape> cube = make_cube();
    for (int i = 0; i < count; ++i) {
        BodyDesc body{cube, {}, i % 2 == 0 ? BoxKind::dynamic_box : BoxKind::fixed_cube};
        body.transform.t = {uniform(-10, 10), uniform(-10, 10), uniform(-10, 10)};
        bodies.push_back(body);
        Motion motion;
        motion.velocity_w = {uniform(-0.3, 0.3), uniform(-0.3, 0.3), uniform(-0.3, 0.3)};
        motion.spin = uniform(0.0, 0.2);
        simulation.motions.push_back(motion);
    }
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    return simulation;
}

} // namespace boxwood::test
