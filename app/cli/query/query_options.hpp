// What: the options of `boxwood query`, which boxwood-mpi shares.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "app/cli/query/answer_format.hpp"
#include "app/cli/query/questions.hpp"
#include "app/cli/query/shard.hpp"
#include "collision/query/query_choices.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace boxwood {

struct QueryOptions {
    std::filesystem::path a, b, poses, rays, points, out, visits; // empty: option not used
    std::string mode = std::string(kAllQueryModes.front().name);
    QueryRequest request;
    std::string solid; // a, b or both; empty: neither
    int threads = 1;
    bool with_costs = false, uses_coherence = false;
    bool wants_json = false, wants_csv = false, resumes = false, without_times = false;
    std::optional<Shard> shard;
    std::shared_ptr<HierarchyConfig> hierarchy = std::make_shared<HierarchyConfig>();

    Question question = Question::triangles;  // derived from `mode`
    AnswerFormat format = AnswerFormat::text; // derived from the flags and `out`
    bool uses_one_mesh() const { return question == Question::ray || question == Question::point; }
};

// Adds the options to a command.
void add_query_options(Command& io_command, const std::shared_ptr<QueryOptions>& options);

// Sets the members that are derived from others. Returns an Error that names a wrong option, or options that cannot be
// combined.
Status check_options(QueryOptions& io_options);

} // namespace boxwood
