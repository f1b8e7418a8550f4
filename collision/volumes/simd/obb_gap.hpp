// What: computes lower bounds on the squared distances between one box and eight others at once, axis-aligned or
//     oriented. The bounds are computed in float, and an error bound is subtracted. Requires poses that are
//     similarities (rotation, translation, uniform scale).
// Frame: boxes are in the frame of their own mesh; oriented boxes are relative to the center of its root (`origin`).
//     Bounds are in the world.
// Invariants: a bound never exceeds the squared distance that triangle_distance.hpp computes between world triangles in
//     the two boxes, with vertices pose * p in double. Let u = 2^-24, and let L be the sum of both meshes' radii and
//     the distance of their origins. A coordinate of a box has an error of at most 6 u L, its projection on a (rounded)
//     axis 14 u L, and the radii 22 u L. The deviation of poses from similarities adds 4 u L. `error_bound` is 128 u L
//     plus 2^-48 of the coordinates of the origins, for the rounding of pose * p. Results are bitwise identical on
//     every instruction set: no operations are fused.
// Degenerate input: lanes without a box contain zeros; their bounds are meaningless. ObbGap::make rejects poses and
//     sizes outside these assumptions.
// Cost: 15 ns for eight oriented boxes with AVX2, 10 ns for axis-aligned ones.
// Source: separating axes as in [Gottschalk 1996]: the bound is the largest of three values. Two are the sums of the
//     squared gaps along the face normals of each box. The third is the squared gap along one more direction, ideally
//     from the nearest point of A to the nearest point of B.
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
    std::array<std::array<Lanes, 3>, 3> axis{}; // [axis][component]

    void set(std::size_t lane, const Obb& box, const glm::dvec3& origin);
};

// The one box, in the frame of the eight others; each number is broadcast to all lanes.
struct KeptObb {
    std::array<float, 3> center{}, half{};
    std::array<std::array<float, 3>, 3> axis{};
};

// A world direction in the frame of the lanes; zeros if there is none.
using GapDirection = std::array<float, 3>;

struct ObbGapKernel {
    std::string_view name;
    // All arguments and results, including `error_bound`, are in the frame of the lanes.
    void (*bound)(const WideObbs& boxes, const KeptObb& kept, const GapDirection& direction,
                  float error_bound, WideObbs::Lanes& out_squared) = nullptr;
    void (*bound_aligned)(const WideBoxes& boxes, const KeptObb& kept, const GapDirection& direction,
                          float error_bound, WideObbs::Lanes& out_squared) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one needs only the baseline instruction set.
std::span<const ObbGapKernel> list_obb_gap_kernels();

// The pair transform of two meshes.
class ObbGap {
  public:
    struct Root {
        glm::dvec3 origin{0.0};
        double radius = 0.0; // of a sphere around the origin that contains all boxes
        double size = 0.0;   // half of the root's diagonal
    };
    // Returns nullopt if a pose is not a similarity, if a scale or size is above 2^40 or below 2^-40, or if the error
    // bound exceeds 2^-8 of the size of the smaller mesh. The bounds would then be invalid or too loose.
    static std::optional<ObbGap> make(const Pose& world_from_a, const Pose& world_from_b, const Root& a,
                                      const Root& b);

    // Sets the extra direction: from the nearest point of A to the nearest point of B, or an estimate of it.
    void aim(const glm::dvec3& from_a_to_b);

    // Bounds lane `lane` of `kept` (a node of B if is_a_opened) against all lanes of `opened`.
    void bound(const WideObbs& opened, const WideObbs& kept, std::size_t lane, bool is_a_opened,
               WideObbs::Lanes& out_squared) const;
    void bound(const WideBoxes& opened, const WideBoxes& kept, std::size_t lane, bool is_a_opened,
               WideObbs::Lanes& out_squared) const;
    // The scale that maps half extents of A's boxes, or B's, to the world.
    float scale(bool is_of_a) const { return sides_[is_of_a ? 0 : 1].scale; }

  private:
    // The pair transform in the frame of the mesh whose boxes are in the lanes.
    struct Side {
        glm::dmat3 rotation{1.0}; // world from mesh, without the scale
        float scale = 1.0f;
        std::array<std::array<float, 3>, 3> from_other{}; // rows of a rotation
        std::array<float, 3> offset{};                    // of the other mesh's origin
        float ratio = 1.0f;                               // the other mesh's scale divided by this one's
        float error_bound = 0.0f;
        GapDirection direction{};
    };
    static void to_world(const Side& side, WideObbs::Lanes& io_squared);

    std::array<Side, 2> sides_; // A, B
    const ObbGapKernel* kernel_ = nullptr;
};

} // namespace boxwood
