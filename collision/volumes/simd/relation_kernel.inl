// The kernel of relation_kernels.cpp for one instruction set. The including namespace defines Reals (one number per
// axis) and its operations. Do not include headers here: they would be compiled for this instruction set only.

// The columns of a matrix, or the factors of its columns, each broadcast to all axes.
struct Columns {
    Reals of[3];
};
inline Columns load(const glm::dmat3& m) {
    return {{load_axes(m[0]), load_axes(m[1]), load_axes(m[2])}};
}
inline Columns broadcast_axes(Reals v) {
    return {{broadcast_axis<0>(v), broadcast_axis<1>(v), broadcast_axis<2>(v)}};
}
inline Columns broadcast_axes(const glm::dvec3& v) {
    return {{broadcast(v.x), broadcast(v.y), broadcast(v.z)}};
}
inline Reals apply(const Columns& m, const Columns& v) {
    return (m.of[0] * v.of[0] + m.of[1] * v.of[1]) + m.of[2] * v.of[2];
}
inline Reals apply(const Columns& m, Reals v) {
    return apply(m, broadcast_axes(v));
}
inline Columns apply(const Columns& m, const Columns& a, const Columns& b, const Columns& c) {
    return {{apply(m, a), apply(m, b), apply(m, c)}};
}
inline Columns operator*(const Columns& m, const Columns& n) {
    return apply(m, broadcast_axes(n.of[0]), broadcast_axes(n.of[1]), broadcast_axes(n.of[2]));
}
inline Columns operator-(const Columns& m, const Columns& n) {
    return {{m.of[0] - n.of[0], m.of[1] - n.of[1], m.of[2] - n.of[2]}};
}
inline Columns magnitude(const Columns& m) {
    return {{magnitude(m.of[0]), magnitude(m.of[1]), magnitude(m.of[2])}};
}
inline Columns transpose(Columns m) {
    transpose(m.of[0], m.of[1], m.of[2]);
    return m;
}
inline Columns identity() {
    return {{make_axes(1.0, 0.0, 0.0), make_axes(0.0, 1.0, 0.0), make_axes(0.0, 0.0, 1.0)}};
}
inline Reals sum_of_columns(const Columns& m) {
    return (m.of[0] + m.of[1]) + m.of[2];
}
// Broadcasts the maximum to all axes.
inline Reals largest_of(Reals v) {
    return max_of(max_of(broadcast_axis<2>(v), broadcast_axis<1>(v)), broadcast_axis<0>(v));
}

// m1 x m2, m2 x m0, m0 x m1: the rows of the inverse, times the determinant.
inline Columns cross_columns(const Columns& m) {
    const Reals turned[3] = {rotate_axes(m.of[0]), rotate_axes(m.of[1]), rotate_axes(m.of[2])};
    const auto cross = [&](int u, int v) { return rotate_axes(m.of[u] * turned[v] - turned[u] * m.of[v]); };
    return {{cross(1, 2), cross(2, 0), cross(0, 1)}};
}
inline Columns invert_to_rows(const Columns& m, const Columns& crosses) {
    const Reals first =
        (m.of[0] * crosses.of[0] + m.of[1] * crosses.of[1]) + m.of[2] * crosses.of[2]; // on axis 0: the determinant
    const Reals scale = broadcast(1.0) / broadcast_axis<0>(first);
    return {{crosses.of[0] * scale, crosses.of[1] * scale, crosses.of[2] * scale}};
}

// --- the relative pose: relative_pose.hpp ---

struct RelativePoseLanes {
    Columns m;
    Reals t, displacement;
};

// Returns an upper bound on |L^-1| v for v >= 0, from an approximate inverse X: L^-1 = X (I - E)^-1 with E = I - L X,
// and |(I - E)^-1| <= I + 4/3 |E| J if |E| <= 1/4 (J: all ones; |E|: the row-sum norm). Returns infinity if L is too
// close to singular for this bound.
inline Reals bound_inverse_of(Reals v, const Columns& linear, const Columns& abs_linear,
                              const Columns& approximate_inverse) {
    const Columns abs_inverse = magnitude(approximate_inverse);
    const Reals row_sums =
        sum_of_columns(magnitude(identity() - linear * approximate_inverse)) +
        broadcast(5.0 * kRounding64) * (broadcast(1.0) + apply(abs_linear, sum_of_columns(abs_inverse)));
    const Reals norm = largest_of(row_sums);
    const Reals factor = choose(is_greater(broadcast(0.25), norm), broadcast(4.0 / 3.0) * norm, broadcast(kInfinity));
    const Columns of_v = broadcast_axes(v);
    return apply(abs_inverse, v + factor * ((of_v.of[0] + of_v.of[1]) + of_v.of[2]));
}

