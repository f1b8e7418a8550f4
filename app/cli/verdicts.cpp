#include "app/cli/verdicts.hpp"

#include "app/jobs/progress.hpp"
#include "app/labs/capture/opened_capture.hpp"
#include "app/shell/files/output_file.hpp"

#include <cstdio>

namespace boxwood {
std::string verdict_line(const judge::Finding& finding) {
    std::string line = std::string(name_of(finding.outcome)) + ": " + subject_of(finding) + ": ";
    if (finding.stage != judge::Stage::none) line += std::string(name_of(finding.stage)) + ": ";
    return line + finding.text;
}

namespace {

void print_problems(const capture::Capture& capture) {
    for (const std::string& problem : capture.problems)
        std::fprintf(stderr, "boxwood: %s\n", problem.c_str());
}

// Writes one line per finding. A part also gets a heading, which contains the number of its lines.
Status write_json(const judge::JudgedCapture& judged, const VerdictFormat& format) {
    Result<OutputFile> out = OutputFile::open(format.out.empty() ? "-" : format.out);
    if (!out) return out.error();
    if (format.shard) {
        ShardHeading heading = *format.shard;
        heading.lines = judged.findings.size();
        if (Status status = out->write(to_line(heading)); !status) return status;
    }
    for (const judge::Finding& finding : judged.findings)
        if (Status status = out->write(json_of(finding) + "\n"); !status) return status;
    return out->finish();
}

} // namespace

Status check_claims(const capture::Capture& capture) {
    if (judge::count_claims(capture) > 0) return ok();
    print_problems(capture);
    return Error{"nothing to judge: no hierarchy, no query and no pairs of bodies"};
}

Result<int> print_verdicts(const capture::Capture& capture, const VerdictFormat& format) {
    print_problems(capture);
    Progress progress;
    progress.begin("query", capture.queries.size());
    const judge::ClaimRange range =
        format.shard ? judge::ClaimRange{format.shard->first, format.shard->queries} : judge::ClaimRange{};
    const judge::JudgedCapture judged = judge::judge_capture(
        capture,
        [&progress](std::size_t done, std::size_t) {
            progress.set_done(done);
            return true;
        },
        range);
    if (format.as_json) {
        if (Status status = write_json(judged, format); !status) return status.error();
    } else {
        std::string out;
        for (const judge::Finding& finding : judged.findings)
            if (format.shows_all || finding.outcome != judge::Outcome::right)
                out += verdict_line(finding) + "\n";
        std::fputs(out.c_str(), stdout);
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
