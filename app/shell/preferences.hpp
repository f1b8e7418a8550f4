// What: a text file in which a window stores its state for the next window: theme, scale, last lab, recent files, and
//       the settings, layout and camera of each lab.
// Format: the path is $XDG_CONFIG_HOME/boxwood/settings, or else ~/.config/boxwood/settings. The environment variable
//         BOXWOOD_CONFIG overrides the path; if the variable is empty, no file is used. Each line is "NAME VALUE". A
//         value that begins with / extends to the end of the line; any other value ends before " # ", which starts a
//         comment. Spaces around NAME and VALUE are ignored. A line that begins with # is a comment.
//             interface.theme light               multi-body.bodies 200
//             layout.pair.left 300                camera.pair 0 0 0 5 0.6 0.35
//             recent.1 /tmp/part one.obj
// Invariants: only a window reads or writes the file, so that headless runs depend only on their arguments. The file is
//             written atomically; names that this version does not know are preserved.
// Degenerate input: a missing file counts as empty. If the file cannot be read or a line is malformed, load() reports
//                   it and ignores the whole file; before a window replaces the file, keep_copy() copies it. A value
//                   that a lab rejects is ignored, and its name is reported.
// Oracle: tests/app/window/find_test.py.
#pragma once

#include "app/labs/lab.hpp"
#include "engine/ui/layout.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

class Preferences {
  public:
    static std::filesystem::path default_path(); // empty: no file is used
    // `out_problem`: why the file was ignored; empty: it was used.
    static Preferences load(const std::filesystem::path& path, std::string& out_problem);
    Status save(const std::filesystem::path& path) const;
    // Copies an unusable file to another name in the same folder. Returns a clause that names the copy, or the reason
    // why there is none.
    static std::string keep_copy(const std::filesystem::path& path);

    std::string find(const std::string& name) const; // "": not set
    void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
    void remove(const std::string& name) { values_.erase(name); }
    // Returns (name, value) pairs. The names omit the owner, for example (mouse-speed, 1.5).
    std::vector<std::pair<std::string, std::string>> values_of(std::string_view owner) const;

    // --- state of a lab ---
    // Stores the settings that the user changed, and the open pages; removes those that have their default values. Does
    // not store texts, such as names of files.
    void keep_settings(std::string_view lab, Lab& io_lab);
    void keep_layout(std::string_view lab, const ui::LayoutSettings& layout);
    ui::LayoutSettings layout(std::string_view lab) const;
    void keep_camera(std::string_view lab, const draw::Camera& camera);
    std::optional<draw::Camera> camera(std::string_view lab) const;
    // Removes the settings that their labs know but reject, and returns their names.
    std::vector<std::string> drop_refused();

    // Newest first.
    void add_recent(const std::filesystem::path& file);
    std::vector<std::filesystem::path> recent() const;

  private:
    std::map<std::string, std::string> values_; // by name, the order in which save() writes them
};

// --- names and values in the file ---
inline std::string own_name(std::string_view owner, std::string_view name) {
    return std::string(owner).append(".").append(name);
}
// True if the value has no control characters, so that it fits on one line.
inline bool is_printable(std::string_view value) {
    return std::ranges::all_of(value, [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
}

// Sets the values that the lab accepts, in the order of its settings. Returns the names of the rejected values.
std::vector<std::string> apply_stored(Lab& io_lab,
                                      const std::vector<std::pair<std::string, std::string>>& stored);

} // namespace boxwood
