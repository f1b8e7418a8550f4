// What: a value that is built once, by the first thread that needs it.
// Invariants: get() is null before the first build has finished; afterwards, only mutable_value() can change the value.
//             Any number of threads can call build() and get() concurrently. Moving is not thread-safe; copying is
//             disabled.
// Cost: get() is one load; build() is one load once the value exists.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace boxwood {

template <class T>
class BuiltOnce {
  public:
    BuiltOnce() = default;
    BuiltOnce(BuiltOnce&& other) noexcept
        : value_(std::move(other.value_))
        , built_(other.built_.exchange(nullptr)) {}
    BuiltOnce(const BuiltOnce&) = delete;
    BuiltOnce& operator=(const BuiltOnce&) = delete;

    const T* get() const { return built_.load(std::memory_order_acquire); }
    // Requires that the value has been built and that no other thread uses it.
    T& mutable_value() { return *value_; }

    // Calls make() and stores its result, unless there is already a value.
    template <class Make>
    void build(Make&& make) {
        if (get() != nullptr) return;
        const std::lock_guard guard(lock_);
        if (get() != nullptr) return;
        value_ = std::make_unique<T>(make());
        built_.store(value_.get(), std::memory_order_release);
    }

  private:
    std::mutex lock_;
    std::unique_ptr<T> value_;
    std::atomic<const T*> built_{nullptr};
};

} // namespace boxwood
