// The kernel of distance_keys.cpp for one instruction set. The including namespace defines Lanes (eight floats) and its
// operations. Do not include headers here: they would be compiled for this instruction set only.

struct Centers {
    Lanes at[3]; // doubled, in the world frame of DistanceKeyFrame
};
inline Centers find_centers(const WideBoxes& boxes, const DistanceKeyFrame& frame) {
    Lanes center[3];
    for (std::size_t i = 0; i < 3; ++i) {
        const Lanes origin = broadcast(boxes.origin[i]), step = broadcast(boxes.step[i]);
        center[i] = (origin + load_bytes(boxes.lower[i].data()) * step) +
                    (origin + load_bytes(boxes.upper[i].data()) * step);
    }
    Centers centers_w;
    for (std::size_t i = 0; i < 3; ++i)
        centers_w.at[i] =
            ((broadcast(frame.linear[i][0]) * center[0] + broadcast(frame.linear[i][1]) * center[1]) +
             broadcast(frame.linear[i][2]) * center[2]) +
            broadcast(frame.offset[i]);
    return centers_w;
}

// Returns the squared distance from the center in one lane to the nearest center of `others`. `absent` is infinite in
// empty lanes.
inline float find_distance(const Centers& of, std::size_t lane, const Centers& others, const float* absent) {
    const Lanes::Broadcaster broadcaster(LanePlace{lane});
    Lanes offset[3];
    for (std::size_t i = 0; i < 3; ++i) offset[i] = broadcaster(of.at[i]) - others.at[i];
    return min_lane(((offset[0] * offset[0] + offset[1] * offset[1]) + offset[2] * offset[2]) +
                    load_floats(absent));
}

// Non-negative floats have the same order as their bit patterns. The insertion loop branches on purpose: the processor
// predicts the order and continues. Code without branches would wait for the distances, which costs more than
// mispredictions.
inline std::size_t sort(const DistanceKeyNode& first, const DistanceKeyNode& second, std::uint32_t lanes,
                        SortedDistanceKeys& out) {
    const Centers centers[2] = {find_centers(*first.boxes, *first.place), find_centers(*second.boxes, *second.place)};
    const float* const absent[2] = {kAbsent.lanes[first.count].data(), kAbsent.lanes[second.count].data()};
    std::size_t count = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto child = static_cast<std::uint32_t>(std::countr_zero(lanes));
        const std::size_t of = child >> 3, other = of ^ 1u;
        const float distance = find_distance(centers[of], child & 7u, centers[other], absent[other]);
        const std::uint64_t key = std::uint64_t{~std::bit_cast<std::uint32_t>(distance)} << 4 | child;
        std::size_t at = count++;
        for (; at > 0 && out[at - 1] > key; --at) out[at] = out[at - 1];
        out[at] = key;
    }
    return count;
}
