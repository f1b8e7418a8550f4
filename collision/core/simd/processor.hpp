// What: which vectors kernels may be compiled for, and which of those this processor has.
// Cost: the processor is asked once.
#pragma once

// With these, a function may be compiled for vectors that not every processor of its kind has. A file of such kernels
// includes <immintrin.h> where this is 1, before it switches to them.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define BOXWOOD_HAS_WIDE_VECTORS 1
#else
#define BOXWOOD_HAS_WIDE_VECTORS 0
#endif

namespace boxwood {

struct Processor {
    bool has_avx2 = false;   // and the operations on bits that came with it
    bool has_avx512 = false; // F, DQ and VL, BMI2, and all of the former
};

inline const Processor& this_processor() {
    static const Processor processor = [] {
        Processor found;
#if defined(__x86_64__) && defined(__GNUC__)
        __builtin_cpu_init();
        found.has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                         __builtin_cpu_supports("popcnt");
        found.has_avx512 = found.has_avx2 && __builtin_cpu_supports("bmi2") &&
                           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                           __builtin_cpu_supports("avx512vl");
#endif
        return found;
    }();
    return processor;
}

} // namespace boxwood
