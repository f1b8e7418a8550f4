#include "engine/deform/policies/policy_verdict.hpp"

#include <algorithm>

namespace boxwood {

void add_frame(PolicyTotals& io_totals, const PolicyFrame& frame) {
    io_totals.update_ms += frame.update_ms;
    io_totals.query_ms += frame.query_ms;
    io_totals.volume_tests += frame.volume_tests;
    io_totals.triangle_tests += frame.triangle_tests;
    io_totals.contacts += frame.contacts;
    io_totals.rebuilds += frame.update.kind == UpdateKind::rebuild ? 1u : 0u;
    io_totals.partial_rebuilds += frame.update.kind == UpdateKind::partial ? 1u : 0u;
}

PolicyTotals sum_frames(const PolicyConfig& policy, std::span<const PolicyFrame> frames) {
    PolicyTotals totals{.name = name_of(policy)};
    for (const PolicyFrame& frame : frames) add_frame(totals, frame);
    return totals;
}

double saved_by_work(const PolicyFrame& frame, const PolicyFrame& other) {
    const bool is_same_update =
        frame.update.kind == other.update.kind && frame.update.volumes == other.update.volumes;
    const std::uint64_t tests = frame.volume_tests + frame.triangle_tests,
                        other_tests = other.volume_tests + other.triangle_tests;
    const double update = is_same_update ? 0.0 : other.update_ms - frame.update_ms;
    const double query = tests == other_tests ? 0.0 : other.query_ms - frame.query_ms;
    return update + (tests > other_tests ? std::min(query, 0.0) : query);
}

std::vector<double> saved_so_far(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other) {
    std::vector<double> saved(std::min(run.size(), other.size()));
    double sum = 0.0;
    for (std::size_t i = 0; i < saved.size(); ++i) {
        sum += saved_by_work(run[i], other[i]);
        saved[i] = sum;
    }
    return saved;
}

void PayBack::add_frame(double saved, bool is_rebuild) {
    if (is_rebuild) {
        waiting_.push_back({saved_, rebuilds_.size()});
        std::push_heap(waiting_.begin(), waiting_.end());
        rebuilds_.push_back({.rebuild = frame_, .paid_back = std::nullopt});
    }
    while (!waiting_.empty() && waiting_.front().saved_before <= saved) {
        rebuilds_[waiting_.front().index].paid_back = frame_;
        std::pop_heap(waiting_.begin(), waiting_.end());
        waiting_.pop_back();
    }
    saved_ = saved;
    ++frame_;
}

std::vector<BreakEven> find_break_even(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other) {
    const std::vector<double> saved = saved_so_far(run, other);
    PayBack pay_back;
    for (std::size_t i = 0; i < saved.size(); ++i)
        pay_back.add_frame(saved[i], run[i].update.kind == UpdateKind::rebuild);
    return pay_back.rebuilds();
}

} // namespace boxwood
