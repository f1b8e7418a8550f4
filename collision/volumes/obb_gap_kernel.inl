// The kernel of obb_gap.cpp for one kind of vectors: Lanes, eight floats, and their operations are what the including
// namespace says. No header may be included here: it would be compiled for that kind of vectors only.

struct LaneVector {
    Lanes x, y, z;
};
inline Lanes dot(const LaneVector& a, const LaneVector& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
inline LaneVector load_vector(const std::array<WideObbs::Lanes, 3>& from) {
    return {load_floats(from[0].data()), load_floats(from[1].data()), load_floats(from[2].data())};
}
inline LaneVector spread_vector(const std::array<float, 3>& v) {
    return {spread(v[0]), spread(v[1]), spread(v[2])};
}
// Of what lies `distance` from each other with radii that sum to `radii`, less the slack; 0 if they overlap.
inline Lanes square_of_gap(const Lanes& distance, const Lanes& radii, const Lanes& slack) {
    const Lanes gap = max_with_zero((distance - radii) - slack);
    return gap * gap;
}

inline void bound(const WideObbs& boxes, const KeptObb& kept, const GapDirection& direction, float slack_of_all,
                  WideObbs::Lanes& out_squared) {
    const LaneVector center = load_vector(boxes.center), kept_center = spread_vector(kept.center);
    const LaneVector between{center.x - kept_center.x, center.y - kept_center.y, center.z - kept_center.z};
    const Lanes slack = spread(slack_of_all);
    LaneVector axis[3];
    Lanes half[3], radii[3];
    for (std::size_t j = 0; j < 3; ++j) {
        axis[j] = load_vector(boxes.axis[j]);
        half[j] = radii[j] = load_floats(boxes.half[j].data());
    }

    Lanes squared = spread(0.0f); // by the axes of the kept box
    for (std::size_t i = 0; i < 3; ++i) {
        const LaneVector n = spread_vector(kept.axis[i]);
        const Lanes half_of_kept = spread(kept.half[i]);
        Lanes sum = half_of_kept;
        for (std::size_t j = 0; j < 3; ++j) {
            const Lanes cosine = abs(dot(n, axis[j]));
            sum = sum + cosine * half[j];
            radii[j] = radii[j] + cosine * half_of_kept;
        }
        squared = squared + square_of_gap(abs(dot(n, between)), sum, slack);
    }
    Lanes squared_by_lanes = spread(0.0f); // by the axes of the others
    for (std::size_t j = 0; j < 3; ++j)
        squared_by_lanes = squared_by_lanes + square_of_gap(abs(dot(axis[j], between)), radii[j], slack);

    const LaneVector n = spread_vector(direction);
    float radius_of_kept = 0.0f;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& axis_of_kept = kept.axis[i];
        const float cosine =
            (axis_of_kept[0] * direction[0] + axis_of_kept[1] * direction[1]) + axis_of_kept[2] * direction[2];
        radius_of_kept += (cosine < 0.0f ? -cosine : cosine) * kept.half[i];
    }
    Lanes sum = spread(radius_of_kept);
    for (std::size_t j = 0; j < 3; ++j) sum = sum + abs(dot(n, axis[j])) * half[j];
    const Lanes squared_along = square_of_gap(abs(dot(n, between)), sum, slack);

    store_floats(max_of(max_of(squared, squared_by_lanes), squared_along), out_squared.data());
}
