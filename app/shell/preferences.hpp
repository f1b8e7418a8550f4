// What: what a person set and expects to find again: theme, scale, and what each lab wants kept, by name.
// Frame: $XDG_CONFIG_HOME/boxwood/settings, or ~/.config/boxwood/settings: a line "NAME VALUE" each, NAME such as
//        `interface.theme` or `walkthrough.mouse-speed`; what follows # is a comment.
// Invariants: only a window reads or writes it, so that runs without one depend on nothing but their arguments. It is
//             written whole or not at all; names that nobody knows stay in it.
// Degenerate input: a file that is missing is empty; a line that makes no sense is left out.
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
    static std::filesystem::path default_path(); // empty: the person has no folder for such
    static Preferences load(const std::filesystem::path& path);
    Status save(const std::filesystem::path& path) const;

    // "": not set.
    std::string find(const std::string& name) const;
    void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
    // Those of `owner`, without its name: (mouse-speed, 1.5).
    std::vector<std::pair<std::string, std::string>> of(std::string_view owner) const;

  private:
    std::map<std::string, std::string> values_; // sorted, so that the file is
};

} // namespace boxwood
