#include "collision/volumes/simd/obb_gap.hpp"

#include "collision/core/numbers/nearest_float.hpp"
#include "collision/core/simd/float4.hpp"
#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

namespace obb_gap_of_four {

#include "collision/core/simd/two_float4.inl"

#include "collision/volumes/simd/obb_gap_kernel.inl"

} // namespace obb_gap_of_four

#if BOXWOOD_HAS_WIDE_VECTORS
#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace obb_gap_of_eight {

#include "collision/core/simd/eight_floats.inl"

#include "collision/volumes/simd/obb_gap_kernel.inl"

} // namespace obb_gap_of_eight

#pragma GCC pop_options
#endif

// Returns the scale of a similarity; 0 if the matrix is not a similarity.
double scale_of_similarity(const glm::dmat3& m) {
    constexpr double kTolerance = 0x1p-24; // tolerance of squared lengths and of dot products of columns
    const double squared = glm::dot(m[0], m[0]);
    const auto is_off = [squared](double is, double should_be) {
        return !(std::fabs(is - should_be) <= kTolerance * squared);
    };
    if (is_off(glm::dot(m[1], m[1]), squared) || is_off(glm::dot(m[2], m[2]), squared) ||
        is_off(glm::dot(m[0], m[1]), 0.0) || is_off(glm::dot(m[0], m[2]), 0.0) ||
        is_off(glm::dot(m[1], m[2]), 0.0))
        return 0.0;
    return std::sqrt(squared);
}

std::array<float, 3> floats_of(const glm::dvec3& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

double sum_of(const glm::dvec3& v) {
    return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z);
}

float dot(const std::array<float, 3>& row, float x, float y, float z) {
    return (row[0] * x + row[1] * y) + row[2] * z;
}

} // namespace

std::span<const ObbGapKernel> list_obb_gap_kernels() {
    static const std::vector<ObbGapKernel> kernels = [] {
        std::vector<ObbGapKernel> list;
#if BOXWOOD_HAS_WIDE_VECTORS
        if (this_processor().has_avx2)
            list.push_back({"avx2", obb_gap_of_eight::bound, obb_gap_of_eight::bound_aligned});
#endif
        list.push_back({"plain", obb_gap_of_four::bound, obb_gap_of_four::bound_aligned});
        return list;
    }();
    return kernels;
}

void WideObbs::set(std::size_t lane, const Obb& box, const glm::dvec3& origin) {
    const std::array<float, 3> relative_center = floats_of(glm::dvec3(box.center) - origin);
    const glm::dmat3 columns = box.axes.matrix();
    for (std::size_t i = 0; i < 3; ++i) {
        const auto k = static_cast<glm::length_t>(i);
        center[i][lane] = relative_center[i];
        half[i][lane] = box.half[k];
        const std::array<float, 3> column = floats_of(columns[k]);
        for (std::size_t c = 0; c < 3; ++c) axis[i][c][lane] = column[c];
    }
}

