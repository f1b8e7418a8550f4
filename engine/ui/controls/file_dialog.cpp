#include "engine/ui/controls/file_dialog.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/controls/table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace boxwood::ui {

namespace {

namespace fs = std::filesystem;

constexpr glm::vec2 kSize{720.0f, 520.0f};
constexpr float kButtonWidth = 84.0f, kShortcutsWidth = 168.0f;
constexpr int kPageRows = 12;            // scrolled by Page up and Page down
constexpr std::size_t kMaxPathParts = 6; // the path bar shows only the last parts of a longer path

std::vector<fs::path> parts_of(const fs::path& folder) {
    std::vector<fs::path> parts;
    for (fs::path part = folder; !part.empty(); part = part.parent_path()) {
        parts.push_back(part);
        if (part == part.parent_path()) break;
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
}

// One part of the path as a flat button.
bool path_part(const std::string& name, bool is_last) {
    const glm::vec2 size(std::ceil(text_size(Font::body, name).x) + px(8.0f), px(grid::kControl));
    const bool clicked = ImGui::InvisibleButton("##part", im(size));
    const Rect rect = item_rect();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
        list.AddRectFilled(im(rect.min), im(rect.max), packed(palette().raised), px(grid::kFieldRounding));
    draw_text(list, Font::body, centered_text_pos(rect, Font::body, rect.min.x + px(4.0f)),
              is_last ? palette().text1 : palette().text3, name);
    return clicked;
}

// Replaces %20 by a space, and so on. A % without two hexadecimal digits stays.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const char* digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            decoded += static_cast<char>(byte);
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

// Returns the typed text as a path if it contains a slash or is ~. Removes the quotes of a pasted path, and decodes a
// pasted URL that begins with file://.
std::optional<fs::path> typed_path(std::string_view typed, const fs::path& folder) {
    const auto strip = [&typed](char c) {
        while (typed.starts_with(c)) typed.remove_prefix(1);
        while (typed.ends_with(c)) typed.remove_suffix(1);
    };
    for (const char c : {' ', '"', '\''}) strip(c);
    std::string path(typed);
    if (path.starts_with("file://")) path = percent_decoded(typed.substr(7));
    if (path.find('/') == std::string::npos && path != "~") return std::nullopt;
    const char* home = std::getenv("HOME");
    if ((path == "~" || path.starts_with("~/")) && home != nullptr)
        return fs::path(home + path.substr(1)).lexically_normal();
    return (folder / path).lexically_normal();
}

} // namespace

void FileDialog::open(const fs::path& folder, std::vector<std::string> extensions,
                      std::vector<Shortcut> shortcuts) {
    extensions_ = std::move(extensions);
    shortcuts_ = std::move(shortcuts);
    shows_all_ = false;
    is_open_ = true;
    answer_.reset();
    go_to(folder);
}

void FileDialog::go_to(const fs::path& folder) {
    folder_ = folder;
    typed_.fill(0);
    ++folder_changes_;
    update_list();
}

// While a path is typed, the list shows the path's folder, filtered by the last part of the path.
void FileDialog::update_list() {
    const std::span<const std::string> shown = shows_all_ ? std::span<const std::string>{} : extensions_;
    fs::path folder = folder_;
    std::string part = typed_.data();
    if (const std::optional<fs::path> path = typed_path(part, folder_)) {
        folder = path->parent_path();
        part = path->filename().string();
    }
    list_ = list_folder(folder, {shown, part, part.starts_with('.')});
    selected_ = 0;
}

bool FileDialog::open_typed_path() {
    const std::optional<fs::path> path = typed_path(typed_.data(), folder_);
    if (!path) return false;
    std::error_code unknown;
    if (fs::is_directory(*path, unknown)) {
        go_to(*path);
        return true;
    }
    if (!fs::is_regular_file(*path, unknown)) return false;
    answer_with(*path);
    return true;
}

void FileDialog::answer_with(const fs::path& path) {
    answer_ = path;
    is_open_ = false;
}

void FileDialog::activate(std::size_t index) {
    if (index >= list_.entries.size()) return;
    const FileEntry& entry = list_.entries[index];
    const fs::path path = list_.folder / entry.name;
    if (entry.is_folder) return go_to(path);
    answer_with(path);
}

void FileDialog::draw_shortcuts() {
    std::string group;
    for (std::size_t i = 0; i < shortcuts_.size(); ++i) {
        const Shortcut& shortcut = shortcuts_[i];
        if (shortcut.group != group) {
            group = shortcut.group;
            text(group, {Font::small_bold, palette().text3, grid::kControl});
        }
        const glm::vec2 at = cursor();
        const glm::vec2 size(ImGui::GetContentRegionAvail().x, px(grid::kTableRow));
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable("##shortcut", false, ImGuiSelectableFlags_DontClosePopups, im(size)))
            answer_with(shortcut.path);
        ImGui::PopID();
        tooltip(shortcut.path.string());
        const Rect row{at, at + size};
        draw_text_fitted(*ImGui::GetWindowDrawList(), Font::body,
                         centered_text_pos(row, Font::body, row.min.x + px(4.0f)), palette().text2,
                         shortcut.title, size.x - px(8.0f));
    }
}

