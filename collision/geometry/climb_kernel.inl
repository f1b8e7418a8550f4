// The kernel of climb_lanes.cpp for one kind of vectors: Reals, kWidth doubles, and its operations are what the including
// namespace says. No header may be included here: it would be compiled for that kind of vectors only.

struct Plane {
    Reals x, y, z, origin;
};

// Which lanes of a star stand above the vertex itself, and which are lower by no more than the slack. Lane 0 is the vertex;
// empty lanes are no numbers, so neither.
struct Above {
    std::uint32_t higher = 0, level = 0;
};

inline Above compare(const Polytope::VertexStar& star, const Plane& plane, double own, double slack) {
    const Reals highest = spread(own), lowest = spread(own - slack);
    Above above;
    for (std::size_t at = 0; at < Polytope::VertexStar::kLanes; at += kWidth) {
        const Reals height = ((plane.x * load(&star.x[at]) + plane.y * load(&star.y[at])) +
                              plane.z * load(&star.z[at])) +
                             plane.origin;
        above.higher |= bits_of(is_greater(height, highest)) << at;
        above.level |= bits_of(at_least(height, lowest)) << at;
    }
    return above;
}

// The highest of the neighbors that the lanes name, the first of equal ones; kNone without any.
struct Neighbor {
    std::uint32_t vertex = kNone;
    double height = 0.0;
};
inline Neighbor find_highest(const Polytope::VertexStar& star, const Heights& heights, std::uint32_t lanes) {
    Neighbor best;
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
        const double height = heights.at(star.x[lane], star.y[lane], star.z[lane]);
        if (best.vertex == kNone || height > best.height) best = {star.neighbor[lane - 1], height};
    }
    return best;
}

inline void climb(const Polytope& polytope, const Heights& heights, double slack, Peak& io_peak,
                  ClimbCounters& io_counters) {
    const Plane plane{spread(heights.x()), spread(heights.y()), spread(heights.z()),
                      spread(heights.origin())};
    const Polytope::VertexStar* const stars = polytope.stars().data();
    std::uint32_t vertex = io_peak.vertex;
    std::uint64_t evaluations = 1, steps = 0;
    for (;;) {
        const Polytope::VertexStar& star = stars[vertex];
        const double own = heights.at(star.x[0], star.y[0], star.z[0]);
        const Above above = compare(star, plane, own, slack);
        Neighbor best = find_highest(star, heights, above.higher);
        bool is_level = above.level > 1;
        if (star.degree > Polytope::VertexStar::kNeighbors) // rare: the others one by one
            for (const std::uint32_t other :
                 polytope.vertex_neighbors(vertex).subspan(Polytope::VertexStar::kNeighbors)) {
                const double height = heights.of(other);
                is_level = is_level || height >= own - slack;
                if (height > own && (best.vertex == kNone || height > best.height)) best = {other, height};
            }
        evaluations += star.degree;
        if (best.vertex == kNone) {
            io_peak.vertex = vertex;
            io_peak.height = own;
            io_peak.is_level = is_level;
            break;
        }
        vertex = best.vertex;
        ++steps;
    }
    io_counters.evaluations += evaluations;
    io_counters.steps += steps;
}
