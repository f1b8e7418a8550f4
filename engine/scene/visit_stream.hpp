// What: what one query did, as a file: a line that says of what it is, then its visits. docs/visit-stream.md.
// Frame: transforms are model to world.
// Invariants: what is written reads back equal. The counters are those of the query without a recorder; the visits
//     add up to them (visit_counters.hpp) unless they were cut, which is said: seen is then more than there are.
// Degenerate input: the Error names the file and what is wrong: not such a file, another version, a visit that cannot
//     be, visits that do not add up.
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

// 1: without leaf tests, volume updates and relations, and without the kind leaf_pair; 2: without the tolerance.
inline constexpr std::uint64_t kVisitStreamVersion = 3;
inline constexpr std::size_t kMaxVisitsKept = 10'000'000; // of one query
inline constexpr std::uint64_t kMaxVisitStreamBytes = std::uint64_t{1} << 30;

struct VisitedMesh {
    std::string name;
    std::uint64_t triangles = 0, nodes = 0; // nodes: those that were there after the query
    Transform transform;
};

struct VisitStream {
    std::array<VisitedMesh, 2> meshes; // a, b
    HierarchyConfig config;            // of both
    QueryRequest request;
    QueryCounters counters;
    std::uint64_t seen = 0;
    std::vector<Visit> visits; // the first of those that were seen

    bool is_truncated() const { return visits.size() < seen; }
};

std::string to_bytes(const VisitStream& stream);
// `source` stands for the file name in errors.
Result<VisitStream> parse_visit_stream(std::string_view bytes, const std::string& source);

Result<VisitStream> read_visit_stream(const std::filesystem::path& path);

} // namespace boxwood
