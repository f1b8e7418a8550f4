// What: the dialog that opens a file: path bar, folders and files, filter by name and by extension; recent files and other
//     shortcuts at the left. A path that is typed or pasted is followed: absolute, from ~, or from the folder shown.
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
    // Chosen with one click: its path is the answer.
    struct Shortcut {
        std::string group, title;
        std::filesystem::path path;
    };
    // `extensions` with the dot, lower case: the files in the list until the user switches to all files. `shortcuts`:
    // those of a group follow each other.
    void open(const std::filesystem::path& folder, std::vector<std::string> extensions,
              std::vector<Shortcut> shortcuts = {});
    bool is_open() const { return is_open_; }
    // Call every frame, at the outermost level. Returns the file chosen in this frame.
    std::optional<std::filesystem::path> draw();

  private:
    void go_to(const std::filesystem::path& folder);
    void read();
    void draw_shortcuts();
    void draw_path_bar();
    void draw_filter();
    void draw_entries();
    void draw_buttons();
    void take_keys();
    void activate(std::size_t index); // enters a folder, or chooses a file
    bool follow_typed_path();         // false: it leads nowhere
    void answer_with(const std::filesystem::path& path);

    std::filesystem::path folder_; // from which a typed path starts
    FileList list_;
    std::vector<Shortcut> shortcuts_;
    std::vector<std::string> extensions_;
    std::array<char, 4096> typed_{};
    int folders_seen_ = 0;
    int chosen_ = 0;
    bool shows_all_ = false;
    bool is_open_ = false;
    bool scrolls_to_chosen_ = false;
    std::optional<std::filesystem::path> answer_;
};

} // namespace boxwood::ui
