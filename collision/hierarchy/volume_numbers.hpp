// What: checks the numbers of a bounding volume for NaNs and inverted bounds.
// Invariants: reads the members that volumes store (lower and upper, center, half extents, axes, radius, segment ends,
//     inner volumes) and assumes nothing about them. An empty volume counts as inverted: no node of a hierarchy has
//     one.
#pragma once

#include "collision/volumes/volume.hpp"

#include <cmath>

namespace boxwood {

enum class NumberFault : std::uint8_t { none, not_a_number, inverted };

namespace detail {

class NumberCheck {
  public:
    // For points and directions, which may hold any number.
    void add(float value) { has_nan_ |= std::isnan(value); }
    void add(const glm::vec3& v) {
        for (glm::length_t k = 0; k < 3; ++k) add(v[k]);
    }
    void add_length(float value) {
        add(value);
        is_inverted_ |= value < 0.0f;
    }
    void add_interval(float lower, float upper) {
        add(lower);
        add(upper);
        is_inverted_ |= lower > upper;
    }
    void add(NumberFault inner) {
        has_nan_ |= inner == NumberFault::not_a_number;
        is_inverted_ |= inner == NumberFault::inverted;
    }
    NumberFault fault() const {
        if (has_nan_) return NumberFault::not_a_number;
        return is_inverted_ ? NumberFault::inverted : NumberFault::none;
    }

  private:
    bool has_nan_ = false, is_inverted_ = false;
};

} // namespace detail

template <class V>
NumberFault find_number_fault(const V& volume) {
    detail::NumberCheck check;
    if constexpr (requires { volume.lower.size(); }) {
        for (std::size_t k = 0; k < volume.lower.size(); ++k)
            check.add_interval(volume.lower[k], volume.upper[k]);
    } else if constexpr (requires { volume.lower.x; }) {
        for (glm::length_t k = 0; k < 3; ++k) check.add_interval(volume.lower[k], volume.upper[k]);
    }
    if constexpr (requires { volume.center.x; }) check.add(volume.center);
    if constexpr (requires { volume.from; }) {
        check.add(volume.from);
        check.add(volume.to);
    }
    if constexpr (requires { volume.axes; })
        for (const float value : {volume.axes.w, volume.axes.x, volume.axes.y, volume.axes.z})
            check.add(value);
    if constexpr (requires { volume.half.x; })
        for (glm::length_t k = 0; k < 3; ++k) check.add_length(volume.half[k]);
    if constexpr (requires { volume.half_x; }) {
        check.add_length(volume.half_x);
        check.add_length(volume.half_y);
    }
    if constexpr (requires { volume.radius; }) check.add_length(volume.radius);
    if constexpr (requires { volume.box; }) check.add(find_number_fault(volume.box));
    if constexpr (requires { volume.swept; }) check.add(find_number_fault(volume.swept));
    return check.fault();
}

} // namespace boxwood
