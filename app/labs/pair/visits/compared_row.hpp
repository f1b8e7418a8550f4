// What: stores the cost of a recorded query on one of the compared hierarchies, and the triangles that the query
//       reached on each surface.
// Units: milliseconds.
#pragma once

#include "app/labs/inspector/recording/query_recording.hpp"
#include "app/labs/pair/visits/hierarchy_choice.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

struct ComparedRow {
    // kReachedAlone: no other compared query reached the triangle.
    enum Reach : std::uint8_t { kNotReached, kReached, kReachedAlone };

    HierarchyChoice choice;
    std::optional<double> build_ms, bytes_per_triangle;
    double query_ms = 0.0;
    QueryCounters counters{};
    std::uint64_t visits = 0;
    bool has_result = false;
    bool is_truncated = false;                          // the query has more visits than are recorded
    bool is_traced = false;                             // query_ms includes the time of the recording
    std::array<std::vector<std::uint8_t>, 2> reached{}; // per triangle of A and B: a Reach
    // Number of triangles of A and B that only this query reached. Not known if the recording of a query is truncated.
    std::array<std::uint64_t, 2> reached_alone{};

    void note(const QueryRecording& recording);
    std::uint64_t reached_alone_count() const { return reached_alone[0] + reached_alone[1]; }
};

// Finds the triangles that only one of the queries reached. Call it one time after note() of all rows.
void mark_reached_alone(std::span<ComparedRow* const> rows);

} // namespace boxwood
