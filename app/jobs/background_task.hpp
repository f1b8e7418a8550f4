// What: a function on a thread of its own that can be asked to stop and tells how far it is.
// Units: seconds of real time; progress from 0 to 1.
// Invariants: one at a time. After cancel() and after the destructor no thread is left.
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

    // `work` runs on the thread; it returns soon after is_cancelled() has become true.
    void start(std::function<void()> work);
    void cancel();
    void wait();
    bool is_running() const { return is_running_; }
    static bool is_any_running() { return running_ > 0; } // of the whole program
    double progress() const { return progress_; }
    double seconds() const; // since the start, or how long it took

    // For the work itself.
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
