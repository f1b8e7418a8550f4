#include "collision/volumes/kdop.hpp"

#include "collision/volumes/simd/double2.hpp"

#include <cmath>

namespace boxwood {
namespace {

double project(const std::array<int, 3>& n, const glm::vec3& p) {
    return (static_cast<double>(n[0]) * static_cast<double>(p.x) +
            static_cast<double>(n[1]) * static_cast<double>(p.y)) +
           static_cast<double>(n[2]) * static_cast<double>(p.z);
}

// The directions after the three axes, in pairs of lanes; an odd count is padded with a zero direction.
template <int K>
struct SlantedPairs {
    static constexpr std::size_t kCount = K / 2 - 3, kPairs = (kCount + 1) / 2;
    static constexpr std::array<double, 2 * kPairs> list(std::size_t coordinate) {
        std::array<double, 2 * kPairs> all{};
        for (std::size_t i = 0; i < kCount; ++i) all[i] = Kdop<K>::kDirections[3 + i][coordinate];
        return all;
    }
    static constexpr std::array<double, 2 *kPairs> kX = list(0), kY = list(1), kZ = list(2);

    // project() on both directions of pair i; every product is exact.
    static Double2 project(std::size_t i, Double2 x, Double2 y, Double2 z) {
        return (load2(&kX[2 * i]) * x + load2(&kY[2 * i]) * y) + load2(&kZ[2 * i]) * z;
    }
};

// Lanes 1 to 3 of `row`, then lane 0 of `next`.
Float4 close_up(Float4 row, Float4 next) {
    return shuffle<1, 2, 0, 2>(row, shuffle<3, 3, 0, 0>(row, next));
}

// Concatenates the ends along the axes (lanes 0 to 2) and the ends along the pairs of slanted directions. Stores four
// floats at a time because a merge loads four at a time. Loads of a volume that was just fitted are then
// store-forwarded without a stall.
template <int K, class Round>
std::array<float, K / 2> list_ends(Float4 axes, const std::array<Double2, SlantedPairs<K>::kPairs>& pairs,
                                   Round round) {
    constexpr std::size_t kRows = (K / 2 + 3) / 4;
    std::array<float, 4 * kRows> ends;
    Float4 row = shuffle<0, 0, 1, 2>(axes);
    for (std::size_t i = 0; i < kRows; ++i) {
        const std::size_t second = std::min(2 * i + 1, pairs.size() - 1);
        const Float4 next = 2 * i < pairs.size() ? round(pairs[2 * i], pairs[second]) : row;
        store4(close_up(row, next), &ends[4 * i]);
        row = next;
    }
    std::array<float, K / 2> used;
    std::copy_n(ends.begin(), used.size(), used.begin());
    return used;
}

// Accumulates the slabs of points, two slanted directions per vector.
template <int K>
class KdopFitter {
  public:
    KdopFitter() {
        low_.fill(splat2(std::numeric_limits<double>::infinity()));
        high_.fill(splat2(-std::numeric_limits<double>::infinity()));
    }
    void add(const glm::vec3& p) {
        axes_.add(p);
        const Double2 x = splat2(p.x), y = splat2(p.y), z = splat2(p.z);
        for (std::size_t i = 0; i < low_.size(); ++i) {
            const Double2 projections = SlantedPairs<K>::project(i, x, y, z);
            low_[i] = min(low_[i], projections);
            high_[i] = max(high_[i], projections);
        }
    }
    Kdop<K> dop() const {
        const BoxLanes& box = axes_.lanes();
        return {list_ends<K>(box.lower, low_, [](Double2 a, Double2 b) { return round_down(a, b); }),
                list_ends<K>(box.upper, high_, [](Double2 a, Double2 b) { return round_up(a, b); })};
    }

  private:
    BoxFitter axes_;
    std::array<Double2, SlantedPairs<K>::kPairs> low_, high_;
};

// A direction of the set or its opposite. is_known is false if the set contains neither.
struct SignedDirection {
    std::uint32_t index = 0;
    bool is_reversed = false;
    bool is_known = false;
};

template <int K>
SignedDirection find_direction(const std::array<int, 3>& n) {
    const auto& all = Kdop<K>::kDirections;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (all[i] == n) return {i, false, true};
        if (all[i] == std::array{-n[0], -n[1], -n[2]}) return {i, true, true};
    }
    return {};
}

} // namespace

