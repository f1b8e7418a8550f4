// What: injects a named fault into a correct capture. Each fault is a mistake that real collision programs make. After
//     a fault of a hierarchy, an overlap test or a pose, the contact queries are run again, and their claims and visits
//     are replaced. sweep-flag and endpoint-order add frames of a broad phase, in which a pair is missing.
//     stale-features replaces the contact queries by distance queries.
// Degenerate input: returns an Error if the capture has no query; if the judge already finds a wrong claim in it; if a
//     query is not about a pair of recorded meshes with recorded hierarchies of boxes; if the requested node does not
//     exist; if the fault does not apply to the capture; or if the judge finds no wrong claim after the injection (not
//     checked for sweep-flag and endpoint-order).
// Oracle: tests/engine/judge/faults_test.cpp: each fault gives a finding with the expected stage and words. For
//     box-shrunk, the finding also names the injected node.
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
    boxes,     // trees of boxes, at several poses
    box_trees, // restricted box-trees
    scaled,    // poses with a different scale on each axis
    parallel,  // poses of boxes whose axes are nearly parallel
};

struct FaultKind {
    std::string_view name;
    std::string_view meaning; // one line
    FaultSample sample = FaultSample::boxes;
};
std::span<const FaultKind> list_faults();

struct FaultRequest {
    std::string_view name;
    // The node to change in the hierarchy of a. If empty, the fault changes the first of at most 64 candidates for
    // which the judge then finds a wrong claim. refit-skipped and refit-order return an Error if `node` is set; other
    // faults that change no node ignore it.
    std::optional<std::uint32_t> node{};
};
// Parses "KIND" or "KIND@NODE". The Error for an unknown kind lists the known kinds.
Result<FaultRequest> parse_fault(std::string_view text);

// Applies to captures with two hierarchies of boxes and contact queries between their meshes, such as `boxwood judge A
// B` creates. Requires that request.name is in list_faults().
Status inject_fault(const FaultRequest& request, capture::Capture& io_capture);

} // namespace boxwood::judge
