// What: the appearance of a scene: materials, light and the initial view. Plain data.
// Frame: world, y up. Units: lengths as in the scene.
// Invariants: after reading, names are unique, directions are not zero, and eye and target differ.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <glm/vec3.hpp>

namespace boxwood {

using ColorBytes = std::array<std::uint8_t, 3>; // red, green, blue; sRGB

struct Material {
    std::string name;
    ColorBytes color{139, 148, 161};
    double roughness = 0.8; // 0: polished, 1: chalk
    friend bool operator==(const Material&, const Material&) = default;
};

struct SceneLight {
    glm::dvec3 towards_sun_w{0.4, 0.8, 0.5}; // any nonzero length
    ColorBytes sun{255, 244, 226}, sky{150, 170, 200}, ground{92, 84, 76};
    double sun_strength = 1.0, sky_strength = 0.5;
    friend bool operator==(const SceneLight&, const SceneLight&) = default;
};

struct SceneView {
    glm::dvec3 eye_w{0.0, 1.65, 3.0}, target_w{0.0, 1.0, 0.0};
    friend bool operator==(const SceneView&, const SceneView&) = default;
};

} // namespace boxwood
