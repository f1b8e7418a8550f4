// What: handles Ctrl-C in commands that write files: the command stops at a point where its files are complete.
// Invariants: after watch_interrupts(), the first SIGINT or SIGTERM only sets a flag; a second signal of the same kind
//             ends the process.
#pragma once

namespace boxwood {

inline constexpr int kInterruptedStatus = 130; // the exit status by which shells report SIGINT

void watch_interrupts();
bool is_interrupted();

} // namespace boxwood
