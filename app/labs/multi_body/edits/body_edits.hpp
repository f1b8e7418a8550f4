// What: user edits of a running crowd: remove, add, move, enable and disable bodies. Edits are queued and applied
//       between two frames, so that a removed body is never drawn.
// Invariants: an edit of a removed body is skipped. Equal edits on equal simulations give equal results.
#pragma once

#include "engine/sim/simulation.hpp"

#include <memory>
#include <string>
#include <utility>
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

    // --- taking back and repeating ---
    // Bodies that are in the world or out of it; their ids change when they come back.
    struct Kept {
        BodyId id = 0;
        std::uint32_t generation = 0;
        BodyDesc desc;
        Motion motion;
        std::shared_ptr<SurfaceMotion> surface; // null: rigid
        bool is_enabled = true;
    };
    using KeptBodies = std::shared_ptr<std::vector<Kept>>;
    struct Place {
        BodyId id = 0;
        std::uint32_t generation = 0;
        Transform before, after;
    };
    using Places = std::shared_ptr<const std::vector<Place>>;
    void take_out(KeptBodies bodies) { edits_.push_back({Kind::take_out, 0, 0, 0, std::move(bodies)}); }
    void put_back(KeptBodies bodies) { edits_.push_back({Kind::put_back, 0, 0, 0, std::move(bodies)}); }
    void place(Places places, bool is_before) {
        edits_.push_back(
            {is_before ? Kind::place_before : Kind::place_after, 0, 0, 0, {}, std::move(places)});
    }

    struct Outcome {
        bool has_new_bodies = false, has_lost_bodies = false;
        std::string refused; // Error text of the world
        std::vector<KeptBodies> removed{}, inserted{};
        std::vector<Places> scattered{};
    };
    Outcome apply(Simulation& io_simulation);

  private:
    enum class Kind : std::uint8_t {
        remove,
        toggle_body,
        toggle_pair,
        insert,
        scatter,
        take_out,
        put_back,
        place_before,
        place_after
    };
    struct Edit {
        Kind kind = Kind::remove;
        BodyId a = 0, b = 0;
        std::size_t count = 0;
        KeptBodies bodies{};
        Places places{};
    };
    Status apply_one(const Edit& edit, Simulation& io_simulation, Outcome& io_outcome);
    Status insert_bodies(std::size_t count, Simulation& io_simulation, Outcome& io_outcome);
    Status scatter_bodies(Simulation& io_simulation, Outcome& io_outcome);

    std::vector<Edit> edits_;
    std::uint64_t rounds_ = 0; // advances the random numbers
};

} // namespace boxwood