// The octant of g and the order of its coordinates by magnitude determine one cone of neighboring directions. The
// weights follow from these magnitudes, a[0] >= a[1] >= a[2] >= 0.
template <int K>
DirectionSum find_cone(const glm::dvec3& g) {
    std::array<std::size_t, 3> order{0, 1, 2};
    const std::array<double, 3> size{std::fabs(g.x), std::fabs(g.y), std::fabs(g.z)};
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return size[i] > size[j]; });
    const std::array<double, 3> a{size[order[0]], size[order[1]], size[order[2]]};
    const std::array<int, 3> sign{g.x < 0 ? -1 : 1, g.y < 0 ? -1 : 1, g.z < 0 ? -1 : 1};
    // Returns the direction in g's octant that has these components along g's largest, middle and smallest coordinate.
    const auto direction = [&](int largest, int middle, int smallest) {
        std::array<int, 3> n{};
        n[order[0]] = largest * sign[order[0]];
        n[order[1]] = middle * sign[order[1]];
        n[order[2]] = smallest * sign[order[2]];
        return find_direction<K>(n);
    };
    const SignedDirection axis = direction(1, 0, 0), corner = direction(1, 1, 1);
    std::array<SignedDirection, 3> parts{axis, direction(1, 1, 0), corner};
    std::array<double, 3> weights{a[0] - a[1], a[1] - a[2], a[2]};
    if (K == 14) {
        parts = {axis, corner, direction(1, 1, -1)};
        weights = {a[0] - a[1], 0.5 * (a[1] + a[2]), 0.5 * (a[1] - a[2])};
    } else if (!corner.is_known) {
        const double rest = a[0] - (a[1] + a[2]);
        parts = {axis, direction(1, 1, 0), direction(1, 0, 1)};
        weights = {rest, a[1], a[2]};
        if (rest < 0.0) {
            parts = {direction(1, 1, 0), direction(1, 0, 1), direction(0, 1, 1)};
            weights = {a[1] + 0.5 * rest, a[2] + 0.5 * rest, -0.5 * rest};
        }
    }
    DirectionSum sum;
    for (std::size_t l = 0; l < 3; ++l) {
        sum.directions[l] = parts[l].index;
        sum.is_reversed[l] = parts[l].is_reversed;
        sum.weights[l] = std::max(weights[l], 0.0);
    }
    return sum;
}

namespace {

// The relative pose of the two objects as seen from one of them (`own`), and bounds on the points of both objects.
struct View {
    const RelativePose& own_from_other;
    const glm::dvec3 &farthest_own, &farthest_other;
};

template <int K>
typename KdopRelation<K>::Turned turn_direction(std::size_t i, const View& view, bool is_translated) {
    constexpr double kRounding = 0x1p-20; // 16 roundings of float: products, sums, ends and the comparison
    const glm::dvec3 n = to_direction(Kdop<K>::kDirections[i]);
    const glm::dvec3 g = glm::transpose(view.own_from_other.m) * n;
    DirectionSum sum = find_cone<K>(g);
    if (is_translated) {
        sum = {};
        sum.directions[0] = static_cast<std::uint32_t>(i);
        sum.weights[0] = glm::dot(g, n) / glm::dot(n, n);
    }
    typename KdopRelation<K>::Turned turned;
    glm::dvec3 residual = g;
    const double shift = glm::dot(n, view.own_from_other.t);
    double magnitude = std::fabs(shift) + glm::dot(glm::abs(n), view.farthest_own);
    for (std::size_t l = 0; l < 3; ++l) {
        const std::uint32_t index = sum.directions[l];
        const auto low = static_cast<std::uint8_t>(index), high = static_cast<std::uint8_t>(index + K / 2);
        const auto weight = static_cast<float>(sum.is_reversed[l] ? -sum.weights[l] : sum.weights[l]);
        turned.weights[l] = weight;
        turned.upper[l] = sum.is_reversed[l] ? low : high;
        turned.lower[l] = sum.is_reversed[l] ? high : low;
        const glm::dvec3 direction = to_direction(Kdop<K>::kDirections[index]);
        residual -= static_cast<double>(weight) * direction;
        magnitude +=
            std::fabs(static_cast<double>(weight)) * glm::dot(glm::abs(direction), view.farthest_other);
    }
    turned.shift = static_cast<float>(shift);
    const double error_bound = glm::dot(glm::abs(n), view.own_from_other.displacement) +
                               glm::dot(glm::abs(residual) + 0x1p-50 * glm::abs(g), view.farthest_other) +
                               kRounding * magnitude;
    turned.error_bound = round_up(error_bound * (1.0 + 0x1p-40) + 1e-30); // 1e-30: products can underflow
    return turned;
}

// Whether m is a positive multiple of the identity, up to 2^-40.
bool only_translates(const glm::dmat3& m) {
    const double scale = (m[0][0] + m[1][1] + m[2][2]) / 3.0;
    return largest_of(abs_of(m - glm::dmat3(scale)) * glm::dvec3(1.0)) <= 0x1p-40 * scale;
}

double smallest_weight(const Pose& world_from_mesh) {
    const std::array<double, 3> weights = bound_squared_norm(world_from_mesh.linear);
    return std::min(weights[0], std::min(weights[1], weights[2]));
}

} // namespace

template <int K>
Kdop<K> Kdop<K>::fit(std::span<const glm::vec3> points) {
    KdopFitter<K> fitter;
    for (const glm::vec3& p : points) fitter.add(p);
    return points.empty() ? Kdop{} : fitter.dop();
}

template <int K>
Kdop<K> Kdop<K>::fit(const MeshView& mesh, std::span<const std::uint32_t> triangles) {
    KdopFitter<K> fitter;
    for (const std::uint32_t triangle : triangles)
        for (const std::uint32_t vertex : mesh.triangles[triangle]) fitter.add(mesh.positions[vertex]);
    return triangles.empty() ? Kdop{} : fitter.dop();
}

