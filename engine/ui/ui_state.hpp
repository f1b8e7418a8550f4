// What: the state of the interface between frames, reached through the Dear ImGui context. For engine/ui only.
#pragma once

#include "engine/ui/controls/table.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/theme.hpp"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/vec2.hpp>

namespace boxwood::ui {

// The number field in which the user types; at most one.
struct NumberEdit {
    unsigned id = 0; // 0: none
    std::array<char, 64> text{};
    std::array<char, 64> text_at_start{};
    int frames = 0; // since it opened: the keyboard focus arrives one frame late
};

// The number field that is being dragged.
struct NumberDrag {
    unsigned suspended_id = 0; // reset by a double click; not dragged until the button is released
    double start_unit = 0.0;   // position of the value on its axis when the drag began
};

// How long the mouse has rested on one widget.
struct HoverClock {
    glm::vec2 item_min{-1.0f};
    float seconds = 0.0f;
    bool was_hovered = false; // in this frame
};

// What a person chose for a table with a bar, by its id.
struct TableView {
    std::array<char, 64> filter{};
    TableSort sort;
};

// The table that is being filled.
struct TableInProgress {
    std::span<const Column> columns{};
    draw::Color color{};
    float alpha = 1.0f;
    bool first_cell_open = false; // a selectable row has already opened its first cell
    std::string name{};
    unsigned id = 0;
    bool is_exported = false; // in this frame: every row is requested, and the text of its cells is recorded
    std::string csv{};
    std::size_t cells_in_line = 0;
    TableView* view = nullptr; // of a table with a bar
    bool is_sorted_by_caller = false;
    bool is_probed = false;           // only the texts of the cells are taken
    std::vector<std::string> texts{}; // of the probed row
    int row = 0;                      // id of the row being filled
    bool is_row_copied = false;
};

// A requested table export; it is recorded the next time the table is filled.
struct TableExport {
    unsigned id = 0; // 0: none
    ExportWay way = ExportWay::copy;
};

struct UiState {
    TableInProgress table;
    TableExport table_export;
    std::map<unsigned, TableView> table_views;
    std::optional<std::pair<unsigned, int>> copied_row; // table and row whose text goes to the clipboard
    Theme theme;
    NumberEdit edit;
    NumberDrag drag;
    HoverClock hover;
    std::string why_unavailable;       // of the widget drawn now; empty: it is available
    int list_cursor = 0;               // option of the open list that Enter chooses
    bool has_popup_input = false;      // a popup was open when this frame's input arrived
    bool has_closed_on_escape = false; // a list or a menu consumed the Escape of this frame
    unsigned section_id = 0; // of the panel section being filled: rows of two sections may share a label
    std::string clipboard;   // if there is no window
    std::vector<Note> notes; // not yet taken
};

// The state of the current context. Requires a living Ui.
UiState& ui_state();

} // namespace boxwood::ui
