#include "engine/deform/policies/policy_ranking.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

std::string format_text(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string join(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string name_in_quotes(const PolicyTotals& totals) {
    return "'" + totals.name + "'";
}

// The times of frames with the same work differ only by noise.
bool is_same_work(const PolicyFrame& x, const PolicyFrame& y) {
    return x.volume_tests == y.volume_tests && x.triangle_tests == y.triangle_tests &&
           x.update.kind == y.update.kind && x.update.volumes == y.update.volumes;
}

} // namespace

void PolicyRanking::catch_up(std::span<const PolicyRun> runs) {
    if (totals_.size() != runs.size()) {
        *this = {};
        for (const PolicyRun& run : runs) {
            if (run.config().name == "never" && !never_) never_ = totals_.size();
            totals_.push_back({.name = name_of(run.config())});
            always_rebuilds_.push_back(run.config().name == "always");
        }
        pay_back_.resize(runs.size());
        saved_.resize(runs.size(), 0.0);
        twin_.resize(runs.size(), 0);
        spreads_.resize(runs.size() * runs.size());
    }
    if (runs.empty()) return;
    for (; frames_ < runs[0].frame_count(); ++frames_) {
        update_twins(runs);
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const PolicyFrame& frame = runs[i].frame(frames_);
            add_frame(totals_[i], frame);
            for (std::size_t j = 0; j < i; ++j)
                spreads_[i * runs.size() + j].add(runs[j].frame(frames_).total_ms() - frame.total_ms());
            if (!never_) continue;
            saved_[i] += saved_by_work(frame, runs[*never_].frame(frames_));
            pay_back_[i].add_frame(saved_[i], frame.update.kind == UpdateKind::rebuild);
        }
    }
}

// A run gets a new twin if it did different work than its twin in this frame. The new twin is the first run that had
// the same twin before and did the same work in this frame. This can be the run itself.
void PolicyRanking::update_twins(std::span<const PolicyRun> runs) {
    const std::vector<std::size_t> before = twin_;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            if (before[j] != before[i] || !is_same_work(runs[i].frame(frames_), runs[j].frame(frames_)))
                continue;
            twin_[i] = j;
            break;
        }
}

std::optional<std::size_t> PolicyRanking::cheapest() const {
    if (frames_ == 0 || std::all_of(twin_.begin(), twin_.end(), [](std::size_t twin) { return twin == 0; }))
        return std::nullopt;
    const auto smallest =
        std::min_element(totals_.begin(), totals_.end(), [](const PolicyTotals& a, const PolicyTotals& b) {
            return a.total_ms() < b.total_ms();
        });
    return twin_[static_cast<std::size_t>(smallest - totals_.begin())];
}

bool PolicyRanking::is_within_noise(std::size_t run, std::size_t other) const {
    return spreads_[std::max(run, other) * totals_.size() + std::min(run, other)].is_within_noise();
}

// True if it can be said which rebuilds of the run paid for themselves: the policy is not "always", and the run's total
// differs by more than noise from the total of the policy "never".
bool PolicyRanking::can_judge_rebuilds(std::size_t run) const {
    return never_ && !always_rebuilds_[run] && twin_[run] != twin_[*never_] && !is_within_noise(run, *never_);
}

std::optional<std::size_t> PolicyRanking::break_even() const {
    const std::optional<std::size_t> best = cheapest();
    if (!best || !can_judge_rebuilds(*best)) return std::nullopt;
    for (const BreakEven& rebuild : pay_back_[*best].rebuilds())
        if (rebuild.paid_back) return rebuild.paid_back;
    return std::nullopt;
}

std::string PolicyRanking::describe_rebuilds(const PayBack& pay_back) const {
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

std::string PolicyRanking::describe() const {
    if (frames_ == 0) return "No frame has run yet.";
    const std::string frames = std::to_string(frames_) + (frames_ == 1 ? " frame" : " frames");
    if (totals_.size() == 1)
        return totals_[0].name + ": " + format_text("%.0f ms", totals_[0].total_ms()) + " over " + frames +
               ".";
    const std::optional<std::size_t> best = cheapest();
    if (!best) return "All policies have done the same work so far, over " + frames + ".";
    const std::vector<std::size_t> close = list_close(*best);
    if (close.empty()) {
        const std::string rebuilds = can_judge_rebuilds(*best) ? describe_rebuilds(pay_back_[*best]) : "";
        return name_in_quotes(totals_[*best]) + " is the cheapest over " + frames +
               describe_others(*best, close) + rebuilds + ".";
    }
    std::string names = name_in_quotes(totals_[*best]);
    double widest = 0.0;
    for (const std::size_t i : close) {
        names += (i == close.back() ? " and " : ", ") + name_in_quotes(totals_[i]);
        widest = std::max(widest, percent_below(*best, i));
    }
    const std::string noise = format_text(", difference %.0f %%, within noise", widest),
                      others = describe_others(*best, close);
    if (others.empty()) return "No clear difference over " + frames + ": " + names + noise + ".";
    return names + " are the cheapest over " + frames + noise + others + ".";
}

// Other runs with different work whose totals differ from the best run's total only by noise.
std::vector<std::size_t> PolicyRanking::list_close(std::size_t best) const {
    std::vector<std::size_t> close;
    for (std::size_t i = 0; i < totals_.size(); ++i)
        if (twin_[i] == i && twin_[i] != twin_[best] && is_within_noise(best, i)) close.push_back(i);
    return close;
}

// The percentage by which the total of `run` is below the total of `other`. Instead of the total of `run`, uses the
// smallest total of all runs that did the same work as `run`.
double PolicyRanking::percent_below(std::size_t run, std::size_t other) const {
    double smallest = totals_[run].total_ms();
    for (std::size_t i = 0; i < totals_.size(); ++i)
        if (twin_[i] == twin_[run]) smallest = std::min(smallest, totals_[i].total_ms());
    const double of_other = totals_[other].total_ms();
    return of_other > 0.0 ? 100.0 * (1.0 - smallest / of_other) : 0.0;
}

// Lists runs with different work first, then the runs that did the same work as another run.
std::string PolicyRanking::describe_others(std::size_t best, std::span<const std::size_t> close) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < totals_.size(); ++i) {
        const bool is_mentioned = i == best || std::find(close.begin(), close.end(), i) != close.end();
        if (!is_mentioned && twin_[i] == i && totals_[i].total_ms() > 0.0)
            parts.push_back(format_text("%.0f %% below ", percent_below(best, i)) +
                            name_in_quotes(totals_[i]));
    }
    std::string text = parts.empty() ? "" : ": " + join(parts);
    for (std::size_t i = 0; i < totals_.size(); ++i) {
        const std::vector<std::string> twins = list_twins(i);
        if (!twins.empty())
            text += (text.empty() ? ": " : "; ") + join(twins) + " did the same work as " +
                    name_in_quotes(totals_[i]);
    }
    return text;
}

std::vector<std::string> PolicyRanking::list_twins(std::size_t run) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < totals_.size(); ++i)
        if (i != run && twin_[i] == run && totals_[i].total_ms() > 0.0)
            names.push_back(name_in_quotes(totals_[i]));
    return names;
}

std::string describe_policies(std::span<const PolicyRun> runs) {
    PolicyRanking ranking;
    ranking.catch_up(runs);
    return ranking.describe();
}

} // namespace boxwood
