// The kernel of obb_lanes.cpp for one instruction set. The including namespace defines Reals (kWidth doubles) and its
// operations. Do not include headers here: they would be compiled for this instruction set only. It performs the
// operations of obb.cpp, axes.hpp and principal_axes.cpp, in the same order.

struct Vector {
    Reals x, y, z;
};
inline Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(Reals s, const Vector& v) {
    return {s * v.x, s * v.y, s * v.z};
}
inline Vector operator/(const Vector& v, Reals s) {
    return {v.x / s, v.y / s, v.z / s};
}
inline Reals dot(const Vector& a, const Vector& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
inline Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}
inline Vector choose(Mask mask, const Vector& yes, const Vector& no) {
    return {choose(mask, yes.x, no.x), choose(mask, yes.y, no.y), choose(mask, yes.z, no.z)};
}
inline Vector min_of(const Vector& a, const Vector& b) {
    return {min_of(a.x, b.x), min_of(a.y, b.y), min_of(a.z, b.z)};
}
inline Vector max_of(const Vector& a, const Vector& b) {
    return {max_of(a.x, b.x), max_of(a.y, b.y), max_of(a.z, b.z)};
}
inline Vector magnitude(const Vector& v) {
    return {magnitude(v.x), magnitude(v.y), magnitude(v.z)};
}

struct Quaternion {
    Reals w, x, y, z;
};
inline Quaternion choose(Mask mask, const Quaternion& yes, const Quaternion& no) {
    return {choose(mask, yes.w, no.w), choose(mask, yes.x, no.x), choose(mask, yes.y, no.y),
            choose(mask, yes.z, no.z)};
}

struct Matrix {
    Vector x, y, z; // columns
};
inline Vector rotate_into(const Matrix& m, const Vector& v) {
    return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}
inline Vector operator*(const Matrix& m, const Vector& v) {
    return {(m.x.x * v.x + m.y.x * v.y) + m.z.x * v.z, (m.x.y * v.x + m.y.y * v.y) + m.z.y * v.z,
            (m.x.z * v.x + m.y.z * v.y) + m.z.z * v.z};
}

