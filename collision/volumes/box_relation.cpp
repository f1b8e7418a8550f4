#include "collision/volumes/box_relation.hpp"

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

glm::dmat3 abs_of(const glm::dmat3& m) {
    return {glm::abs(m[0]), glm::abs(m[1]), glm::abs(m[2])};
}

double largest_of(const glm::dvec3& v) {
    return std::max(v.x, std::max(v.y, v.z));
}

glm::dvec3 farthest_corner(const Aabb& box) {
    return glm::max(glm::abs(glm::dvec3(box.lower)), glm::abs(glm::dvec3(box.upper)));
}

// Entries that float holds exactly; those that are negligible in their column become 0.
glm::dmat3 rounded_to_float(const glm::dmat3& m) {
    glm::dmat3 rounded = glm::dmat3(glm::mat3(m));
    for (int column = 0; column < 3; ++column) {
        const double threshold = kNegligible * largest_of(glm::abs(rounded[column]));
        for (int row = 0; row < 3; ++row)
            if (std::fabs(rounded[column][row]) < threshold) rounded[column][row] = 0.0;
    }
    return rounded;
}

// Smallest over the columns of the largest entry of each.
double smallest_column(const glm::dmat3& m) {
    return std::min(largest_of(glm::abs(m[0])),
                    std::min(largest_of(glm::abs(m[1])), largest_of(glm::abs(m[2]))));
}

// At least |L^-1| entry by entry, from an approximate inverse X: L^-1 = X (I - E)^-1 with E = I - L X, and
// |(I - E)^-1| <= I + 4/3 |E| J (J all ones, |E| the row-sum norm) while |E| <= 1/4. Infinite if L is too
// close to singular to tell.
glm::dmat3 bound_inverse(const glm::dmat3& linear, const glm::dmat3& approximate_inverse) {
    const glm::dmat3 identity(1.0);
    const glm::dmat3 defect = abs_of(identity - linear * approximate_inverse) +
                              5.0 * kRounding64 * (identity + abs_of(linear) * abs_of(approximate_inverse));
    const double norm = largest_of(defect * glm::dvec3(1.0));
    const double spread = norm < 0.25 ? 4.0 / 3.0 * norm : std::numeric_limits<double>::infinity();
    const glm::dvec3 column(spread);
    return abs_of(approximate_inverse) * (identity + glm::dmat3(column, column, column));
}

// How far pose * p may be from the exact product, per world axis, for p up to `farthest`.
glm::dvec3 bound_world_rounding(const Pose& pose, const glm::dvec3& farthest) {
    return 5.0 * kRounding64 * (abs_of(pose.linear) * farthest + glm::abs(pose.origin));
}

// The affine map of the test, and how far (in A's frame) it may put a point of B from where the truth has it.
struct RelativePose {
    glm::dmat3 m;       // M, floats
    glm::dvec3 twice_t; // 2 T, floats
    glm::dvec3 displacement;
};

RelativePose relate_poses(const Pose& a, const Pose& b, const glm::dvec3& farthest_a,
                          const glm::dvec3& farthest_b) {
    const glm::dmat3 inverse_a = glm::inverse(a.linear);
    const glm::dmat3 inverse_bound = bound_inverse(a.linear, inverse_a);
    const glm::dvec3 offset_w = b.origin - a.origin;
    const glm::dmat3 m = inverse_a * b.linear;
    const glm::dvec3 t = inverse_a * offset_w;

    RelativePose result{rounded_to_float(m), glm::dvec3(glm::vec3(2.0 * t)), {}};
    const glm::dmat3 abs_a = abs_of(a.linear);
    const glm::dmat3 residual_m =
        abs_of(b.linear - a.linear * m) + 5.0 * kRounding64 * (abs_of(b.linear) + abs_a * abs_of(m));
    const glm::dvec3 residual_t =
        glm::abs(offset_w - a.linear * t) + 6.0 * kRounding64 * (glm::abs(offset_w) + abs_a * glm::abs(t));
    const glm::dvec3 world_rounding =
        bound_world_rounding(a, farthest_a) + bound_world_rounding(b, farthest_b);
    result.displacement = inverse_bound * (residual_m * farthest_b + residual_t + world_rounding) +
                          abs_of(m - result.m) * farthest_b + glm::abs(t - 0.5 * result.twice_t);
    return result;
}

// How far N M is from the identity, in roundings of float: the largest |N M - I| / (u |N| |M|) of its
// entries.
double count_roundings_of_inverse(const glm::dmat3& m, const glm::dmat3& n) {
    const glm::dmat3 scale = abs_of(n) * abs_of(m);
    const glm::dmat3 defect = abs_of(n * m - glm::dmat3(1.0)) + 5.0 * kRounding64 * (scale + glm::dmat3(1.0));
    double largest = 0.0;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            largest = std::max(largest, defect[column][row] / (kRounding32 * scale[column][row]));
    return largest;
}

