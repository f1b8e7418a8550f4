// What: applies the user's edits to a running crowd: removes, adds, moves, enables and disables bodies. Edits are
//       queued and applied between two frames, so a removed body is never drawn.
// Invariants: an edit of a removed body changes nothing: undo and redo skip the body, other edits report an Error in
//             Outcome::refused. In a frame before a removal, undoing the removal changes nothing. The same sequence of
//             edits on the same simulation gives the same result.
#pragma once

#include "engine/sim/simulation.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

class BodyEdits {
  public:
    void remove(BodyId body) { queue_.push_back({Kind::remove, body}); }
    void toggle_body(BodyId body) { queue_.push_back({Kind::toggle_body, body}); }
    void toggle_pair(BodyPair pair) { queue_.push_back({Kind::toggle_pair, pair.a, pair.b}); }
    // Copies of existing bodies at random positions.
    void insert(std::size_t count) { queue_.push_back({Kind::insert, 0, 0, count}); }
    // Moves up to a tenth of the bodies that are not fixed, rounded up, to random positions.
    void scatter() { queue_.push_back({Kind::scatter}); }
    bool is_empty() const { return queue_.empty(); }

    // --- undo and redo ---
    // A body that was added or removed, with the data needed to add it again. The body then gets a new generation, and
    // possibly a new id.
    struct SavedBody {
        BodyId id = 0;
        std::uint32_t generation = 0;
        BodyDesc desc;
        Motion motion;
        std::shared_ptr<SurfaceMotion> surface; // null for a rigid body
        bool is_enabled = true;
        struct Partner {
            BodyId id = 0;
            std::uint32_t generation = 0;
        };
        std::vector<Partner> disabled_with{}; // the bodies whose pair with this one is disabled
    };
    using SavedBodies = std::shared_ptr<std::vector<SavedBody>>;
    struct Relocation {
        BodyId id = 0;
        std::uint32_t generation = 0;
        Transform before, after;
    };
    using Relocations = std::shared_ptr<const std::vector<Relocation>>;
    // A body that was enabled or disabled, or a pair.
    struct Switch {
        BodyId a = 0;
        std::optional<BodyId> b{}; // none: the body `a`
        bool was_enabled = true;
    };
    void remove_again(SavedBodies bodies) {
        queue_.push_back({Kind::remove_again, 0, 0, 0, std::move(bodies)});
    }
    void add_again(SavedBodies bodies) { queue_.push_back({Kind::add_again, 0, 0, 0, std::move(bodies)}); }
    void place(Relocations places, bool is_before) {
        queue_.push_back(
            {is_before ? Kind::place_before : Kind::place_after, 0, 0, 0, {}, std::move(places)});
    }

    void set_enabled(const Switch& of, bool is_enabled) {
        queue_.push_back({Kind::set_enabled, of.a, of.b.value_or(of.a), 0, {}, {}, is_enabled});
    }

    struct Outcome {
        bool has_new_bodies = false, has_lost_bodies = false;
        std::string refused; // the last message of the world about a rejected edit; empty: none
        std::vector<SavedBodies> removed{}, inserted{};
        std::vector<Relocations> scattered{};
        std::vector<Switch> switched{};
    };
    Outcome apply(Simulation& io_simulation);

  private:
    enum class Kind : std::uint8_t {
        remove,
        toggle_body,
        toggle_pair,
        insert,
        scatter,
        remove_again,
        add_again,
        place_before,
        place_after,
        set_enabled
    };
    struct Edit {
        Kind kind = Kind::remove;
        BodyId a = 0, b = 0;
        std::size_t count = 0;
        SavedBodies bodies{};
        Relocations places{};
        bool is_enabled = true; // of set_enabled; a == b: the body, otherwise the pair
    };
    Status apply_one(const Edit& edit, Simulation& io_simulation, Outcome& io_outcome);
    Status insert_bodies(std::size_t count, Simulation& io_simulation, Outcome& io_outcome);
    Status scatter_bodies(Simulation& io_simulation, Outcome& io_outcome);

    std::vector<Edit> queue_;
    std::uint64_t rounds_ = 0; // advances the random numbers
};

} // namespace boxwood
