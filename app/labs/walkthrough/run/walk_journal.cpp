#include "app/labs/walkthrough/run/walk_journal.hpp"

#include "engine/import/text_file.hpp"
#include "engine/sim/history.hpp"
#include "engine/ui/export.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {
namespace {

constexpr std::size_t kMaxLogBytes = 1u << 16; // the panel shows only the last lines
constexpr double kSmoothing = 0.05;            // of costs, per frame

} // namespace

// --- log --------------------------------------------------------------------------------------------------

void WalkLog::clear() {
    text_.clear();
    line_count_ = 0;
    has_begun_ = false;
}

Status WalkLog::note(std::span<const WalkEvent> events) {
    std::string added;
    for (const WalkEvent& event : events) added += to_text(event) + "\n";
    line_count_ += events.size();
    text_ += added;
    if (text_.size() > kMaxLogBytes) text_.erase(0, text_.find('\n', text_.size() - kMaxLogBytes / 2) + 1);
    const bool is_first = !std::exchange(has_begun_, true);
    // The first step creates the file, so a walk without events leaves an empty log and a failed start leaves none.
    if (path_.empty() || (!is_first && added.empty())) return ok();
    Status status = is_first ? write_text_file(path_, added) : append_text_file(path_, added);
    if (!status) path_.clear();
    return status;
}

void WalkLog::add_setting(SettingTable& io_table) {
    io_table.add(free_text(
        {"log", "", "Log file of the objects that the hand touches, lifts and drops, frame by frame"},
        [this](std::string_view v) {
            if (v.empty()) return Status(Error{"setting log: no name given"});
            path_ = v;
            return ok();
        }));
}

std::vector<std::string_view> WalkLog::last_lines(std::size_t limit) const {
    std::string_view rest = text_;
    std::vector<std::string_view> lines;
    while (!rest.empty() && lines.size() < limit) {
        const std::size_t end = rest.size() - 1, newline = rest.rfind('\n', end == 0 ? 0 : end - 1);
        const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
        lines.push_back(rest.substr(begin, end - begin));
        rest = rest.substr(0, begin);
    }
    return lines;
}

// --- costs ------------------------------------------------------------------------------------------------

void WalkCosts::clear() {
    *this = {};
}

void WalkCosts::note(const PhaseTimes& times, std::uint64_t frame, bool is_detection_on) {
    const double step_ms = step_milliseconds(times);
    if (step_ms > worst_ms_) {
        worst_ms_ = step_ms;
        worst_frame_ = frame;
    }
    Cost& cost = costs_[is_detection_on ? 1 : 0];
    const double weight = cost.frames++ == 0 ? 1.0 : kSmoothing;
    cost.detection_ms += weight * (times.collision() - cost.detection_ms);
    cost.step_ms += weight * (step_ms - cost.step_ms);
}

// --- sounds -----------------------------------------------------------------------------------------------

void WalkSounds::play(std::span<const WalkEvent> events) {
    if (!is_on_ || !tones_.open()) return;
    constexpr float kLow = 180.0f, kHigh = 640.0f;
    for (const WalkEvent& event : events) {
        if (event.kind != WalkEvent::Kind::touch && event.kind != WalkEvent::Kind::rest) continue;
        const float share = std::min(1.0f, static_cast<float>(event.speed));
        tones_.play(event.kind == WalkEvent::Kind::touch ? kLow + (kHigh - kLow) * share : kLow, 0.14f,
                    0.08f + 0.12f * share);
    }
}

void WalkSounds::add_setting(SettingTable& io_table) {
    io_table.add(
        flag({"sound", "Sound",
              "A tone when the hand or the held object touches something, or an object comes to rest"},
             false, member(is_on_)));
}

// --- all --------------------------------------------------------------------------------------------------

void WalkJournal::clear() {
    log.clear();
    costs.clear();
}

Status WalkJournal::note_step(const Walk& walk, const Simulation& simulation, bool plays_sounds) {
    const Status status = log.note(walk.events());
    if (plays_sounds) sounds.play(walk.events());
    costs.note(simulation.output.times, simulation.frame, walk.is_detection_on);
    return status;
}

} // namespace boxwood
