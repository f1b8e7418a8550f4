// The kernel of obb_gap.cpp for one instruction set. The including namespace defines Lanes (eight floats) and its
// operations. Do not include headers here: they would be compiled for this instruction set only.

struct LaneVector {
    Lanes x, y, z;
};
inline Lanes dot(const LaneVector& a, const LaneVector& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
inline LaneVector load_vector(const std::array<WideObbs::Lanes, 3>& from) {
    return {load_floats(from[0].data()), load_floats(from[1].data()), load_floats(from[2].data())};
}
inline LaneVector broadcast_vector(const std::array<float, 3>& v) {
    return {broadcast(v[0]), broadcast(v[1]), broadcast(v[2])};
}
// The gap of two intervals is the distance of their centers, less the sum of their radii and the error bound. Returns
// its square, or 0 if it is negative.
inline Lanes square_of_gap(const Lanes& distance, const Lanes& radii, const Lanes& error_bound) {
    const Lanes gap = max_with_zero((distance - radii) - error_bound);
    return gap * gap;
}

// Returns the radius of the kept box along the direction.
inline float radius_along(const KeptObb& kept, const GapDirection& direction) {
    float radius = 0.0f;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& axis = kept.axis[i];
        const float cosine = (axis[0] * direction[0] + axis[1] * direction[1]) + axis[2] * direction[2];
        radius += (cosine < 0.0f ? -cosine : cosine) * kept.half[i];
    }
    return radius;
}

inline void bound(const WideObbs& boxes, const KeptObb& kept, const GapDirection& direction, float error_bound_of_all,
                  WideObbs::Lanes& out_squared) {
    const LaneVector center = load_vector(boxes.center), kept_center = broadcast_vector(kept.center);
    const LaneVector between{center.x - kept_center.x, center.y - kept_center.y, center.z - kept_center.z};
    const Lanes error_bound = broadcast(error_bound_of_all);
    LaneVector axis[3];
    Lanes half[3], radii[3];
    for (std::size_t j = 0; j < 3; ++j) {
        axis[j] = load_vector(boxes.axis[j]);
        half[j] = radii[j] = load_floats(boxes.half[j].data());
    }

    Lanes squared = broadcast(0.0f); // by the axes of the kept box
    for (std::size_t i = 0; i < 3; ++i) {
        const LaneVector n = broadcast_vector(kept.axis[i]);
        const Lanes half_of_kept = broadcast(kept.half[i]);
        Lanes sum = half_of_kept;
        for (std::size_t j = 0; j < 3; ++j) {
            const Lanes cosine = abs(dot(n, axis[j]));
            sum = sum + cosine * half[j];
            radii[j] = radii[j] + cosine * half_of_kept;
        }
        squared = squared + square_of_gap(abs(dot(n, between)), sum, error_bound);
    }
    Lanes squared_by_lanes = broadcast(0.0f); // by the axes of the boxes in the lanes
    for (std::size_t j = 0; j < 3; ++j)
        squared_by_lanes = squared_by_lanes + square_of_gap(abs(dot(axis[j], between)), radii[j], error_bound);

    const LaneVector n = broadcast_vector(direction);
    const float radius_of_kept = radius_along(kept, direction);
    Lanes sum = broadcast(radius_of_kept);
    for (std::size_t j = 0; j < 3; ++j) sum = sum + abs(dot(n, axis[j])) * half[j];
    const Lanes squared_along = square_of_gap(abs(dot(n, between)), sum, error_bound);

    store_floats(max_of(max_of(squared, squared_by_lanes), squared_along), out_squared.data());
}

// bound() for axis-aligned boxes: their axes are the axes of the frame.
inline void bound_aligned(const WideBoxes& boxes, const KeptObb& kept, const GapDirection& direction, float error_bound_of_all,
                          WideObbs::Lanes& out_squared) {
    const Lanes error_bound = broadcast(error_bound_of_all), one_half = broadcast(0.5f);
    Lanes between[3], half[3];
    Lanes squared_by_lanes = broadcast(0.0f);
    for (std::size_t j = 0; j < 3; ++j) {
        const Lanes origin = broadcast(boxes.origin[j]), step = broadcast(boxes.step[j]);
        const Lanes lower = origin + load_bytes(boxes.lower[j].data()) * step;
        const Lanes upper = origin + load_bytes(boxes.upper[j].data()) * step;
        between[j] = (lower + upper) * one_half - broadcast(kept.center[j]);
        half[j] = (upper - lower) * one_half;
        float radius_of_kept = 0.0f;
        for (std::size_t i = 0; i < 3; ++i) {
            const float cosine = kept.axis[i][j];
            radius_of_kept += (cosine < 0.0f ? -cosine : cosine) * kept.half[i];
        }
        squared_by_lanes =
            squared_by_lanes + square_of_gap(abs(between[j]), half[j] + broadcast(radius_of_kept), error_bound);
    }
    const auto square_along = [&](const std::array<float, 3>& n, float radius_of_kept) {
        const Lanes x = broadcast(n[0]), y = broadcast(n[1]), z = broadcast(n[2]);
        const Lanes distance = abs((x * between[0] + y * between[1]) + z * between[2]);
        const Lanes radius = (abs(x) * half[0] + abs(y) * half[1]) + abs(z) * half[2];
        return square_of_gap(distance, radius + broadcast(radius_of_kept), error_bound);
    };
    Lanes squared = broadcast(0.0f);
    for (std::size_t i = 0; i < 3; ++i) squared = squared + square_along(kept.axis[i], kept.half[i]);
    const Lanes squared_along = square_along(direction, radius_along(kept, direction));
    store_floats(max_of(max_of(squared, squared_by_lanes), squared_along), out_squared.data());
}
