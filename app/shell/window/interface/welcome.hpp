// What: the start screen, and the hints of the first start until they are dismissed.
#pragma once

#include "app/panels/window/start_screen.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"

#include <array>

namespace boxwood {

class Welcome {
  public:
    Welcome(OpenLabs& labs, FileOpener& opener, Preferences& preferences)
        : labs_(labs)
        , opener_(opener)
        , preferences_(preferences) {}

    void open_start_screen() { is_open_ = true; }
    void close_start_screen() { is_open_ = false; }
    bool has_start_screen() const { return is_open_; }
    // Shows the hints unless they were dismissed, in this window or in an earlier one.
    void show_hints();
    void draw_hints(const ui::Rect& viewport);
    void draw_start_screen(); // and opens the chosen lab, file or sample mesh

  private:
    OpenLabs& labs_;
    FileOpener& opener_;
    Preferences& preferences_;
    bool is_open_ = false;
    std::array<bool, kHints.size()> hints_{}; // true: on screen
};

} // namespace boxwood
