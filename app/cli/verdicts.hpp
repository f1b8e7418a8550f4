// What: prints what the judge found: a line per verdict, as text or JSON, and a summary.
#pragma once

#include "app/cli/query/shard.hpp"
#include "engine/judge/judge_capture.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace boxwood {

std::string verdict_line(const judge::Finding& finding); // without a line break

struct VerdictFormat {
    bool as_json = false, shows_all = false; // of text: also what is right
    std::filesystem::path out{};             // of JSON; empty or -: standard output
    std::optional<ShardHeading> part{};      // of the claims; of JSON
};

// Judges and prints, with progress on stderr. The exit status: 1 if a verdict is wrong.
Result<int> print_verdicts(const capture::Capture& capture, const VerdictFormat& format);

} // namespace boxwood