inline RelativePoseLanes relate(const Pose& a, const Pose& b, Reals farthest_a, Reals farthest_b) {
    const Columns linear_a = load(a.linear), linear_b = load(b.linear);
    const Columns inverse_a = transpose(invert_to_rows(linear_a, cross_columns(linear_a)));
    const Reals origin_a = load_axes(a.origin), origin_b = load_axes(b.origin),
                offset_w = origin_b - origin_a;
    RelativePoseLanes result{
        apply(inverse_a, broadcast_axes(b.linear[0]), broadcast_axes(b.linear[1]), broadcast_axes(b.linear[2])),
        apply(inverse_a, offset_w),
        {}};

    const Columns abs_a = magnitude(linear_a), abs_b = magnitude(linear_b);
    const Columns each_farthest_b = broadcast_axes(farthest_b);
    const Reals reach_b = apply(abs_b, each_farthest_b);
    // Products of absolute matrices are never formed because only their products with farthest_b are needed.
    const Reals residual_m =
        apply(magnitude(linear_b - linear_a * result.m), each_farthest_b) +
        broadcast(5.0 * kRounding64) * (reach_b + apply(abs_a, apply(magnitude(result.m), each_farthest_b)));
    const Reals residual_t =
        magnitude(offset_w - apply(linear_a, result.t)) +
        broadcast(6.0 * kRounding64) * (magnitude(offset_w) + apply(abs_a, magnitude(result.t)));
    // Bounds the error of pose * p, per world axis.
    const Reals world_rounding =
        broadcast(5.0 * kRounding64) * (apply(abs_a, farthest_a) + magnitude(origin_a)) +
        broadcast(5.0 * kRounding64) * (reach_b + magnitude(origin_b));
    result.displacement =
        bound_inverse_of((residual_m + residual_t) + world_rounding, linear_a, abs_a, inverse_a);
    return result;
}

// --- the relation of boxes: box_relation.hpp ---

// Rounds to float, and sets numbers to 0 that are negligible relative to the largest number.
inline Reals round_column(Reals v, Reals& out_largest) {
    const Reals rounded = nearest(v), size = magnitude(rounded);
    out_largest = largest_of(size);
    return choose(is_greater(broadcast(kNegligible) * out_largest, size), broadcast(0.0), rounded);
}
// Sets out_smallest to the smallest of the three columns' largest numbers.
inline Columns round_columns(const Columns& m, Reals& out_smallest) {
    Reals largest[3];
    const Columns rounded{{round_column(m.of[0], largest[0]), round_column(m.of[1], largest[1]),
                           round_column(m.of[2], largest[2])}};
    out_smallest = min_of(min_of(largest[2], largest[1]), largest[0]);
    return rounded;
}

// N M is not exactly the identity, which adds an error to B's extents along the rows of N. Returns this error in
// roundings of float: the largest |N M - I| 2 farthest_b / (u |N| tau) of the three rows, but at least 1. The error is
// computed per row, not per entry: for rotations below 1e-6 radians, some entries of N M are sums of negligible
// products whose errors are many times their size.
inline double count_roundings_of_inverse(const Columns& m, const Columns& n, const Columns& abs_n,
                                         Reals farthest_b, Reals reach_b, Reals tau) {
    const Reals rounding = broadcast(5.0 * kRounding64) * (apply(abs_n, reach_b) + farthest_b);
    const Reals error =
        broadcast(2.0) * (apply(magnitude(n * m - identity()), farthest_b) + rounding); // includes the rounding of N M
    const Reals one_rounding = broadcast(kRounding32) * apply(abs_n, tau);
    if (is_on_all_axes(at_least(one_rounding, error))) return 1.0; // the usual case, without a division
    // NaN counts as 1: NaN axes separate nothing for any error bound.
    return first_of(largest_of(max_of(error / one_rounding, broadcast(1.0))));
}

inline Float4 floats_above(Reals v) {
    return floats_of(nearest_above(v * broadcast(kAbove)));
}

