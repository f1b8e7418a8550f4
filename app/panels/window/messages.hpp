// What: all messages to the user. Each is shown as a toast and then stays in the log, which keeps the last 500.
#pragma once

#include "engine/ui/controls/toast.hpp"

#include <deque>
#include <string>
#include <string_view>

namespace boxwood {

class Messages {
  public:
    // Call it when another lab is shown. Removes the toasts; the log keeps all messages.
    void enter(std::string_view lab);
    void info(std::string text);
    void error(std::string text);
    void draw_toasts(const ui::Rect& area) { toasts_.draw(area); }
    bool is_showing() const { return !toasts_.shown().empty(); }
    void draw_log();
    std::size_t error_count() const { return errors_; }
    std::string last() const; // in the current lab; empty: none

  private:
    struct Entry {
        std::string lab;
        bool is_error = false;
        std::string text;
    };
    void add(bool is_error, std::string text);

    std::string lab_;
    ui::Toasts toasts_;
    std::deque<Entry> log_;
    std::size_t errors_ = 0;
};

} // namespace boxwood
