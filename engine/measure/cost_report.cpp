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
    report.wall_us = measure_min_us([&] { run_queries(subject, nullptr); });
    const double traversal_us = measure_min_us([&] {
        log_.start_replay();
        run_queries(subject, &log_);
    });
    report.primitives.us = measure_min_us([&] {
        for (std::size_t i = 0; i < subject.poses.size(); ++i)
            repeat_primitive_tests(operand_a(subject, i), operand_b(subject, i), subject.request, log_,
                                   {i == 0 ? 0 : log_ends_[i - 1], log_ends_[i]}, result_);
    });
    report.updates.us = report.updates.count > 0 ? measure_updates(subject) : 0.0;
    report.volumes.us = std::max(traversal_us - report.updates.us, 0.0);
    return report;
}

// Also records the log and the counts that the timed runs use.
CostReport CostMeter::count(const CostSubject& subject,
                            const std::function<void(const QueryResult&)>& on_answer) {
    CostReport report;
    log_.start_recording();
    log_ends_.clear();
    update_counts_.clear();
    QueryRequest request = subject.request;
    request.log = &log_;
    for (std::size_t i = 0; i < subject.poses.size(); ++i) {
        require_ok(query_meshes(operand_a(subject, i), operand_b(subject, i), request, scratch_, result_));
        log_ends_.push_back(log_.size());
        update_counts_.push_back(result_.counters.volume_updates);
        report.volumes.count += result_.counters.volume_tests;
        report.primitives.count += result_.counters.primitive_tests;
        report.updates.count += result_.counters.volume_updates;
        if (on_answer) on_answer(result_);
    }
    return report;
}

void CostMeter::run_queries(const CostSubject& subject, PrimitiveTestRecord* log) {
    QueryRequest request = subject.request;
    request.log = log;
    for (std::size_t i = 0; i < subject.poses.size(); ++i)
        require_ok(query_meshes(operand_a(subject, i), operand_b(subject, i), request, scratch_, result_));
}

double CostMeter::measure_updates(const CostSubject& subject) {
    std::vector<VolumeUpdateCosts> updates;
    for (std::size_t i = 0; i < subject.poses.size(); ++i)
        updates.emplace_back(operand_a(subject, i), operand_b(subject, i), subject.request.test);
    volatile double sink = 0.0; // prevents the compiler from removing the work
    return measure_min_us([&] {
        double sum = 0.0;
        for (std::size_t i = 0; i < updates.size(); ++i) sum += updates[i].repeat(update_counts_[i]);
        sink = sum;
    });
}

double CostMeter::measure_min_us(const std::function<void()>& run) const {
    double min_ms = 0.0;
    for (int repeat = 0; repeat < repeats_; ++repeat) {
        const double start = clock_();
        run();
        const double elapsed = clock_() - start;
        min_ms = repeat == 0 ? elapsed : std::min(min_ms, elapsed);
    }
    constexpr double kMicroseconds = 1000.0; // per millisecond
    return kMicroseconds * min_ms;
}

} // namespace boxwood