std::optional<ObbGap> ObbGap::make(const Pose& world_from_a, const Pose& world_from_b, const Root& a,
                                   const Root& b) {
    constexpr double kSlack = 0x1p-17, kErrorBoundOfOrigins = 0x1p-48, kMaxSlack = 0x1p-8, kMaxSize = 0x1p40;
    const double scale_a = scale_of_similarity(world_from_a.linear),
                 scale_b = scale_of_similarity(world_from_b.linear);
    const double radius_a = scale_a * a.radius, radius_b = scale_b * b.radius;
    const glm::dvec3 offset = (world_from_b.linear * b.origin - world_from_a.linear * a.origin) +
                              (world_from_b.origin - world_from_a.origin);
    const double size = radius_a + radius_b + glm::length(offset);
    const double error_bound =
        kSlack * size + kErrorBoundOfOrigins * (sum_of(world_from_a.origin) + sum_of(world_from_b.origin));
    const double smaller = std::min(scale_a * a.size, scale_b * b.size);
    const auto is_in_range = [](double x) { return x >= 1.0 / kMaxSize && x <= kMaxSize; };
    if (!is_in_range(scale_a) || !is_in_range(scale_b) || !is_in_range(smaller) || !is_in_range(a.radius) ||
        !is_in_range(b.radius) || !is_in_range(size) || !is_in_range(size / scale_a) ||
        !is_in_range(size / scale_b) || !is_in_range(scale_a / scale_b) ||
        !(error_bound <= kMaxSlack * smaller))
        return std::nullopt;

    ObbGap gap;
    gap.kernel_ = &list_obb_gap_kernels().front();
    const auto set_side = [&](Side& side, const glm::dmat3& own, double scale, const glm::dmat3& other,
                              double other_scale, const glm::dvec3& to_other) {
        side.rotation = own / scale;
        side.scale = static_cast<float>(scale);
        const glm::dmat3 into = glm::transpose(side.rotation), from_other = into * (other / other_scale);
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t column = 0; column < 3; ++column)
                side.from_other[row][column] = static_cast<float>(
                    from_other[static_cast<glm::length_t>(column)][static_cast<glm::length_t>(row)]);
        side.offset = floats_of(into * to_other / scale);
        side.ratio = static_cast<float>(other_scale / scale);
        side.error_bound = round_up(error_bound / scale);
    };
    set_side(gap.sides_[0], world_from_a.linear, scale_a, world_from_b.linear, scale_b, offset);
    set_side(gap.sides_[1], world_from_b.linear, scale_b, world_from_a.linear, scale_a, -offset);
    return gap;
}

void ObbGap::aim(const glm::dvec3& from_a_to_b) {
    const double length = glm::length(from_a_to_b);
    for (Side& side : sides_)
        side.direction =
            length > 0.0 ? floats_of(glm::transpose(side.rotation) * (from_a_to_b / length)) : GapDirection{};
}

void ObbGap::bound(const WideObbs& opened, const WideObbs& kept, std::size_t lane, bool is_a_opened,
                   WideObbs::Lanes& out_squared) const {
    const Side& side = sides_[is_a_opened ? 0 : 1];
    KeptObb box;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = side.from_other[i];
        box.center[i] =
            dot(row, kept.center[0][lane], kept.center[1][lane], kept.center[2][lane]) * side.ratio +
            side.offset[i];
        box.half[i] = kept.half[i][lane] * side.ratio;
        for (std::size_t j = 0; j < 3; ++j)
            box.axis[j][i] = dot(row, kept.axis[j][0][lane], kept.axis[j][1][lane], kept.axis[j][2][lane]);
    }
    kernel_->bound(opened, box, side.direction, side.error_bound, out_squared);
    to_world(side, out_squared);
}

void ObbGap::bound(const WideBoxes& opened, const WideBoxes& kept, std::size_t lane, bool is_a_opened,
                   WideObbs::Lanes& out_squared) const {
    const Side& side = sides_[is_a_opened ? 0 : 1];
    const Aabb of_lane = kept.box(lane);
    const glm::vec3 center = 0.5f * (of_lane.lower + of_lane.upper),
                    half = 0.5f * (of_lane.upper - of_lane.lower);
    KeptObb box;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& row = side.from_other[i];
        box.center[i] = dot(row, center.x, center.y, center.z) * side.ratio + side.offset[i];
        box.half[i] = half[static_cast<glm::length_t>(i)] * side.ratio;
        for (std::size_t j = 0; j < 3; ++j) box.axis[j][i] = row[j];
    }
    kernel_->bound_aligned(opened, box, side.direction, side.error_bound, out_squared);
    to_world(side, out_squared);
}

void ObbGap::to_world(const Side& side, WideObbs::Lanes& io_squared) {
    // Covers the rounding of the sum of three squares, and axes that are not exactly unit vectors.
    constexpr float kRoundedDown = 1.0f - 0x1p-20f;
    const float squared_scale = (side.scale * side.scale) * kRoundedDown;
    for (float& squared : io_squared) squared *= squared_scale;
}

} // namespace boxwood
