#include "app/shell/report.hpp"

#include "app/shell/build_info.hpp"
#include "app/shell/output_file.hpp"

#include <nlohmann/json.hpp>

namespace boxwood {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Summary& summary) {
    return {{"min", summary.min}, {"median", summary.median}, {"p95", summary.p95}, {"max", summary.max}};
}

// Adds the summary of one column under its name.
Status add_summary(const FrameLog& log, std::size_t column, std::string_view name, Json& io_json) {
    const Result<Summary> summary = log.summarize_column(column);
    if (!summary) return summary.error();
    io_json[std::string(name)] = to_json(*summary);
    return ok();
}

Result<Json> phases_json(const FrameLog& log) {
    Json phases = Json::object();
    for (std::size_t i = 0; i < kPhaseCount; ++i)
        if (Status status = add_summary(log, i, kPhaseNames[i], phases); !status) return status.error();
    if (Status status = add_summary(log, FrameLog::kStep, "step", phases); !status) return status.error();
    return phases;
}

Result<Json> counters_json(const FrameLog& log) {
    Json counters = Json::object();
    const auto add = [&](std::size_t column, std::string_view name, std::uint64_t last) -> Status {
        if (Status status = add_summary(log, column, name, counters); !status) return status.error();
        counters[std::string(name)]["last"] = last;
        return ok();
    };
    for (std::size_t i = 0; i < StepCounters::kCount; ++i)
        if (Status status = add(FrameLog::kFirstCounter + i, kCounterNames[i], log.last_counters().list()[i]); !status)
            return status.error();
    if (Status status = add(FrameLog::kFastBodies, "may_have_passed_through_others", log.last_fast_bodies()); !status)
        return status.error();
    return counters;
}

} // namespace

std::string json_string(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string verified_json(const std::optional<OracleTally>& tally) {
    if (!tally) return "null";
    Json json{{"frames", tally->frames},
              {"pairs", tally->pairs},
              {"unchecked_pairs", tally->unchecked},
              {"hierarchies", tally->hierarchies},
              {"wrong", tally->wrong}};
    json["first_wrong"] = tally->wrong > 0 ? Json(tally->first_wrong) : Json(nullptr);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string hex64(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

Status check_writable(const std::filesystem::path& path) {
    const Result<OutputFile> file = OutputFile::open(path);
    return file ? ok() : Status{file.error()};
}

Status write_report(const std::filesystem::path& path, const RunReport& report, const FrameLog& log) {
    const Result<Json> phases = phases_json(log), counters = counters_json(log);
    if (!phases) return phases.error();
    if (!counters) return counters.error();
    const BuildInfo build = build_info();
    Json json{{"scene", report.scene},
              {"lab", report.lab},
              {"seed", report.seed},
              {"frames", report.frames},
              {"state_hash", hex64(report.state_hash)},
              {"phases_ms", *phases},
              {"counters_per_frame", *counters},
              {"may_have_passed_through_others", report.total_fast_bodies},
              {"stopped_at_the_limit", report.total_stopped_bodies},
              {"build",
               {{"version", build.version},
                {"commit", build.commit},
                {"kind", build.kind},
                {"compiler", build.compiler}}},
              {"machine", {{"processor", build.processor}, {"threads", build.threads}}}};
    json["renderer"] = report.renderer;
    json["screenshot"] = report.screenshot;
    Json state = Json::object();
    for (const ReportEntry& entry : report.lab_state) state[entry.name] = Json::parse(entry.json);
    json["state"] = state;

    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

} // namespace boxwood
