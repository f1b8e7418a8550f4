// What: the option --shard I/N, for commands that can do a part of their work.
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
            "Process only the Ith of N parts of the " + what +
                ", so that several machines can share a run; boxwood merge merges the parts")
        .value_name("I/N");
}

} // namespace boxwood
