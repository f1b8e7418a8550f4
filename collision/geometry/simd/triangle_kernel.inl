// The kernel of triangle_lanes.cpp for one instruction set. The including namespace defines Reals (kWidth doubles) and
// its operations. Do not include headers here: they would be compiled for this instruction set only.

struct Point {
    Reals x, y, z;
};
inline Point operator-(const Point& a, const Point& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Point choose(Mask mask, const Point& yes, const Point& no) {
    return {choose(mask, yes.x, no.x), choose(mask, yes.y, no.y), choose(mask, yes.z, no.z)};
}
inline Point min_of(const Point& a, const Point& b) {
    return {min_of(a.x, b.x), min_of(a.y, b.y), min_of(a.z, b.z)};
}
inline Point max_of(const Point& a, const Point& b) {
    return {max_of(a.x, b.x), max_of(a.y, b.y), max_of(a.z, b.z)};
}
inline Reals dot(const Point& a, const Point& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
inline Point cross(const Point& a, const Point& b) {
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}
inline Reals orient(const Point& a, const Point& b, const Point& c, const Point& d) {
    return dot(d - a, cross(b - a, c - a));
}

// Performs the operations of Pose's operator*.
inline Reals place(const Pose& pose, int row, const Point& p) {
    const glm::dmat3& m = pose.linear;
    return ((broadcast(m[0][row]) * p.x + broadcast(m[1][row]) * p.y) + broadcast(m[2][row]) * p.z) +
           broadcast(pose.origin[row]);
}
struct Corners {
    Point at[3];
};
inline Corners place(const Pose& pose, const std::array<std::array<TriangleLanes::Column, 3>, 3>& columns,
                     std::size_t first) {
    Corners placed;
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        const Point p{load(&columns[vertex][0][first]), load(&columns[vertex][1][first]),
                      load(&columns[vertex][2][first])};
        placed.at[vertex] = {place(pose, 0, p), place(pose, 1, p), place(pose, 2, p)};
    }
    return placed;
}

struct Sides {
    Mask is_above[3]; // certified
    Mask is_one_sided, is_known;
};
inline Sides find_sides(const Corners& plane, const Corners& triangle, Reals bound) {
    const Reals below = broadcast(0.0) - bound;
    const Point normal = cross(plane.at[1] - plane.at[0], plane.at[2] - plane.at[0]);
    Sides sides;
    Mask is_below[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const Reals height = dot(triangle.at[k] - plane.at[0], normal);
        sides.is_above[k] = is_greater(height, bound);
        is_below[k] = is_greater(below, height);
    }
    sides.is_one_sided = (sides.is_above[0] & sides.is_above[1] & sides.is_above[2]) |
                         (is_below[0] & is_below[1] & is_below[2]);
    sides.is_known = (sides.is_above[0] | is_below[0]) & (sides.is_above[1] | is_below[1]) &
                     (sides.is_above[2] | is_below[2]);
    return sides;
}

// The corners in cyclic order, starting with the vertex that is alone on its side of the plane. is_above is true if
// that side is above. Requires that all sides are known and that both sides occur.
struct Rotated {
    Point p, q, r;
    Mask is_above;
};
inline Rotated rotate(const Corners& t, const Sides& sides) {
    const Mask* const above = sides.is_above;
    const Mask is_first = same(above[1], above[2]), is_second = same(above[0], above[2]);
    return {choose(is_first, t.at[0], choose(is_second, t.at[1], t.at[2])),
            choose(is_first, t.at[1], choose(is_second, t.at[2], t.at[0])),
            choose(is_first, t.at[2], choose(is_second, t.at[0], t.at[1])),
            (is_first & above[0]) | and_not((is_second & above[1]) | and_not(above[2], is_second), is_first)};
}

inline void decide_some(const TriangleLanes& lanes, const Pose& world_from_a, const Pose& world_from_b,
                        std::size_t first, LaneVerdicts& io_verdicts) {
    const Corners a = place(world_from_a, lanes.at[0], first), b = place(world_from_b, lanes.at[1], first);
    const Point lower_a = min_of(min_of(a.at[0], a.at[1]), a.at[2]),
                upper_a = max_of(max_of(a.at[0], a.at[1]), a.at[2]);
    const Point lower_b = min_of(min_of(b.at[0], b.at[1]), b.at[2]),
                upper_b = max_of(max_of(b.at[0], b.at[1]), b.at[2]);
    Mask disjoint = is_greater(lower_a.x, upper_b.x) | is_greater(lower_b.x, upper_a.x) |
                    is_greater(lower_a.y, upper_b.y) | is_greater(lower_b.y, upper_a.y) |
                    is_greater(lower_a.z, upper_b.z) | is_greater(lower_b.z, upper_a.z);

    const Point extents = max_of(upper_a, upper_b) - min_of(lower_a, lower_b);
    const Reals smallest = min_of(min_of(extents.x, extents.y), extents.z),
                largest = max_of(max_of(extents.x, extents.y), extents.z);
    const Mask is_in_range = at_least(smallest, broadcast(kMinExtent)) & at_least(broadcast(kMaxExtent), largest);
    const Reals bound =
        choose(is_in_range, broadcast(kError) * extents.x * extents.y * extents.z, broadcast(kInfinity));

    const Sides sides_a = find_sides(b, a, bound);
    disjoint = disjoint | sides_a.is_one_sided;
    const Sides sides_b = find_sides(a, b, bound);
    disjoint = disjoint | sides_b.is_one_sided;
    const std::uint32_t open = bits_of(sides_a.is_known & sides_b.is_known) & ~bits_of(disjoint);
    io_verdicts.disjoint |= bits_of(disjoint) << first;
    if (open == 0) return;

    const Rotated rotated_a = rotate(a, sides_a), rotated_b = rotate(b, sides_b);
    const Point q_b = choose(rotated_a.is_above, rotated_b.q, rotated_b.r),
                r_b = choose(rotated_a.is_above, rotated_b.r, rotated_b.q);
    const Point q_a = choose(rotated_b.is_above, rotated_a.q, rotated_a.r),
                r_a = choose(rotated_b.is_above, rotated_a.r, rotated_a.q);
    const Reals first_end = orient(rotated_a.p, q_a, rotated_b.p, q_b),
                second_end = orient(rotated_a.p, r_a, r_b, rotated_b.p);
    const Reals below = broadcast(0.0) - bound;
    // As in classify_triangles, the second end is used only if the sign of the first end is known.
    const Mask is_first_inside = is_greater(below, first_end);
    const Mask is_outside = is_greater(first_end, bound) | (is_first_inside & is_greater(second_end, bound));
    const std::uint32_t outside = bits_of(is_outside),
                        inside = bits_of(is_first_inside & is_greater(below, second_end));
    io_verdicts.disjoint |= (open & outside) << first;
    io_verdicts.intersect |= (open & inside) << first;
}

inline LaneVerdicts decide(const TriangleLanes& lanes, const Pose& world_from_a, const Pose& world_from_b) {
    LaneVerdicts verdicts;
    for (std::size_t first = 0; first < TriangleLanes::kLanes; first += kWidth)
        decide_some(lanes, world_from_a, world_from_b, first, verdicts);
    return verdicts;
}
