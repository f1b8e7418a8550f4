// What: the requests that a part of a lab sends to the lab: repeat collision detection, update the display, restart,
//       show a message, record an undo step.
// Invariants: refers to members of the lab that owns the part.
#pragma once

#include "app/labs/settings/edit_history.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class LabRequests {
  public:
    // The lab's flags for refresh(), update_results() and restart(), its messages and its undo history.
    LabRequests(bool& dirty, bool& is_stale, bool& wants_restart, std::vector<std::string>& notes,
                EditHistory& history)
        : dirty_(dirty)
        , is_stale_(is_stale)
        , wants_restart_(wants_restart)
        , notes_(notes)
        , history_(history) {}

    void collide_again() { dirty_ = true; } // bodies or collision settings changed
    void update_display() { is_stale_ = true; } // only the display changed
    void restart() { wants_restart_ = true; }
    void add_message(std::string note) { notes_.push_back(std::move(note)); }
    void report_error(const Status& status) {
        if (!status) add_message(status.error().message);
    }
    // `with_settings`: as in EditHistory::note().
    void note_edit(std::string title, std::function<void()> undo, std::function<void()> redo,
                   bool with_settings = true) {
        history_.note(std::move(title), std::move(undo), std::move(redo), with_settings);
    }

  private:
    bool& dirty_;
    bool& is_stale_;
    bool& wants_restart_;
    std::vector<std::string>& notes_;
    EditHistory& history_;
};

} // namespace boxwood
