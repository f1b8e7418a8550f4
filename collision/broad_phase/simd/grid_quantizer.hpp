// What: computes the cells that contain the two corners of a box, for all axes at once.
// Invariants: cell numbers grow with the coordinate, so overlapping boxes share a cell on every axis. Distant
//     coordinates share the outermost cell. Numbers are rounded toward 0, so cell 0 is twice as wide as the others.
//     Axes with is_kept false have one cell, number 0.
// Degenerate input: accepts infinities.
#pragma once

#include "collision/volumes/aabb.hpp"

#include <array>
#include <cstdint>

namespace boxwood {

using Cells = std::array<std::int32_t, 4>; // x, y, z; the fourth is 0

class GridQuantizer {
  public:
    GridQuantizer() = default;
    GridQuantizer(const glm::vec3& origin, const glm::vec3& inverse_cell, const std::array<bool, 3>& is_kept);

    void find(const Aabb& box, Cells& out_lower, Cells& out_upper) const;

    // Limits cell numbers so that their differences do not overflow.
    static constexpr float kOutermost = 536870912.0f;

  private:
#if defined(__SSE2__)
    __m128i cells_of(__m128 corner) const {
        const __m128 scaled = _mm_mul_ps(_mm_sub_ps(corner, origin_.lanes), inverse_cell_.lanes);
        const __m128 bounded =
            _mm_max_ps(_mm_min_ps(scaled, _mm_set1_ps(kOutermost)), _mm_set1_ps(-kOutermost));
        return _mm_and_si128(_mm_cvttps_epi32(bounded), keep_);
    }
    __m128i keep_ = _mm_setzero_si128();
#else
    void cells_of(const glm::vec3& corner, Cells& out) const;
    std::array<bool, 3> keep_{};
#endif
    Float4 origin_, inverse_cell_;
};

#if defined(__SSE2__)

inline GridQuantizer::GridQuantizer(const glm::vec3& origin, const glm::vec3& inverse_cell,
                                    const std::array<bool, 3>& is_kept)
    : keep_(_mm_setr_epi32(is_kept[0] ? -1 : 0, is_kept[1] ? -1 : 0, is_kept[2] ? -1 : 0, 0))
    , origin_(make_float4(origin.x, origin.y, origin.z))
    , inverse_cell_(make_float4(inverse_cell.x, inverse_cell.y, inverse_cell.z)) {}

inline void GridQuantizer::find(const Aabb& box, Cells& out_lower, Cells& out_upper) const {
    const BoxLanes lanes = load_lanes(box);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out_lower.data()), cells_of(lanes.lower.lanes));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out_upper.data()), cells_of(lanes.upper.lanes));
}

#else

inline GridQuantizer::GridQuantizer(const glm::vec3& origin, const glm::vec3& inverse_cell,
                                    const std::array<bool, 3>& is_kept)
    : keep_(is_kept)
    , origin_(make_float4(origin.x, origin.y, origin.z))
    , inverse_cell_(make_float4(inverse_cell.x, inverse_cell.y, inverse_cell.z)) {}

inline void GridQuantizer::cells_of(const glm::vec3& corner, Cells& out) const {
    out[3] = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const float scaled =
            (corner[static_cast<glm::length_t>(k)] - origin_.lanes[k]) * inverse_cell_.lanes[k];
        const float bounded = std::max(scaled < kOutermost ? scaled : kOutermost, -kOutermost);
        out[k] = keep_[k] ? static_cast<std::int32_t>(bounded) : 0;
    }
}

inline void GridQuantizer::find(const Aabb& box, Cells& out_lower, Cells& out_upper) const {
    cells_of(box.lower, out_lower);
    cells_of(box.upper, out_upper);
}

#endif

} // namespace boxwood
