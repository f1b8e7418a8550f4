// What: macros that check conditions: BOXWOOD_REQUIRE for preconditions of callers, BOXWOOD_ASSERT for internal errors.
//       External data is validated earlier; invalid data is reported as an Error (result.hpp).
// Invariants: BOXWOOD_REQUIRE is checked in every build, so a broken precondition never becomes a wrong answer.
// Cost: one predictable branch each; BOXWOOD_ASSERT costs nothing in release builds.
#pragma once

#include "collision/core/export.hpp"

namespace boxwood {

using AssertHandler = void (*)(const char* condition, const char* file, int line);

// Sets the handler of both macros and returns the previous handler. The default handler prints a message and aborts. If
// a handler returns, the process aborts after a broken requirement and continues after a failed assertion.
BOXWOOD_API AssertHandler set_assert_handler(AssertHandler handler);

// Calls the current handler.
void report_failed_assert(const char* condition, const char* file, int line);
// Calls the current handler and aborts if it returns.
[[noreturn]] BOXWOOD_API void report_broken_requirement(const char* requirement, const char* file, int line);

} // namespace boxwood

#define BOXWOOD_REQUIRE(condition)                                                                           \
    ((condition) ? static_cast<void>(0)                                                                      \
                 : ::boxwood::report_broken_requirement(#condition, __FILE__, __LINE__))

#ifdef NDEBUG
#define BOXWOOD_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#else
#define BOXWOOD_ASSERT(condition)                                                                            \
    ((condition) ? static_cast<void>(0) : ::boxwood::report_failed_assert(#condition, __FILE__, __LINE__))
#endif
