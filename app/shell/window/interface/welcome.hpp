// What: the start screen, and the hints of the first start until they are dismissed.
#pragma once

#include "app/panels/window/start_screen.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"

#include <array>

namespace boxwood {

class Welcome {
  public:
    Welcome(OpenLabs& labs, FileOpener& opener, Preferences& kept)
        : labs_(labs)
        , opener_(opener)
        , kept_(kept) {}

    void open_start_screen() { is_open_ = true; }
    // At the first start of all.
    void show_hints();
    void draw_hints(const ui::Rect& viewport);
    void draw_start_screen(); // and opens what was chosen

  private:
    OpenLabs& labs_;
    FileOpener& opener_;
    Preferences& kept_;
    bool is_open_ = false;
    std::array<bool, kHints.size()> hints_{}; // those on screen
};

} // namespace boxwood
