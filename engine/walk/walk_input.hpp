// What: the input of one frame of the walk. Keys, mouse, gamepad, scripts and tests all use this struct.
// Units: rates are fractions of the maximum (-1 to 1); rotations are in radians per frame.
// Invariants: all numbers are finite. The walk clamps rates to their range.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <glm/vec3.hpp>

namespace boxwood {

enum class Finger : std::uint8_t { thumb, index, middle, ring, little };
inline constexpr std::size_t kFingers = 5;

inline constexpr double kGrowth = 0.7; // change of the logarithm of the scale per second, at full speed

struct WalkInput {
    double right = 0.0, forward = 0.0;      // walking speed
    double turn_right = 0.0, look_up = 0.0; // rotations of the head, in radians
    bool is_crouching = false;
    double reach = 0.0, raise = 0.0, aside = 0.0; // speed of the hand: away from the eye, up, to the right
    glm::dvec3 wrist{0.0}; // rotations of the hand about the eye's right, up and backward axes, in radians
    std::array<double, kFingers> curl{}; // speed of each finger; above 0 closes
    glm::dvec3 scale{0.0};               // growth rate of the held body along its own axes
    bool lets_go = false;                // opens all fingers at full speed

    friend bool operator==(const WalkInput&, const WalkInput&) = default;
};

} // namespace boxwood
