// What: the visits of one query as a file: a header line, then the visits. Format: docs/visit-stream.md.
// Frame: transforms are model to world.
// Invariants: written streams read back equal. The counters equal those of the query without a recorder; the visits add
//             up to them (visit_counters.hpp) unless the stream is truncated, in which case `seen` exceeds the number
//             of visits.
// Degenerate input: the Error names the file and the defect: another file type, another version, an impossible visit,
//                   visits that do not add up.
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

// Version 1 has no leaf tests, volume updates and relations, and no kind leaf_pair; version 2 has no tolerance.
inline constexpr std::uint64_t kVisitStreamVersion = 3;
inline constexpr std::size_t kMaxVisitsKept = 10'000'000; // per query
inline constexpr std::uint64_t kMaxVisitStreamBytes = std::uint64_t{1} << 30;

struct VisitedMesh {
    std::string name;
    std::uint64_t triangles = 0, nodes = 0; // nodes: those that exist after the query
    Transform transform;
};

struct VisitStream {
    std::array<VisitedMesh, 2> meshes; // a, b
    HierarchyConfig config;            // of both hierarchies
    QueryRequest request;
    QueryCounters counters;
    std::uint64_t seen = 0;
    std::vector<Visit> visits; // the first `seen` visits, possibly truncated

    bool is_truncated() const { return visits.size() < seen; }
};

std::string to_bytes(const VisitStream& stream);
// `source` replaces the file name in errors.
Result<VisitStream> parse_visit_stream(std::string_view bytes, const std::string& source);

Result<VisitStream> read_visit_stream(const std::filesystem::path& path);

} // namespace boxwood
