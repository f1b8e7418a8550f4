// What: applies the user's edits of joint positions. They are queued, applied between two frames, and listed for undo.
// Units: radians, or world units for prismatic joints.
// Invariants: an edit of a removed body or joint is skipped. One drag of a slider is one edit.
#pragma once

#include "engine/sim/simulation.hpp"

#include <utility>
#include <vector>

namespace boxwood {

class JointEdits {
  public:
    // Queues a move. With `is_same_drag`, the move extends the previous edit instead of starting a new one.
    void move(BodyId body, std::uint32_t joint, double position, bool is_same_drag);
    struct Move {
        BodyId body = 0;
        std::uint32_t generation = 0; // of the body; 0 until the move is applied
        std::uint32_t joint = 0;
        double from = 0.0, to = 0.0;
        bool is_known() const { return generation != 0; }
    };
    void place(Move move, double position); // undoes or redoes a move: `position` is its `from` or `to`
    // The moves applied since the last call.
    std::vector<Move> take_moves() { return std::exchange(moves_, {}); }
    void clear() { *this = {}; }
    bool is_empty() const { return queue_.empty(); }

    // Applies the queued edits. An edit that the world rejects is left out; returns the last such Error.
    Status apply(Simulation& io_simulation);

  private:
    struct Request {
        Move move;
        bool is_new = false;       // must be listed for undo
        bool is_same_drag = false; // extends the last listed move
    };

    void add_to_moves(const Request& request);

    std::vector<Request> queue_;
    std::vector<Move> moves_;
};

} // namespace boxwood
