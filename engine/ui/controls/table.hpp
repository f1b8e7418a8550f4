// What: tables of numbers: rows of 20 pixels, muted headings over a line, right-aligned numbers.
// Invariants: a bar above the table filters its rows by what is typed, and exports those that are shown as CSV; headings
//     sort by what the cells show unless the caller sorts. Right-clicking a heading exports too. Cells drawn by the
//     caller are empty there.
// Cost: with table_rows() only the rows on screen, whatever the count; the texts of all rows while they are filtered or
//     sorted here, and in the frame of an export.
#pragma once

#include "engine/ui/text/text.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace boxwood::ui {

struct Column {
    const char* heading = "";
    float width = 0.0f;     // pixels at scale 1; 0: a share of the remaining width
    bool is_number = false; // right-aligned
    std::string_view tooltip{};
};

struct TableSort {
    int column = -1; // -1: the caller's order
    bool descending = true;
    friend bool operator==(const TableSort&, const TableSort&) = default;
};

struct TableStyle {
    float height = 0.0f;          // real pixels, beyond which it scrolls; 0: the height of all rows
    TableSort* io_sort = nullptr; // headings sort when clicked; the caller sorts its data
    bool has_bar = false;         // filter, number of rows, export; for tables that use table_rows()
};

// False when the table is not visible: then do not call end_table().
[[nodiscard]] bool begin_table(const char* id, std::span<const Column> columns, const TableStyle& style = {});
void end_table();

struct RowStyle {
    bool is_selectable = false;
    std::span<const char* const> actions{}; // that the menu of the row offers, above copying it
    bool is_selected = false;
    bool is_dimmed = false;
    std::optional<draw::Color> color{};      // of the text
    std::optional<draw::Color> background{}; // for the current visit
};
struct RowEvents {
    bool clicked = false, double_clicked = false, hovered = false;
    int chosen = -1; // of RowStyle::actions
};
RowEvents table_row(int id, const RowStyle& style = {});
// The next cell of the row; `color` overrides the row's.
void table_cell(std::string_view text, std::optional<draw::Color> color = std::nullopt);
// A swatch in the colour of the data and a name.
void table_name_cell(draw::Color swatch_color, std::string_view name);
// A cell that the caller draws: its rectangle starts at the cursor and is one row high.
glm::vec2 table_custom_cell();
// Calls `row` for each index in [0, count) that is on screen.
void table_rows(int count, const std::function<void(int)>& row);

} // namespace boxwood::ui
