#include "app/jobs/interrupt.hpp"

#include <csignal>

namespace boxwood {
namespace {

volatile std::sig_atomic_t g_is_interrupted = 0;

void note_interrupt(int signal) {
    g_is_interrupted = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

void watch_interrupts() {
    std::signal(SIGINT, note_interrupt);
    std::signal(SIGTERM, note_interrupt);
}

bool is_interrupted() {
    return g_is_interrupted != 0;
}

} // namespace boxwood
