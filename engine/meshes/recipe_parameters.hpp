// What: how recipes describe the parameters of a generator.
#pragma once

#include "engine/meshes/recipe.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood::detail {

using Values = std::span<const double>;
inline constexpr double kTiny = 1e-6, kHuge = 1e6; // lengths that a scene may ask for

inline std::uint32_t whole(double value) {
    return static_cast<std::uint32_t>(value);
}

constexpr GeneratorParameter length(std::string_view name, std::string_view meaning, double usual) {
    return {name, meaning, usual, kTiny, kHuge, false};
}
constexpr GeneratorParameter count(std::string_view name, std::string_view meaning, double usual,
                                   double lower, double upper) {
    return {name, meaning, usual, lower, upper, true};
}

} // namespace boxwood::detail
