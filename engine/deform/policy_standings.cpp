#include "engine/deform/policy_standings.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

std::string format_text(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

// Then times differ by chance only.
bool is_same_work(const PolicyFrame& x, const PolicyFrame& y) {
    return x.volume_tests == y.volume_tests && x.triangle_tests == y.triangle_tests &&
           x.update.kind == y.update.kind && x.update.volumes == y.update.volumes;
}

} // namespace

void PolicyStandings::catch_up(std::span<const PolicyRun> runs) {
    if (totals_.size() != runs.size()) {
        *this = {};
        for (const PolicyRun& run : runs) {
            if (run.config().name == "never" && !never_) never_ = totals_.size();
            totals_.push_back({.name = name_of(run.config())});
            is_always_.push_back(run.config().name == "always");
        }
        pay_back_.resize(runs.size());
        saved_.resize(runs.size(), 0.0);
        twin_.resize(runs.size(), 0);
    }
    if (runs.empty()) return;
    for (; frames_ < runs[0].frames().size(); ++frames_) {
        part_twins(runs);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const PolicyFrame& frame = runs[i].frames()[frames_];
            add_frame(totals_[i], frame);
            if (!never_) continue;
            saved_[i] += runs[*never_].frames()[frames_].total_ms() - frame.total_ms();
            pay_back_[i].add_frame(saved_[i], frame.update.kind == UpdateKind::rebuild);
        }
    }
}

// After this frame, what did other work than its twin is a twin of the first that parts in the same way, if any.
void PolicyStandings::part_twins(std::span<const PolicyRun> runs) {
    const std::vector<std::size_t> before = twin_;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            if (before[j] != before[i] || !is_same_work(runs[i].frames()[frames_], runs[j].frames()[frames_]))
                continue;
            twin_[i] = j;
            break;
        }
}

std::optional<std::size_t> PolicyStandings::cheapest() const {
    if (frames_ == 0 || std::all_of(twin_.begin(), twin_.end(), [](std::size_t twin) { return twin == 0; }))
        return std::nullopt;
    const auto least =
        std::min_element(totals_.begin(), totals_.end(), [](const PolicyTotals& a, const PolicyTotals& b) {
            return a.total_ms() < b.total_ms();
        });
    return twin_[static_cast<std::size_t>(least - totals_.begin())];
}

std::string PolicyStandings::tell_rebuilds(const PayBack& pay_back) const {
    const std::vector<BreakEven>& rebuilds = pay_back.rebuilds();
    if (rebuilds.size() > 3)
        return "; of its " + std::to_string(rebuilds.size()) + " rebuilds " +
               std::to_string(pay_back.paid()) + " have paid for themselves";
    std::string text;
    for (const BreakEven& b : rebuilds)
        text += "; the rebuild at frame " + std::to_string(b.rebuild) +
                (b.paid_back ? " had paid for itself by frame " + std::to_string(*b.paid_back)
                             : std::string(" has not paid for itself yet"));
    return text;
}

std::string PolicyStandings::tell() const {
    if (frames_ == 0) return "Nothing has moved yet.";
    const std::string frames = std::to_string(frames_) + (frames_ == 1 ? " frame" : " frames");
    if (totals_.size() == 1)
        return totals_[0].name + ": " + format_text("%.0f ms", totals_[0].total_ms()) + " over " + frames +
               ".";
    const std::optional<std::size_t> best = cheapest();
    if (!best) return "No difference in " + frames + ": every policy did the same work so far.";
    double least = totals_[*best].total_ms(); // of those that did that work
    for (std::size_t i = 0; i < totals_.size(); ++i)
        if (twin_[i] == *best) least = std::min(least, totals_[i].total_ms());
    std::string text = totals_[*best].name + " is the cheapest over " + frames;
    const char* mark = ": ";
    for (std::size_t i = 0; i < totals_.size(); ++i) {
        if (i == *best || !(totals_[i].total_ms() > 0.0)) continue;
        if (twin_[i] == *best) {
            text += mark + std::string("the same work as ") + totals_[i].name;
            mark = ", ";
            continue;
        }
        const double below = 100.0 * (1.0 - least / totals_[i].total_ms());
        text += mark + format_text("%.0f %% below ", below) + totals_[i].name;
        mark = ", ";
    }
    if (never_ && !is_always_[*best]) text += tell_rebuilds(pay_back_[*best]);
    return text + ".";
}

std::string tell_policies(std::span<const PolicyRun> runs) {
    PolicyStandings standings;
    standings.catch_up(runs);
    return standings.tell();
}

} // namespace boxwood
