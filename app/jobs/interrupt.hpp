// What: Ctrl-C for commands that write files: the command ends at the next good moment, with whole files.
// Invariants: the first SIGINT or SIGTERM after watch_interrupts() only sets a flag; the second ends the process as usual.
#pragma once

namespace boxwood {

inline constexpr int kInterruptedStatus = 130; // as shells report SIGINT

void watch_interrupts();
bool is_interrupted();

} // namespace boxwood
