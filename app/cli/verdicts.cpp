#include "app/cli/verdicts.hpp"

#include "app/jobs/progress.hpp"
#include "app/labs/capture/opened_capture.hpp"

#include <cstdio>

namespace boxwood {
std::string verdict_line(const judge::Finding& finding) {
    std::string line = std::string(name_of(finding.outcome)) + ": " + subject_of(finding) + ": ";
    if (finding.stage != judge::Stage::none) line += std::string(name_of(finding.stage)) + ": ";
    return line + finding.text;
}

int print_verdicts(const capture::Capture& capture, const VerdictFormat& format) {
    for (const std::string& problem : capture.problems)
        std::fprintf(stderr, "boxwood: %s\n", problem.c_str());
    Progress progress;
    progress.begin("query", capture.queries.size());
    const judge::JudgedCapture judged =
        judge::judge_capture(capture, [&progress](std::size_t done, std::size_t) {
            progress.set_done(done);
            return true;
        });
    std::string out;
    for (const judge::Finding& finding : judged.findings) {
        if (format.as_json)
            out += json_of(finding) + "\n";
        else if (format.shows_all || finding.outcome != judge::Outcome::right)
            out += verdict_line(finding) + "\n";
    }
    std::fputs(out.c_str(), stdout);
    if (!format.as_json) {
        std::printf("%zu hierarchies, %zu frames of a broad phase, %zu queries:", judged.hierarchies,
                    judged.frames, judged.queries);
        for (const judge::Outcome outcome : {judge::Outcome::right, judge::Outcome::within_precision,
                                             judge::Outcome::undecided, judge::Outcome::wrong})
            std::printf(" %zu %s%s", judged.count(outcome), std::string(name_of(outcome)).c_str(),
                        outcome == judge::Outcome::wrong ? "\n" : ",");
    }
    return judged.count(judge::Outcome::wrong) > 0 ? 1 : 0;
}

} // namespace boxwood
