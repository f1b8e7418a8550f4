// What: settings of the user stored between windows: theme, scale, and the settings that each lab stores, by name.
// Frame: $XDG_CONFIG_HOME/boxwood/settings, or ~/.config/boxwood/settings: lines "NAME VALUE", NAME such as
//        `interface.theme` or `walkthrough.mouse-speed`; # starts a comment.
// Invariants: only a window reads or writes it, so that headless runs depend on nothing but their arguments. It is
//             written atomically; unknown names stay in it.
// Degenerate input: a missing file is empty; a malformed line is skipped.
// Oracle: tests/app/window/walkthrough_test.py.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

class Preferences {
  public:
    static std::filesystem::path default_path(); // empty: the user has no configuration folder
    static Preferences load(const std::filesystem::path& path);
    Status save(const std::filesystem::path& path) const;

    // "": not set.
    std::string find(const std::string& name) const;
    void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
    // The settings of `owner`, without its name: (mouse-speed, 1.5).
    std::vector<std::pair<std::string, std::string>> of(std::string_view owner) const;

  private:
    std::map<std::string, std::string> values_; // sorted, so that the file is
};

} // namespace boxwood
