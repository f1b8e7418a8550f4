// What: faults by name, injected into a sound capture: each is a mistake that collision programs make. After injecting, the
//     claims and visits are those of a query that runs with the fault.
// Degenerate input: a fault that a capture cannot have, or that changes neither containment nor an answer, is an Error.
// Oracle: tests/engine/judge/faults_test.cpp: each fault is found at its stage and node.
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/capture.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace boxwood::judge {

// The case in which a fault shows.
enum class FaultSample : std::uint8_t {
    boxes,    // trees of boxes, at several poses
    moves,    // restricted box-trees
    scaled,   // poses with a different scale on each axis
    parallel, // poses whose axes are nearly parallel
};

struct FaultKind {
    std::string_view name;
    std::string_view meaning; // one line
    FaultSample sample = FaultSample::boxes;
};
std::span<const FaultKind> list_faults();

struct FaultRequest {
    std::string_view name;
    std::optional<std::uint32_t> node{}; // of the hierarchy of a; none: a node that suits
};
// "KIND" or "KIND@NODE"; an Error for an unknown kind lists the known ones.
Result<FaultRequest> parse_fault(std::string_view text);

// Requires a capture with two hierarchies of boxes and contact queries between their meshes, as `boxwood judge A B` makes it.
Status inject_fault(const FaultRequest& request, capture::Capture& io_capture);

} // namespace boxwood::judge
