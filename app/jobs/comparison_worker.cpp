#include "app/jobs/comparison_worker.hpp"

#include "app/jobs/thread_clock.hpp"

namespace boxwood {

void ComparisonWorker::start(Comparison comparison, std::shared_ptr<const void> owner) {
    task_.cancel();
    outcome_.reset();
    error_.reset();
    task_.start([this, described = std::move(comparison), kept = std::move(owner)] { work(described); });
}

void ComparisonWorker::work(Comparison comparison) {
    const auto count = static_cast<double>(comparison.configs.size());
    HierarchyComparison run(std::move(comparison), thread_milliseconds);
    while (!run.is_done() && !task_.is_cancelled()) {
        const Status status = run.advance();
        const std::scoped_lock lock(mutex_);
        if (!status) {
            error_ = status.error();
            return;
        }
        outcome_ = std::vector<ComparisonRow>(run.rows().begin(), run.rows().end());
        task_.set_progress(static_cast<double>(run.rows().size()) / count);
    }
}

std::optional<std::vector<ComparisonRow>> ComparisonWorker::take_result() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

std::optional<Error> ComparisonWorker::take_error() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(error_, std::nullopt);
}

} // namespace boxwood
