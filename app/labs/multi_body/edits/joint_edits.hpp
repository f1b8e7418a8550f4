// What: user edits of joint positions: queued, applied between two frames, and listed for undo.
// Units: radians, or world units for prismatic joints.
// Invariants: an edit of a removed body or joint is skipped. One drag of a slider is one edit.
#pragma once

#include "engine/sim/simulation.hpp"

#include <utility>
#include <vector>

namespace boxwood {

class JointEdits {
  public:
    // `is_same_drag`: extends the previous edit instead of starting a new one.
    void turn(BodyId body, std::uint32_t joint, double position, bool is_same_drag);
    struct Turn {
        BodyId body = 0;
        std::uint32_t generation = 0; // of the body, set when applied
        std::uint32_t joint = 0;
        double from = 0.0, to = 0.0;
        bool is_known() const { return generation != 0; }
    };
    void place(Turn turn, double position); // back to one of its ends
    // What was turned since the last call.
    std::vector<Turn> take_turns() { return std::exchange(turned_, {}); }
    void clear() { *this = {}; }
    bool is_empty() const { return asked_.empty(); }

    // Applies the queued edits.
    Status apply(Simulation& io_simulation);

  private:
    struct Asked {
        Turn turn;
        bool is_new = false;       // to be listed
        bool is_same_drag = false; // part of the last listed one
    };

    void remember(const Asked& asked);

    std::vector<Asked> asked_;
    std::vector<Turn> turned_;
};

} // namespace boxwood
