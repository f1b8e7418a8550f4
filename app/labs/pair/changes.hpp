// What: the requests that parts of the pair lab send to the lab: run the query again, update the display, show a
//       message.
// Invariants: refers to members of the lab, which outlives its parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class PairChanges {
  public:
    PairChanges(bool& dirty, bool& is_stale, std::vector<std::string>& notes)
        : dirty_(dirty)
        , is_stale_(is_stale)
        , notes_(notes) {}

    void request_query() const { dirty_ = true; }     // poses, meshes or the query changed
    void request_update() const { is_stale_ = true; } // only the display changed
    void add_message(std::string note) const { notes_.push_back(std::move(note)); }

  private:
    bool& dirty_;
    bool& is_stale_;
    std::vector<std::string>& notes_;
};

} // namespace boxwood
