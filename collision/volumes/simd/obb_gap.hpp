// What: lower bounds on the squared distances of one box and eight others at once, aligned or oriented ones, in float, and what
//     rounding may take from them: for meshes that are rotated, moved and scaled alike along all axes.
// Frame: boxes are those of their own mesh, oriented ones seen from the middle of its root (`origin`). Bounds are in the world.
// Invariants: a bound never exceeds the distance, as triangle_distance.hpp computes it, of world vertices (pose * p in
//     double), edges and triangles in the two boxes. With u = 2^-24 and L the sum of both meshes' radii and the distance of
//     their origins: a coordinate of a box errs by at most 6 u L, its share of an axis, which is rounded too, by 14 u L, the
//     radii by 22 u L, and poses that are not quite similarities by 4 u L. `error bound` is 128 u L, and 2^-48 of the coordinates of
//     the origins besides, for the rounding of pose * p. The same bits on every kind of vectors: nothing is fused.
// Degenerate input: lanes without a box hold zeros; their bounds mean nothing. ObbGap::make says where all this does not hold.
// Cost: eight oriented boxes 15 ns with AVX2, aligned ones 10.
// Source: separating axes as in [Gottschalk 1996]: of the face normals of each box the sum of the squared gaps, of one more
//     direction, best from the nearest point of A to that of B, the squared gap; the largest of the three.
// Oracle: tests/collision/volumes/obb_gap_test.cpp.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/box/obb.hpp"
#include "collision/volumes/box/wide_boxes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace boxwood {

struct alignas(32) WideObbs {
    static constexpr std::size_t kLanes = 8;
    using Lanes = std::array<float, kLanes>;

    std::array<Lanes, 3> center{}, half{};
    std::array<std::array<Lanes, 3>, 3> axis{}; // [which][component]

    void set(std::size_t lane, const Obb& box, const glm::dvec3& origin);
};

// Numbers of one box, each to be spread over all lanes, in the frame of the others.
struct KeptObb {
    std::array<float, 3> center{}, half{};
    std::array<std::array<float, 3>, 3> axis{};
};

// A direction of the world in the frame of the lanes; none: zeros.
using GapDirection = std::array<float, 3>;

struct ObbGapKernel {
    std::string_view name;
    // In the frame of the lanes, where `error bound` is measured too.
    void (*bound)(const WideObbs& boxes, const KeptObb& kept, const GapDirection& direction,
                  float error_bound, WideObbs::Lanes& out_squared) = nullptr;
    void (*bound_aligned)(const WideBoxes& boxes, const KeptObb& kept, const GapDirection& direction,
                          float error_bound, WideObbs::Lanes& out_squared) = nullptr;
};

// Those that this machine can run, the fastest first; the last one needs no more than any machine of its kind has.
std::span<const ObbGapKernel> list_obb_gap_kernels();

// What two meshes are to each other.
class ObbGap {
  public:
    struct Root {
        glm::dvec3 origin{0.0};
        double radius = 0.0; // around the origin, of all boxes
        double size = 0.0;   // half of the diagonal of the root
    };
    // None: a pose that is no similarity, scales or sizes beyond 2^40 or below 2^-40, or a error bound above 2^-8 of the smaller mesh: bounds
    // would not hold, or say little.
    static std::optional<ObbGap> make(const Pose& world_from_a, const Pose& world_from_b, const Root& a,
                                      const Root& b);

    // From the nearest point of A to that of B, as far as known.
    void aim(const glm::dvec3& from_a_to_b);

    // Of lane `lane` of `kept`, of B if is_a_opened, with all lanes of `opened`.
    void bound(const WideObbs& opened, const WideObbs& kept, std::size_t lane, bool is_a_opened,
               WideObbs::Lanes& out_squared) const;
    void bound(const WideBoxes& opened, const WideBoxes& kept, std::size_t lane, bool is_a_opened,
               WideObbs::Lanes& out_squared) const;
    // In the world, of half extents of a box of A or of B.
    float scale(bool is_of_a) const { return sides_[is_of_a ? 0 : 1].scale; }

  private:
    // As seen from one of the two, whose boxes are the lanes.
    struct Side {
        glm::dmat3 turn{1.0}; // world from mesh, without the scale
        float scale = 1.0f;
        std::array<std::array<float, 3>, 3> from_other{}; // rows of a rotation
        std::array<float, 3> offset{};                    // of the other origin
        float ratio = 1.0f;                               // of the other scale to this
        float error_bound = 0.0f;
        GapDirection direction{};
    };
    static void to_world(const Side& side, WideObbs::Lanes& io_squared);

    std::array<Side, 2> sides_; // A, B
    const ObbGapKernel* kernel_ = nullptr;
};

} // namespace boxwood
