// What: prints what the judge found: a line per verdict, as text or JSON, and a summary.
#pragma once

#include "engine/judge/judge_capture.hpp"

#include <string>

namespace boxwood {

std::string verdict_line(const judge::Finding& finding); // without a line break

struct VerdictFormat {
    bool as_json = false, shows_all = false; // of text: also what is right
};

// Judges and prints, with progress on stderr. The exit status: 1 if a verdict is wrong.
int print_verdicts(const capture::Capture& capture, const VerdictFormat& format);

} // namespace boxwood
