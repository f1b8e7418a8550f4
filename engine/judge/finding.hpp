// What: a finding: the judge's verdict on one hierarchy, one frame of the broad phase or one query of a capture.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood::judge {

enum class Outcome : std::uint8_t {
    right,
    // Off by at most the error that the producer declares or, if it declares none, by the default error of its scalar
    // type.
    within_precision,
    // The recorded data do not decide the claim, or the judge has no method for this claim. The text names the missing
    // data or the claim.
    undecided,
    wrong,
};

// The first stage of a collision pipeline where an answer went wrong. The values are in the order of the pipeline.
enum class Stage : std::uint8_t {
    none,
    input, // the input is invalid, or the query used another pose, scale, mesh or revision than it declares
    broad_phase, // a pair of touching bodies was not found
    volume,      // a node's volume is invalid, or does not contain a primitive below it
    overlap_test, // a visit wrongly pruned two volumes (or one, for a ray or point) that contain what the answer lacks
    // A pair of nodes above primitives that the answer lacks was not opened, or the topology of a hierarchy is wrong.
    traversal,
    primitive_test, // the result of a test of triangles is wrong, or a point or length computed from them
    cache,          // the answer belongs to an earlier state
    // The answer omits a pair that was found, lists a pair that was not, contradicts itself, or has an invalid value.
    report,
};

inline constexpr std::string_view kOutcomeNames[]{"right", "within-precision", "undecided", "wrong"};
inline constexpr std::string_view kStageNames[]{
    "", "input", "broad-phase", "volume", "overlap-test", "traversal", "primitive-test", "cache", "report"};
inline std::string_view name_of(Outcome outcome) {
    return kOutcomeNames[static_cast<std::size_t>(outcome)];
}
inline std::string_view name_of(Stage stage) {
    return kStageNames[static_cast<std::size_t>(stage)];
}

// The parts of a finding that a drawing shows. Triangles are indices in their side's mesh; side 0 is a, side 1 is b.
struct Evidence {
    std::optional<std::uint64_t> revision{}; // of the hierarchy that is judged, or in which the fault is
    std::optional<std::size_t> side{};       // the query's side that uses the hierarchy
    // A triangle that extends beyond `node`, or that is in no leaf or in several leaves.
    std::optional<std::uint32_t> triangle{};
    // A pair of triangles that the answer misses, or lists wrongly.
    std::optional<std::array<std::uint32_t, 2>> triangles{};
    // The pair of nodes that was pruned wrongly, or the deepest pair of nodes above the missing pair of triangles that
    // was not pruned.
    std::optional<std::array<std::uint32_t, 2>> nodes{};
    std::optional<std::size_t> visit{};                   // of the query
    std::optional<std::array<glm::dvec3, 2>> closest_w{}; // the exact closest points, in world space
    std::optional<std::uint64_t> frame{};                 // of the broad phase
    std::optional<std::array<std::uint64_t, 2>> bodies{}; // a touching pair that was not found
};

struct Finding {
    Outcome outcome = Outcome::right;
    Stage stage = Stage::none;
    std::optional<std::uint64_t> query, hierarchy;
    std::optional<std::uint32_t> node; // of `hierarchy`
    std::string text;                  // one sentence
    Evidence evidence{};
};

} // namespace boxwood::judge
