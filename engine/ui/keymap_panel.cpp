#include "engine/ui/keymap_panel.hpp"

#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/row.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace boxwood::ui {

namespace {

constexpr glm::vec2 kPanelSize{640.0f, 560.0f};
constexpr glm::vec2 kPaletteSize{520.0f, 360.0f};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool holds_all_words(const std::string& title, std::string_view typed) {
    while (!typed.empty()) {
        const std::size_t end = std::min(typed.find(' '), typed.size());
        if (title.find(typed.substr(0, end)) == std::string::npos) return false;
        typed.remove_prefix(std::min(end + 1, typed.size()));
    }
    return true;
}

std::vector<const Action*> actions_with_keys(const Keymap& keymap, std::string_view context,
                                             bool everywhere) {
    std::vector<const Action*> found;
    for (const Action& action : keymap.actions()) {
        const bool fits = everywhere ? action.context == kEverywhere : action.context == context;
        if (fits && action.chord.is_set()) found.push_back(&action);
    }
    return found;
}

void draw_action(const Action& action, const Rect& row, draw::Color color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string keys = chord_name(action.chord);
    const glm::vec2 key_size = keys.empty() ? glm::vec2(0.0f) : key_chip_size(keys);
    const float key_x = row.max.x - key_size.x;
    if (!keys.empty()) draw_key_chip(list, {key_x, std::floor(row.center().y - 0.5f * key_size.y)}, keys);
    draw_text_fitted(list, Font::body, centered_text_pos(row, Font::body, row.min.x), color, action.title,
                     key_x - row.min.x - px(grid::kGap));
}

// Two columns, filled from top to bottom, left before right.
void draw_columns(std::span<const Action* const> actions) {
    const float gap = px(32.0f);
    const glm::vec2 at = cursor();
    const float width = std::floor(0.5f * (ImGui::GetContentRegionAvail().x - gap));
    const std::size_t rows = (actions.size() + 1) / 2;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const glm::vec2 cell(static_cast<float>(i / rows), static_cast<float>(i % rows));
        const glm::vec2 min = at + cell * glm::vec2(width + gap, px(grid::kPitch));
        draw_action(*actions[i], {min, min + glm::vec2(width, px(grid::kControl))}, palette().text2);
    }
    ImGui::Dummy({1.0f, static_cast<float>(rows) * px(grid::kPitch)});
}

void draw_group(std::string_view heading, std::span<const Action* const> actions) {
    if (actions.empty()) return;
    ImGui::Dummy({1.0f, px(4.0f)});
    text(heading, {Font::small_bold, palette().text3, grid::kControl});
    draw_columns(actions);
}

} // namespace

void keymap_panel(const Keymap& keymap, std::string_view context, bool& io_is_open) {
    if (!begin_modal("##keymap", "Keys", kPanelSize, io_is_open)) return;
    ImGui::BeginChild("##keys", {0.0f, 0.0f});
    draw_group(context, actions_with_keys(keymap, context, false));
    draw_group("Everywhere", actions_with_keys(keymap, context, true));
    ImGui::Dummy({1.0f, px(8.0f)});
    text("Every other action: Ctrl+P and its name.", {Font::small, palette().text3});
    ImGui::EndChild();
    end_modal(io_is_open);
}

std::vector<const Action*> find_actions(const Keymap& keymap, std::string_view context,
                                        std::string_view typed) {
    const std::string wanted = lowered(typed);
    std::vector<const Action*> found;
    for (const Action& action : keymap.actions()) {
        if (is_active_in(action.context, context) && holds_all_words(lowered(action.title), wanted))
            found.push_back(&action);
    }
    std::stable_partition(found.begin(), found.end(),
                          [&](const Action* action) { return lowered(action->title).starts_with(wanted); });
    return found;
}

void CommandPalette::open() {
    typed_.fill(0);
    chosen_ = 0;
    is_open_ = just_opened_ = true;
}

const Action* CommandPalette::draw(const Keymap& keymap, std::string_view context) {
    if (!begin_modal("##palette", "", kPaletteSize, is_open_)) return nullptr;
    if (just_opened_) ImGui::SetKeyboardFocusHere();
    just_opened_ = false;
    ImGui::SetNextItemWidth(-1.0f);
    const bool entered = ImGui::InputTextWithHint("##typed", "Type what you want to do", typed_.data(),
                                                  typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemEdited()) chosen_ = 0;
    const auto found = find_actions(keymap, context, typed_.data());
    const int last = static_cast<int>(found.size()) - 1;
    const int moved = (is_pressed(PressedKey::down) ? 1 : 0) - (is_pressed(PressedKey::up) ? 1 : 0);
    chosen_ = std::clamp(chosen_ + moved, 0, std::max(last, 0));
    const Action* run = entered && last >= 0 ? found[static_cast<std::size_t>(chosen_)] : nullptr;

    ImGui::BeginChild("##actions", {0.0f, 0.0f});
    if (found.empty()) text("No action is called that.", {Font::body, palette().text3, grid::kControl});
    for (int i = 0; i <= last; ++i) {
        const glm::vec2 at = cursor();
        const glm::vec2 size(ImGui::GetContentRegionAvail().x, px(grid::kControl));
        ImGui::PushID(i);
        if (ImGui::Selectable("##action", i == chosen_, ImGuiSelectableFlags_None, im(size)))
            run = found[static_cast<std::size_t>(i)];
        ImGui::PopID();
        if (i == chosen_ && moved != 0) ImGui::SetScrollHereY();
        const Rect row{at + px(4.0f, 0.0f), at + size - px(4.0f, 0.0f)};
        draw_action(*found[static_cast<std::size_t>(i)], row,
                    i == chosen_ ? palette().text1 : palette().text2);
    }
    ImGui::EndChild();
    if (run) is_open_ = false;
    end_modal(is_open_);
    return run;
}

} // namespace boxwood::ui
