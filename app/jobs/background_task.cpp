#include "app/jobs/background_task.hpp"

namespace boxwood {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

void BackgroundTask::start(std::function<void()> work) {
    cancel();
    is_cancelled_ = false;
    progress_ = 0.0;
    start_ = std::chrono::steady_clock::now();
    is_running_ = true;
    ++running_;
    thread_ = std::thread([this, task = std::move(work)] {
        task();
        seconds_ = seconds_since(start_);
        is_running_ = false;
        --running_;
    });
}

void BackgroundTask::cancel() {
    is_cancelled_ = true;
    wait();
}

void BackgroundTask::wait() {
    if (thread_.joinable()) thread_.join();
}

double BackgroundTask::seconds() const {
    return is_running_ ? seconds_since(start_) : seconds_.load();
}

} // namespace boxwood
