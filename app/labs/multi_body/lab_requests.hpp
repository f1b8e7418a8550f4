// What: what a part of a lab asks of the lab: another collision step or look at the frame, a restart, a message, an undo
//       step.
// Invariants: refers to members of the lab, which owns the part.
#pragma once

#include "app/labs/settings/edit_history.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class LabRequests {
  public:
    // The lab's flags for refresh(), for look() and for a restart, its messages and its undo history.
    LabRequests(bool& dirty, bool& is_stale, bool& wants_restart, std::vector<std::string>& notes,
                EditHistory& history)
        : dirty_(dirty)
        , is_stale_(is_stale)
        , wants_restart_(wants_restart)
        , notes_(notes)
        , history_(history) {}

    void collide_again() { dirty_ = true; } // bodies or collision settings changed
    void look_again() { is_stale_ = true; } // only the display changed
    void restart() { wants_restart_ = true; }
    void say(std::string note) { notes_.push_back(std::move(note)); }
    void say_error(const Status& status) {
        if (!status) say(status.error().message);
    }
    void note_edit(std::string title, std::function<void()> undo, std::function<void()> redo) {
        history_.note(std::move(title), std::move(undo), std::move(redo));
    }

  private:
    bool& dirty_;
    bool& is_stale_;
    bool& wants_restart_;
    std::vector<std::string>& notes_;
    EditHistory& history_;
};

} // namespace boxwood