template <int K>
KdopRelation<K> Kdop<K>::make_relation(const Pose& world_from_a, const Pose& world_from_b, const Kdop& root_a,
                                       const Kdop& root_b, OverlapTest test) {
    const glm::dvec3 farthest_a = farthest_corner(root_a.bounds()),
                     farthest_b = farthest_corner(root_b.bounds());
    const RelativePose a_from_b = relate_poses(world_from_a, world_from_b, farthest_a, farthest_b);
    const RelativePose b_from_a = relate_poses(world_from_b, world_from_a, farthest_b, farthest_a);
    Relation relation;
    relation.is_translated = only_translates(a_from_b.m);
    relation.test = test;
    for (std::size_t i = 0; i < kCount; ++i) {
        relation.b_along_a[i] =
            turn_direction<K>(i, {a_from_b, farthest_a, farthest_b}, relation.is_translated);
        relation.a_along_b[i] =
            turn_direction<K>(i, {b_from_a, farthest_b, farthest_a}, relation.is_translated);
    }
    relation.updates = relation.is_translated ? 0 : 2;
    relation.squared_world_scale_a = smallest_weight(world_from_a);
    relation.squared_world_scale_b = smallest_weight(world_from_b);
    return relation;
}

template <int K>
bool Kdop<K>::contains(const glm::vec3& p) const {
    for (std::size_t i = 0; i < kCount; ++i) {
        const double at = project(kDirections[i], p);
        if (!(static_cast<double>(lower[i]) <= at && at <= static_cast<double>(upper[i]))) return false;
    }
    return true;
}

template <int K>
bool Kdop<K>::contains(const Kdop& inner) const {
    for (std::size_t i = 0; i < kCount; ++i)
        if (!(lower[i] <= inner.lower[i] && inner.upper[i] <= upper[i])) return false;
    return true;
}

template <int K>
double squared_distance_lower_bound(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K>& r) {
    constexpr double kRoundedDown = 1.0 - 0x1p-20; // exceeds the rounding of the gaps
    const auto one_side = [&r](const Kdop<K>& own, const Kdop<K>& other, const auto& turned) {
        double sum_of_axes = 0.0, largest = 0.0;
        for (std::size_t i = 0; i < K / 2; ++i) {
            const auto gap = static_cast<double>(
                detail::distance_lower_bound<float>(own, other, turned[i], i, r.is_translated));
            if (!(gap > 0.0)) continue;
            const glm::dvec3 n = to_direction(Kdop<K>::kDirections[i]);
            const double squared = gap * gap / glm::dot(n, n);
            largest = std::max(largest, squared);
            if (i < 3) sum_of_axes += squared;
        }
        return std::max(largest, sum_of_axes);
    };
    return kRoundedDown * std::max(r.squared_world_scale_a * one_side(a, b, r.b_along_a),
                                   r.squared_world_scale_b * one_side(b, a, r.a_along_b));
}

// The overlap test compares the gap along each direction with 0.
template <int K>
std::vector<AxisTest> list_axis_tests(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K>& r) {
    std::vector<AxisTest> all;
    const auto add = [&](const Kdop<K>& own, const Kdop<K>& other, const auto& turned, bool is_b) {
        for (std::size_t i = 0; i < K / 2; ++i) {
            const float gap =
                detail::distance_lower_bound<float>(own, other, turned[i], i, !is_b && r.is_translated);
            all.push_back({static_cast<double>(gap), 0.0, to_direction(Kdop<K>::kDirections[i]), is_b});
        }
    };
    add(a, b, r.b_along_a, false);
    if (!r.is_translated && r.test == OverlapTest::sat) add(b, a, r.a_along_b, true);
    return all;
}

template struct Kdop<14>;
template struct Kdop<18>;
template struct Kdop<24>;
template struct Kdop<26>;
template DirectionSum find_cone<14>(const glm::dvec3&);
template DirectionSum find_cone<18>(const glm::dvec3&);
template DirectionSum find_cone<24>(const glm::dvec3&);
template DirectionSum find_cone<26>(const glm::dvec3&);
template double squared_distance_lower_bound(const Kdop14&, const Kdop14&, const KdopRelation<14>&);
template double squared_distance_lower_bound(const Kdop18&, const Kdop18&, const KdopRelation<18>&);
template double squared_distance_lower_bound(const Kdop24&, const Kdop24&, const KdopRelation<24>&);
template double squared_distance_lower_bound(const Kdop26&, const Kdop26&, const KdopRelation<26>&);
template std::vector<AxisTest> list_axis_tests(const Kdop14&, const Kdop14&, const KdopRelation<14>&);
template std::vector<AxisTest> list_axis_tests(const Kdop18&, const Kdop18&, const KdopRelation<18>&);
template std::vector<AxisTest> list_axis_tests(const Kdop24&, const Kdop24&, const KdopRelation<24>&);
template std::vector<AxisTest> list_axis_tests(const Kdop26&, const Kdop26&, const KdopRelation<26>&);

} // namespace boxwood
