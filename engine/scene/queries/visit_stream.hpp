// What: reads and writes the visits of one query as a file: a header line, then the visits. docs/visit-stream.md
//       describes the format.
// Frame: transforms map from model to world.
// Invariants: written streams are read back as the same streams. The counters equal the counters of the same query
//             without a recorder. The visits add up to the counters (visit_counters.hpp), unless the stream is
//             truncated. In a truncated stream, `seen` exceeds the number of visits.
// Degenerate input: the Error names the file and the defect: another file type, another version, an impossible visit,
//                   or visits that do not add up to the counters.
// Cost: 16 bytes per visit.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/core/result.hpp"
#include "collision/query/mesh_query.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// Version 1 lacks leaf tests, volume updates, relations, and the visit kind leaf_pair. Version 2 lacks the tolerance.
inline constexpr std::uint64_t kVisitStreamVersion = 3;
inline constexpr std::size_t kMaxVisitsKept = 10'000'000; // per query
inline constexpr std::uint64_t kMaxVisitStreamBytes = std::uint64_t{1} << 30;

struct VisitedMesh {
    std::string name;
    std::uint64_t triangles = 0, nodes = 0; // nodes are counted after the query
    Transform transform;
};

struct VisitStream {
    std::array<VisitedMesh, 2> meshes; // a, b
    HierarchyConfig config;            // of both hierarchies
    QueryRequest request;
    QueryCounters counters;
    std::uint64_t seen = 0;
    std::vector<Visit> visits; // all visits, or the first visits if the stream is truncated

    bool is_truncated() const { return visits.size() < seen; }
};

std::string to_bytes(const VisitStream& stream);
// `source` replaces the file name in errors.
Result<VisitStream> parse_visit_stream(std::string_view bytes, const std::string& source);

Result<VisitStream> read_visit_stream(const std::filesystem::path& path);

} // namespace boxwood