// Weights w with |P v|^2 >= sum w_i v_i^2 for all v: P^T P - diag(w) is diagonally dominant (Gershgorin);
// where shear makes that negative, the smallest eigenvalue, at least 4 det / trace^2 of a 3x3 matrix, serves
// all three.
std::array<double, 3> bound_squared_norm(const glm::dmat3& p) {
    const glm::dmat3 gram = glm::transpose(p) * p;
    const double trace = gram[0][0] + gram[1][1] + gram[2][2];
    const double determinant = glm::determinant(p);
    const double eigenvalue = 4.0 * determinant * determinant / (trace * trace) - 1e-14 * trace;
    std::array<double, 3> weights{};
    double smallest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        double weight = gram[i][i];
        for (int j = 0; j < 3; ++j)
            if (j != i) weight -= std::fabs(gram[i][j]) + 1e-14 * std::sqrt(gram[i][i] * gram[j][j]);
        weights[static_cast<std::size_t>(i)] = weight;
        smallest = std::min(smallest, weight);
    }
    if (!(smallest >= eigenvalue)) weights.fill(eigenvalue);
    for (double& weight : weights) weight = weight > 0.0 ? weight : 0.0; // NaN too
    return weights;
}

Float4 lanes_of(const glm::dvec3& v) {
    return make_float4(static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z));
}
Float4 lanes_above(const glm::dvec3& v) {
    const glm::dvec3 w =
        v * (1.0 + 1e-6); // what the double arithmetic of the bounds themselves may have lost
    return make_float4(round_up(w.x), round_up(w.y), round_up(w.z));
}

// |e_i . (m_j x m_k)|: of floats, so exact up to one rounding of the difference.
glm::dmat3 abs_cofactors(const glm::dmat3& m) {
    return abs_of({glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1])});
}

void set_axes(const glm::dmat3& m, const glm::dmat3& n, BoxRelation& out) {
    const glm::dmat3 rows = glm::transpose(m), cofactor_rows = glm::transpose(abs_cofactors(m));
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        out.m_column[k] = lanes_of(m[i]);
        out.n_column[k] = lanes_of(n[i]);
        out.m_row[k] = lanes_of(rows[i]);
        out.abs_m_column[k] = abs(out.m_column[k]);
        out.abs_n_column[k] = abs(out.n_column[k]);
        out.abs_m_row[k] = abs(out.m_row[k]);
        const glm::dvec3 c = cofactor_rows[i];
        out.cofactor_next[k] = lanes_above({c.z, c.x, c.y});
        out.cofactor_previous[k] = lanes_above({c.y, c.z, c.x});
    }
}

} // namespace

BoxRelation make_box_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                              const Aabb& root_b, OverlapTest test) {
    const glm::dvec3 farthest_a = farthest_corner(root_a), farthest_b = farthest_corner(root_b);
    const RelativePose relative = relate_poses(world_from_a, world_from_b, farthest_a, farthest_b);
    const glm::dmat3& m = relative.m;
    // Rows of N are the axes: what is negligible is negligible in its row.
    const glm::dmat3 n = glm::transpose(rounded_to_float(glm::transpose(glm::inverse(m))));

    const glm::dmat3 abs_m = abs_of(m), abs_n = abs_of(n);
    const glm::dvec3 tau = 2.0 * farthest_a + glm::abs(relative.twice_t) + 2.0 * (abs_m * farthest_b);
    const double smallest =
        kSmallest * (1.0 + 1.0 / smallest_column(m) + 1.0 / smallest_column(glm::transpose(n)));
    const double roundings = 14.0 + std::max(1.0, count_roundings_of_inverse(m, n));
    glm::dvec3 slack_a = 2.0 * relative.displacement + roundings * kRounding32 * tau + smallest;

    const double largest_on_faces = std::max(largest_of(tau + slack_a), largest_of(abs_n * (tau + slack_a)));
    const double largest_on_crosses = largest_of(glm::transpose(abs_m) * (tau + slack_a));
    if (!(largest_on_faces < kLargest)) slack_a = glm::dvec3(std::numeric_limits<double>::infinity());

    BoxRelation relation;
    set_axes(m, n, relation);
    relation.twice_t = lanes_of(relative.twice_t);
    relation.slack_a = lanes_above(slack_a);
    relation.test = largest_on_crosses < kLargest ? test : OverlapTest::lite;
    relation.weight_a = bound_squared_norm(world_from_a.linear);
    relation.weight_b = bound_squared_norm(world_from_a.linear * glm::inverse(n));
    return relation;
}

} // namespace boxwood
