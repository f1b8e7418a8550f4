// The kernel of triangle_planes.cpp for one instruction set. The including namespace defines Lanes (four floats; those
// four twice; or those eight for each of two pairs of leaves) and its operations. Do not include headers here: they
// would be compiled for this instruction set only.

// The including namespace defines these functions after it has included this file.
struct Points;
inline Points gather(const TriangleRelation& relation, const Corners& of_a, const Corners& of_b);
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r);
inline std::uint32_t find_separated(const TriangleRelation& relation, const MeshView& mesh_a,
                                const MeshView& mesh_b, const TrianglePairs2x2& leaves);

// One point of each triangle. Lanes 0 and 2: the first and second triangle of A; lanes 1 and 3: the first and second of
// B.
struct Points {
    Lanes x, y, z;
};
inline Points operator-(const Points& p, const Points& q) {
    return {p.x - q.x, p.y - q.y, p.z - q.z};
}
inline Lanes dot(const Points& p, const Points& q) {
    return (p.x * q.x + p.y * q.y) + p.z * q.z;
}
inline Points cross(const Points& p, const Points& q) {
    return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

// Returns the distance from a triangle's plane, along its normal, beyond which another triangle is disjoint.
inline Lanes find_reach(const TriangleRelation& relation, const Points& normal, const Points& edge,
                        const Points& side) {
    const Lanes error_bound =
        ((abs(normal.x) * broadcast(relation.twice_error_bound(0)) +
          abs(normal.y) * broadcast(relation.twice_error_bound(1))) +
         abs(normal.z) * broadcast(relation.twice_error_bound(2))) +
        broadcast(TriangleRelation::kTiny);
    return (abs(dot(normal, edge)) + abs(dot(normal, side))) + error_bound;
}

// Finds whether all corners lie on one side of each plane and beyond its reach. A normal and an origin define a plane.
// Stores references because compilers copy structs of vectors through memory.
class Sides {
  public:
    Sides(const Points& normal, const Points& origin, const Lanes& reach)
        : normal_(normal)
        , origin_(origin)
        , reach_(reach) {}
    void add(const Points& corners) {
        const Lanes height = dot(normal_, corners - origin_);
        const Lanes largest = broadcast(TriangleRelation::kLargest), lowest = broadcast(-TriangleRelation::kLargest);
        above_ = above_ & is_greater(height, reach_) & is_greater(largest, height);
        below_ = below_ & is_greater(broadcast(0.0f) - reach_, height) & is_greater(height, lowest);
    }
    std::uint32_t bits() const { return bits_of(above_ | below_); }

  private:
    const Points &normal_, &origin_;
    const Lanes& reach_;
    Verdicts above_ = all_lanes(), below_ = all_lanes();
};

// Tests the corners p, q and r. pick() selects the corners that are tested against each plane.
template <class Pick>
[[gnu::always_inline]] inline std::uint32_t find_sides_by(const Pick& pick, const Points& normal,
                                                          const Lanes& reach, const Points& p,
                                                          const Points& q, const Points& r) {
    Sides sides(normal, p, reach);
    sides.add(pick(p));
    sides.add(pick(q));
    sides.add(pick(r));
    return sides.bits();
}

// Combines the eight side bits of one pair of leaves into one bit for each of its four pairs of triangles. In each pair
// of names, the first is the triangle that defines the plane. The low four bits are a0 b0, b0 a0, a1 b0, b1 a0, the
// high four bits are a0 b1, b0 a1, a1 b1, b1 a1.
inline std::uint32_t join_sides(std::uint32_t found) {
    const auto is_any = [found](std::uint32_t of) { return static_cast<std::uint32_t>((found & of) != 0); };
    return is_any(0x03u) | is_any(0x18u) << 1 | is_any(0x24u) << 2 | is_any(0xC0u) << 3;
}

// Returns the side bits of kAtOnce pairs of leaves: eight bits per pair, in the order that join_sides() states.
[[gnu::always_inline]] inline std::uint32_t find_sides_of(const TriangleRelation& relation,
                                                          const MeshView& mesh_a, const MeshView& mesh_b,
                                                          const TrianglePairs2x2* leaves) {
    const auto gather_corners = [&](std::size_t k) {
        return gather(relation, {mesh_a, leaves, &TrianglePairs2x2::a, k}, {mesh_b, leaves, &TrianglePairs2x2::b, k});
    };
    const Points p = gather_corners(0), q = gather_corners(1), r = gather_corners(2);
    const Points edge = q - p, normal = cross(edge, r - q);
    return find_sides(normal, find_reach(relation, normal, edge, r - p), p, q, r);
}

inline void find_all_separated(const TriangleRelation& relation, const MeshView& mesh_a, const MeshView& mesh_b,
                               std::span<const TrianglePairs2x2> all, std::uint32_t* out_separated) {
    std::size_t i = 0;
    for (; i + kAtOnce <= all.size(); i += kAtOnce) {
        const std::uint32_t found = find_sides_of(relation, mesh_a, mesh_b, &all[i]);
        for (std::size_t k = 0; k < kAtOnce; ++k) out_separated[i + k] = join_sides(found >> (8 * k) & 255u);
    }
    for (; i < all.size(); ++i) out_separated[i] = find_separated(relation, mesh_a, mesh_b, all[i]);
}
