#include "collision/broad_phase/simd/box_test_flags.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace boxwood {

bool BoxTestFlags::overlap(const PackedBox& a, const PackedBox& b) {
#if defined(__SSE2__)
    const __m128 begins = _mm_cmple_ps(_mm_load_ps(a.lower.data()), _mm_load_ps(b.upper.data()));
    const __m128 ends = _mm_cmple_ps(_mm_load_ps(b.lower.data()), _mm_load_ps(a.upper.data()));
    return _mm_movemask_ps(_mm_and_ps(begins, ends)) == 0xF;
#else
    bool overlaps = true;
    for (std::size_t k = 0; k < 4; ++k)
        overlaps = overlaps & (a.lower[k] <= b.upper[k]) & (b.lower[k] <= a.upper[k]);
    return overlaps;
#endif
}

void BoxTestFlags::prepare(BodyId limit, std::span<const Aabb> boxes) {
    boxes_.resize(limit);
    for (BodyId body = 0; body < limit; ++body) {
        const Aabb& box = boxes[body];
        boxes_[body] = {{box.lower.x, box.lower.y, box.lower.z, 0.0f},
                        {box.upper.x, box.upper.y, box.upper.z, 0.0f}};
    }
}

void BoxTestFlags::apply(int, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched) {
    for (const EndpointSwap swap : swaps)
        if (overlap(boxes_[swap.mover()], boxes_[swap.passed()])) io_touched.push_back(swap.bodies());
}

} // namespace boxwood
