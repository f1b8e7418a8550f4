// SIMD lanes of the kernels in double, with only one lane. Defines the operations that all widths provide. Each is one
// IEEE operation per lane. A Choice has one boolean per lane.

constexpr std::size_t kWidth = 1;
using Reals = double;
struct Choice {
    bool is;
};
inline Choice operator&(Choice a, Choice b) {
    return {a.is && b.is};
}
inline Choice operator|(Choice a, Choice b) {
    return {a.is || b.is};
}
inline Reals spread(double x) {
    return x;
}
inline Reals load(const float* from) {
    return static_cast<double>(*from);
}
inline Reals least(Reals a, Reals b) {
    return a < b ? a : b;
}
inline Reals most(Reals a, Reals b) {
    return a > b ? a : b;
}
inline Choice is_greater(Reals a, Reals b) {
    return {a > b};
}
inline Choice at_least(Reals a, Reals b) {
    return {a >= b};
}
inline Reals choose(Choice choice, Reals yes, Reals no) {
    return choice.is ? yes : no;
}
inline Choice without(Choice a, Choice b) {
    return {a.is && !b.is};
}
inline Choice same(Choice a, Choice b) {
    return {a.is == b.is};
}
inline std::uint32_t bits_of(Choice choice) {
    return choice.is ? 1u : 0u;
}
inline double highest(Reals a) { // the largest lane; requires no NaN
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
