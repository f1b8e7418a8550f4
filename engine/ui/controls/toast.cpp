#include "engine/ui/controls/toast.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text/text.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace boxwood::ui {

namespace {

constexpr float kMaxWidth = 400.0f, kMinWidth = 120.0f;
constexpr float kStripe = 3.0f;

enum class Clicked : std::uint8_t { nothing, copy, dismiss };

// Draws one message in the current window, `width` pixels wide.
Clicked draw_toast(const Toast& toast, float width) {
    const draw::Palette& p = palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float buttons = 2.0f * px(grid::kControl) + px(12.0f);
    const float wrap = width - px(kStripe) - px(grid::kPadding) - buttons;
    std::string message = toast.message;
    if (toast.times > 1) message += "  ×" + std::to_string(toast.times);
    const ImFont* face = font(Font::body);
    const glm::vec2 message_size = vec(face->CalcTextSizeA(face->FontSize, FLT_MAX, wrap, message.c_str()));
    const glm::vec2 at = cursor();
    const glm::vec2 size(width, std::max(px(40.0f), std::ceil(message_size.y) + 2.0f * px(grid::kPadding)));
    const draw::Color stripe = toast.kind == ToastKind::error ? p.bad : p.accent;
    list.AddRectFilled(im(at), im(at + size), packed(stripe), px(grid::kRounding));
    list.AddRectFilled({at.x + px(kStripe), at.y}, im(at + size), packed(p.raised), px(grid::kRounding),
                       ImDrawFlags_RoundCornersRight);
    list.AddRect(im(at), im(at + size), packed(p.line2), px(grid::kRounding), 0, px(1.0f));
    const glm::vec2 message_position(at.x + px(kStripe + grid::kPadding),
                                     std::floor(at.y + 0.5f * (size.y - message_size.y)));
    list.AddText(face, face->FontSize, im(message_position), packed(p.text1), message.c_str(), nullptr, wrap);

    ImGui::SetCursorScreenPos(
        {at.x + size.x - buttons + px(4.0f), std::floor(at.y + 0.5f * (size.y - px(grid::kControl)))});
    const bool copy = icon_button("##copy", Icon::copy, {.tooltip = "Copy the message"});
    ImGui::SameLine(0.0f, 0.0f);
    const bool dismiss = icon_button("##dismiss", Icon::close, {.tooltip = "Dismiss"});
    ImGui::SetCursorScreenPos({at.x, at.y + size.y + px(grid::kGap)});
    return copy ? Clicked::copy : dismiss ? Clicked::dismiss : Clicked::nothing;
}

// The width of the longest message, up to a limit.
float preferred_width(std::span<const Toast> toasts) {
    float widest = 0.0f;
    for (const Toast& toast : toasts) widest = std::max(widest, text_size(Font::body, toast.message).x);
    return std::min(px(kMaxWidth), std::ceil(widest) + px(kStripe + grid::kPadding + 12.0f + 24.0f) +
                                       2.0f * px(grid::kControl));
}

} // namespace

void Toasts::push(ToastKind kind, std::string message) {
    const float seconds = kind == ToastKind::error ? kErrorSeconds : kInfoSeconds;
    const auto same = std::find_if(toasts_.begin(), toasts_.end(), [&](const Toast& toast) {
        return toast.kind == kind && toast.message == message;
    });
    if (same != toasts_.end()) {
        ++same->times;
        same->seconds_left = seconds;
        return;
    }
    if (toasts_.size() == kMaxToasts) toasts_.erase(toasts_.begin());
    toasts_.push_back({kind, std::move(message), seconds, 1});
}

void Toasts::dismiss(std::size_t index) {
    if (index < toasts_.size()) toasts_.erase(toasts_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Toasts::pass_time(float seconds) {
    if (is_hovered_) return;
    for (Toast& toast : toasts_) toast.seconds_left -= seconds;
    std::erase_if(toasts_, [](const Toast& toast) { return toast.seconds_left <= 0.0f; });
}

void Toasts::draw(const Rect& area) {
    pass_time(ImGui::GetIO().DeltaTime);
    is_hovered_ = false;
    if (toasts_.empty() || area.is_empty()) return;
    const float margin = px(grid::kPadding);
    const float width = std::min(preferred_width(toasts_), area.width() - 2.0f * margin);
    if (width < px(kMinWidth)) return;
    ImGui::SetNextWindowPos({area.max.x - margin, area.max.y - margin}, ImGuiCond_Always, {1.0f, 1.0f});
    ImGui::SetNextWindowSize({width, 0.0f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    ImGui::Begin("##toasts", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    is_hovered_ = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    std::size_t dismissed = toasts_.size();
    for (std::size_t i = 0; i < toasts_.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha,
                            std::clamp(toasts_[i].seconds_left / kFadeSeconds, 0.02f, 1.0f));
        const Clicked clicked = draw_toast(toasts_[i], width);
        if (clicked == Clicked::copy) ImGui::SetClipboardText(toasts_[i].message.c_str());
        if (clicked == Clicked::dismiss) dismissed = i;
        ImGui::PopStyleVar();
        ImGui::PopID();
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
    dismiss(dismissed);
    if (toasts_.empty()) is_hovered_ = false;
}

} // namespace boxwood::ui
