#include "collision/core/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace boxwood {
namespace {

void print_and_abort(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    std::abort();
}

AssertHandler g_handler = print_and_abort;

} // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
    const AssertHandler previous = g_handler;
    g_handler = handler;
    return previous;
}

void report_failed_assert(const char* condition, const char* file, int line) {
    g_handler(condition, file, line);
}

} // namespace boxwood
