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

Json phases_json(const TimeHistory& times) {
    Json phases = Json::object();
    for (std::size_t i = 0; i < kPhaseCount; ++i)
        phases[std::string(kPhaseNames[i])] = to_json(times.summarize_phase(static_cast<Phase>(i)));
    phases["step"] = to_json(times.summarize_step());
    return phases;
}

Json counters_json(const TimeHistory& times) {
    const auto entry_of = [&times](const auto& count) {
        std::vector<double> values;
        for (const TimedFrame& frame : times.frames()) values.push_back(static_cast<double>(count(frame)));
        Json entry = to_json(summarize(values));
        entry["last"] = times.frames().empty() ? 0 : count(times.frames().back());
        return entry;
    };
    Json counters = Json::object();
    for (std::size_t i = 0; i < StepCounters::kCount; ++i)
        counters[std::string(kCounterNames[i])] =
            entry_of([i](const TimedFrame& frame) { return frame.counters.list()[i]; });
    counters["may_have_passed_through_others"] =
        entry_of([](const TimedFrame& frame) { return frame.fast_bodies; });
    return counters;
}

} // namespace

std::string json_string(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
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

Status write_report(const std::filesystem::path& path, const RunReport& report, const TimeHistory& times) {
    const BuildInfo build = build_info();
    Json json{{"scene", report.scene},
              {"lab", report.lab},
              {"seed", report.seed},
              {"frames", report.frames},
              {"state_hash", hex64(report.state_hash)},
              {"phases_ms", phases_json(times)},
              {"counters_per_frame", counters_json(times)},
              {"may_have_passed_through_others", report.total_fast_bodies},
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
