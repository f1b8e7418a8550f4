#include "app/work/sweep_worker.hpp"

#include "app/work/thread_clock.hpp"

namespace boxwood {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

void SweepWorker::start(Sweep sweep) {
    cancel();
    is_cancelled_ = false;
    progress_ = 0.0;
    start_ = std::chrono::steady_clock::now();
    news_.reset();
    error_.reset();
    is_running_ = true;
    thread_ = std::thread([this, described = std::move(sweep)] { work(described); });
}

void SweepWorker::cancel() {
    is_cancelled_ = true;
    wait();
}

void SweepWorker::wait() {
    if (thread_.joinable()) thread_.join();
}

double SweepWorker::seconds() const {
    return is_running_ ? seconds_since(start_) : seconds_.load();
}

std::optional<SweepResult> SweepWorker::take_news() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(news_, std::nullopt);
}

std::optional<Error> SweepWorker::take_error() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(error_, std::nullopt);
}

void SweepWorker::work(Sweep sweep) {
    SweepRun run(std::move(sweep), thread_milliseconds);
    std::size_t told = 0;
    while (!run.is_done() && !is_cancelled_) {
        const Status status = run.advance();
        progress_ = run.progress();
        if (status && run.runs_done() == told) continue;
        told = run.runs_done();
        const std::scoped_lock lock(mutex_);
        news_ = run.result();
        if (!status) error_ = status.error();
    }
    seconds_ = seconds_since(start_);
    is_running_ = false;
}

} // namespace boxwood
