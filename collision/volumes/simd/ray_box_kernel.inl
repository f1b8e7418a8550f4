// The kernel of ray_boxes.cpp for one instruction set. The including namespace defines Lanes (eight floats) and its
// operations. Do not include headers here: they would be compiled for this instruction set only.

inline void clip(const WideBoxes& boxes, const BoxRayTerms& ray, float limit, RayBoxes& out) {
    const float minus_limit = -limit;
    Lanes near = broadcast(kRayZero), minus_far = broadcast(minus_limit);
    for (std::size_t i = 0; i < 3; ++i) {
        const float offset = boxes.origin[i] - ray.start[i];
        const float inverse = ray.inverse[i];
        const float base = offset * inverse, scale = boxes.step[i] * inverse;
        const float slack = ray_slack_of(boxes.origin[i], offset, boxes.step[i], ray.error[i], inverse);
        const float enter = base - slack, minus_leave = -base - slack, minus_scale = -scale;
        const std::uint8_t* const lower = boxes.lower[i].data();
        const std::uint8_t* const upper = boxes.upper[i].data();
        const bool is_downward = ray.is_downward[i];
        const Lanes first = load_bytes(is_downward ? upper : lower), last = load_bytes(is_downward ? lower : upper);
        near = max_of(near, broadcast(enter) + first * broadcast(scale));
        minus_far = max_of(minus_far, broadcast(minus_leave) + last * broadcast(minus_scale));
    }
    store_floats(near, out.near.data());
    out.passed = ~bits_of(is_greater(near + minus_far, broadcast(kRayZero))) & 0xFFu;
}
