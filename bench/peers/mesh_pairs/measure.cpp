#include "bench/peers/mesh_pairs/measure.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>

namespace boxwood::bench {
namespace {

constexpr std::size_t kMinPlacements = 10; // every competitor answers at least half of this number
constexpr double kLong = 1e-4;             // seconds; longer queries are likely to be interrupted

double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Each call takes about a quarter of a microsecond.
double processor_seconds() {
    timespec at{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return static_cast<double>(at.tv_sec) + 1e-9 * static_cast<double>(at.tv_nsec);
}

double median(std::vector<float>& io_values) {
    const auto middle = io_values.begin() + static_cast<std::ptrdiff_t>(io_values.size() / 2);
    std::nth_element(io_values.begin(), middle, io_values.end());
    return static_cast<double>(*middle);
}

enum class Turn : std::uint8_t { after_others, again };

// A competitor in a cell: its answers, and its times at the timed placements. The first round stores answers;
// all rounds measure times.
class Run {
  public:
    Run(const Cell& cell, CompetitorInstance& instance)
        : cell_(cell)
        , instance_(instance)
        , times_{Times(cell.placements.size()), Times(cell.placements.size())}
        , answers_(cell.placements.size()) {}

    const NamedCompetitor& competitor() const { return instance_.named; }
    bool has_answered(std::size_t placement) const { return placement % answered_step_ == 0; }
    std::size_t timed_step() const { return timed_step_; } // every timed_step-th placement is timed
    const PairAnswer& answer(std::size_t placement) const { return answers_[placement]; }
    std::size_t rounds() const { return rounds_; }

    // Runs one query. Its time determines the clock, and the step between answered placements: 1, 2, 4, ..., larger
    // for slower competitors.
    void warm_up() {
        const double begin = processor_seconds();
        is_long_ = time_query(0, Turn::after_others) > kLong;
        const double first = processor_seconds() - begin;
        const double turns = cell_.wanted == Wanted::first ? 2.0 : 1.0; // of a round
        answered_step_ = timed_step_ = step_for(turns * first, kMinPlacements);
        times_of(Turn::after_others)[0].clear();
    }
    // The first round also sets the step between timed placements, so that all later rounds together stay within the
    // time limit. At least one placement is timed, even if it takes longer.
    void run_round() {
        const double begin = processor_seconds();
        const std::size_t step = rounds_ == 0 ? answered_step_ : timed_step_;
        take_turn(Turn::after_others, step);
        if (cell_.wanted == Wanted::first) take_turn(Turn::again, step);
        if (rounds_ == 0 && cell_.rounds > 1) {
            const double spent = processor_seconds() - begin;
            const std::size_t answered = (answers_.size() + answered_step_ - 1) / answered_step_;
            const double later =
                static_cast<double>(cell_.rounds - 1) * spent / static_cast<double>(answered);
            timed_step_ = std::max(answered_step_, step_for(later, 1));
        }
        ++rounds_;
    }
    double us(std::size_t placement, Turn turn) { return median(times_of(turn)[placement]); }

  private:
    using Times = std::vector<std::vector<float>>;
    Times& times_of(Turn turn) { return times_[static_cast<std::size_t>(turn)]; }

    // Returns the smallest step between placements that the time limit allows if one placement takes `seconds`. It is
    // a power of two, so that a faster competitor runs all placements of a slower one. If the limit allows fewer than
    // `min_placements`, between half of them and all of them are run.
    std::size_t step_for(double seconds, std::size_t min_placements) const {
        const double affordable = std::min(cell_.max_seconds / std::max(seconds, 1e-9), 1e9);
        const std::size_t placements = std::max(min_placements, static_cast<std::size_t>(affordable));
        return std::bit_ceil((answers_.size() + placements - 1) / placements);
    }
    void take_turn(Turn turn, std::size_t step) {
        for (std::size_t i = 0; i < answers_.size(); i += step) time_query(i, turn);
    }
    double time_query(std::size_t placement, Turn turn) {
        const bool is_first = turn == Turn::after_others && times_of(turn)[placement].empty();
        PairAnswer& answer = is_first ? answers_[placement] : unused_answer_;
        const Placement& at = cell_.placements[placement];
        instance_.competitor->prepare(at);
        answer.pairs.clear();
        const auto clock = is_long_ ? processor_seconds : wall_seconds;
        const double start = clock();
        instance_.competitor->answer(at, cell_.wanted, answer);
        const double spent = clock() - start;
        times_of(turn)[placement].push_back(static_cast<float>(1e6 * spent));
        return spent;
    }

    const Cell& cell_;
    CompetitorInstance& instance_;
    std::array<Times, 2> times_;
    std::vector<PairAnswer> answers_;
    PairAnswer unused_answer_;
    std::size_t answered_step_ = 1, timed_step_ = 1, rounds_ = 0; // steps: powers of two
    bool is_long_ = false;
};

bool can_answer(const CompetitorInstance& instance, Wanted wanted) {
    switch (wanted) {
    case Wanted::first:
        return instance.named.has_first;
    case Wanted::all:
        return instance.named.has_all;
    case Wanted::distance:
        break;
    }
    return instance.named.has_distance;
}

PairAnswer sorted(PairAnswer answer) {
    std::sort(answer.pairs.begin(), answer.pairs.end());
    answer.pairs.erase(std::unique(answer.pairs.begin(), answer.pairs.end()), answer.pairs.end());
    return answer;
}

// Compares with `truth`: the exact competitor if it takes part and can answer the query, otherwise Boxwood's default.
// Only queries for all contacts have an exact competitor, so only they check Boxwood's default, too.
Differences find_differences(const Cell& cell, const Run& run, const Run& truth) {
    Differences differences;
    if (run.competitor().content == AnswerContent::candidates) return differences;
    for (std::size_t i = 0; i < cell.placements.size(); ++i) {
        if (!run.has_answered(i) || !truth.has_answered(i)) continue;
        const PairAnswer exact = sorted(truth.answer(i)), given = sorted(run.answer(i));
        const bool has_pairs = run.competitor().content == AnswerContent::pairs && cell.wanted == Wanted::all;
        differences.placements += exact.intersects != given.intersects;
        differences.unmeasured += exact.intersects != given.intersects && !has_pairs;
        if (cell.wanted == Wanted::distance)
            differences.farthest_off =
                std::max(differences.farthest_off, std::fabs(exact.distance - given.distance));
        if (has_pairs) compare_pairs(cell.mesh, cell.placements[i], exact, given, differences);
    }
    return differences;
}

// The sum of the times of every `step`-th placement. Requires that all of them are timed.
double sum_us(const Cell& cell, Run& io_run, std::size_t step, Turn turn) {
    double sum = 0.0;
    for (std::size_t i = 0; i < cell.placements.size(); i += step) sum += io_run.us(i, turn);
    return sum;
}

// The time relative to the fastest Boxwood method that was timed at all timed placements of this competitor. If no
// Boxwood method was, compares with those that were timed at the largest number of placements, at these placements.
double ratio_to_ours(const Cell& cell, Run& io_run, std::span<Run> io_all, Turn turn) {
    std::size_t finest = std::numeric_limits<std::size_t>::max();
    for (const Run& other : io_all)
        if (other.competitor().is_ours) finest = std::min(finest, other.timed_step());
    const std::size_t step = std::max(finest, io_run.timed_step());
    double fastest = std::numeric_limits<double>::infinity();
    for (Run& other : io_all)
        if (other.competitor().is_ours && other.timed_step() <= step)
            fastest = std::min(fastest, sum_us(cell, other, step, turn));
    return sum_us(cell, io_run, step, turn) / fastest;
}

Score score(const Cell& cell, Run& io_run, std::span<Run> io_all, const Run& truth, Turn turn) {
    Score score;
    score.name = io_run.competitor().name;
    score.rounds = io_run.rounds();
    score.content = io_run.competitor().content;
    score.is_ours = io_run.competitor().is_ours;
    score.ratio = ratio_to_ours(cell, io_run, io_all, turn);
    score.timed = (cell.placements.size() + io_run.timed_step() - 1) / io_run.timed_step();
    score.us_per_query = sum_us(cell, io_run, io_run.timed_step(), turn) / static_cast<double>(score.timed);
    for (std::size_t i = 0; i < cell.placements.size(); ++i) {
        if (!io_run.has_answered(i)) continue;
        ++score.placements;
        score.hits += io_run.answer(i).intersects;
        score.pairs += sorted(io_run.answer(i)).pairs.size();
    }
    score.differences = find_differences(cell, io_run, truth);
    return score;
}

} // namespace

Scores measure(const Cell& cell, std::span<CompetitorInstance> instances) {
    std::vector<Run> runs;
    for (CompetitorInstance& instance : instances)
        if (can_answer(instance, cell.wanted)) runs.emplace_back(cell, instance);
    for (Run& run : runs) run.warm_up();
    for (std::size_t round = 0; round < cell.rounds; ++round)
        for (std::size_t i = 0; i < runs.size(); ++i) runs[(i + round) % runs.size()].run_round();
    const auto exact = std::find_if(runs.begin(), runs.end(),
                                    [](const Run& run) { return run.competitor().name == kExact; });
    const Run& truth = exact != runs.end() ? *exact : runs.front();
    Scores scores;
    for (Run& run : runs) {
        scores.after_others.push_back(score(cell, run, runs, truth, Turn::after_others));
        if (cell.wanted == Wanted::first) scores.again.push_back(score(cell, run, runs, truth, Turn::again));
    }
    return scores;
}

} // namespace boxwood::bench
