// One double per axis, in portable C++. Defines the operations that all vector types provide. Each of them is one IEEE
// operation per axis. If a value is NaN, min_of and max_of return the second argument.

struct Reals {
    double x, y, z;
};
struct Mask {
    bool x, y, z;
};
template <class Operation>
inline auto each(const Reals& a, const Reals& b, Operation operation) {
    return Reals{operation(a.x, b.x), operation(a.y, b.y), operation(a.z, b.z)};
}
inline void clear_upper_halves() {}
inline Reals broadcast(double x) {
    return {x, x, x};
}
inline Reals make_axes(double x, double y, double z) {
    return {x, y, z};
}
inline Reals load_axes(const glm::dvec3& v) {
    return {v.x, v.y, v.z};
}
inline Reals load_axes(const glm::vec3& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
inline void store_axes(const Reals& a, glm::dvec3& out) {
    out = {a.x, a.y, a.z};
}
inline Float4 floats_of(const Reals& a) {
    return make_float4(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z));
}
inline Reals operator+(const Reals& a, const Reals& b) {
    return each(a, b, [](double p, double q) { return p + q; });
}
inline Reals operator-(const Reals& a, const Reals& b) {
    return each(a, b, [](double p, double q) { return p - q; });
}
inline Reals operator*(const Reals& a, const Reals& b) {
    return each(a, b, [](double p, double q) { return p * q; });
}
inline Reals operator/(const Reals& a, const Reals& b) {
    return each(a, b, [](double p, double q) { return p / q; });
}
inline Reals min_of(const Reals& a, const Reals& b) {
    return each(a, b, [](double p, double q) { return p < q ? p : q; });
}
inline Reals max_of(const Reals& a, const Reals& b) {
    return each(a, b, [](double p, double q) { return p > q ? p : q; });
}
inline Reals magnitude(const Reals& a) {
    return {std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)};
}
inline Mask is_greater(const Reals& a, const Reals& b) {
    return {a.x > b.x, a.y > b.y, a.z > b.z};
}
inline Mask at_least(const Reals& a, const Reals& b) {
    return {a.x >= b.x, a.y >= b.y, a.z >= b.z};
}
inline Mask operator&(Mask a, Mask b) {
    return {a.x && b.x, a.y && b.y, a.z && b.z};
}
inline bool is_on_all_axes(Mask mask) {
    return mask.x && mask.y && mask.z;
}
inline Reals choose(Mask mask, const Reals& yes, const Reals& no) {
    return {mask.x ? yes.x : no.x, mask.y ? yes.y : no.y, mask.z ? yes.z : no.z};
}
// The nearest float.
inline Reals nearest(const Reals& a) {
    const auto rounded = [](double x) { return static_cast<double>(nearest_float(x)); };
    return {rounded(a.x), rounded(a.y), rounded(a.z)};
}
// The smallest float that is not below a. Requires a >= 0.
inline Reals nearest_above(const Reals& a) {
    const auto above = [](double x) {
        const float near = nearest_float(x);
        const std::uint32_t more = static_cast<double>(near) < x ? 1u : 0u;
        return static_cast<double>(std::bit_cast<float>(std::bit_cast<std::uint32_t>(near) + more));
    };
    return {above(a.x), above(a.y), above(a.z)};
}
// Copies the value of one axis to all axes.
template <int kAxis>
inline Reals broadcast_axis(const Reals& a) {
    return broadcast(kAxis == 0 ? a.x : kAxis == 1 ? a.y : a.z);
}
inline double first_of(const Reals& a) {
    return a.x;
}
// Each axis takes the value of the next one.
inline Reals rotate_axes(const Reals& a) {
    return {a.y, a.z, a.x};
}
inline void transpose(Reals& io_a, Reals& io_b, Reals& io_c) {
    const Reals a = io_a, b = io_b, c = io_c;
    io_a = {a.x, b.x, c.x};
    io_b = {a.y, b.y, c.y};
    io_c = {a.z, b.z, c.z};
}
