// What: user edits of a running crowd: remove, add, move, enable and disable bodies. Edits are queued and applied
//       between two frames, so that a removed body is never drawn.
// Invariants: an edit of a removed body is skipped. Equal edits on equal simulations give equal results.
#pragma once

#include "engine/sim/simulation.hpp"

#include <vector>

namespace boxwood {

class BodyEdits {
  public:
    void remove(BodyId body) { edits_.push_back({Kind::remove, body}); }
    void toggle_body(BodyId body) { edits_.push_back({Kind::toggle_body, body}); }
    void toggle_pair(BodyPair pair) { edits_.push_back({Kind::toggle_pair, pair.a, pair.b}); }
    // Copies of existing bodies at random positions.
    void insert(std::size_t count) { edits_.push_back({Kind::insert, 0, 0, count}); }
    // Moves a tenth of the bodies to random positions.
    void scatter() { edits_.push_back({Kind::scatter}); }
    bool is_empty() const { return edits_.empty(); }

    struct Outcome {
        bool has_new_bodies = false, has_lost_bodies = false;
        std::string refused; // Error text of the world
    };
    Outcome apply(Simulation& io_simulation);

  private:
    enum class Kind : std::uint8_t { remove, toggle_body, toggle_pair, insert, scatter };
    struct Edit {
        Kind kind = Kind::remove;
        BodyId a = 0, b = 0;
        std::size_t count = 0;
    };
    Status apply_one(const Edit& edit, Simulation& io_simulation);
    Status insert_bodies(std::size_t count, Simulation& io_simulation);
    Status scatter_bodies(Simulation& io_simulation);

    std::vector<Edit> edits_;
    std::uint64_t rounds_ = 0; // advances the random numbers
};

} // namespace boxwood
