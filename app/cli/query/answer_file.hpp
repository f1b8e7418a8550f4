// What: answers of `boxwood query` in a file, all or those of a shard.
#pragma once

#include "app/cli/query/loaded_query.hpp"
#include "app/shell/files/output_file.hpp"

#include <optional>
#include <string>

namespace boxwood {

// The output, opened before anything else is read, or the answers that an interrupted run left, with --resume.
struct AnswerFile {
    std::optional<OutputFile> out;
    std::string kept; // unless there is `out`
};

Result<AnswerFile> open_answers(const QueryOptions& options);

// Returns the exit status. `asked` is about the meshes of `query`.
Result<int> write_answers(const LoadedQuery& query, const Asked& asked, const QueryOptions& options,
                          Executor& executor, AnswerFile& io_file, CostSums& out_costs);

} // namespace boxwood
