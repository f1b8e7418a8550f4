// What: how the parts of the pair lab tell it that what is on screen no longer holds, and what the user should read.
// Invariants: refers to members of the lab, which outlives its parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class PairChanges {
  public:
    PairChanges(bool& collision_due, bool& look_due, std::vector<std::string>& notes)
        : collision_due_(collision_due)
        , look_due_(look_due)
        , notes_(notes) {}

    void collide() const { collision_due_ = true; } // poses, meshes or the query changed
    void look() const { look_due_ = true; }         // only what is shown of the query
    void say(std::string note) const { notes_.push_back(std::move(note)); }

  private:
    bool& collision_due_;
    bool& look_due_;
    std::vector<std::string>& notes_;
};

} // namespace boxwood
