// What: takes a table or a picture of the interface out as text: to the clipboard, or to a new file in the folder `out`
//       of the working directory. What came of it is a note for the person.
// Degenerate input: a place that cannot be written is a note that says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood::ui {

// What an export came to.
struct Note {
    bool is_error = false;
    std::string text;
};
// Those since the last call.
std::vector<Note> take_notes();

// out/boxwood-NAME-20260131-235959.EXTENSION, or with a number behind where that is taken; without a name no dash.
std::filesystem::path next_output_path(std::string_view name, std::string_view extension);

// A value of a line of CSV: quoted where it must be, numbers without the spaces between thousands.
std::string csv_value(std::string_view text);

enum class ExportWay : std::uint8_t { copy, save };
void export_text(ExportWay way, std::string_view name, std::string_view extension, const std::string& text);
// Both ways as entries of a menu that is open: which one was chosen.
std::optional<ExportWay> export_items(std::string_view extension);

struct ExportButton {
    const char* label = "CSV";
    std::string_view name{}; // of the file
    std::string_view extension = "csv";
    std::string_view tooltip{};
    float width = 0.0f; // as of ButtonStyle
};
// Opens a menu of both ways; `make` is asked for the text when one is chosen.
void export_button(const ExportButton& field, const std::function<std::string()>& make);

} // namespace boxwood::ui
