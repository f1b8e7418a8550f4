// What: stores which page is open at the bottom of the walkthrough, and shows the page "Outliner". That page lists
//       furniture, loose objects, and objects that are held or touched. In it, the user selects, hides and shows
//       objects.
// Invariants: visibility affects only the picture; the hand can touch a hidden object.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "app/labs/view.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "app/panels/outliner.hpp"
#include "app/panels/outliner_marks.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

class WalkOutliner {
  public:
    enum class Page : std::uint8_t { events, outliner };

    void add_setting(SettingTable& io_table);
    Page page() const { return page_; }
    void restart(const CurrentWalk& now);                 // for a new walk: everything is shown
    const OutlinerMarks& marks() const { return marks_; } // by body
    std::size_t row_count() const { return outliner_.found_count(); }
    BodyId selected() const { return selected_; } // kNone: none
    // True: the camera must frame the selected object.
    bool draw(const CurrentWalk& now, const draw::Palette& palette);

  private:
    OutlinerKind kind_of(const char* title, const std::vector<BodyId>& bodies, const CurrentWalk& now) const;

    Page page_ = Page::events;
    Outliner outliner_;
    std::vector<BodyId> fixed_, loose_;
    std::uint64_t revision_ = 0;
    OutlinerMarks marks_; // by body
    BodyId selected_ = kNone;
};

// The bounding sphere of a body.
Focus focus_of_body(const CurrentWalk& now, BodyId id);

} // namespace boxwood
