// What: runs a computation on a background thread. It reports progress and partial results, and can be cancelled.
// Units: seconds of real time; progress from 0 to 1.
// Invariants: one computation runs at a time. A new one cancels the previous one, whose result is discarded. start()
//             and cancel() do not wait for a computation. A computation shares no data with other threads except its
//             captures, which stay alive until it ends. The destructor waits until the thread has ended. All calls come
//             from one thread.
// Cost: if a computation never calls is_cancelled(), it runs to its end, and the next one starts only then.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>

namespace boxwood {

inline std::atomic<int> running_jobs = 0; // in the whole program

template <class Result, class Partial = std::monostate>
class Job {
  public:
    // The functions that a running computation can call.
    class Control {
      public:
        bool is_cancelled() const { return job_.wanted_number_ != number_; }
        void set_progress(double share) {
            const std::scoped_lock lock(job_.mutex_);
            if (!is_cancelled()) job_.progress_ = share;
        }
        void publish(Partial partial) { job_.keep(number_, job_.partial_, std::move(partial)); }

      private:
        friend Job;
        Control(Job& job, std::uint64_t number)
            : job_(job)
            , number_(number) {}
        Job& job_;
        std::uint64_t number_;
    };

    Job() = default;
    ~Job() {
        cancel();
        wait();
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    // Starts `work`, which returns a Result and optionally takes a Control&.
    template <class Work>
    void start(Work work) {
        {
            const std::scoped_lock lock(mutex_);
            if constexpr (std::is_invocable_v<Work&, Control&>)
                next_ = std::move(work);
            else
                next_ = [plain = std::move(work)](Control&) mutable { return plain(); };
            result_.reset();
            partial_.reset();
            progress_ = 0.0;
            seconds_.reset();
            started_ = std::chrono::steady_clock::now();
            wanted_number_ = ++last_number_;
            if (std::exchange(is_working_, true)) return; // the thread runs it after the previous one
            ++running_jobs;
        }
        wait(); // a previous thread has no more work, so this wait is short
        thread_ = std::thread([this] { run(); });
    }
    void cancel() {
        const std::scoped_lock lock(mutex_);
        end();
        next_ = nullptr;
        result_.reset();
        partial_.reset();
        wanted_number_ = 0;
    }
    void wait() {
        if (thread_.joinable()) thread_.join();
    }

    // True from start() until the result is taken, or until cancel().
    bool is_busy() const { return wanted_number_ != 0; }
    double progress() const { return progress_; }
    double seconds() const { // since start(); the total after the end
        const std::scoped_lock lock(mutex_);
        return seconds_.value_or(elapsed());
    }

    // Takes the result of the last start(). None while the work runs, or if the result was already taken.
    std::optional<Result> take_result() {
        const std::scoped_lock lock(mutex_);
        if (result_) wanted_number_ = 0;
        return std::exchange(result_, std::nullopt);
    }
    // Takes the latest partial result. None if there is no new one since the last call.
    std::optional<Partial> take_partial() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(partial_, std::nullopt);
    }

  private:
    using Task = std::function<Result(Control&)>;

    double elapsed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }
    void end() {
        if (wanted_number_ != 0 && !seconds_) seconds_ = elapsed();
    }
    template <class Value>
    void keep(std::uint64_t number, std::optional<Value>& out, Value value) {
        const std::scoped_lock lock(mutex_);
        if (wanted_number_ == number) out = std::move(value);
    }
    void run() {
        std::unique_lock lock(mutex_);
        while (next_) {
            Task work = std::exchange(next_, nullptr);
            Control control(*this, wanted_number_);
            lock.unlock();
            Result result = work(control);
            work = nullptr; // releases its captures before the result is visible
            lock.lock();
            if (control.is_cancelled()) continue;
            end();
            result_ = std::move(result);
        }
        is_working_ = false;
        --running_jobs;
    }

    // Guards the members below, except thread_. The atomic members can be read without it.
    mutable std::mutex mutex_;
    Task next_;                // work that the thread has not begun yet
    std::optional<Result> result_;
    std::optional<Partial> partial_;
    std::uint64_t last_number_ = 0;
    bool is_working_ = false;
    std::chrono::steady_clock::time_point started_{};
    std::optional<double> seconds_{0.0};
    std::atomic<std::uint64_t> wanted_number_ = 0; // number of the work whose result is wanted; 0: none
    std::atomic<double> progress_ = 0.0;
    std::thread thread_;
};

} // namespace boxwood
