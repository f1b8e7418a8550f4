// What: short messages in the corner of the view about errors and completed actions.
// Invariants: the newest message is last. A repeated message increases a count instead of being added again. Errors
//     stay longer, so that they can be read and copied. No message expires while the mouse is over the messages.
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

    // Draws the messages as a stack in the lower right corner of `area`, and advances their timers by this frame.
    void draw(const Rect& area);

  private:
    std::vector<Toast> toasts_;
    bool is_hovered_ = false; // the mouse is over the messages
};

} // namespace boxwood::ui
