#include "app/panels/window/messages.hpp"

#include "engine/ui/text/text.hpp"

#include <ranges>

namespace boxwood {
namespace {

constexpr std::size_t kMaxEntries = 500;

} // namespace

void Messages::add(bool is_error, std::string text) {
    errors_ += is_error ? 1 : 0;
    toasts_.push(is_error ? ui::ToastKind::error : ui::ToastKind::info, text);
    log_.push_back({lab_, is_error, std::move(text)});
    if (log_.size() > kMaxEntries) log_.pop_front();
}

void Messages::enter(std::string_view lab) {
    if (lab == lab_) return;
    lab_ = lab;
    toasts_ = {};
}

std::string Messages::last() const {
    for (const Entry& entry : log_ | std::views::reverse)
        if (entry.lab == lab_) return entry.text;
    return {};
}

void Messages::info(std::string text) {
    add(false, std::move(text));
}

void Messages::error(std::string text) {
    add(true, std::move(text));
}

void Messages::draw_log() {
    if (log_.empty()) ui::text("No messages.", {ui::Font::body, ui::palette().text3});
    for (auto entry = log_.rbegin(); entry != log_.rend(); ++entry)
        ui::text(entry->text, {ui::Font::body, entry->is_error ? ui::palette().bad : ui::palette().text2});
}

} // namespace boxwood
