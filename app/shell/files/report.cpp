#include "app/shell/files/report.hpp"

#include "app/shell/build_info.hpp"
#include "app/shell/files/output_file.hpp"
#include "engine/json/json.hpp"

namespace boxwood {
namespace {

Result<Json> summary_json(const FrameLog& log, std::size_t column) {
    const Result<Summary> summary = log.summarize_column(column);
    if (!summary) return summary.error();
    return Json::object(
        {{"min", summary->min}, {"median", summary->median}, {"p95", summary->p95}, {"max", summary->max}});
}

Result<Json> phases_json(const FrameLog& log) {
    Json phases = Json::object();
    for (std::size_t column = 0; column <= FrameLog::kStep; ++column) {
        Result<Json> summary = summary_json(log, column);
        if (!summary) return summary.error();
        phases.set(column < kPhaseCount ? kPhaseNames[column] : "step", std::move(*summary));
    }
    return phases;
}

Result<Json> counters_json(const FrameLog& log) {
    Json counters = Json::object();
    const auto add = [&](std::size_t column, std::string_view name, std::uint64_t last) -> Status {
        Result<Json> summary = summary_json(log, column);
        if (!summary) return summary.error();
        summary->set("last", last);
        counters.set(name, std::move(*summary));
        return ok();
    };
    for (std::size_t i = 0; i < StepCounters::kCount; ++i)
        if (Status status = add(FrameLog::kFirstCounter + i, kCounterNames[i], log.last_counters().list()[i]);
            !status)
            return status.error();
    if (Status status = add(FrameLog::kFastBodies, "may_have_passed_through_others", log.last_fast_bodies());
        !status)
        return status.error();
    return counters;
}

} // namespace

std::string json_string(const std::string& text) {
    return to_text(text);
}

std::string verified_json(const std::optional<OracleTally>& tally) {
    if (!tally) return "null";
    return to_text(Json::object({{"frames", tally->frames},
                                 {"pairs", tally->pairs},
                                 {"unchecked_pairs", tally->unchecked},
                                 {"pending_pairs", tally->pending},
                                 {"complete_frames", tally->complete_frames},
                                 {"hierarchies", tally->hierarchies},
                                 {"wrong", tally->wrong},
                                 {"first_wrong", tally->wrong > 0 ? Json(tally->first_wrong) : Json()}}));
}

std::string hex64(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

Status check_writable(const std::filesystem::path& path) {
    std::error_code ignored;
    // The reader of a pipe would take this test for the complete output.
    if (std::filesystem::is_fifo(path, ignored)) return ok();
    const Result<OutputFile> file = OutputFile::open(path);
    return file ? ok() : Status{file.error()};
}

Status write_report(const std::filesystem::path& path, const RunReport& report, const FrameLog& log) {
    const Result<Json> phases = phases_json(log), counters = counters_json(log);
    if (!phases) return phases.error();
    if (!counters) return counters.error();
    const BuildInfo build = build_info();
    Json state = Json::object();
    for (const ReportEntry& entry : report.lab_state)
        state.set(entry.name, require_ok(parse_json(entry.json, entry.name, JsonOrder::as_written)));
    const Json json =
        Json::object({{"scene", report.scene},
                      {"lab", report.lab},
                      {"seed", report.seed},
                      {"frames", report.frames},
                      {"state_hash", hex64(report.state_hash)},
                      {"phases_ms", *phases},
                      {"counters_per_frame", *counters},
                      {"may_have_passed_through_others", report.total_fast_bodies},
                      {"stopped_at_the_limit", report.total_stopped_bodies},
                      {"build", Json::object({{"version", build.version},
                                              {"commit", build.commit},
                                              {"kind", build.kind},
                                              {"compiler", build.compiler}})},
                      {"machine", Json::object({{"processor", build.processor}, {"threads", build.threads}})},
                      {"renderer", report.renderer},
                      {"screenshot", report.screenshot},
                      {"state", std::move(state)}});

    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    if (Status status = file->write(to_indented_text(json) + "\n"); !status) return status;
    return file->finish();
}

} // namespace boxwood
