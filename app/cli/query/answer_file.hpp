// What: writes the answers of `boxwood query`, or of one shard of it, to a file.
#pragma once

#include "app/cli/query/loaded_query.hpp"
#include "app/shell/files/output_file.hpp"

#include <optional>
#include <string>

namespace boxwood {

// The open output or, with --resume, the text that an interrupted run wrote.
struct AnswerFile {
    std::optional<OutputFile> out;
    std::string kept; // what the interrupted run wrote; used if `out` is none
};

// Opens the output, so that an unwritable file is reported before the input is read. With --resume, reads the temporary
// file (OutputFile::part_of) that an interrupted run left, if it exists; the output is then opened later.
Result<AnswerFile> open_answers(const QueryOptions& options);

// Returns the exit status. `setup` must refer to the meshes of `query`.
Result<int> write_answers(const LoadedQuery& query, const QuerySetup& setup, const QueryOptions& options,
                          Executor& executor, AnswerFile& io_file, CostSums& out_costs);

} // namespace boxwood
