// What: the option --shard I/N, of every command that does a part of its work.
#pragma once

#include "app/cli/options/command_line.hpp"
#include "app/cli/query/shard.hpp"

#include <optional>
#include <string>

namespace boxwood {

// `what` is done: "queries". The option writes to out_shard when the command line is parsed.
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
            "Only the Ith of N parts of the " + what +
                ", for several machines; boxwood merge puts the parts together")
        .value_name("I/N");
}

} // namespace boxwood
