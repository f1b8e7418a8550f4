// What: prints the findings of the judge, one line per verdict, as text with a summary or as JSON.
#pragma once

#include "app/cli/query/shard.hpp"
#include "engine/judge/judge_capture.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace boxwood {

std::string verdict_line(const judge::Finding& finding); // without a line break

struct VerdictFormat {
    bool as_json = false, shows_all = false; // shows_all: the text also lists right verdicts
    std::filesystem::path out{};             // file for JSON; empty or -: standard output
    std::optional<ShardHeading> shard{};     // shard of the claims; with JSON only
};

// Returns an Error if the capture has no claims. Before that, prints the problems of the capture, which can be the
// reason.
Status check_claims(const capture::Capture& capture);

// Judges the capture and prints the verdicts, with progress on stderr. Returns the exit status: 1 if a verdict is
// wrong.
Result<int> print_verdicts(const capture::Capture& capture, const VerdictFormat& format);

} // namespace boxwood
