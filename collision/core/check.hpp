// What: BOXWOOD_ASSERT, for our own mistakes only; users' data is checked at the door and returned as Result.
// Cost: one predictable branch in debug builds, nothing in release builds.
#pragma once

namespace boxwood {

using AssertHandler = void (*)(const char* condition, const char* file, int line);

// Replaces the handler (default: print and abort) and returns the one before it.
AssertHandler set_assert_handler(AssertHandler handler);

// Calls the current handler.
void report_failed_assert(const char* condition, const char* file, int line);

} // namespace boxwood

#ifdef NDEBUG
#define BOXWOOD_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#else
#define BOXWOOD_ASSERT(condition)                                                                            \
    ((condition) ? static_cast<void>(0) : ::boxwood::report_failed_assert(#condition, __FILE__, __LINE__))
#endif
