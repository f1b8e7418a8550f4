// What: loads the input of `boxwood query`: the meshes with their hierarchies, and the poses, motions, rays or points.
#pragma once

#include "app/cli/query/query_options.hpp"
#include "collision/core/executor.hpp"
#include "engine/scene/queries/poses.hpp"
#include "engine/scene/queries/probes.hpp"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace boxwood {

using QueryItems = std::variant<std::vector<PosePair>, std::vector<MotionPair>, std::vector<GivenRay>,
                                std::vector<GivenPoint>>;

struct LoadedQuery {
    QueryItems items;
    QueriedMesh a;
    std::optional<QueriedMesh> b; // only for questions about two meshes

    std::size_t count() const;
};

// Reads first the items and then the meshes. An Error names the file.
Result<LoadedQuery> load_query(const QueryOptions& options, Executor& executor);

// Returns a hash of everything that the answers depend on: input and options. Reads the file with the poses, motions,
// rays or points again.
Result<std::uint64_t> hash_question(const LoadedQuery& query, const QueryOptions& options);

} // namespace boxwood
