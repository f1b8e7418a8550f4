// What: a number that notes what is asked of it: a volume's test that is written for any scalar, run with it, tries all
//     its axes and tells both sides of each comparison, with the bits that the query has.
// Frame: none. Use: const std::vector<Comparison> all = note_comparisons([&] { find_first_axis(...); });
// Invariants: a > b is noted and answered with no, so that a search for the first separating axis comes to the last.
//     All else is done as with a double.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace boxwood {

struct Comparison {
    double left = 0.0, right = 0.0;
};

inline thread_local std::vector<Comparison>* comparisons_noted = nullptr;

template <class Run>
std::vector<Comparison> note_comparisons(Run&& run) {
    std::vector<Comparison> noted;
    comparisons_noted = &noted;
    run();
    comparisons_noted = nullptr;
    return noted;
}

// Trivial, so that glm's vectors take it.
struct NotingScalar {
    double value;

    NotingScalar() = default;
    NotingScalar(double v) // implicit: constants in formulas
        : value(v) {}
    template <class U>
    explicit NotingScalar(U v)
        : value(static_cast<double>(v)) {}

    friend NotingScalar operator+(NotingScalar a, NotingScalar b) { return {a.value + b.value}; }
    friend NotingScalar operator-(NotingScalar a, NotingScalar b) { return {a.value - b.value}; }
    friend NotingScalar operator*(NotingScalar a, NotingScalar b) { return {a.value * b.value}; }
    friend NotingScalar operator/(NotingScalar a, NotingScalar b) { return {a.value / b.value}; }
    friend NotingScalar operator-(NotingScalar a) { return {-a.value}; }
    NotingScalar& operator+=(NotingScalar b) { return *this = *this + b; }
    NotingScalar& operator-=(NotingScalar b) { return *this = *this - b; }
    NotingScalar& operator*=(NotingScalar b) { return *this = *this * b; }
    NotingScalar& operator/=(NotingScalar b) { return *this = *this / b; }
    friend bool operator>(NotingScalar a, NotingScalar b) {
        if (comparisons_noted != nullptr) comparisons_noted->push_back({a.value, b.value});
        return false;
    }
    friend bool operator<(NotingScalar a, NotingScalar b) { return a.value < b.value; }
    friend bool operator==(NotingScalar a, NotingScalar b) { return a.value == b.value; }
    friend NotingScalar fabs(NotingScalar a) { return {std::fabs(a.value)}; }
    friend NotingScalar sqrt(NotingScalar a) { return {std::sqrt(a.value)}; }
};

} // namespace boxwood

// glm asks it whether a number is a floating-point one.
template <>
struct std::numeric_limits<boxwood::NotingScalar> : std::numeric_limits<double> {};
