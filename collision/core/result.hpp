// What: the result of every call that reads user data: a value, or an error with one line of text that describes the
//       defect and its location.
#pragma once

#include "collision/core/check.hpp"

#include <string>
#include <utility>
#include <variant>

namespace boxwood {

struct Error {
    // One line: the defect and, where possible, its location (file, line, element) and a remedy.
    std::string message;
};

// A T or an Error. Test it as a bool before use.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value)
        : content_(std::move(value)) {}
    Result(Error error)
        : content_(std::move(error)) {}

    explicit operator bool() const { return content_.index() == 0; }
    T& operator*() { return std::get<0>(content_); }
    const T& operator*() const { return std::get<0>(content_); }
    T* operator->() { return &std::get<0>(content_); }
    const T* operator->() const { return &std::get<0>(content_); }
    const Error& error() const { return std::get<1>(content_); }

    // The value; an Error ends the process with its message.
    T& value() & {
        require_value();
        return **this;
    }
    const T& value() const& {
        require_value();
        return **this;
    }
    T value() && { // by value, so that the value stays alive in a loop over f().value()
        require_value();
        return std::move(**this);
    }

  private:
    void require_value() const {
        if (!*this) report_broken_requirement(error().message.c_str(), "Result::value", 0);
    }

    std::variant<T, Error> content_;
};

// For calls that cannot fail, because their input is valid. Returns the value; an Error ends the process with its
// message.
template <class T>
T require_ok(Result<T> result) {
    if (!result) report_broken_requirement(result.error().message.c_str(), "require_ok", 0);
    return std::move(*result);
}

// The result of a call without a value: a check, or a change that happens completely or not at all.
using Status = Result<std::monostate>;
inline void require_ok(const Status& status) {
    if (!status) report_broken_requirement(status.error().message.c_str(), "require_ok", 0);
}
inline Status ok() {
    return Status{std::monostate{}};
}

} // namespace boxwood
