// What: splits sixteen 64-bit endpoints or swaps into their high and low words and joins them again, for AVX-512
//     kernels.
#pragma once

#include "collision/core/simd/processor.hpp"

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>

#define BOXWOOD_AVX512 __attribute__((target("avx512f,avx512dq,bmi,bmi2,popcnt")))
#define BOXWOOD_AVX512_INLINE BOXWOOD_AVX512 __attribute__((always_inline)) inline

namespace boxwood {

struct Uint32Lanes {
    __m512i high, low;
};

BOXWOOD_AVX512_INLINE Uint32Lanes split_words(__m512i first, __m512i second) {
    const __m512i odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    const __m512i even = _mm512_sub_epi32(odd, _mm512_set1_epi32(1));
    return {_mm512_permutex2var_epi32(first, odd, second), _mm512_permutex2var_epi32(first, even, second)};
}

struct Uint64Lanes {
    __m512i first, second;
};

BOXWOOD_AVX512_INLINE Uint64Lanes join_words(const Uint32Lanes& words) {
    const __m512i front = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    const __m512i back = _mm512_add_epi32(front, _mm512_set1_epi32(8));
    return {_mm512_permutex2var_epi32(words.low, front, words.high),
            _mm512_permutex2var_epi32(words.low, back, words.high)};
}

} // namespace boxwood

#endif
