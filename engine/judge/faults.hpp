// What: injects a named fault into a correct capture. Each fault is a mistake that real collision programs make. Then
//     runs the queries with the fault and replaces their claims and visits.
// Degenerate input: returns an Error for a fault that does not apply to the capture, and for a fault that changes
//     neither containment nor an answer.
// Oracle: tests/engine/judge/faults_test.cpp: each fault is found at its stage and node.
#pragma once

#include "collision/core/result.hpp"
#include "engine/capture/capture.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace boxwood::judge {

// The kind of sample capture in which a fault has an effect.
enum class FaultSample : std::uint8_t {
    boxes,    // trees of boxes, at several poses
    moves,    // restricted box-trees
    scaled,   // poses with a different scale on each axis
    parallel, // poses of boxes whose axes are nearly parallel
};

struct FaultKind {
    std::string_view name;
    std::string_view meaning; // one line
    FaultSample sample = FaultSample::boxes;
};
std::span<const FaultKind> list_faults();

struct FaultRequest {
    std::string_view name;
    std::optional<std::uint32_t> node{}; // of the hierarchy of a; if empty, the first suitable node
};
// Parses "KIND" or "KIND@NODE". The Error for an unknown kind lists the known kinds.
Result<FaultRequest> parse_fault(std::string_view text);

// Requires a capture with two hierarchies of boxes and contact queries between their meshes, such as `boxwood judge A
// B` creates.
Status inject_fault(const FaultRequest& request, capture::Capture& io_capture);

} // namespace boxwood::judge
