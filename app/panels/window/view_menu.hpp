// What: the context menu of the viewport. An unavailable entry is grey, and its tooltip gives the reason.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace boxwood {

struct ViewMenuEntry {
    std::string title, key;
    std::string why_unavailable{}; // empty: available
    bool begins_group = false;     // a line separates it from the previous entry
};

class ViewMenu {
  public:
    void open() { is_opening_ = true; } // in the next draw()
    bool is_open() const;               // also true from open() to the next draw()
    // Call it every frame while the menu is open. Returns the index of the chosen entry.
    std::optional<std::size_t> draw(std::span<const ViewMenuEntry> entries);

  private:
    bool is_opening_ = false;
};

} // namespace boxwood
