// What: the JSON report of a run: phases in milliseconds, counters per frame, hash, scene, seed, build, machine.
#pragma once

#include "app/shell/frame_log.hpp"
#include "collision/core/result.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

// An entry that a lab adds: a name, and its value as JSON text ("true", "12", "\"abc\"").
struct ReportEntry {
    std::string name;
    std::string json;
};
std::string json_string(const std::string& text);
// Totals of the oracle: checked frames, wrong results and others; "null" if no oracle ran.
std::string verified_json(const std::optional<OracleTally>& tally);

struct RunReport {
    std::string scene;
    std::string lab;
    std::uint64_t seed = 0;
    std::uint64_t frames = 0;
    std::uint64_t state_hash = 0;
    std::uint64_t total_fast_bodies = 0;    // see Simulation
    std::uint64_t total_stopped_bodies = 0; // see Simulation
    std::string screenshot;                 // empty: none
    std::string renderer;                   // empty: nothing was drawn
    std::vector<ReportEntry> lab_state;
};

std::string hex64(std::uint64_t value);

// Writes the file atomically. The Error names the path and the reason.
Status write_report(const std::filesystem::path& path, const RunReport& report, const FrameLog& log);

// Returns ok if a file can be created at `path`. Call it before a long run, so that no results are lost.
Status check_writable(const std::filesystem::path& path);

} // namespace boxwood
