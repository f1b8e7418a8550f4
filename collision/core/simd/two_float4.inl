// SIMD lanes of the kernels: eight floats as two Float4, in portable C++, with the operations of eight_floats.inl.
// Include float4.hpp first.

struct Lanes {
    static constexpr std::size_t kRows = 1;
    class Broadcaster;
    Float4 low, high;
};
inline Lanes broadcast(float x) {
    return {splat4(x), splat4(x)};
}
inline Lanes broadcast_to(float x, Lanes) {
    return broadcast(x);
}
inline Lanes repeat(const Lanes& lanes, Lanes) {
    return lanes;
}
inline Lanes operator+(const Lanes& a, const Lanes& b) {
    return {a.low + b.low, a.high + b.high};
}
inline Lanes operator-(const Lanes& a, const Lanes& b) {
    return {a.low - b.low, a.high - b.high};
}
inline Lanes operator*(const Lanes& a, const Lanes& b) {
    return {a.low * b.low, a.high * b.high};
}
inline Lanes abs(const Lanes& a) {
    return {boxwood::abs(a.low), boxwood::abs(a.high)};
}
inline Lanes load_bytes(const std::uint8_t* from) {
    const auto at = [from](int lane) { return static_cast<float>(from[lane]); };
    return {make_float4(at(0), at(1), at(2), at(3)), make_float4(at(4), at(5), at(6), at(7))};
}
inline Lanes load_floats(const float* from) {
    return {load4(from), load4(from + 4)};
}
inline void store_floats(const Lanes& a, float* to) {
    store4(a.low, to);
    store4(a.high, to + 4);
}
inline Lanes max_of(const Lanes& a, const Lanes& b) {
    return {boxwood::max(a.low, b.low), boxwood::max(a.high, b.high)};
}
inline Lanes max_with_zero(const Lanes& a) {
    return max_of(a, broadcast(0.0f));
}
inline float min_lane(const Lanes& a) {
    const Float4 four = boxwood::min(a.low, a.high);
    const Float4 two = boxwood::min(four, shuffle<2, 3, 2, 3>(four));
    return first_lane(boxwood::min(two, shuffle<1, 1, 1, 1>(two)));
}
// Comparison results are lanes of 1 and 0.
inline Lanes is_greater(const Lanes& a, const Lanes& b) {
    const Float4 one = splat4(1.0f);
    return {keep_where_greater(a.low, b.low, one), keep_where_greater(a.high, b.high, one)};
}
inline Lanes operator|(const Lanes& a, const Lanes& b) {
    return {boxwood::max(a.low, b.low), boxwood::max(a.high, b.high)};
}
inline std::uint32_t bits_of(const Lanes& verdicts) {
    return find_greater(verdicts.low, Float4{}) | find_greater(verdicts.high, Float4{}) << 4;
}
inline Lanes verdicts_of(std::uint32_t bits, Lanes) {
    const auto at = [bits](unsigned lane) { return static_cast<float>(bits >> lane & 1u); };
    return {make_float4(at(0), at(1), at(2), at(3)), make_float4(at(4), at(5), at(6), at(7))};
}
inline Lanes is_equal(const Lanes& a, const Lanes& b) {
    std::array<float, 8> x, y;
    store4(a.low, &x[0]);
    store4(a.high, &x[4]);
    store4(b.low, &y[0]);
    store4(b.high, &y[4]);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 8; ++i) bits |= x[i] == y[i] ? 1u << i : 0u;
    return verdicts_of(bits, Lanes{});
}
inline void count(const Lanes& verdicts, std::uint32_t* io_counts) {
    const std::uint32_t bits = bits_of(verdicts);
    for (std::size_t i = 0; i < 8; ++i) io_counts[i] += bits >> i & 1u;
}
class Lanes::Broadcaster {
  public:
    template <class RowPlaces>
    explicit Broadcaster(RowPlaces rows)
        : row_(rows.first) {}
    Lanes operator()(const Lanes& term) const { return broadcast(reinterpret_cast<const float*>(&term)[row_]); }

  private:
    std::size_t row_;
};
