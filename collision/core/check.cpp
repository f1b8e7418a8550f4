#include "collision/core/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace boxwood {
namespace {

void print_and_abort(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: requirement failed: %s\n", file, line, condition);
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

void report_broken_requirement(const char* requirement, const char* file, int line) {
    g_handler(requirement, file, line);
    std::abort();
}

} // namespace boxwood
