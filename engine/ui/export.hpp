// What: exports a table (CSV), a graph (SVG) or other text to the clipboard, or to a new file in the folder `out` of
//     the working directory. A note tells the user the result.
// Degenerate input: if the file cannot be written, the note is an error.
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
// Returns the notes since the last call.
std::vector<Note> take_notes();

// out/boxwood-NAME-20260131-235959.EXTENSION, with a number appended if the file exists. Without a name, "-NAME" is
// left out.
std::filesystem::path next_output_path(std::string_view name, std::string_view extension);

// Returns the text as a CSV value: quoted if necessary, without thin spaces between thousands, and with '-' for the
// Unicode minus sign.
std::string csv_value(std::string_view text);

enum class ExportDestination : std::uint8_t { clipboard, file };
void export_text(ExportDestination destination, std::string_view name, std::string_view extension,
                 const std::string& text);
// Adds the entries "Copy as CSV" and "Save as CSV" (with the extension in capitals) to the open menu. Returns the
// destination of the entry that was chosen in this frame.
std::optional<ExportDestination> add_export_entries(std::string_view extension);

struct ExportButton {
    const char* label = "CSV";
    std::string_view name{}; // of the file
    std::string_view extension = "csv";
    std::string_view tooltip{};
    float width = 0.0f; // as in ButtonStyle
};
// A button that opens a menu with the entries of add_export_entries(). When the user chooses an entry, calls `make` for
// the text and exports it.
void export_button(const ExportButton& button, const std::function<std::string()>& make);

} // namespace boxwood::ui
