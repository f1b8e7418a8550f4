// What: a small sound capture in which a fault shows: two meshes with hierarchies, and contact queries at several poses;
//       and a capture with a fault, as a judge gets it.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/faults.hpp"

namespace boxwood::capture {

Capture make_fault_sample(judge::FaultSample sample);

// Injects the fault, writes a file and reads it again: who judges the result sees bytes only. Errors as inject_fault.
Result<Capture> plant_fault(Capture sound, const judge::FaultRequest& fault);

} // namespace boxwood::capture
