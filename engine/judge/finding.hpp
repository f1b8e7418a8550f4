// What: what the judge says about one hierarchy or one query of a capture.
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
    within_precision, // off by no more than the producer's declared error, or the default of its scalar type
    undecided,        // what was recorded does not decide it; the text says what to record
    wrong,
};

// Where an answer first went wrong, in the order of a collision pipeline.
enum class Stage : std::uint8_t {
    none,
    input,          // the pose, scale, mesh or revision used is not the one declared
    broad_phase,    // a pair of bodies that had to be found was not
    volume,         // a node does not contain a primitive below it
    overlap_test,   // two volumes overlap, and the visit says that they do not
    traversal,      // a pair of nodes that had to be opened never was
    primitive_test, // the triangles were tested, and the result is off
    cache,          // the answer belongs to an earlier state
    report,         // found, but missing in the answer, or invented by it
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

// What a drawing of a finding shows. Triangles are those of their side's mesh; sides are 0 for a and 1 for b.
struct Evidence {
    std::optional<std::uint64_t> revision{}; // of the finding's hierarchy
    std::optional<std::size_t> side{};       // of the query that uses it
    std::optional<std::uint32_t> triangle{}; // sticks out of `node`; or is in no leaf, or in several
    std::optional<std::array<std::uint32_t, 2>> triangles{}; // missing in the answer, or invented by it
    std::optional<std::array<std::uint32_t, 2>> nodes{};     // whose test is wrong
    std::optional<std::size_t> visit{};                      // of the query
    std::optional<std::array<glm::dvec3, 2>> closest_w{};    // the exact closest points
    std::optional<std::uint64_t> frame{};                    // of the broad phase
    std::optional<std::array<std::uint64_t, 2>> bodies{};    // that touch, and were not found
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
