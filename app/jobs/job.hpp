// What: a long computation on a background thread; a new order supersedes the previous one.
// Units: seconds of real time since an order.
// Invariants: one order is processed at a time. Results of cancelled or superseded orders are discarded; their
//             computation runs to its end, as it has no cancellation check. It shares no data with the frame except the
//             contents of the order.
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
            if (is_working_) return; // it takes the order after the previous one
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
    bool is_busy() const { // with an order that was not cancelled
        const std::scoped_lock lock(mutex_);
        return is_wanted_;
    }
    double seconds() const {
        const std::scoped_lock lock(mutex_);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    }

    // The result of the last order, once.
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

    mutable std::mutex mutex_; // guards the members below
    std::optional<Order> order_;
    std::optional<T> outcome_;
    bool is_working_ = false, is_wanted_ = false;
    std::chrono::steady_clock::time_point started_{};
    BackgroundTask task_; // last member, so that it is destroyed first
};

} // namespace boxwood
