// What: a function on a background thread that can be cancelled and reports its progress.
// Units: seconds of real time; progress from 0 to 1.
// Invariants: one run at a time. After cancel() and after the destructor no thread is left.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace boxwood {

class BackgroundTask {
  public:
    BackgroundTask() = default;
    ~BackgroundTask() { cancel(); }
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    // `work` runs on the thread; it must return soon after is_cancelled() becomes true.
    void start(std::function<void()> work);
    void cancel();
    void wait();
    bool is_running() const { return is_running_; }
    static bool is_any_running() { return running_ > 0; } // any task of the program
    double progress() const { return progress_; }
    double seconds() const; // since the start; after the end, the total

    // Called by `work`.
    bool is_cancelled() const { return is_cancelled_; }
    void set_progress(double progress) { progress_ = progress; }

  private:
    static inline std::atomic<int> running_ = 0;
    std::thread thread_;
    std::atomic<bool> is_running_ = false, is_cancelled_ = false;
    std::atomic<double> progress_ = 0.0, seconds_ = 0.0;
    std::chrono::steady_clock::time_point start_{};
};

} // namespace boxwood
