#include "app/cli/commands.hpp"
#include "app/cli/query/merge_shards.hpp"
#include "app/cli/usage_error.hpp"

#include <memory>

namespace boxwood {
namespace {

struct MergeOptions {
    std::vector<std::filesystem::path> parts;
    std::filesystem::path out;
};

} // namespace

void add_merge_command(Command& line) {
    const auto options = std::make_shared<MergeOptions>();
    Command verb =
        line.add_command("merge", "Put the parts that boxwood query --shard wrote together: as of one run");
    verb.option("PART", &options->parts, "The files of all parts, in any order").required();
    verb.option("--out", &options->out, "The answers of the whole run; - is standard output")
        .required()
        .not_empty()
        .value_name("FILE.jsonl|-");
    verb.set_action([options] {
        const Status status = merge_shards(options->parts, options->out);
        return status ? 0 : usage_error(status.error());
    });
}

} // namespace boxwood
