// What: handles Ctrl-C in commands that write files. The command polls is_interrupted() and stops between two items of
//       its work, so that no item is written partially.
// Invariants: after watch_interrupts(), the first SIGINT or SIGTERM only sets a flag; a second signal of the same kind
//             ends the process.
#pragma once

namespace boxwood {

inline constexpr int kInterruptedStatus = 130; // the exit status by which shells report SIGINT

void watch_interrupts();
bool is_interrupted();

} // namespace boxwood
