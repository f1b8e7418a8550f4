// What: the dialog for opening a file. It has a path bar, the folders and files, and a filter by name and extension.
//     Recent files and other shortcuts are on the left. A typed or pasted text that contains a slash, or is ~, is a
//     path to a file or folder, which Enter opens. It can be relative to the displayed folder.
// Invariants: the dialog can be used with the keyboard alone: typing filters, arrows select, Enter opens, Backspace in
//     an empty filter goes to the parent folder, Escape closes. Errors appear in the dialog. The list is read again
//     only if the folder or the filter changes.
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
    // One click on a shortcut chooses its path.
    struct Shortcut {
        std::string group, title;
        std::filesystem::path path;
    };
    // The list shows files with these extensions (lower case, with the dot) until the user switches to all files.
    // Shortcuts of the same group must be consecutive.
    void open(const std::filesystem::path& folder, std::vector<std::string> extensions,
              std::vector<Shortcut> shortcuts = {});
    bool is_open() const { return is_open_; }
    // Call every frame, outside any other window. Returns the file if one was chosen in this frame.
    std::optional<std::filesystem::path> draw();

  private:
    void go_to(const std::filesystem::path& folder);
    void update_list();
    void draw_shortcuts();
    void draw_path_bar();
    void draw_filter();
    void draw_entries();
    void draw_buttons();
    void handle_keys();
    void activate(std::size_t index); // enters a folder, or chooses a file
    bool open_typed_path();           // false if there is no such file or folder
    void answer_with(const std::filesystem::path& path);

    std::filesystem::path folder_; // relative paths that are typed start here
    FileList list_;
    std::vector<Shortcut> shortcuts_;
    std::vector<std::string> extensions_;
    std::array<char, 4096> typed_{};
    int folder_changes_ = 0;
    int selected_ = 0;
    bool shows_all_ = false;
    bool is_open_ = false;
    bool scrolls_to_selected_ = false;
    std::optional<std::filesystem::path> answer_;
};

} // namespace boxwood::ui
