// What: heights of vertices over one plane: one coordinate of pose * p, or its negative, bit for bit.
// Cost: two vertices at a time where SSE2 is; nine operations each.
// Source: [Cohen 1995] section 4.1: only the needed row of the transform is evaluated.
#pragma once

#include "collision/core/pose.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace boxwood {

class Heights {
  public:
    // Requires that behind the last position there is room to read one more float.
    Heights(std::span<const glm::vec3> positions, const Pose& pose, glm::length_t axis, double sign)
        : positions_(positions.data())
        , x_(sign * pose.linear[0][axis])
        , y_(sign * pose.linear[1][axis])
        , z_(sign * pose.linear[2][axis])
        , origin_(sign * pose.origin[axis]) {}

    double of(std::uint32_t vertex) const {
        const glm::vec3& p = positions_[vertex];
        return ((x_ * static_cast<double>(p.x) + y_ * static_cast<double>(p.y)) +
                z_ * static_cast<double>(p.z)) +
               origin_;
    }

    // out_heights[i] of vertices[i].
    void of_all(std::span<const std::uint32_t> vertices, double* out_heights) const {
        std::size_t i = 0;
#if defined(__SSE2__)
        const __m128d x = _mm_set1_pd(x_), y = _mm_set1_pd(y_), z = _mm_set1_pd(z_), o = _mm_set1_pd(origin_);
        for (; i + 2 <= vertices.size(); i += 2) {
            const __m128 p = _mm_loadu_ps(&positions_[vertices[i]].x),
                         q = _mm_loadu_ps(&positions_[vertices[i + 1]].x);
            const __m128 xy = _mm_unpacklo_ps(p, q); // px qx py qy
            const __m128d px = _mm_cvtps_pd(xy), py = _mm_cvtps_pd(_mm_movehl_ps(xy, xy)),
                          pz = _mm_cvtps_pd(_mm_unpackhi_ps(p, q));
            const __m128d sum = _mm_add_pd(_mm_mul_pd(x, px), _mm_mul_pd(y, py));
            _mm_storeu_pd(out_heights + i, _mm_add_pd(_mm_add_pd(sum, _mm_mul_pd(z, pz)), o));
        }
#endif
        for (; i < vertices.size(); ++i) out_heights[i] = of(vertices[i]);
    }

    double size_of_row() const {
        return std::fabs(x_) + std::fabs(y_) + std::fabs(z_);
    }
    double origin() const {
        return origin_;
    }

  private:
    const glm::vec3* positions_;
    double x_, y_, z_, origin_;
};

} // namespace boxwood
