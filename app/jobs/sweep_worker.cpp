#include "app/jobs/sweep_worker.hpp"

#include "app/jobs/thread_clock.hpp"

#include <utility>

namespace boxwood {

void SweepWorker::start(Sweep sweep) {
    task_.cancel();
    outcome_.reset();
    error_.reset();
    task_.start([this, described = std::move(sweep)] { work(described); });
}

std::optional<SweepResult> SweepWorker::take_result() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

std::optional<Error> SweepWorker::take_error() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(error_, std::nullopt);
}

void SweepWorker::work(Sweep sweep) {
    SweepRun run(std::move(sweep), thread_milliseconds);
    std::size_t told = 0;
    while (!run.is_done() && !task_.is_cancelled()) {
        const Status status = run.advance();
        task_.set_progress(run.progress());
        if (status && run.runs_done() == told) continue;
        told = run.runs_done();
        const std::scoped_lock lock(mutex_);
        outcome_ = run.result();
        if (!status) error_ = status.error();
    }
}

} // namespace boxwood
