// What: the instruction sets that kernels can be compiled for, and the instruction sets that this processor supports.
// Cost: the processor is queried only at the first call.
#pragma once

// BOXWOOD_HAS_WIDE_VECTORS is 1 if the compiler can compile single functions for an instruction set that only some
// processors of the architecture have. A file with such functions includes <immintrin.h> before it switches the target.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define BOXWOOD_HAS_WIDE_VECTORS 1
#else
#define BOXWOOD_HAS_WIDE_VECTORS 0
#endif

namespace boxwood {

struct Processor {
    bool has_avx2 = false;   // AVX2, BMI and POPCNT
    bool has_avx512 = false; // AVX-512 F, DQ and VL, BMI2, and has_avx2
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