inline Matrix matrix_of(const Quaternion& q) {
    const Reals one = broadcast(1.0);
    const Reals twice = broadcast(2.0) / ((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
    const Reals tx = twice * q.x, ty = twice * q.y, tw = twice * q.w;
    const Reals xx = tx * q.x, yy = ty * q.y, zz = twice * q.z * q.z;
    const Reals xy = tx * q.y, xz = tx * q.z, yz = ty * q.z;
    const Reals wx = tw * q.x, wy = tw * q.y, wz = tw * q.z;
    return {{one - (yy + zz), xy + wz, xz - wy},
            {xy - wz, one - (xx + zz), yz + wx},
            {xz + wy, yz - wx, one - (xx + yy)}};
}

// Returns the same as glm::quat_cast, rounded to floats.
inline Quaternion quaternion_of(const Matrix& m) {
    const Reals four_x = (m.x.x - m.y.y) - m.z.z, four_y = (m.y.y - m.x.x) - m.z.z,
                four_z = (m.z.z - m.x.x) - m.y.y, four_w = (m.x.x + m.y.y) + m.z.z;
    const Mask is_x = is_greater(four_x, four_w);
    const Reals w_or_x = choose(is_x, four_x, four_w);
    const Mask is_y = is_greater(four_y, w_or_x);
    const Reals w_x_or_y = choose(is_y, four_y, w_or_x);
    const Mask is_z = is_greater(four_z, w_x_or_y);
    const Reals largest = root(choose(is_z, four_z, w_x_or_y) + broadcast(1.0)) * broadcast(0.5);
    const Reals scale = broadcast(0.25) / largest;
    const Reals yz_minus = (m.y.z - m.z.y) * scale, zx_minus = (m.z.x - m.x.z) * scale,
                xy_minus = (m.x.y - m.y.x) * scale;
    const Reals yz_plus = (m.y.z + m.z.y) * scale, zx_plus = (m.z.x + m.x.z) * scale,
                xy_plus = (m.x.y + m.y.x) * scale;
    Quaternion q{largest, yz_minus, zx_minus, xy_minus};
    q = choose(is_x, {yz_minus, largest, xy_plus, zx_plus}, q);
    q = choose(is_y, {zx_minus, xy_plus, largest, yz_plus}, q);
    q = choose(is_z, {xy_minus, zx_plus, yz_plus, largest}, q);
    return {nearest(q.w), nearest(q.x), nearest(q.y), nearest(q.z)};
}

struct Extent {
    Vector lower, upper;
};
inline Reals magnitude_of(const Extent& extent) {
    const Vector m = max_of(magnitude(extent.lower), magnitude(extent.upper));
    return max_of(m.x, max_of(m.y, m.z));
}

struct Box {
    Vector center, half;
    Quaternion axes;
};

inline Reals padded_up(Reals value, Reals magnitude) {
    return nearest_above(value + broadcast(0x1p-46) * (value + magnitude));
}
inline Box box_around(const Extent& extent, const Quaternion& axes, const Matrix& columns, Reals magnitude) {
    const Vector middle = columns * (broadcast(0.5) * (extent.lower + extent.upper));
    Box box{{nearest(middle.x), nearest(middle.y), nearest(middle.z)}, {}, axes};
    const Vector center = rotate_into(columns, box.center), zero{broadcast(0.0), broadcast(0.0), broadcast(0.0)};
    const Vector half = max_of(max_of(extent.upper - center, center - extent.lower), zero);
    box.half = {padded_up(half.x, magnitude), padded_up(half.y, magnitude), padded_up(half.z, magnitude)};
    return box;
}

// A product or sum of two floats is so accurate in double that rounding it to float gives the result of float
// arithmetic.
inline Reals float_volume(const Vector& half) {
    return nearest(nearest(broadcast(8.0) * half.x * half.y) * half.z);
}
inline Reals float_area(const Vector& h) {
    return nearest(nearest(nearest(h.x * h.y) + nearest(h.y * h.z)) + nearest(h.z * h.x));
}
inline Mask is_smaller(Reals volume_a, Reals area_a, Reals volume_b, Reals area_b) {
    return is_greater(volume_b, volume_a) |
           (at_least(volume_b, volume_a) & at_least(volume_a, volume_b) & is_greater(area_b, area_a));
}

inline Box load(const ObbLanes& boxes, std::size_t first) {
    return {{load(&boxes.center[0][first]), load(&boxes.center[1][first]), load(&boxes.center[2][first])},
            {load(&boxes.half[0][first]), load(&boxes.half[1][first]), load(&boxes.half[2][first])},
            {load(&boxes.axes[0][first]), load(&boxes.axes[1][first]), load(&boxes.axes[2][first]),
             load(&boxes.axes[3][first])}};
}
inline void store(const Box& box, std::size_t first, ObbLanes& out) {
    store(box.center.x, &out.center[0][first]);
    store(box.center.y, &out.center[1][first]);
    store(box.center.z, &out.center[2][first]);
    store(box.half.x, &out.half[0][first]);
    store(box.half.y, &out.half[1][first]);
    store(box.half.z, &out.half[2][first]);
    store(box.axes.w, &out.axes[0][first]);
    store(box.axes.x, &out.axes[1][first]);
    store(box.axes.y, &out.axes[2][first]);
    store(box.axes.z, &out.axes[3][first]);
}

inline Box merge_along(const Quaternion& axes, const Matrix& columns, const Box& a, const Vector& reach_of_a,
                       const Box& b, const Vector& reach_of_b) {
    const Vector center_a = rotate_into(columns, a.center), center_b = rotate_into(columns, b.center);
    const Extent extent{min_of(center_a - reach_of_a, center_b - reach_of_b),
                        max_of(center_a + reach_of_a, center_b + reach_of_b)};
    return box_around(extent, axes, columns, magnitude_of(extent));
}

inline void merge_some(const ObbLanes& boxes_a, const ObbLanes& boxes_b, std::size_t first, ObbLanes& out) {
    const Box a = load(boxes_a, first), b = load(boxes_b, first);
    const Matrix columns_a = matrix_of(a.axes), columns_b = matrix_of(b.axes);
    const Matrix a_from_b{magnitude(rotate_into(columns_a, columns_b.x)),
                          magnitude(rotate_into(columns_a, columns_b.y)),
                          magnitude(rotate_into(columns_a, columns_b.z))};
    const Box along_a = merge_along(a.axes, columns_a, a, a.half, b, a_from_b * b.half);
    const Box along_b = merge_along(b.axes, columns_b, a, rotate_into(a_from_b, a.half), b, b.half);
    const Mask is_b = is_smaller(float_volume(along_b.half), float_area(along_b.half),
                                 float_volume(along_a.half), float_area(along_a.half));
    store({choose(is_b, along_b.center, along_a.center), choose(is_b, along_b.half, along_a.half),
           choose(is_b, along_b.axes, along_a.axes)},
          first, out);
}

inline void merge(const ObbLanes& a, const ObbLanes& b, ObbLanes& out) {
    for (std::size_t first = 0; first < ObbLanes::kLanes; first += kWidth) merge_some(a, b, first, out);
}

// Columns as in axes_of_triangle; is_regular is false in lanes where a triangle has almost no area.
struct TriangleFrame {
    Matrix columns;
    Mask is_regular;
};
inline TriangleFrame frame_of(const Vector& p, const Vector& q, const Vector& r) {
    const Vector pq = q - p, qr = r - q, rp = p - r;
    const Reals pq_2 = dot(pq, pq), qr_2 = dot(qr, qr), rp_2 = dot(rp, rp);
    const Mask is_qr = is_greater(qr_2, pq_2);
    const Mask is_rp = is_greater(rp_2, choose(is_qr, qr_2, pq_2));
    const Vector edge = choose(is_rp, rp, choose(is_qr, qr, pq));
    const Reals length = root(dot(edge, edge));
    const Vector along = edge / length;
    Vector normal = cross(pq, r - p);
    normal = normal -
             Vector{along.x * dot(along, normal), along.y * dot(along, normal), along.z * dot(along, normal)};
    const Reals size = root(dot(normal, normal));
    const Mask is_regular =
        is_greater(length, broadcast(0.0)) & is_greater(size, broadcast(1e-12) * length * length);
    normal = normal / size;
    return {{along, cross(normal, along), normal}, is_regular};
}

inline std::uint32_t fit_some(const TriangleLanes::Side& corners, std::size_t first, ObbLanes& out) {
    const auto corner = [&](std::size_t k) -> Vector {
        return {load(&corners[k][0][first]), load(&corners[k][1][first]), load(&corners[k][2][first])};
    };
    const Vector p = corner(0), q = corner(1), r = corner(2);
    const TriangleFrame frame = frame_of(p, q, r);
    const Quaternion axes = quaternion_of(frame.columns);
    const Matrix columns = matrix_of(axes);
    const Vector p_t = rotate_into(columns, p), q_t = rotate_into(columns, q), r_t = rotate_into(columns, r);
    const Extent rotated{min_of(min_of(p_t, q_t), r_t), max_of(max_of(p_t, q_t), r_t)};
    const Extent aligned{min_of(min_of(p, q), r), max_of(max_of(p, q), r)};
    const Vector s = rotated.upper - rotated.lower, t = aligned.upper - aligned.lower;
    const Mask is_rotated = is_smaller(s.x * s.y * s.z, (s.x * s.y + s.y * s.z) + s.z * s.x, t.x * t.y * t.z,
                                       (t.x * t.y + t.y * t.z) + t.z * t.x);
    const Reals zero = broadcast(0.0), one = broadcast(1.0);
    const Matrix kept{choose(is_rotated, columns.x, {one, zero, zero}),
                      choose(is_rotated, columns.y, {zero, one, zero}),
                      choose(is_rotated, columns.z, {zero, zero, one})};
    store(box_around({choose(is_rotated, rotated.lower, aligned.lower),
                      choose(is_rotated, rotated.upper, aligned.upper)},
                     choose(is_rotated, axes, {one, zero, zero, zero}), kept,
                     choose(is_rotated, magnitude_of(rotated), zero)),
          first, out);
    return bits_of(frame.is_regular);
}

inline std::uint32_t fit(const TriangleLanes::Side& corners, ObbLanes& out) {
    std::uint32_t regular = 0;
    for (std::size_t first = 0; first < ObbLanes::kLanes; first += kWidth)
        regular |= fit_some(corners, first, out) << first;
    return ~regular & 255u;
}
