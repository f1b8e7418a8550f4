// What: what a person does to the joints of a body: positions asked for, carried out between two frames, and taken back.
// Units: radians, or lengths of prismatic joints.
// Invariants: an edit of a body or a joint that is gone is skipped, also when it is taken back. One drag of a slider is
//             one edit.
#pragma once

#include "engine/sim/simulation.hpp"

#include <optional>
#include <vector>

namespace boxwood {

class JointEdits {
  public:
    // `is_same_drag`: goes on with the edit before instead of starting one.
    void turn(BodyId body, std::uint32_t joint, double position, bool is_same_drag);
    bool undo(); // false: there is nothing to take back
    bool redo();
    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    void clear() { *this = {}; }
    bool is_empty() const { return asked_.empty(); }

    // Carries out what was asked for since the last call.
    Status apply(Simulation& io_simulation);

  private:
    struct Turn {
        BodyId body = 0;
        std::uint32_t generation = 0; // of the body, known once it was carried out
        std::uint32_t joint = 0;
        double from = 0.0, to = 0.0;
        bool is_known() const { return generation != 0; }
    };
    struct Asked {
        Turn turn;
        bool is_new = false;       // to be remembered
        bool is_same_drag = false; // with the last one remembered
    };
    static constexpr std::size_t kMaxKept = 200;

    void remember(const Asked& asked);

    std::vector<Asked> asked_;
    std::vector<Turn> done_, undone_;
};

} // namespace boxwood
