// What: models a right hand as a hull hierarchy: forearm, wrist, palm, and three phalanges for each finger and the
//     thumb.
// Frame: the palm's own, with the origin at the center of the palm. Fingers point to -z, the palm faces -x, and the
//     thumb is on the upper side (+y).
// Units: meters, radians. The hand has the proportions of an adult's hand, 20 cm from the wrist joint to the tip of the
//     middle finger.
// Invariants: 18 parts, 17 joints. Inner hulls contain the complete ranges of the joints below, so joints can move
//     without recomputing hulls.
// Source: [Buryanov 2010] for the lengths of phalanges.
// Oracle: tests/engine/walk/solids_test.cpp.
#pragma once

#include "collision/world/shape.hpp"
#include "engine/walk/walk_input.hpp"

#include <array>
#include <memory>
#include <string_view>

namespace boxwood {

inline constexpr std::size_t kPhalanges = 3;

struct FingerModel {
    std::string_view name;
    std::array<std::uint32_t, kPhalanges> joints{}, parts{}; // from the palm outwards
    std::array<double, kPhalanges> closed{};                 // positions of the joints of a closed finger
};

struct HandModel {
    std::shared_ptr<Shape> shape;
    std::array<FingerModel, kFingers> fingers;
    std::uint32_t palm = 0, wrist = 0, forearm = 0;       // parts
    std::uint32_t wrist_flexion = 0, wrist_deviation = 0; // joints: about y, about x
    const HullHierarchy& tree() const { return *shape->parts(); }
    // "palm", "wrist", "forearm", or the finger's name.
    std::string_view name_of_part(std::uint32_t part) const;
};

// Built at the first call, because computing its hulls takes a tenth of a second.
const HandModel& hand_model();

// The grip center, in the palm's frame: the point around which thumb and fingers close when they take a body of average
// size.
inline constexpr std::array<double, 3> kGripCenter{-0.052, 0.0, -0.038};

} // namespace boxwood
