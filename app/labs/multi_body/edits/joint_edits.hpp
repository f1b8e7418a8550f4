// What: applies the user's edits of joint positions. They are queued, applied between two frames, and listed for undo.
// Units: radians, or world units for prismatic joints.
// Invariants: an edit of a removed body or joint is skipped. One drag of a slider is one edit. After a jump to a
//             frame before a move, undoing the move changes nothing.
#pragma once

#include "app/labs/multi_body/edits/edit_memory.hpp"
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
        std::uint64_t edit = 0; // its number in EditMemory
        bool was_applied() const { return generation != 0; }
    };
    void undo(const Move& move) { queue_.push_back({.move = move, .is_undo = true}); }
    void redo(const Move& move) { queue_.push_back({.move = move}); }
    // The user's moves since the last call, without undo and redo; the moves of one drag are merged into one.
    std::vector<Move> take_moves() { return std::exchange(moves_, {}); }
    void clear() { *this = {}; }
    bool is_empty() const { return queue_.empty(); }

    // Applies the queued edits. Skips edits that the world rejects, and returns the Error of the last one.
    Status apply(Simulation& io_simulation, EditMemory& io_memory);

  private:
    struct Request {
        Move move;
        bool is_new = false;       // must be listed for undo
        bool is_same_drag = false; // extends the last listed move
        bool is_undo = false;      // if not is_new. True: undoes the move; false: redoes it
    };

    void add_to_moves(const Request& request, EditMemory& io_memory);

    std::vector<Request> queue_;
    std::vector<Move> moves_;
};

} // namespace boxwood
