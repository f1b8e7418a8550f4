// What: user edits of joint positions: queued, applied between two frames, undoable.
// Units: radians, or world units for prismatic joints.
// Invariants: an edit of a removed body or joint is skipped, also on undo. One drag of a slider is one edit.
#pragma once

#include "engine/sim/simulation.hpp"

#include <optional>
#include <vector>

namespace boxwood {

class JointEdits {
  public:
    // `is_same_drag`: extends the previous edit instead of starting a new one.
    void turn(BodyId body, std::uint32_t joint, double position, bool is_same_drag);
    bool undo(); // false: nothing to undo
    bool redo();
    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    void clear() { *this = {}; }
    bool is_empty() const { return asked_.empty(); }

    // Applies the queued edits.
    Status apply(Simulation& io_simulation);

  private:
    struct Turn {
        BodyId body = 0;
        std::uint32_t generation = 0; // of the body, set when applied
        std::uint32_t joint = 0;
        double from = 0.0, to = 0.0;
        bool is_known() const { return generation != 0; }
    };
    struct Asked {
        Turn turn;
        bool is_new = false;       // to be stored for undo
        bool is_same_drag = false; // part of the last stored edit
    };
    static constexpr std::size_t kMaxKept = 200;

    void remember(const Asked& asked);

    std::vector<Asked> asked_;
    std::vector<Turn> done_, undone_;
};

} // namespace boxwood
