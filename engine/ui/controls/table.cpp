#include "engine/ui/controls/table.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/palette.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace boxwood::ui {

namespace {

#if IMGUI_VERSION_NUM >= 18970
constexpr ImGuiSelectableFlags kOverlap = ImGuiSelectableFlags_AllowOverlap;
#else
constexpr ImGuiSelectableFlags kOverlap = ImGuiSelectableFlags_AllowItemOverlap;
#endif

const Column& current_column() {
    return ui_state().table.columns[static_cast<std::size_t>(ImGui::TableGetColumnIndex())];
}

Rect cell_rect() {
    const glm::vec2 at = cursor();
    return {at, at + glm::vec2(ImGui::GetContentRegionAvail().x, px(grid::kTableRow))};
}

void draw_in_cell(Font name, std::string_view text, draw::Color color) {
    const Rect cell = cell_rect();
    const float free_width = cell.width() - text_size(name, text).x;
    const float x = cell.min.x + (current_column().is_number ? std::max(0.0f, std::floor(free_width)) : 0.0f);
    draw_text_cut(*ImGui::GetWindowDrawList(), name, centered_text_pos(cell, name, x), color, text,
                  cell.width());
    if (free_width >= 0.0f || !ImGui::IsMouseHoveringRect(im(cell.min), im(cell.max)) ||
        !ImGui::IsWindowHovered())
        return;
    show_tooltip(text); // the complete text, because the cell shows only a part
}

void sort_by(int column, TableSort& io_sort) {
    io_sort.descending = io_sort.column == column ? !io_sort.descending : true;
    io_sort.column = column;
}

void record_text(std::string_view text) {
    TableInProgress& table = ui_state().table;
    if (table.is_measuring || table.is_copying_row) table.texts.emplace_back(text);
    if (!table.is_exporting || table.is_measuring) return;
    if (table.cells_in_line++ > 0) table.csv += ',';
    table.csv += csv_value(text);
}

// If the user chose to copy the previous row, puts its text into the clipboard.
void finish_row_copy() {
    TableInProgress& table = ui_state().table;
    if (!std::exchange(table.is_copying_row, false)) return;
    std::string line;
    for (const std::string& text : std::exchange(table.texts, {})) line += (line.empty() ? "" : "\t") + text;
    ImGui::SetClipboardText(line.c_str());
    ui_state().notes.push_back({false, "Copied " + line});
}

void begin_line() {
    finish_row_copy();
    TableInProgress& table = ui_state().table;
    if (table.is_exporting) table.csv += '\n';
    table.cells_in_line = 0;
}

void open_cell() {
    bool& is_open = ui_state().table.first_cell_open;
    if (!is_open) ImGui::TableNextColumn();
    is_open = false;
}

// The context menu of every heading.
void export_menu() {
    if (!begin_context_menu()) return;
    if (const std::optional<ExportDestination> destination = add_export_entries("csv"))
        ui_state().table_export = {ui_state().table.id, *destination};
    end_context_menu();
}

void heading(int index, TableSort* io_sort) {
    const Column& column = current_column();
    const Rect cell = cell_rect();
    const bool is_sorted = io_sort && io_sort->column == index;
    ImGui::PushID(index);
    if (ImGui::InvisibleButton("##heading", im(glm::max(cell.size(), glm::vec2(1.0f)))) && io_sort)
        sort_by(index, *io_sort);
    export_menu();
    ImGui::PopID();
    const bool is_lit = is_sorted || (io_sort && ImGui::IsItemHovered());
    tooltip(column.tooltip);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = text_size(Font::caption, column.heading).x;
    const float x = column.is_number ? std::max(cell.min.x, std::floor(cell.max.x - width)) : cell.min.x;
    draw_text(list, Font::caption, centered_text_pos(cell, Font::caption, x),
              is_lit ? palette().text1 : palette().text3, column.heading);
    if (!is_sorted) return;
    const float icon_x = column.is_number ? x - px(8.0f) : x + width + px(8.0f);
    draw_icon(list, io_sort->descending ? Icon::chevron_down : Icon::chevron_up, {icon_x, cell.center().y},
              px(9.0f), palette().text2);
}

void headings(std::span<const Column> columns, TableSort* io_sort) {
    ImGui::TableNextRow(ImGuiTableRowFlags_None, px(grid::kTableRow));
    float left = 0.0f, right = 0.0f;
    for (int i = 0; i < static_cast<int>(columns.size()); ++i) {
        if (!ImGui::TableSetColumnIndex(i)) continue;
        const Rect cell = cell_rect();
        left = left > 0.0f ? std::min(left, cell.min.x) : cell.min.x;
        right = std::max(right, cell.max.x);
        heading(i, io_sort);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(ImGui::GetItemRectMax().y);
    const glm::vec2 window = vec(ImGui::GetWindowPos());
    list.PushClipRect(im(window), {window.x + ImGui::GetWindowWidth(), window.y + ImGui::GetWindowHeight()},
                      false);
    list.AddRectFilled({left, y}, {right, y + px(1.0f)}, packed(palette().line));
    list.PopClipRect();
}

} // namespace

namespace {

constexpr float kFilterWidth = 168.0f;

// Sort key of a cell, from its text. Numbers are sorted by value; texts come after all numbers.
struct CellKey {
    std::optional<double> number;
    std::string text;
    explicit CellKey(std::string_view cell)
        : text(cell) {
        const std::string plain = replaced(replaced(cell, kThinSpace, ""), kMinus, "-");
        const std::size_t end = plain.find(' ');
        number = parse_number(plain.substr(0, end));
    }
    static bool is_before(const CellKey& x, const CellKey& y, bool is_descending) {
        if (x.number.has_value() != y.number.has_value()) return x.number.has_value();
        if (is_descending) return is_before(y, x, false);
        return x.number ? *x.number < *y.number : x.text < y.text;
    }
};

// Returns the displayed rows in order, or nullopt for all rows in the caller's order.
std::optional<std::vector<int>> choose_rows(int count, const std::function<void(int)>& row) {
    TableInProgress& table = ui_state().table;
    if (table.view == nullptr) return std::nullopt;
    const std::string_view filter = table.view->filter.data();
    const int column = table.is_sorted_by_caller ? -1 : table.view->sort.column;
    if (filter.empty() && column < 0) return std::nullopt;
    std::vector<int> rows;
    std::vector<CellKey> keys; // by row
    table.is_measuring = true;
    for (int i = 0; i < count; ++i) {
        table.texts.clear();
        row(i);
        std::string all;
        for (const std::string& text : table.texts) all += text + ' ';
        const auto at = static_cast<std::size_t>(std::max(column, 0));
        keys.emplace_back(column >= 0 && at < table.texts.size() ? table.texts[at] : std::string());
        if (has_words(all, filter)) rows.push_back(i);
    }
    table.texts.clear();
    table.is_measuring = false;
    if (column < 0) return rows;
    std::ranges::stable_sort(rows, [&](int p, int q) {
        return CellKey::is_before(keys[static_cast<std::size_t>(p)], keys[static_cast<std::size_t>(q)],
                                  table.view->sort.descending);
    });
    return rows;
}

void draw_table_bar(const char* id, unsigned table_id, TableView& io_view) {
    ImGui::PushID(id);
    ImGui::SetNextItemWidth(px(kFilterWidth));
    ImGui::InputTextWithHint("##filter", "Filter rows", io_view.filter.data(), io_view.filter.size());
    if (ImGui::IsItemActive() && is_pressed(PressedKey::escape)) io_view.filter.fill(0);
    tooltip("Shows only rows that contain all typed words; Esc clears the filter");
    ImGui::SameLine(0.0f, px(grid::kGap));
    if (button("CSV", {.tooltip = "Copies or saves the displayed rows"})) ImGui::OpenPopup("##export");
    if (begin_menu("##export")) {
        if (const std::optional<ExportDestination> destination = add_export_entries("csv"))
            ui_state().table_export = {table_id, *destination};
        end_context_menu();
    }
    ImGui::Dummy({1.0f, px(4.0f)});
    ImGui::PopID();
}

} // namespace

bool begin_table(const char* id, std::span<const Column> columns, const TableStyle& style) {
    ImGuiTableFlags flags =
        ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoSavedSettings;
    if (style.height > 0.0f) flags |= ImGuiTableFlags_ScrollY;
    // Dear ImGui stores column widths per table id, so each scale has its own table id.
    ImGui::PushID(static_cast<int>(100.0f * theme().scale));
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(px(4.0f), 0.0f));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0f, 0.0f));
    const unsigned table_id = ImGui::GetID(id);
    TableView* view = style.has_bar ? &ui_state().table_views[table_id] : nullptr;
    float height = style.height;
    if (view != nullptr) {
        draw_table_bar(id, table_id, *view);
        if (height > 0.0f) height = std::max(px(2.0f * grid::kTableRow), height - px(grid::kPitch));
    }
    if (!ImGui::BeginTable(id, static_cast<int>(columns.size()), flags, {0.0f, height})) {
        ImGui::PopStyleVar(2);
        ImGui::PopID();
        return false;
    }
    TableInProgress& table = ui_state().table;
    table = {.columns = columns, .color = {}, .name = id, .id = table_id};
    table.is_exporting = ui_state().table_export.id == table_id;
    table.view = view;
    table.is_sorted_by_caller = style.io_sort != nullptr;
    for (const Column& column : columns) record_text(column.heading);
    for (const Column& column : columns) {
        const bool is_fixed = column.width > 0.0f;
        ImGui::TableSetupColumn(
            column.heading, is_fixed ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
            is_fixed ? px(column.width) : 1.0f);
    }
    if (style.height > 0.0f) ImGui::TableSetupScrollFreeze(0, 1);
    headings(columns, style.io_sort ? style.io_sort : view ? &view->sort : nullptr);
    return true;
}

