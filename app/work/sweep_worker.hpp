// What: a sweep on a thread of its own: starts, reports, stops at once, and hands out what it has so far.
// Units: seconds of real time; the runs measure the processor time of their thread.
// Invariants: one sweep at a time; it shares no data with the frame. After cancel() and after the destructor
//             no thread is left.
// Cost: the frame never waits longer than for the copy of a result.
#pragma once

#include "engine/experiments/sweep_run.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace boxwood {

class SweepWorker {
  public:
    SweepWorker() = default;
    ~SweepWorker() { cancel(); }
    SweepWorker(const SweepWorker&) = delete;
    SweepWorker& operator=(const SweepWorker&) = delete;

    void start(Sweep sweep); // stops the one under way
    void cancel();
    void wait(); // until it is done
    bool is_running() const { return is_running_; }

    double progress() const { return progress_; } // 0 to 1
    double seconds() const;                       // since the start, or how long it took
    // What is measured so far, whenever more has come since the last call.
    std::optional<SweepResult> take_news();
    std::optional<Error> take_error();

  private:
    void work(Sweep sweep);

    std::thread thread_;
    std::atomic<bool> is_running_ = false, is_cancelled_ = false;
    std::atomic<double> progress_ = 0.0, seconds_ = 0.0;
    std::chrono::steady_clock::time_point start_{};
    std::mutex mutex_; // of what follows
    std::optional<SweepResult> news_;
    std::optional<Error> error_;
};

} // namespace boxwood
