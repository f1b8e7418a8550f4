// The kernel of hill_climb.cpp for one instruction set. The including namespace defines Reals (kWidth doubles) and its
// operations. Do not include headers here: they would be compiled for this instruction set only.

// The heights of a star: lane 0 is the vertex, the other lanes are its neighbors. Empty lanes are NaN and count neither
// as higher nor as level.
struct StarHeights {
    static constexpr std::size_t kVectors = Polytope::VertexStar::kLanes / kWidth;
    double own = 0.0;
    double highest = 0.0;    // of the neighbors above the vertex; minus infinity if there is none
    std::uint32_t lane = 1;  // the first lane with that height; any lane if there is none
    std::uint32_t level = 0; // bit mask of the lanes with a height of at least own - error_bound
};

// Has no branches because it is unpredictable whether a neighbor is higher, and which one.
inline StarHeights measure(const Polytope::VertexStar& star, const DirectionalProjection& plane, double error_bound) {
    StarHeights found;
    found.own = plane.at(star.x[0], star.y[0], star.z[0]);
    const Reals x = broadcast(plane.x()), y = broadcast(plane.y()), z = broadcast(plane.z()),
                origin = broadcast(plane.origin());
    const Reals own = broadcast(found.own), lowest = broadcast(found.own - error_bound),
                none = broadcast(-std::numeric_limits<double>::infinity());
    Reals higher[StarHeights::kVectors], top = none;
    for (std::size_t k = 0; k < StarHeights::kVectors; ++k) {
        const std::size_t at = k * kWidth;
        const Reals height = ((x * load(&star.x[at]) + y * load(&star.y[at])) + z * load(&star.z[at])) + origin;
        higher[k] = choose(is_greater(height, own), height, none);
        top = max_of(top, higher[k]);
        found.level |= bits_of(at_least(height, lowest)) << at;
    }
    found.highest = max_lane(top);
    std::uint32_t lanes = 0;
    for (std::size_t k = 0; k < StarHeights::kVectors; ++k)
        lanes |= bits_of(at_least(higher[k], broadcast(found.highest))) << (k * kWidth);
    found.lane = static_cast<std::uint32_t>(std::countr_zero(lanes & ~1u)); // any lane if no neighbor is higher
    return found;
}

// Processes one star. Returns false if the vertex is the peak.
inline bool try_step(HillClimb& io_climb, ClimbCounters& io_counters) {
    const Polytope::VertexStar& star = io_climb.stars[io_climb.star];
    const StarHeights found = measure(star, io_climb.heights, io_climb.error_bound);
    SupportVertex& peak = io_climb.peak;
    const bool is_better = found.highest > io_climb.best.height;
    const std::uint32_t better = star.neighbor[found.lane - 1];
    const std::uint32_t best = is_better ? better : io_climb.best.vertex;
    const double best_height = is_better ? found.highest : io_climb.best.height;
    const bool has_level_neighbor = io_climb.best.has_level_neighbor | (found.level > 1);

    const bool has_next_star = !star.is_last();
    const bool moves = !has_next_star & (best != kNone);
    io_counters.evaluations += star.neighbor_count();
    io_counters.steps += moves;
    peak.vertex = moves ? best : peak.vertex;
    peak.height = found.own;
    peak.has_level_neighbor = has_level_neighbor;
    io_climb.star = has_next_star ? star.neighbor.back() : peak.vertex;
    io_climb.best.vertex = moves ? kNone : best;
    io_climb.best.height = moves ? -std::numeric_limits<double>::infinity() : best_height;
    io_climb.best.has_level_neighbor = has_level_neighbor & !moves;
    prefetch(std::span(io_climb.stars + io_climb.star, 1));
    return has_next_star | moves;
}

inline void climb(std::span<HillClimb> io_climbs, ClimbCounters& io_counters) {
    ClimbCounters counters{.evaluations = io_climbs.size()};
    std::uint64_t open = 0; // bit i: climb i is unfinished
    for (std::size_t i = 0; i < io_climbs.size(); ++i)
        open |= std::uint64_t{try_step(io_climbs[i], counters)} << i;
    while (open != 0)
        for (std::uint64_t pending = open; pending != 0; pending &= pending - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(pending));
            open &= ~(std::uint64_t{!try_step(io_climbs[i], counters)} << i);
        }
    io_counters.evaluations += counters.evaluations;
    io_counters.steps += counters.steps;
}

// Returns the first vertex whose height, times `sign`, is at least `value`.
template <std::size_t kVectors>
inline std::uint32_t first_at_least(const Reals (&heights)[kVectors], Reals sign, double value) {
    std::uint64_t reach = 0;
    for (std::size_t k = 0; k < kVectors; ++k)
        reach |= std::uint64_t{bits_of(at_least(sign * heights[k], broadcast(value)))} << (k * kWidth);
    return static_cast<std::uint32_t>(std::countr_zero(reach));
}

template <std::size_t kBlocks>
inline CoordinateBounds scan_blocks(const Polytope::VertexBlock* blocks, const Pose& world_from_body,
                                    ExtremalVertices& out) {
    constexpr std::size_t kLanes = Polytope::VertexBlock::kLanes, kVectors = kBlocks * kLanes / kWidth;
    const glm::dmat3& linear = world_from_body.linear;
    CoordinateBounds bounds;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const Reals x = broadcast(linear[0][axis]), y = broadcast(linear[1][axis]), z = broadcast(linear[2][axis]),
                    origin = broadcast(world_from_body.origin[axis]);
        Reals heights[kVectors];
        Reals lowest = broadcast(std::numeric_limits<double>::infinity()), top = broadcast(0.0) - lowest;
        for (std::size_t k = 0; k < kVectors; ++k) {
            const Polytope::VertexBlock& block = blocks[k * kWidth / kLanes];
            const std::size_t at = k * kWidth % kLanes;
            heights[k] = ((x * load(&block.x[at]) + y * load(&block.y[at])) + z * load(&block.z[at])) + origin;
            lowest = min_of(lowest, heights[k]);
            top = max_of(top, heights[k]);
        }
        const double down = max_lane(broadcast(0.0) - lowest), up = max_lane(top);
        bounds.lower[axis] = 0.0 - down;
        bounds.upper[axis] = up;
        const auto side = static_cast<std::size_t>(2 * axis);
        out.vertex[side] = first_at_least(heights, broadcast(-1.0), down);
        out.vertex[side + 1] = first_at_least(heights, broadcast(1.0), up);
    }
    return bounds;
}

inline CoordinateBounds scan(std::span<const Polytope::VertexBlock> blocks, const Pose& world_from_body,
                             ExtremalVertices& out) {
    static_assert(Polytope::kMaxBlocks == 6);
    switch (blocks.size()) {
    case 1:
        return scan_blocks<1>(blocks.data(), world_from_body, out);
    case 2:
        return scan_blocks<2>(blocks.data(), world_from_body, out);
    case 3:
        return scan_blocks<3>(blocks.data(), world_from_body, out);
    case 4:
        return scan_blocks<4>(blocks.data(), world_from_body, out);
    case 5:
        return scan_blocks<5>(blocks.data(), world_from_body, out);
    default:
        return scan_blocks<6>(blocks.data(), world_from_body, out);
    }
}
