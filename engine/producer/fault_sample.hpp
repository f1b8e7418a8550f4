// What: a small sound capture in which a fault shows: two meshes with hierarchies, and contact queries at several poses.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/faults.hpp"

namespace boxwood::capture {

Capture make_fault_sample(judge::FaultSample sample);

} // namespace boxwood::capture
