#include "engine/ui/export.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/ui_state.hpp"

#include <cctype>
#include <chrono>
#include <ctime>
#include <fstream>
#include <utility>

#include <imgui.h>

namespace boxwood::ui {
namespace {

void save_text(const std::filesystem::path& path, const std::string& text) {
    std::error_code ignored; // if the folder is missing, opening the file fails and is reported
    std::filesystem::create_directories(path.parent_path(), ignored);
    std::ofstream file(path, std::ios::binary);
    file << text << std::flush;
    const bool is_saved = file.good();
    ui_state().notes.push_back(
        {!is_saved, is_saved ? "Saved " + path.string() : "Cannot write " + path.string()});
}

std::string in_capitals(std::string_view word) {
    std::string text(word);
    for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return text;
}

} // namespace

std::vector<Note> take_notes() {
    return std::exchange(ui_state().notes, {});
}

std::filesystem::path next_output_path(std::string_view name, std::string_view extension) {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    char stamp[32];
    std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", std::localtime(&now));
    std::string stem = "out/boxwood-";
    if (!name.empty()) stem.append(name).append("-");
    stem.append(stamp);
    const std::string end = "." + std::string(extension);
    std::filesystem::path path = stem + end;
    for (int number = 2; std::filesystem::exists(path); ++number) // exports within the same second
        path = stem + "-" + std::to_string(number) + end;
    return path;
}

std::string csv_value(std::string_view text) {
    std::string value;
    bool needs_quotes = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        if (text.starts_with(kThinSpace)) {
            text.remove_prefix(kThinSpace.size() - 1);
            continue;
        }
        if (text.starts_with(kMinus)) {
            text.remove_prefix(kMinus.size() - 1);
            value += '-';
            continue;
        }
        const char letter = text.front();
        needs_quotes |= letter == ',' || letter == '"' || letter == '\n' || letter == '\r';
        value.append(letter == '"' ? 2 : 1, letter);
    }
    return needs_quotes ? '"' + value + '"' : value;
}

void export_text(ExportDestination destination, std::string_view name, std::string_view extension,
                 const std::string& text) {
    if (destination == ExportDestination::file) return save_text(next_output_path(name, extension), text);
    ImGui::SetClipboardText(text.c_str());
    ui_state().notes.push_back({false, "Copied as " + in_capitals(extension)});
}

std::optional<ExportDestination> add_export_entries(std::string_view extension) {
    const std::string kind = in_capitals(extension);
    if (ImGui::MenuItem(("Copy as " + kind).c_str())) return ExportDestination::clipboard;
    if (ImGui::MenuItem(("Save as " + kind).c_str(), "in out/")) return ExportDestination::file;
    return std::nullopt;
}

void export_button(const ExportButton& button, const std::function<std::string()>& make) {
    const std::string id = "export " + std::string(button.name) + "." + std::string(button.extension);
    if (ui::button(button.label, {.tooltip = button.tooltip, .width = button.width}))
        ImGui::OpenPopup(id.c_str());
    if (!begin_menu(id.c_str())) return;
    if (const std::optional<ExportDestination> destination = add_export_entries(button.extension))
        export_text(*destination, button.name, button.extension, make());
    end_context_menu();
}

} // namespace boxwood::ui
