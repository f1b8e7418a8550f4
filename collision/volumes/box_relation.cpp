#include "collision/volumes/box_relation.hpp"

#include "collision/volumes/double2.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

constexpr double kRounding32 = 0x1p-24;
constexpr double kRounding64 = 0x1p-53;
constexpr double kLargest = 1e37; // sums of a few such numbers stay within float
constexpr double kNegligible =
    0x1p-40; // of its column's largest entry: below, an entry is made 0, see kSmallest
// Products of entries with slacks above this, over the entries, cannot underflow.
constexpr double kSmallest = 0x1p-81;

// Entries that float holds exactly; those that are negligible in their column become 0.
glm::dmat3 rounded_to_float(const glm::dmat3& m) {
    glm::dmat3 rounded = glm::dmat3(glm::mat3(m));
    for (int column = 0; column < 3; ++column) {
        const double threshold = kNegligible * largest_of(abs_of(rounded[column]));
        for (int row = 0; row < 3; ++row)
            if (std::fabs(rounded[column][row]) < threshold) rounded[column][row] = 0.0;
    }
    return rounded;
}

// Smallest over the columns of the largest entry of each.
double smallest_column(const glm::dmat3& m) {
    return std::min(largest_of(abs_of(m[0])), std::min(largest_of(abs_of(m[1])), largest_of(abs_of(m[2]))));
}

// The relative pose in floats, with what that rounding displaces.
struct FloatPose {
    glm::dmat3 m;       // M, floats
    glm::dvec3 twice_t; // 2 T, floats
    glm::dvec3 displacement;
};

FloatPose round_to_float(const RelativePose& pose, const glm::dvec3& farthest_b) {
    FloatPose rounded{rounded_to_float(pose.m), glm::dvec3(glm::vec3(2.0 * pose.t)), {}};
    rounded.displacement =
        pose.displacement + abs_of(pose.m - rounded.m) * farthest_b + abs_of(pose.t - 0.5 * rounded.twice_t);
    return rounded;
}

bool is_within(const glm::dmat3& m, const glm::dmat3& bound) {
    bool is = true;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row) is &= m[column][row] <= bound[column][row];
    return is;
}

// How far N M is from the identity, in roundings of float: the largest |N M - I| / (u |N| |M|) of its
// entries, and at least 1.
double count_roundings_of_inverse(const glm::dmat3& m, const glm::dmat3& n) {
    const glm::dmat3 scale = abs_of(n) * abs_of(m);
    const glm::dmat3 defect = abs_of(n * m - glm::dmat3(1.0)) + 5.0 * kRounding64 * (scale + glm::dmat3(1.0));
    if (is_within(defect, kRounding32 * scale)) return 1.0; // as a rule, and without a division
    double largest = 1.0;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            largest = std::max(largest, defect[column][row] / (kRounding32 * scale[column][row]));
    return largest;
}

Float4 lanes_of(const glm::dvec3& v) {
    return make_float4(static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
}
Float4 lanes_above(const glm::dvec3& v) {
    const std::array<double, 4> lanes{v.x, v.y, v.z, 0.0};
    const Double2 more =
        splat2(1.0 + 1e-6); // what the double arithmetic of the bounds themselves may have lost
    return round_up(load2(&lanes[0]) * more, load2(&lanes[2]) * more);
}

// |e_i . (m_j x m_k)|: of floats, so exact up to one rounding of the difference.
glm::dmat3 abs_cofactors(const glm::dmat3& m) {
    return abs_of(glm::dmat3(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])));
}

void set_axes(const glm::dmat3& m, const glm::dmat3& n, BoxRelation& out) {
    set_maps<Float4>({lanes_of(m[0]), lanes_of(m[1]), lanes_of(m[2])},
                     {lanes_of(n[0]), lanes_of(n[1]), lanes_of(n[2])}, out);
    const glm::dmat3 cofactor_rows = glm::transpose(abs_cofactors(m));
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const glm::dvec3 c = cofactor_rows[i];
        out.cofactor_next[k] = lanes_above({c.z, c.x, c.y});
        out.cofactor_previous[k] = lanes_above({c.y, c.z, c.x});
    }
}

// Rows of N, the inverse of M, are the axes: what is negligible is negligible in its row.
glm::dmat3 invert(const glm::dmat3& m) {
    return glm::transpose(rounded_to_float(glm::transpose(glm::inverse(m))));
}

BoxRelation make_for_overlaps(const FloatPose& relative, const glm::dmat3& n, const glm::dvec3& farthest_a,
                              const glm::dvec3& farthest_b, OverlapTest test) {
    const glm::dmat3& m = relative.m;
    const glm::dmat3 abs_m = abs_of(m), abs_n = abs_of(n);
    const glm::dvec3 tau = 2.0 * farthest_a + abs_of(relative.twice_t) + 2.0 * (abs_m * farthest_b);
    const double smallest =
        kSmallest * (1.0 + 1.0 / smallest_column(m) + 1.0 / smallest_column(glm::transpose(n)));
    const double roundings = 14.0 + count_roundings_of_inverse(m, n);
    glm::dvec3 slack_a = 2.0 * relative.displacement + roundings * kRounding32 * tau + smallest;

    const double largest_on_faces = std::max(largest_of(tau + slack_a), largest_of(abs_n * (tau + slack_a)));
    const double largest_on_crosses = largest_of(glm::transpose(abs_m) * (tau + slack_a));
    if (!(largest_on_faces < kLargest)) slack_a = glm::dvec3(std::numeric_limits<double>::infinity());

    BoxRelation relation;
    set_axes(m, n, relation);
    relation.twice_t = lanes_of(relative.twice_t);
    relation.slack_a = lanes_above(slack_a);
    relation.test = test != OverlapTest::sat || largest_on_crosses < kLargest ? test : OverlapTest::lite;
    return relation;
}

} // namespace

BoxRelation make_box_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                              const Aabb& root_b, OverlapTest test) {
    const glm::dvec3 farthest_a = farthest_corner(root_a), farthest_b = farthest_corner(root_b);
    const FloatPose relative =
        round_to_float(relate_poses(world_from_a, world_from_b, farthest_a, farthest_b), farthest_b);
    const glm::dmat3 n = invert(relative.m);
    BoxRelation relation = make_for_overlaps(relative, n, farthest_a, farthest_b, test);
    relation.weight_a = bound_squared_norm(world_from_a.linear);
    relation.weight_b = bound_squared_norm(world_from_a.linear * glm::inverse(n));
    return relation;
}

BoxRelation make_box_relation(const RelativePose& pose, const glm::dvec3& farthest_a,
                              const glm::dvec3& farthest_b, OverlapTest test) {
    const FloatPose relative = round_to_float(pose, farthest_b);
    return make_for_overlaps(relative, invert(relative.m), farthest_a, farthest_b, test);
}

} // namespace boxwood
