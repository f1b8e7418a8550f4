// What: the messages that slide in at the corner of the view: an error or a completed action, in one line.
// Invariants: newest last; a repeated message increments a count instead of being stacked; errors stay long enough to
//     be read and copied; a message under the mouse stays. The message log has the full text.
#pragma once

#include "engine/ui/layout.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace boxwood::ui {

enum class ToastKind : std::uint8_t { info, error };

struct Toast {
    ToastKind kind = ToastKind::info;
    std::string message;
    float seconds_left = 0.0f;
    int times = 1;
};

inline constexpr float kInfoSeconds = 5.0f, kErrorSeconds = 20.0f, kFadeSeconds = 1.0f;
inline constexpr std::size_t kMaxToasts = 4;

class Toasts {
  public:
    void push(ToastKind kind, std::string message);
    void dismiss(std::size_t index);
    void pass_time(float seconds);
    std::span<const Toast> shown() const { return toasts_; }

    // Stacked up from the lower right corner of `area`; also advances the timers by this frame.
    void draw(const Rect& area);

  private:
    std::vector<Toast> toasts_;
    bool is_held_ = false; // the mouse is over them
};

} // namespace boxwood::ui
