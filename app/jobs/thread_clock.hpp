// What: the processor time of the calling thread, for measurements while other programs run.
// Units: milliseconds from an arbitrary start; differences within one thread only.
#pragma once

namespace boxwood {

double thread_milliseconds();

} // namespace boxwood
