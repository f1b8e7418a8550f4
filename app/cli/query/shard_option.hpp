// What: the option --shard I/N, for commands whose work can be divided into N parts that run separately.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "app/cli/query/shard.hpp"

#include <optional>
#include <string>

namespace boxwood {

// `what` names the items that are divided, for example "queries". Parsing the command line sets `out_shard`.
inline void add_shard_option(Command& io_command, const std::string& what, std::optional<Shard>& out_shard) {
    io_command
        .text_option(
            "--shard",
            [&out_shard](const std::string& text) -> Status {
                const Result<Shard> shard = read_shard(text);
                if (!shard) return shard.error();
                out_shard = *shard;
                return ok();
            },
            "Process only part I of N of the " + what +
                ", so that several machines can share a run; combine the result files with `boxwood merge`")
        .value_name("I/N");
}

} // namespace boxwood
