// What: a number type that records the two sides of each comparison a > b. If an overlap test is a template on its
//       scalar type and runs with this type, the test tries all of its axes. The recorded numbers have the same bits as
//       in a query.
// Use: const std::vector<NotedComparison> all = note_comparisons([&] { find_first_axis(...); });
// Invariants: a > b is recorded and returns false, so that a search for the first separating axis reaches the last
//     axis. All other operations are the same as for double.
#pragma once

#include "collision/core/numbers/instrumented_scalar.hpp"

#include <vector>

namespace boxwood {

struct NotedComparison {
    double left = 0.0, right = 0.0;
};

inline thread_local std::vector<NotedComparison>* comparisons_noted = nullptr;

template <class Run>
std::vector<NotedComparison> note_comparisons(Run&& run) {
    std::vector<NotedComparison> noted;
    comparisons_noted = &noted;
    run();
    comparisons_noted = nullptr;
    return noted;
}

struct LoggingWatch {
    static void add() {}
    static void multiply() {}
    static void divide() {}
    static void take_root() {}
    static void take_absolute() {}
    static bool compared(bool verdict) { return verdict; }
    static bool is_greater(double a, double b) {
        if (comparisons_noted != nullptr) comparisons_noted->push_back({a, b});
        return false;
    }
};
using NotingScalar = InstrumentedScalar<double, LoggingWatch>;

} // namespace boxwood
