// What: tables of numbers, with rows of 20 pixels, muted headings above a line, and right-aligned numbers.
// Invariants: the optional bar above a table filters the rows by typed words, and exports the displayed rows as CSV;
//     the context menu of a heading also exports them. If a table has a bar, clicking a heading sorts by the numbers or
//     texts of the cells, unless the caller sorts. In exports and for sorting, cells that the caller draws are empty.
// Cost: with table_rows(), proportional to the rows on screen, not to all rows. Exceptions are frames in which the
//     table filters, sorts or exports its rows: the texts of all rows are then generated.
#pragma once

#include "engine/ui/text/text.hpp"

#include <cstdint>
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
    float height = 0.0f;          // real pixels; more rows scroll. 0: the height of all rows
    TableSort* io_sort = nullptr; // if set, clicks on headings change it, and the caller sorts its data
    bool has_bar = false;         // filter and export; for tables that use table_rows()
};

// Returns false if the table is not visible; in this case, do not call end_table().
[[nodiscard]] bool begin_table(const char* id, std::span<const Column> columns, const TableStyle& style = {});
void end_table();

struct RowStyle {
    bool is_selectable = false;
    std::span<const char* const> actions{}; // first entries of the row's context menu
    bool is_selected = false;
    bool is_dimmed = false;
    std::optional<draw::Color> color{};      // of the text
    std::optional<draw::Color> background{}; // of the row, for example to mark the current one
};
struct RowEvents {
    bool clicked = false, double_clicked = false, hovered = false;
    int chosen = -1; // index of the chosen entry of RowStyle::actions, or -1
};
// `id` identifies a selectable row among the rows of its table.
RowEvents table_row(std::int64_t id, const RowStyle& style = {});
// The next cell of the row; `color` overrides the color of the row.
void table_cell(std::string_view text, std::optional<draw::Color> color = std::nullopt);
// A cell with a swatch in the color of the data and a name.
void table_name_cell(draw::Color swatch_color, std::string_view name);
// A cell that the caller draws. Returns its size, which is one row high; its top left corner is at the cursor.
glm::vec2 table_custom_cell();
// Calls `row` with the index in [0, count) of each row that is on screen. If the table filters, sorts or exports its
// rows, also calls it for rows that are not on screen.
void table_rows(int count, const std::function<void(int)>& row);

} // namespace boxwood::ui
