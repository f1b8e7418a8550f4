#include "engine/measure/cost_report.hpp"

#include "collision/query/traversal/volume_update_costs.hpp"

#include <algorithm>

namespace boxwood {
namespace {

MeshOperand operand_a(const CostSubject& subject, std::size_t pose) {
    return {subject.a, &subject.tree_a, &subject.poses[pose].first};
}
MeshOperand operand_b(const CostSubject& subject, std::size_t pose) {
    return {subject.b, &subject.tree_b, &subject.poses[pose].second};
}

CostTerm sum_of(const CostTerm& x, const CostTerm& y) {
    return {x.count + y.count, x.us + y.us};
}

} // namespace

CostReport& CostReport::operator+=(const CostReport& other) {
    volumes = sum_of(volumes, other.volumes);
    primitives = sum_of(primitives, other.primitives);
    updates = sum_of(updates, other.updates);
    wall_us += other.wall_us;
    return *this;
}

CostMeter::CostMeter(Clock clock, int repeats)
    : clock_(std::move(clock))
    , repeats_(std::max(1, repeats)) {}

CostReport CostMeter::measure(const CostSubject& subject,
                              const std::function<void(const QueryResult&)>& on_answer) {
    CostReport report = count(subject, on_answer);
    if (!clock_) return report;
    report.wall_us = measure_least_us([&] { ask_all(subject, nullptr); });
    const double traversal_us = measure_least_us([&] {
        log_.replay();
        ask_all(subject, &log_);
    });
    report.primitives.us = measure_least_us([&] {
        for (std::size_t i = 0; i < subject.poses.size(); ++i)
            repeat_primitive_tests(operand_a(subject, i), operand_b(subject, i), subject.request, log_,
                                   {i == 0 ? 0 : log_ends_[i - 1], log_ends_[i]}, result_);
    });
    report.updates.us = report.updates.count > 0 ? measure_updates(subject) : 0.0;
    report.volumes.us = std::max(traversal_us - report.updates.us, 0.0);
    return report;
}

// Also records the input of the replays.
CostReport CostMeter::count(const CostSubject& subject,
                            const std::function<void(const QueryResult&)>& on_answer) {
    CostReport report;
    log_.record();
    log_ends_.clear();
    updates_made_.clear();
    QueryRequest request = subject.request;
    request.log = &log_;
    for (std::size_t i = 0; i < subject.poses.size(); ++i) {
        require_ok(query_meshes(operand_a(subject, i), operand_b(subject, i), request, scratch_, result_));
        log_ends_.push_back(log_.size());
        updates_made_.push_back(result_.counters.volume_updates);
        report.volumes.count += result_.counters.volume_tests;
        report.primitives.count += result_.counters.primitive_tests;
        report.updates.count += result_.counters.volume_updates;
        if (on_answer) on_answer(result_);
    }
    return report;
}

void CostMeter::ask_all(const CostSubject& subject, PrimitiveTestRecord* log) {
    QueryRequest request = subject.request;
    request.log = log;
    for (std::size_t i = 0; i < subject.poses.size(); ++i)
        require_ok(query_meshes(operand_a(subject, i), operand_b(subject, i), request, scratch_, result_));
}

double CostMeter::measure_updates(const CostSubject& subject) {
    std::vector<VolumeUpdateCosts> updates;
    for (std::size_t i = 0; i < subject.poses.size(); ++i)
        updates.emplace_back(operand_a(subject, i), operand_b(subject, i), subject.request.test);
    volatile double kept = 0.0; // prevents removal of the work by the compiler
    return measure_least_us([&] {
        double sum = 0.0;
        for (std::size_t i = 0; i < updates.size(); ++i) sum += updates[i].repeat(updates_made_[i]);
        kept = sum;
    });
}

double CostMeter::measure_least_us(const std::function<void()>& run) const {
    double least = 0.0;
    for (int repeat = 0; repeat < repeats_; ++repeat) {
        const double start = clock_();
        run();
        const double spent = clock_() - start;
        least = repeat == 0 ? spent : std::min(least, spent);
    }
    constexpr double kMicroseconds = 1000.0; // per millisecond
    return kMicroseconds * least;
}

} // namespace boxwood
