// What: contains the shared parts of the parameter lists in recipe.cpp and recipe_solids.cpp.
#pragma once

#include "engine/meshes/generate/recipe.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood::detail {

using Values = std::span<const double>;
inline constexpr double kTiny = 1e-6, kHuge = 1e6; // range of lengths in a scene

inline std::uint32_t whole(double value) {
    return static_cast<std::uint32_t>(value);
}

constexpr GeneratorParameter length(std::string_view name, std::string_view meaning, double default_value) {
    return {name, meaning, default_value, kTiny, kHuge, false};
}
constexpr GeneratorParameter count(std::string_view name, std::string_view meaning, double default_value,
                                   double lower, double upper) {
    return {name, meaning, default_value, lower, upper, true};
}

} // namespace boxwood::detail
