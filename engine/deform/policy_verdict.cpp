#include "engine/deform/policy_verdict.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

std::string format_text(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string tell_rebuilds(const PolicyRun& best, const PolicyRun& never) {
    const std::vector<BreakEven> rebuilds = find_break_even(best.frames(), never.frames());
    if (rebuilds.empty()) return "";
    const auto paid = static_cast<std::size_t>(std::count_if(
        rebuilds.begin(), rebuilds.end(), [](const BreakEven& b) { return b.paid_back.has_value(); }));
    if (rebuilds.size() > 3)
        return "; of its " + std::to_string(rebuilds.size()) + " rebuilds " + std::to_string(paid) +
               " have paid for themselves";
    std::string text;
    for (const BreakEven& b : rebuilds)
        text += "; the rebuild at frame " + std::to_string(b.rebuild) +
                (b.paid_back ? " had paid for itself by frame " + std::to_string(*b.paid_back)
                             : std::string(" has not paid for itself yet"));
    return text;
}

} // namespace

PolicyTotals sum_frames(const PolicyConfig& policy, std::span<const PolicyFrame> frames) {
    PolicyTotals totals{.name = name_of(policy)};
    for (const PolicyFrame& frame : frames) {
        totals.update_ms += frame.update_ms;
        totals.query_ms += frame.query_ms;
        totals.volume_tests += frame.volume_tests;
        totals.triangle_tests += frame.triangle_tests;
        totals.contacts += frame.contacts;
        totals.rebuilds += frame.update.kind == UpdateKind::rebuild ? 1u : 0u;
        totals.partial_rebuilds += frame.update.kind == UpdateKind::partial ? 1u : 0u;
    }
    return totals;
}

std::vector<double> saved_so_far(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other) {
    std::vector<double> saved(std::min(run.size(), other.size()));
    double sum = 0.0;
    for (std::size_t i = 0; i < saved.size(); ++i) {
        sum += other[i].total_ms() - run[i].total_ms();
        saved[i] = sum;
    }
    return saved;
}

std::vector<BreakEven> find_break_even(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other) {
    const std::vector<double> saved = saved_so_far(run, other);
    std::vector<BreakEven> found;
    std::vector<std::size_t>
        rising; // frames after the current one whose savings no earlier one of them reaches
    for (std::size_t i = saved.size(); i-- > 0;) {
        while (!rising.empty() && saved[rising.back()] <= saved[i]) rising.pop_back();
        rising.push_back(i);
        if (run[i].update.kind != UpdateKind::rebuild) continue;
        const double before = i == 0 ? 0.0 : saved[i - 1];
        const auto paid = std::find_if(rising.rbegin(), rising.rend(),
                                       [&](std::size_t frame) { return saved[frame] >= before; });
        found.push_back({i, paid == rising.rend() ? std::nullopt : std::optional(*paid)});
    }
    std::reverse(found.begin(), found.end());
    return found;
}

namespace {

// Then times differ by chance only.
bool did_the_same_work(const PolicyRun& a, const PolicyRun& b) {
    return std::ranges::equal(a.frames(), b.frames(), [](const PolicyFrame& x, const PolicyFrame& y) {
        return x.volume_tests == y.volume_tests && x.triangle_tests == y.triangle_tests &&
               x.update.kind == y.update.kind && x.update.volumes == y.update.volumes;
    });
}

} // namespace

std::string tell_policies(std::span<const PolicyRun> runs) {
    if (runs.empty() || runs[0].frames().empty()) return "Nothing has moved yet.";
    std::vector<PolicyTotals> totals;
    for (const PolicyRun& run : runs) totals.push_back(sum_frames(run.config(), run.frames()));
    const auto best =
        static_cast<std::size_t>(std::min_element(totals.begin(), totals.end(),
                                                  [](const PolicyTotals& a, const PolicyTotals& b) {
                                                      return a.total_ms() < b.total_ms();
                                                  }) -
                                 totals.begin());
    const std::size_t count = runs[0].frames().size();
    const std::string frames = std::to_string(count) + (count == 1 ? " frame" : " frames");
    if (runs.size() == 1)
        return totals[0].name + ": " + format_text("%.0f ms", totals[0].total_ms()) + " over " + frames + ".";
    if (std::ranges::all_of(runs, [&](const PolicyRun& run) { return did_the_same_work(run, runs[0]); }))
        return "No difference in " + frames + ": every policy did the same work so far.";
    std::string text = totals[best].name + " is the cheapest over " + frames;
    const char* mark = ": ";
    for (std::size_t i = 0; i < totals.size(); ++i) {
        if (i == best || !(totals[i].total_ms() > 0.0)) continue;
        const double below = 100.0 * (1.0 - totals[best].total_ms() / totals[i].total_ms());
        text += mark + format_text("%.0f %% below ", below) + totals[i].name;
        mark = ", ";
    }
    const auto never = std::find_if(runs.begin(), runs.end(),
                                    [](const PolicyRun& run) { return run.config().name == "never"; });
    if (never != runs.end() && totals[best].rebuilds > 0 && runs[best].config().name != "always")
        text += tell_rebuilds(runs[best], *never);
    return text + ".";
}

} // namespace boxwood