void end_table() {
    finish_row_copy();
    ImGui::EndTable();
    ImGui::PopStyleVar(2);
    ImGui::PopID();
    if (TableInProgress& table = ui_state().table; table.is_exporting) {
        export_text(ui_state().table_export.destination, table.name, "csv", table.csv + '\n');
        ui_state().table_export = {};
    }
    ui_state().table = {};
}

RowEvents table_row(std::int64_t id, const RowStyle& style) {
    if (ui_state().table.is_measuring) return {};
    ImGui::TableNextRow(ImGuiTableRowFlags_None, px(grid::kTableRow));
    begin_line();
    TableInProgress& table = ui_state().table;
    table.color = style.color.value_or(palette().text1);
    table.alpha = style.is_dimmed ? 0.45f : 1.0f;
    if (style.background) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, packed(*style.background));
    if (!style.is_selectable) return {};
    ImGui::TableSetColumnIndex(0);
    const ImVec2 at = ImGui::GetCursorPos();
    const char* const id_bytes = reinterpret_cast<const char*>(&id);
    ImGui::PushID(id_bytes, id_bytes + sizeof id);
    RowEvents events;
    events.clicked = ImGui::Selectable("##row", style.is_selected,
                                       ImGuiSelectableFlags_SpanAllColumns | kOverlap |
                                           ImGuiSelectableFlags_AllowDoubleClick,
                                       {0.0f, px(grid::kTableRow)});
    events.hovered = ImGui::IsItemHovered();
    if (begin_context_menu()) {
        for (int i = 0; i < static_cast<int>(style.actions.size()); ++i)
            if (ImGui::MenuItem(style.actions[static_cast<std::size_t>(i)])) events.chosen = i;
        if (ImGui::MenuItem("Copy row")) ui_state().copied_row = {table.id, id};
        if (const std::optional<ExportDestination> destination = add_export_entries("csv"))
            ui_state().table_export = {table.id, *destination};
        end_context_menu();
    }
    ImGui::PopID();
    events.double_clicked = events.clicked && ImGui::IsMouseDoubleClicked(0);
    ImGui::SetCursorPos(at);
    table.first_cell_open = true;
    if (ui_state().copied_row == std::pair(table.id, id)) {
        ui_state().copied_row.reset();
        table.texts.clear();
        table.is_copying_row = true;
    }
    return events;
}

