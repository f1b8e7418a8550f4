// What: creates a small correct capture in which a fault has an effect: two meshes with hierarchies, and contact
//       queries at several poses. Also injects a fault into a capture.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/faults.hpp"

namespace boxwood::capture {

Capture make_fault_sample(judge::FaultSample sample);

// Injects the fault, writes the capture to a temporary file and reads it again, so that the result depends only on the
// bytes of the file. Returns the Errors of inject_fault, and of writing and reading the file.
Result<Capture> inject_and_reload_fault(Capture capture, const judge::FaultRequest& fault);

} // namespace boxwood::capture
