#include "app/panels/window/view_menu.hpp"

#include "engine/ui/controls/row.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

namespace boxwood {
namespace {

constexpr const char* kPopup = "view menu";

} // namespace

bool ViewMenu::is_open() const {
    return is_opening_ || ImGui::IsPopupOpen(kPopup);
}

std::optional<std::size_t> ViewMenu::draw(std::span<const ViewMenuEntry> entries) {
    if (std::exchange(is_opening_, false)) ImGui::OpenPopup(kPopup);
    if (!ui::begin_menu(kPopup)) return std::nullopt;
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ViewMenuEntry& entry = entries[i];
        if (entry.begins_group) ImGui::Separator();
        if (ImGui::MenuItem(entry.title.c_str(), entry.key.c_str(), false, entry.why_unavailable.empty()))
            chosen = i;
        ui::tooltip(entry.why_unavailable);
    }
    ui::end_context_menu();
    return chosen;
}

} // namespace boxwood
