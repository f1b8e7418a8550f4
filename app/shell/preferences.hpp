// What: what a window stores for the next one: theme, scale, last lab, recent files, and of each lab its settings, its
//       layout and its camera. One text file.
// Frame: $XDG_CONFIG_HOME/boxwood/settings, or ~/.config/boxwood/settings; the environment variable BOXWOOD_CONFIG names
//        another file, or none if it is empty. Lines "NAME VALUE", the value up to the end of the line; # starts a
//        comment line.
//            interface.theme light               multi-body.bodies 200
//            layout.pair.left 300                camera.pair 0 0 0 5 0.6 0.35
//            recent.1 /tmp/part one.obj
// Invariants: only a window reads or writes it, so that headless runs depend on nothing but their arguments. It is
//             written atomically; names that this version does not know stay in it.
// Degenerate input: a missing file is empty. A file with a line of another form is damaged: load() says which line, and
//                   nothing of it is used. A value that a lab refuses is left out and named.
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
    static std::filesystem::path default_path(); // empty: none is used
    // `out_problem`: why the file was not used; empty if it was.
    static Preferences load(const std::filesystem::path& path, std::string& out_problem);
    Status save(const std::filesystem::path& path) const;

    std::string find(const std::string& name) const; // "": not set
    void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
    void remove(const std::string& name) { values_.erase(name); }
    // The values of `owner`, without its name: (mouse-speed, 1.5).
    std::vector<std::pair<std::string, std::string>> of(std::string_view owner) const;

    // --- what a window stores of a lab ---
    // The settings that a person changed, and the open pages; those at their defaults are removed.
    void keep_settings(std::string_view lab, Lab& io_lab);
    void keep_layout(std::string_view lab, const ui::LayoutSettings& layout);
    ui::LayoutSettings layout(std::string_view lab) const;
    void keep_camera(std::string_view lab, const draw::Camera& camera);
    std::optional<draw::Camera> camera(std::string_view lab) const;
    // Removes the settings that their labs refuse, and returns their names.
    std::vector<std::string> drop_refused();

    // Newest first.
    void add_recent(const std::filesystem::path& file);
    std::vector<std::filesystem::path> recent() const;

  private:
    std::map<std::string, std::string> values_; // sorted, so that the file is
};

// --- names and values in the file ---
inline std::string own_name(std::string_view owner, std::string_view name) {
    return std::string(owner).append(".").append(name);
}
// A value without control characters, which fits on a line.
inline bool is_printable(std::string_view value) {
    return std::ranges::all_of(value, [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
}

// Sets the values that the lab takes, in the order of its settings; returns the names of the others.
std::vector<std::string> set_kept(Lab& io_lab, const std::vector<std::pair<std::string, std::string>>& kept);

} // namespace boxwood
