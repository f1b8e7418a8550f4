#include "engine/ui/controls/modal.hpp"

#include "engine/ui/text/text.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <cstring>

#include <imgui_internal.h>

namespace boxwood::ui {

namespace {

ImGuiKey imgui_key(PressedKey key) {
    switch (key) {
    case PressedKey::escape:
        return ImGuiKey_Escape;
    case PressedKey::enter:
        return ImGuiKey_Enter;
    case PressedKey::up:
        return ImGuiKey_UpArrow;
    case PressedKey::down:
        return ImGuiKey_DownArrow;
    case PressedKey::page_up:
        return ImGuiKey_PageUp;
    case PressedKey::page_down:
        return ImGuiKey_PageDown;
    case PressedKey::backspace:
        break;
    }
    return ImGuiKey_Backspace;
}

void draw_title(std::string_view title, bool& io_is_open) {
    const float available = ImGui::GetContentRegionAvail().x;
    text(title, {Font::title_bold, palette().text1, 24.0f});
    ImGui::SameLine(available - px(grid::kControl) + px(grid::kPadding), 0.0f);
    if (icon_button("##close", Icon::close, {.tooltip = "Close (Escape)"})) io_is_open = false;
}

} // namespace

bool is_pressed(PressedKey key) {
    if (key == PressedKey::escape && ui_state().has_closed_on_escape) return false;
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(imgui_key(key));
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(imgui_key(key)));
#endif
}

bool begin_modal(const char* id, std::string_view title, glm::vec2 size, bool& io_is_open) {
    if (!io_is_open && !ImGui::IsPopupOpen(id)) return false;
    if (io_is_open && !ImGui::IsPopupOpen(id)) ImGui::OpenPopup(id);
    const glm::vec2 window = vec(ImGui::GetIO().DisplaySize);
    const glm::vec2 fitted = glm::min(px(size.x, size.y), window - 2.0f * px(grid::kPadding));
    ImGui::SetNextWindowPos(im(glm::floor(0.5f * window)), ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize(im(glm::max(fitted, glm::vec2(1.0f))));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, im(px(16.0f, 12.0f)));
    const bool is_shown = ImGui::BeginPopupModal(
        id, nullptr,
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNavInputs);
    ImGui::PopStyleVar();
    if (!is_shown) return false;
    if (is_pressed(PressedKey::escape)) io_is_open = false;
    if (!title.empty()) draw_title(title, io_is_open);
    return true;
}

SearchFieldEvents search_field(const char* hint, std::span<char> io_text) {
    SearchFieldEvents events;
    const bool has_keyboard = ImGui::GetActiveID() == ImGui::GetID("##search");
    if (!has_keyboard && !ImGui::IsAnyItemActive()) {
        ImGui::SetKeyboardFocusHere();
        for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters) {
            const std::size_t length = std::strlen(io_text.data());
            if (letter < 0x20 || letter >= 0x7F || length + 1 >= io_text.size()) continue;
            io_text[length] = static_cast<char>(letter);
            io_text[length + 1] = 0;
            events.edited = true;
        }
    }
    ImGui::SetNextItemWidth(-1.0f);
    events.entered = ImGui::InputTextWithHint("##search", hint, io_text.data(), io_text.size(),
                                              ImGuiInputTextFlags_EnterReturnsTrue);
    events.edited |= ImGui::IsItemEdited();
    // Focus by keyboard selects all text, which the next letter would replace.
    if (ImGuiInputTextState* state = ImGui::GetInputTextState(ImGui::GetItemID());
        state != nullptr && ImGui::IsItemActivated()) {
        state->Stb.cursor = state->CurLenW;
        state->ClearSelection();
    }
    return events;
}

void end_modal(bool is_open) {
    if (!is_open) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

} // namespace boxwood::ui
