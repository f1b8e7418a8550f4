#include "app/cli/bench.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/cli/query/merge_shards.hpp"
#include "engine/import/text_file.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace boxwood {
namespace {

struct MergeOptions {
    std::vector<std::filesystem::path> parts;
    std::filesystem::path out;
};

// Starts boxwood-bench, which merges the folders that its runs with --shard wrote.
int merge_folders(const MergeOptions& options) {
    std::vector<std::string> arguments{"--out=" + options.out.string()};
    for (const std::filesystem::path& part : options.parts) arguments.push_back("--merge=" + part.string());
    return start_bench(std::move(arguments));
}

} // namespace

void add_merge_command(Command& line) {
    const auto options = std::make_shared<MergeOptions>();
    Command verb = line.add_command(
        "merge", "Merge the parts of query, judge or bench --shard into the result of one run");
    verb.option("PART", &options->parts, "The files of all parts, or their folders for bench, in any order")
        .required();
    verb.option(
            "--out", &options->out,
            "File for the merged answers, or - for standard output; for bench, the folder for the results")
        .required()
        .not_empty()
        .value_name("FILE.jsonl|-|DIR");
    verb.set_action([options] {
        std::error_code error;
        if (std::filesystem::is_directory(options->parts.front(), error)) return merge_folders(*options);
        if (options->out.extension() == ".npy")
            return usage_error(Error{"--out " + shown(options->out) +
                                     ": merged parts are lines of JSON; choose a name such as FILE.jsonl"});
        const Result<MergedVerdicts> verdicts = merge_shards(options->parts, options->out);
        if (!verdicts) return usage_error(verdicts.error());
        std::string summary;
        for (std::size_t i = 0; i < verdicts->counts.size(); ++i)
            summary += (i > 0 ? ", " : "") + std::to_string(verdicts->counts[i]) + " " +
                       std::string(MergedVerdicts::kNames[i]);
        const bool is_judged = verdicts->counts != MergedVerdicts{}.counts;
        if (is_judged) std::fprintf(stderr, "boxwood: %s\n", summary.c_str());
        return verdicts->counts.back() > 0 ? 1 : 0; // the last count is the number of wrong verdicts
    });
}

} // namespace boxwood
