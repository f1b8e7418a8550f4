// SIMD lanes of the kernels in double, with only one lane. Defines the operations that all widths provide. Each of them
// is one IEEE operation per lane. A Mask has one boolean per lane.

constexpr std::size_t kWidth = 1;
using Reals = double;
struct Mask {
    bool is;
};
inline Mask operator&(Mask a, Mask b) {
    return {a.is && b.is};
}
inline Mask operator|(Mask a, Mask b) {
    return {a.is || b.is};
}
inline Reals broadcast(double x) {
    return x;
}
inline Reals load(const float* from) {
    return static_cast<double>(*from);
}
inline Reals min_of(Reals a, Reals b) {
    return a < b ? a : b;
}
inline Reals max_of(Reals a, Reals b) {
    return a > b ? a : b;
}
inline Mask is_greater(Reals a, Reals b) {
    return {a > b};
}
inline Mask at_least(Reals a, Reals b) {
    return {a >= b};
}
inline Reals choose(Mask mask, Reals yes, Reals no) {
    return mask.is ? yes : no;
}
inline Mask and_not(Mask a, Mask b) { // a, and not b
    return {a.is && !b.is};
}
inline Mask same(Mask a, Mask b) {
    return {a.is == b.is};
}
inline std::uint32_t bits_of(Mask mask) {
    return mask.is ? 1u : 0u;
}
inline double max_lane(Reals a) { // the largest lane; requires no NaN
    return a;
}
inline Reals root(Reals a) {
    return std::sqrt(a);
}
inline Reals magnitude(Reals a) {
    return std::fabs(a);
}
// The nearest float.
inline Reals nearest(Reals a) {
    return static_cast<double>(nearest_float(a));
}
// The smallest float that is not below a. Requires a >= 0.
inline Reals nearest_above(Reals a) {
    const float near = nearest_float(a);
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(near) + (static_cast<double>(near) < a ? 1u : 0u);
    return static_cast<double>(std::bit_cast<float>(bits));
}
// Requires values that are exactly representable as float.
inline void store(Reals a, float* to) {
    *to = static_cast<float>(a);
}
