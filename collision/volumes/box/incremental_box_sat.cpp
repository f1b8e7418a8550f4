#include "collision/volumes/box/incremental_box_sat.hpp"

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
constexpr double kLargest = 1e37; // sums of a few such numbers stay within float
// Covers the rounding of the error bounds, which are computed in double.
constexpr double kOwnRounding = 1.0 + 1e-6;

// The float matrices of a relation, in double.
struct Maps {
    glm::dmat3 m_rows, n_rows; // column i is row i of the relation's matrix
    glm::dvec3 t, error_bound;
};

glm::dvec3 lanes_to_vector(const Float4& lanes) {
    std::array<float, 4> v;
    store4(lanes, v.data());
    return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

Maps read_maps(const BoxRelation& r) {
    glm::dmat3 m, n;
    for (int k = 0; k < 3; ++k) {
        m[k] = lanes_to_vector(r.m_column[static_cast<std::size_t>(k)]);
        n[k] = lanes_to_vector(r.n_column[static_cast<std::size_t>(k)]);
    }
    return {glm::transpose(m), glm::transpose(n), 0.5 * lanes_to_vector(r.twice_t),
            0.5 * lanes_to_vector(r.error_bound_a)};
}

// The dot products of an axis s with the axes of A, with the axes of B, and with B's origin.
struct AxisProducts {
    glm::dvec3 of_a, of_b;
    double offset = 0.0;
};

AxisProducts find_products(const Maps& maps, std::size_t axis) {
    const auto k = static_cast<int>(axis);
    const glm::dmat3 unit(1.0);
    if (k < 3) return {unit[k], maps.m_rows[k], maps.t[k]};
    if (k < 6) return {maps.n_rows[k - 3], unit[k - 3], glm::dot(maps.n_rows[k - 3], maps.t)};
    const int i = (k - 6) / 3, j = k % 3;
    const glm::dmat3 m = glm::transpose(maps.m_rows);
    const glm::dvec3 s = glm::cross(unit[i], m[j]);
    return {s, {glm::dot(m[0], s), glm::dot(m[1], s), glm::dot(m[2], s)}, glm::dot(s, maps.t)};
}

struct Interval {
    double low = 0.0, high = 0.0;
    double width() const { return high - low; }
};
Interval project(const Aabb& box, const glm::dvec3& axis) {
    Interval at;
    for (int k = 0; k < 3; ++k) {
        const double lower = axis[k] * static_cast<double>(box.lower[k]),
                     upper = axis[k] * static_cast<double>(box.upper[k]);
        at.low += std::min(lower, upper);
        at.high += std::max(lower, upper);
    }
    return at;
}

// Bounds how far the rounding errors of all steps together can decrease an overlap below its exact value.
double bound_step_rounding(const AxisProducts& axis, const RestrictedBoxCursor& a,
                           const RestrictedBoxCursor& b, double overlap, double widths) {
    const double steps_a = a.steps, steps_b = b.steps;
    const double sides = steps_a * glm::dot(farthest_corner(a.root), glm::abs(axis.of_a)) +
                         steps_b * glm::dot(farthest_corner(b.root), glm::abs(axis.of_b));
    return kRounding32 * ((steps_a + steps_b + 2.0) * std::fabs(overlap) + 4.0 * widths + sides);
}

float weigh(double product) {
    return round_down(std::min(std::fabs(product), kLargest));
}

template <OverlapTest kTest>
class StepMaker {
  public:
    using Steps = IncrementalBoxSat<kTest>;

    StepMaker(const BoxRelation& relation, const RestrictedBoxCursor& a, const RestrictedBoxCursor& b)
        : maps_(read_maps(relation))
        , a_(a)
        , b_(b) {}

    Steps make() {
        for (std::size_t axis = 0; axis < Steps::kFaces; ++axis) add(axis, axis, Steps::kFaces);
        for (std::size_t axis = 0; axis < Steps::kCrosses; ++axis)
            add(6 + axis, 4 * Steps::kFaceVectors + axis, Steps::kCrosses);
        Steps steps;
        copy(root_, steps.root);
        for (std::size_t of = 0; of < 2; ++of)
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t side = 0; side < 2; ++side)
                    copy(weights_[of][k][side], steps.weights[of][k][side]);
        return steps;
    }

  private:
    static constexpr std::size_t kLanes = 4 * Steps::kVectors;
    using Row = std::array<float, kLanes>;

    static void copy(const Row& from, typename Steps::Overlaps& to) {
        for (std::size_t i = 0; i < Steps::kVectors; ++i) to[i] = load4(from.data() + 4 * i);
    }

    // Sets the lanes of the two ends of an axis: `lane` for A's upper end, `lane + stride` for B's upper end.
    void add(std::size_t axis, std::size_t lane, std::size_t stride) {
        const AxisProducts products = find_products(maps_, axis);
        const Interval on_a = project(a_.root, products.of_a), on_b = project(b_.root, products.of_b);
        const double widths = on_a.width() + on_b.width();
        const double error_bound = glm::dot(maps_.error_bound, glm::abs(products.of_a));
        const double overlaps[2] = {on_a.high - (products.offset + on_b.low),
                                    (products.offset + on_b.high) - on_a.low};
        for (std::size_t end = 0; end < 2; ++end) {
            const double overlap = overlaps[end] + error_bound;
            const double start =
                overlap + kOwnRounding * bound_step_rounding(products, a_, b_, overlap, widths);
            const bool is_in_range = std::fabs(start) < kLargest && widths < kLargest;
            root_[lane + end * stride] =
                is_in_range ? round_up(start) : std::numeric_limits<float>::infinity();
        }
        for (std::size_t k = 0; k < 3; ++k) {
            const auto i = static_cast<int>(k);
            set_weights(products.of_a[i], lane, lane + stride, weights_[0][k]);
            set_weights(products.of_b[i], lane + stride, lane, weights_[1][k]);
        }
    }

    // `product` is the dot product of the SAT axis and an axis of the box. If it is positive, moving the upper side of
    // the box along the box axis moves the upper end of the box's interval on the SAT axis; otherwise, it moves the
    // lower end. The lower side moves the other end.
    static void set_weights(double product, std::size_t upper_end, std::size_t lower_end,
                            std::array<Row, 2>& io_rows) {
        io_rows[0][product > 0.0 ? upper_end : lower_end] = weigh(product);
        io_rows[1][product > 0.0 ? lower_end : upper_end] = weigh(product);
    }

    Maps maps_;
    const RestrictedBoxCursor &a_, &b_;
    Row root_{};
    std::array<std::array<std::array<Row, 2>, 3>, 2> weights_{};
};

} // namespace

template <OverlapTest kTest>
IncrementalBoxSat<kTest> make_incremental_box_sat(const BoxRelation& relation, const RestrictedBoxCursor& a,
                                                  const RestrictedBoxCursor& b) {
    return StepMaker<kTest>(relation, a, b).make();
}

template IncrementalBoxSat<OverlapTest::aabb_of_obb>
make_incremental_box_sat(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);
template IncrementalBoxSat<OverlapTest::sat_lite>
make_incremental_box_sat(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);
template IncrementalBoxSat<OverlapTest::sat>
make_incremental_box_sat(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);

} // namespace boxwood