void FileDialog::draw_path_bar() {
    if (icon_button("##up", Icon::chevron_up, {.tooltip = "Open the parent folder (Backspace)"}))
        return go_to(list_.folder.parent_path());
    const std::vector<fs::path> parts = parts_of(list_.folder);
    const std::size_t first = parts.size() > kMaxPathParts ? parts.size() - kMaxPathParts : 0;
    for (std::size_t i = first; i < parts.size(); ++i) {
        const std::string name =
            parts[i].filename().empty() ? parts[i].string() : parts[i].filename().string();
        ImGui::SameLine(0.0f, px(2.0f));
        if (i == first && first > 0) {
            text("…", {Font::body, palette().text3, grid::kControl});
        } else if (i > 1) {
            text("/", {Font::body, palette().text3, grid::kControl});
        }
        ImGui::SameLine(0.0f, px(2.0f));
        ImGui::PushID(static_cast<int>(i));
        const bool clicked = path_part(name, i + 1 == parts.size());
        ImGui::PopID();
        if (clicked) return go_to(parts[i]);
    }
}

void FileDialog::draw_filter() {
    // Each folder has its own id, because Dear ImGui caches the text of a field that is edited and would restore it.
    ImGui::PushID(folder_changes_);
    const bool is_edited = search_field("Type to find, or paste a path", typed_).edited;
    ImGui::PopID();
    if (is_edited) update_list();
}

void FileDialog::handle_keys() {
    const int last = static_cast<int>(list_.entries.size()) - 1;
    int moved = (is_pressed(PressedKey::down) ? 1 : 0) - (is_pressed(PressedKey::up) ? 1 : 0);
    moved +=
        kPageRows * ((is_pressed(PressedKey::page_down) ? 1 : 0) - (is_pressed(PressedKey::page_up) ? 1 : 0));
    scrolls_to_selected_ = moved != 0;
    selected_ = std::clamp(selected_ + moved, 0, std::max(0, last));
    if (is_pressed(PressedKey::enter)) {
        if (!open_typed_path()) activate(static_cast<std::size_t>(selected_));
        return;
    }
    if (is_pressed(PressedKey::backspace) && typed_[0] == 0) go_to(list_.folder.parent_path());
}

void FileDialog::draw_entries() {
    const float height = ImGui::GetContentRegionAvail().y - px(grid::kPitch + grid::kGap);
    const Rect area{cursor(), cursor() + glm::vec2(ImGui::GetContentRegionAvail().x, height)};
    if (!list_.error.empty()) {
        const TextRun run{list_.error, {Font::body, palette().bad}};
        paragraph({&run, 1});
    } else if (list_.entries.empty()) {
        const std::string_view typed = typed_.data(); // a path that ends with a slash does not filter
        text(typed.empty() || typed.ends_with('/') ? "This folder has no files that can be opened."
                                                   : "No file or folder matches the filter.",
             {Font::body, palette().text3, grid::kPitch});
    }
    static const Column kColumns[] = {{"name"}, {"size", 90.0f, true}};
    std::optional<std::size_t> activated;
    const float used = cursor().y - area.min.y;
    if (!list_.entries.empty() && begin_table("##entries", kColumns, {.height = height - used})) {
        if (scrolls_to_selected_)
            ImGui::SetScrollY(
                std::max(0.0f, px(grid::kTableRow) * static_cast<float>(selected_) - 0.5f * height));
        table_rows(static_cast<int>(list_.entries.size()), [&](int i) {
            const FileEntry& entry = list_.entries[static_cast<std::size_t>(i)];
            const RowEvents events = table_row(i, {.is_selectable = true, .is_selected = i == selected_});
            if (events.clicked) selected_ = i;
            if (events.double_clicked) activated = static_cast<std::size_t>(i);
            table_cell(entry.is_folder ? entry.name + "/" : entry.name,
                       entry.is_folder ? palette().text2 : palette().text1);
            table_cell(entry.is_folder ? std::string() : format_bytes(entry.bytes), palette().text3);
        });
        end_table();
    }
    ImGui::SetCursorScreenPos({area.min.x, area.max.y + px(grid::kGap)});
    if (activated) activate(*activated);
}

void FileDialog::draw_buttons() {
    const glm::vec2 right = cursor() + glm::vec2(ImGui::GetContentRegionAvail().x, 0.0f);
    const CheckField all{.label = "All files", .tooltip = "Also shows files of other types", .width = 120.0f};
    if (check_row(all, shows_all_)) update_list();
    ImGui::SetCursorScreenPos(im(right - px(2.0f * kButtonWidth + grid::kGap, 0.0f)));
    if (button("Cancel", {.width = kButtonWidth})) is_open_ = false;
    ImGui::SameLine(0.0f, px(grid::kGap));
    const bool has_choice = !list_.entries.empty();
    if (button("Open", {.primary = true, .enabled = has_choice, .width = kButtonWidth}))
        activate(static_cast<std::size_t>(selected_));
}

std::optional<fs::path> FileDialog::draw() {
    if (!begin_modal("##open file", "Open a mesh or a scene", kSize, is_open_)) return std::nullopt;
    handle_keys();
    if (!shortcuts_.empty()) {
        ImGui::BeginChild("##shortcuts", im(px(kShortcutsWidth, 0.0f)));
        draw_shortcuts();
        ImGui::EndChild();
        ImGui::SameLine(0.0f, px(grid::kPadding));
        ImGui::BeginChild("##files", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoScrollbar);
    }
    draw_path_bar();
    draw_filter();
    draw_entries();
    draw_buttons();
    if (!shortcuts_.empty()) ImGui::EndChild();
    end_modal(is_open_);
    return std::exchange(answer_, std::nullopt);
}

} // namespace boxwood::ui
