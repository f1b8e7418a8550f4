// What: something that takes long, made on a thread of its own; the last order counts.
// Units: seconds of real time since an order.
// Invariants: one order at a time is worked on. What was cancelled or ordered before the last order is never handed out;
//     work that runs ends unheard, as nothing in it asks whether it is still wanted. It shares no data with the frame but
//     what the order brings.
#pragma once

#include "app/jobs/background_task.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace boxwood {

template <class T>
class Job {
  public:
    using Order = std::function<T()>;

    void start(Order order) {
        {
            const std::scoped_lock lock(mutex_);
            order_ = std::move(order);
            outcome_.reset();
            is_wanted_ = true;
            started_ = std::chrono::steady_clock::now();
            if (is_working_) return; // it takes the order when it is done with the one before
            is_working_ = true;
        }
        task_.start([this] { work(); });
    }
    void cancel() {
        const std::scoped_lock lock(mutex_);
        order_.reset();
        outcome_.reset();
        is_wanted_ = false;
    }
    void wait() { task_.wait(); }
    bool is_busy() const { // with something that is wanted
        const std::scoped_lock lock(mutex_);
        return is_wanted_;
    }
    double seconds() const {
        const std::scoped_lock lock(mutex_);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }

    // What the last order made, once.
    std::optional<T> take_result() {
        const std::scoped_lock lock(mutex_);
        if (outcome_) is_wanted_ = false;
        return std::exchange(outcome_, std::nullopt);
    }

  private:
    std::optional<Order> next_order() {
        const std::scoped_lock lock(mutex_);
        if (!order_) is_working_ = false;
        return std::exchange(order_, std::nullopt);
    }
    void work() {
        while (const std::optional<Order> order = next_order()) {
            T made = (*order)();
            const std::scoped_lock lock(mutex_);
            if (is_wanted_ && !order_) outcome_ = std::move(made);
        }
    }

    mutable std::mutex mutex_; // of what follows
    std::optional<Order> order_;
    std::optional<T> outcome_;
    bool is_working_ = false, is_wanted_ = false;
    std::chrono::steady_clock::time_point started_{};
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
