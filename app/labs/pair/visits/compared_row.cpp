#include "app/labs/pair/visits/compared_row.hpp"

#include "engine/explain/hierarchy/reached_triangles.hpp"

#include <algorithm>

namespace boxwood {

void ComparedRow::note(const QueryRecording& recording) {
    query_ms = recording.traced_ms();
    is_traced = true;
    counters = recording.counters();
    visits = recording.recorder().seen();
    is_truncated = recording.recorder().is_truncated();
    has_result = true;
    for (const std::size_t side : {0u, 1u})
        reached[side] = find_reached(recording.recorder().visits(), recording.table(side), side);
}

void mark_reached_alone(std::span<ComparedRow* const> rows) {
    for (const std::size_t side : {0u, 1u}) {
        std::vector<std::uint8_t> counts; // the number of queries that reached each triangle
        for (const ComparedRow* row : rows) {
            const std::vector<std::uint8_t>& reached = row->reached[side];
            counts.resize(std::max(counts.size(), reached.size()), 0);
            for (std::size_t i = 0; i < reached.size(); ++i)
                counts[i] = static_cast<std::uint8_t>(counts[i] + reached[i]);
        }
        for (ComparedRow* row : rows) {
            row->reached_alone[side] = 0;
            for (std::size_t i = 0; i < row->reached[side].size(); ++i) {
                if (!row->reached[side][i] || counts[i] != 1) continue;
                row->reached[side][i] = ComparedRow::kReachedAlone;
                ++row->reached_alone[side];
            }
        }
    }
}

} // namespace boxwood
