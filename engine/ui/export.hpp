// What: exports a table or a picture of the interface as text: to the clipboard, or to a new file in the folder `out`
//     of the working directory. The result is a note for the user.
// Degenerate input: if the destination cannot be written, the note says so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood::ui {

// The result of an export.
struct Note {
    bool is_error = false;
    std::string text;
};
// The notes since the last call.
std::vector<Note> take_notes();

// out/boxwood-NAME-20260131-235959.EXTENSION, with a number appended if the file exists; without a name, no dash.
std::filesystem::path next_output_path(std::string_view name, std::string_view extension);

// A CSV value: quoted if necessary, numbers without the spaces between thousands.
std::string csv_value(std::string_view text);

enum class ExportWay : std::uint8_t { copy, save };
void export_text(ExportWay way, std::string_view name, std::string_view extension, const std::string& text);
// Adds both ways as entries to the open menu; returns the chosen one.
std::optional<ExportWay> export_items(std::string_view extension);

struct ExportButton {
    const char* label = "CSV";
    std::string_view name{}; // of the file
    std::string_view extension = "csv";
    std::string_view tooltip{};
    float width = 0.0f; // as in ButtonStyle
};
// Opens a menu of both ways; calls `make` for the text when one is chosen.
void export_button(const ExportButton& field, const std::function<std::string()>& make);

} // namespace boxwood::ui
