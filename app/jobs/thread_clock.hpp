// What: the processor time of the calling thread. Unlike real time, it excludes the time in which the thread waits
//       because other programs run.
// Units: milliseconds from an arbitrary start; only differences between calls from the same thread are meaningful.
#pragma once

namespace boxwood {

double thread_milliseconds();

} // namespace boxwood
