// What: a scalar that reports its operations to a Watch. Code that is a template on the scalar type can use it instead
//       of float or double. The results have the same bits if the Watch does not change the result of a comparison.
// Cost: one call of a function of Watch per operation.
// Invariants: a trivial type, because glm's vectors require one. Sign changes and conversions are not reported.
#pragma once

#include <cmath>
#include <limits>

namespace boxwood {

// All members of Watch are static: add() (also for subtractions), multiply(), divide(), take_root(), take_absolute(),
// is_greater(a, b), and compared(result) for all other comparisons. The last two return the value that the comparison
// operator returns.
template <class T, class Watch>
struct InstrumentedScalar {
    T value;

    InstrumentedScalar() = default;
    InstrumentedScalar(T v) // implicit, for constants in formulas
        : value(v) {}
    template <class U>
    explicit InstrumentedScalar(U v)
        : value(static_cast<T>(v)) {}

    friend InstrumentedScalar operator+(InstrumentedScalar a, InstrumentedScalar b) {
        Watch::add();
        return {a.value + b.value};
    }
    friend InstrumentedScalar operator-(InstrumentedScalar a, InstrumentedScalar b) {
        Watch::add();
        return {a.value - b.value};
    }
    friend InstrumentedScalar operator*(InstrumentedScalar a, InstrumentedScalar b) {
        Watch::multiply();
        return {a.value * b.value};
    }
    friend InstrumentedScalar operator/(InstrumentedScalar a, InstrumentedScalar b) {
        Watch::divide();
        return {a.value / b.value};
    }
    friend InstrumentedScalar operator-(InstrumentedScalar a) { return {-a.value}; }
    InstrumentedScalar& operator+=(InstrumentedScalar b) { return *this = *this + b; }
    InstrumentedScalar& operator-=(InstrumentedScalar b) { return *this = *this - b; }
    InstrumentedScalar& operator*=(InstrumentedScalar b) { return *this = *this * b; }
    InstrumentedScalar& operator/=(InstrumentedScalar b) { return *this = *this / b; }

    friend bool operator>(InstrumentedScalar a, InstrumentedScalar b) {
        return Watch::is_greater(a.value, b.value);
    }
    friend bool operator<(InstrumentedScalar a, InstrumentedScalar b) {
        return Watch::compared(a.value < b.value);
    }
    friend bool operator<=(InstrumentedScalar a, InstrumentedScalar b) {
        return Watch::compared(a.value <= b.value);
    }
    friend bool operator>=(InstrumentedScalar a, InstrumentedScalar b) {
        return Watch::compared(a.value >= b.value);
    }
    friend bool operator==(InstrumentedScalar a, InstrumentedScalar b) {
        return Watch::compared(a.value == b.value);
    }

    friend InstrumentedScalar fabs(InstrumentedScalar a) {
        Watch::take_absolute();
        return {std::fabs(a.value)};
    }
    friend InstrumentedScalar sqrt(InstrumentedScalar a) {
        Watch::take_root();
        return {std::sqrt(a.value)};
    }
};

} // namespace boxwood

// glm uses numeric_limits to detect floating-point types.
template <class T, class Watch>
struct std::numeric_limits<boxwood::InstrumentedScalar<T, Watch>> : std::numeric_limits<T> {};