glm::vec2 table_custom_cell() {
    record_text("");
    if (ui_state().table.is_measuring) return glm::vec2(0.0f);
    open_cell();
    return cell_rect().size();
}

void table_cell(std::string_view text, std::optional<draw::Color> color) {
    record_text(text);
    if (ui_state().table.is_measuring) return;
    open_cell();
    const TableInProgress& table = ui_state().table;
    draw::Color shown = color.value_or(table.color);
    shown.a = static_cast<std::uint8_t>(static_cast<float>(shown.a) * table.alpha);
    draw_in_cell(Font::small, text, shown);
}

void table_name_cell(draw::Color swatch_color, std::string_view name) {
    record_text(name);
    if (ui_state().table.is_measuring) return;
    open_cell();
    const Rect cell = cell_rect();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_sample(list, {cell.min.x + px(5.0f), cell.center().y}, {Sample::square, swatch_color});
    draw_text(list, Font::small, centered_text_pos(cell, Font::small, cell.min.x + px(16.0f)),
              ui_state().table.color, name);
}

void table_rows(int count, const std::function<void(int)>& row) {
    const std::optional<std::vector<int>> chosen = choose_rows(count, row);
    const int shown = chosen ? static_cast<int>(chosen->size()) : count;
    const auto draw = [&](int i) { row(chosen ? (*chosen)[static_cast<std::size_t>(i)] : i); };
    if (ui_state().table.is_exporting) {
        for (int i = 0; i < shown; ++i) draw(i);
        return;
    }
    ImGuiListClipper clipper;
    clipper.Begin(shown, px(grid::kTableRow));
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) draw(i);
    }
    clipper.End();
}

} // namespace boxwood::ui
