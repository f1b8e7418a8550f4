#include "collision/api/detail/read_arrays.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "collision/geometry/mesh_checks.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace boxwood::api::detail {

// The nearest float. A finite value beyond kMaxCoordinate gives twice the limit with the same sign. An infinity or NaN
// gives NaN. Later checks refuse these results.
float to_float(double value) {
    if (std::fabs(value) <= static_cast<double>(kMaxCoordinate)) return static_cast<float>(value);
    return std::isfinite(value)
               ? std::copysign(2.0f * kMaxCoordinate, static_cast<float>(value > 0.0 ? 1.0 : -1.0))
               : std::numeric_limits<float>::quiet_NaN();
}

namespace {

template <class Number>
Status read_numbers(const PointsView& view, double max_rounding, std::vector<glm::vec3>& out) {
    for (std::size_t i = 0; i < view.size(); ++i) {
        std::array<Number, 3> p;
        std::memcpy(p.data(), view.data() + i * view.stride(), sizeof p);
        if constexpr (sizeof(Number) == sizeof(float)) {
            out[i] = {p[0], p[1], p[2]};
        } else {
            out[i] = {to_float(p[0]), to_float(p[1]), to_float(p[2])};
            for (glm::length_t k = 0; k < 3; ++k) {
                const double moved =
                    std::fabs(static_cast<double>(out[i][k]) - p[static_cast<std::size_t>(k)]);
                // Later checks refuse coordinates beyond the limit.
                if (moved > max_rounding && std::fabs(out[i][k]) <= kMaxCoordinate)
                    return Error{"rounding to float moves vertex " + std::to_string(i) + " by " +
                                 number_text(moved, 3) + ", more than max_rounding"};
            }
        }
    }
    return ok();
}

template <class Number>
Status read_indices(const TrianglesView& view, std::size_t vertices, std::vector<TriangleIndices>& out) {
    for (std::size_t t = 0; t < out.size(); ++t) {
        std::array<Number, 3> indices;
        std::memcpy(indices.data(), view.data() + t * view.stride(), sizeof indices);
        for (std::size_t k = 0; k < 3; ++k) {
            if (std::cmp_less(indices[k], 0) || std::cmp_greater_equal(indices[k], vertices))
                return Error{"triangle " + std::to_string(t) + " refers to vertex " +
                             std::to_string(indices[k]) + ", but there are only " + std::to_string(vertices) +
                             " vertices"};
            out[t][k] = static_cast<std::uint32_t>(indices[k]);
        }
    }
    return ok();
}

} // namespace

Status read_points(const PointsView& view, double max_rounding, std::vector<glm::vec3>& out) {
    if (!view.is_grouped())
        return Error{
            "the coordinates of a point are not consecutive; give a matrix with one point per column, or "
            "row-major with one point per row"};
    if (!view.is_whole()) return Error{"the number of coordinates is not a multiple of three"};
    if (view.size() > kMaxVertices) return Error{"has more than 2^30 vertices"};
    out.resize(view.size());
    return view.is_double() ? read_numbers<double>(view, max_rounding, out)
                            : read_numbers<float>(view, max_rounding, out);
}

Status read_triangles(const TrianglesView& view, std::size_t vertices, std::vector<TriangleIndices>& out) {
    if (!view.is_grouped())
        return Error{
            "the indices of a triangle are not consecutive; give a matrix with one triangle per column, or "
            "row-major with one triangle per row"};
    if (!view.is_whole()) return Error{"the number of indices is not a multiple of three"};
    if (view.size() > kMaxTriangles) return Error{"has more than 2^30 triangles"};
    out.resize(view.size());
    switch (view.number_bytes() + (view.is_signed() ? 1 : 0)) {
    case 2:
        return read_indices<std::uint16_t>(view, vertices, out);
    case 3:
        return read_indices<std::int16_t>(view, vertices, out);
    case 4:
        return read_indices<std::uint32_t>(view, vertices, out);
    case 5:
        return read_indices<std::int32_t>(view, vertices, out);
    case 8:
        return read_indices<std::uint64_t>(view, vertices, out);
    default:
        return read_indices<std::int64_t>(view, vertices, out);
    }
}

} // namespace boxwood::api::detail