inline void set_cofactors(const Columns& crosses, BoxRelation& out) {
    std::array<Float4, 3> columns;
    for (int j = 0; j < 3; ++j) columns[static_cast<std::size_t>(j)] = floats_above(magnitude(crosses.of[j]));
    const std::array<Float4, 3> rows = boxwood::transpose(columns);
    for (std::size_t i = 0; i < 3; ++i) {
        out.cofactor_next[i] = shuffle<2, 0, 1, 3>(rows[i]);
        out.cofactor_previous[i] = shuffle<1, 2, 0, 3>(rows[i]);
    }
}

inline BoxRelation relate_boxes(const RelativePoseLanes& pose, Reals farthest_a, Reals farthest_b, OverlapTest test) {
    Reals smallest_m, smallest_n;
    const Columns m = round_columns(pose.m, smallest_m);
    const Reals twice_t = nearest(broadcast(2.0) * pose.t);
    const Columns each_farthest_b = broadcast_axes(farthest_b);
    const Reals displacement = (pose.displacement + apply(magnitude(pose.m - m), each_farthest_b)) +
                               magnitude(pose.t - broadcast(0.5) * twice_t);
    // N is the inverse of M, and its rows are axes. An entry is therefore negligible relative to the largest entry of
    // its row, not of its column.
    const Columns crosses = cross_columns(m);
    const Columns n = transpose(round_columns(invert_to_rows(m, crosses), smallest_n));

    const Columns abs_m = magnitude(m), abs_n = magnitude(n);
    const Reals reach_b = apply(abs_m, each_farthest_b);
    const Reals tau = (broadcast(2.0) * farthest_a + magnitude(twice_t)) + broadcast(2.0) * reach_b;
    const Reals smallest =
        broadcast(kSmallest) * ((broadcast(1.0) + broadcast(1.0) / smallest_m) + broadcast(1.0) / smallest_n);
    const double roundings = 14.0 + count_roundings_of_inverse(m, n, abs_n, farthest_b, reach_b, tau);
    Reals error_bound_a = (broadcast(2.0) * displacement + broadcast(roundings * kRounding32) * tau) + smallest;

    const Columns each_bound = broadcast_axes(tau + error_bound_a);
    const double on_faces = first_of(largest_of(tau + error_bound_a)),
                 on_b = first_of(largest_of(apply(abs_n, each_bound)));
    const double on_crosses = first_of(largest_of(apply(transpose(abs_m), each_bound)));
    if (!(std::max(on_faces, on_b) < kLargest)) error_bound_a = broadcast(kInfinity);

    BoxRelation relation;
    set_maps<Float4>({floats_of(m.of[0]), floats_of(m.of[1]), floats_of(m.of[2])},
                     {floats_of(n.of[0]), floats_of(n.of[1]), floats_of(n.of[2])}, relation);
    set_cofactors(crosses, relation);
    relation.twice_t = floats_of(twice_t);
    relation.error_bound_a = floats_above(error_bound_a);
    relation.test = test != OverlapTest::sat || on_crosses < kLargest ? test : OverlapTest::sat_lite;
    return relation;
}

// --- the interface ---

inline Reals farthest_of(const Aabb& box) {
    return max_of(magnitude(load_axes(box.upper)), magnitude(load_axes(box.lower)));
}
inline RelativePose relate_poses(const Pose& a, const Pose& b, const glm::dvec3& farthest_a,
                                 const glm::dvec3& farthest_b) {
    const RelativePoseLanes related = relate(a, b, load_axes(farthest_a), load_axes(farthest_b));
    RelativePose pose;
    for (int column = 0; column < 3; ++column) store_axes(related.m.of[column], pose.m[column]);
    store_axes(related.t, pose.t);
    store_axes(related.displacement, pose.displacement);
    clear_upper_halves();
    return pose;
}
inline BoxRelation relate_posed_boxes(const Pose& a, const Pose& b, const Aabb& root_a, const Aabb& root_b,
                                      OverlapTest test) {
    const Reals farthest_a = farthest_of(root_a), farthest_b = farthest_of(root_b);
    const BoxRelation relation =
        relate_boxes(relate(a, b, farthest_a, farthest_b), farthest_a, farthest_b, test);
    clear_upper_halves();
    return relation;
}
inline BoxRelation relate_boxes_from_pose(const RelativePose& pose, const glm::dvec3& farthest_a,
                                          const glm::dvec3& farthest_b, OverlapTest test) {
    const BoxRelation relation = relate_boxes({load(pose.m), load_axes(pose.t), load_axes(pose.displacement)},
                                              load_axes(farthest_a), load_axes(farthest_b), test);
    clear_upper_halves();
    return relation;
}
