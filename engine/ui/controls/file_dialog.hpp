// What: the dialog that opens a file: path bar, folders and files, filter by name and by extension.
// Invariants: usable by keyboard alone: typing filters, arrows select, Enter opens, Backspace on an empty filter goes
//     up, Escape closes. Errors appear in the dialog; the list is read again only when folder or filter change.
#pragma once

#include "engine/ui/controls/file_list.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace boxwood::ui {

class FileDialog {
  public:
    // `extensions` with the dot, lower case: the files in the list until the user switches to all files.
    void open(const std::filesystem::path& folder, std::vector<std::string> extensions);
    bool is_open() const { return is_open_; }
    // Call every frame, at the outermost level. Returns the file chosen in this frame.
    std::optional<std::filesystem::path> draw();

  private:
    void go_to(const std::filesystem::path& folder);
    void read();
    void draw_path_bar();
    void draw_filter();
    void draw_entries();
    void draw_buttons();
    void take_keys();
    void activate(std::size_t index); // enters a folder, or chooses a file

    FileList list_;
    std::vector<std::string> extensions_;
    std::array<char, 128> typed_{};
    int folders_seen_ = 0;
    int chosen_ = 0;
    bool shows_all_ = false;
    bool is_open_ = false;
    bool wants_focus_ = false;
    bool scrolls_to_chosen_ = false;
    std::optional<std::filesystem::path> answer_;
};

} // namespace boxwood::ui
