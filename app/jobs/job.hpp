// What: a computation on a background thread that reports progress and partial results and can be cancelled.
// Units: seconds of real time; progress from 0 to 1.
// Invariants: one order runs at a time, and the last one counts: a new order cancels the one before, and what cancelled
//             work returns is discarded. start() and cancel() do not wait for it. The work shares no data with the
//             frame except what the order captures, which it keeps alive until it ends. After the destructor no thread
//             is left. All calls come from one thread.
// Cost: work that never asks is_cancelled() runs to its end, and the next order waits for that.
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

inline std::atomic<int> running_jobs = 0; // of the whole program

template <class Result, class Partial = std::monostate>
class Job {
  public:
    // What the work sees of its job.
    class Control {
      public:
        bool is_cancelled() const { return job_.wanted_ != order_; }
        void set_progress(double share) {
            const std::scoped_lock lock(job_.mutex_);
            if (!is_cancelled()) job_.progress_ = share;
        }
        void publish(Partial partial) { job_.keep(order_, job_.partial_, std::move(partial)); }

      private:
        friend Job;
        Control(Job& job, std::uint64_t order)
            : job_(job)
            , order_(order) {}
        Job& job_;
        std::uint64_t order_;
    };

    Job() = default;
    ~Job() {
        cancel();
        wait();
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    // `work` returns a Result; it may take a Control&.
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
            wanted_ = ++last_order_;
            if (std::exchange(is_working_, true)) return; // the thread takes it after the order before
            ++running_jobs;
        }
        wait(); // the thread has nothing left to do
        thread_ = std::thread([this] { run(); });
    }
    void cancel() {
        const std::scoped_lock lock(mutex_);
        end();
        next_ = nullptr;
        result_.reset();
        partial_.reset();
        wanted_ = 0;
    }
    void wait() {
        if (thread_.joinable()) thread_.join();
    }

    // From start() until the result is taken, or until cancel().
    bool is_busy() const { return wanted_ != 0; }
    double progress() const { return progress_; }
    double seconds() const { // since the start; after the end, the total
        const std::scoped_lock lock(mutex_);
        return seconds_.value_or(elapsed());
    }

    // The result of the last order, once.
    std::optional<Result> take_result() {
        const std::scoped_lock lock(mutex_);
        if (result_) wanted_ = 0;
        return std::exchange(result_, std::nullopt);
    }
    // The last partial result, if there is one since the last call.
    std::optional<Partial> take_partial() {
        const std::scoped_lock lock(mutex_);
        return std::exchange(partial_, std::nullopt);
    }

  private:
    using Order = std::function<Result(Control&)>;

    double elapsed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }
    void end() {
        if (wanted_ != 0 && !seconds_) seconds_ = elapsed();
    }
    template <class Value>
    void keep(std::uint64_t order, std::optional<Value>& out, Value value) {
        const std::scoped_lock lock(mutex_);
        if (wanted_ == order) out = std::move(value);
    }
    void run() {
        std::unique_lock lock(mutex_);
        while (next_) {
            Order work = std::exchange(next_, nullptr);
            Control control(*this, wanted_);
            lock.unlock();
            Result made = work(control);
            work = nullptr; // what it captured is released before the result appears
            lock.lock();
            if (control.is_cancelled()) continue;
            end();
            result_ = std::move(made);
        }
        is_working_ = false;
        --running_jobs;
    }

    mutable std::mutex mutex_; // guards the members below
    Order next_;               // not taken by the thread yet
    std::optional<Result> result_;
    std::optional<Partial> partial_;
    std::uint64_t last_order_ = 0;
    bool is_working_ = false;
    std::chrono::steady_clock::time_point started_{};
    std::optional<double> seconds_{0.0};
    std::atomic<std::uint64_t> wanted_ = 0; // number of the order whose result counts; 0: none
    std::atomic<double> progress_ = 0.0;
    std::thread thread_;
};

} // namespace boxwood
