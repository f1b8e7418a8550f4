// What: the state of the interface between frames, reached through the Dear ImGui context. For engine/ui only.
#pragma once

#include "engine/ui/controls/table.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/layout.hpp"
#include "engine/ui/theme.hpp"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

namespace boxwood::ui {

// The number field in which the user types; there is at most one.
struct NumberEdit {
    unsigned id = 0; // 0: none
    std::array<char, 64> text{};
    std::array<char, 64> text_at_start{};
    int frames = 0; // since the field opened; the keyboard focus arrives one frame later
};

// The number field that is being dragged.
struct NumberDrag {
    // The field that a double click has just reset; it ignores the mouse until the button is released.
    unsigned suspended_id = 0;
    // The position of the value on its axis, from 0 to 1, when the drag began. For a range slider instead: 0 if the low
    // end is dragged, 1 if the high end is dragged.
    double start_unit = 0.0;
};

// How long the mouse has rested on one widget.
struct HoverClock {
    glm::vec2 item_min{-1.0f};
    float seconds = 0.0f;
    bool was_hovered = false; // in this frame
};

// The user's choices for a table with a bar.
struct TableView {
    std::array<char, 64> filter{};
    TableSort sort;
};

// The table between begin_table() and end_table().
struct TableInProgress {
    std::span<const Column> columns{};
    draw::Color color{};
    float alpha = 1.0f;
    // table_row() has already opened the first cell of a selectable row, so the next cell function must not open it.
    bool first_cell_open = false;
    std::string name{};
    unsigned id = 0;
    // True in the frame of an export: all rows are requested, and the texts of their cells are recorded.
    bool is_exporting = false;
    std::string csv{};
    std::size_t cells_in_line = 0;
    TableView* view = nullptr; // of a table with a bar
    bool is_sorted_by_caller = false;
    bool is_measuring = false;        // the row is not drawn; only the texts of its cells are recorded
    std::vector<std::string> texts{}; // the cells of the row that is measured or copied
    int row = 0;                      // id of the current row
    bool is_copying_row = false;
};

// A requested export of a table; it happens the next time the table is filled.
struct TableExport {
    unsigned id = 0; // 0: none
    ExportDestination destination = ExportDestination::clipboard;
};

// The opaque background of a panel in this frame.
struct PanelFill {
    Rect rect;
    draw::Color color;
};

struct UiState {
    TableInProgress table;
    TableExport table_export;
    std::map<unsigned, TableView> table_views;
    std::optional<std::pair<unsigned, std::int64_t>> copied_row; // table and row to copy to the clipboard
    Theme theme;
    NumberEdit edit;
    NumberDrag drag;
    HoverClock hover;
    std::string why_unavailable;       // tooltip of disabled controls; empty: controls are enabled
    int list_cursor = 0;               // option of the open list that Enter chooses
    bool was_popup_open = false;       // a popup was open when this frame's input arrived
    bool has_closed_on_escape = false; // a list or a menu has closed because of this frame's Escape
    // Id of the current section of the panel; it distinguishes rows with the same label in different sections.
    unsigned section_id = 0;
    std::function<void(const Rect&, draw::Color)> fill; // see Ui::use_fill()
    std::deque<PanelFill> fills;                        // of this frame; draw callbacks point to them
    std::string clipboard;                              // the last text read or written
    std::vector<Note> notes;                            // that take_notes() has not yet returned
};

// The state of the current context. Requires that a Ui exists.
UiState& ui_state();

} // namespace boxwood::ui
