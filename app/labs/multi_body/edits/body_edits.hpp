// What: applies the user's edits to a running crowd: removes, adds, moves, enables and disables bodies. Edits are
//       queued and applied between two frames, so a removed body is never drawn.
// Invariants: an edit of a removed body changes nothing: undo and redo skip the body, other edits report an Error in
//             Outcome::refused. After a jump back to a frame before a removal or a scattering, undoing that edit
//             changes nothing. If undo has added a removed body again, undo and redo of the body's earlier edits
//             apply to the added body. The same sequence of edits on the same simulation gives the same result.
#pragma once

#include "app/labs/multi_body/edits/edit_memory.hpp"
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
    // Adds copies of random bodies at random positions.
    void insert(std::size_t count) { queue_.push_back({Kind::insert, 0, 0, count}); }
    // Moves up to a tenth of the bodies that are not fixed, rounded up, to random positions.
    void scatter() { queue_.push_back({Kind::scatter}); }
    bool is_empty() const { return queue_.empty(); }

    // --- undo and redo ---
    // A body that was added or removed, with the data needed to add it again. The body then gets a new generation, and
    // possibly a new id.
    struct SavedBody {
        BodyName name;
        BodyDesc desc;
        Motion motion;
        std::vector<JointMotion> joint_motions; // of this body
        std::shared_ptr<SurfaceMotion> surface; // null for a rigid body
        bool is_enabled = true;
        std::size_t rule_count = 0; // number of group rules that the pairs of the body already follow
        struct Partner {
            BodyName name;
            bool is_enabled = false;
        };
        std::vector<Partner>
            switched_with{}; // the pairs whose enabled state differs from the default of the world
    };
    using SavedBodies = std::shared_ptr<std::vector<SavedBody>>;
    struct Relocation {
        BodyName name;
        Transform before, after;
    };
    struct Scattering {
        std::uint64_t edit = 0; // its number in EditMemory
        std::vector<Relocation> places;
    };
    using Relocations = std::shared_ptr<const Scattering>;
    // A body or a pair that was enabled or disabled.
    struct Switch {
        BodyName a;
        std::optional<BodyName> b{}; // of a pair; none: only the body `a` was switched
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

    void set_enabled(const Switch& target, bool is_enabled) {
        queue_.push_back({Kind::set_enabled, 0, 0, 0, {}, {}, target, is_enabled});
    }

    // A body that was added, and the number of group rules that its pairs already follow.
    struct NewBody {
        BodyId id = 0;
        std::size_t rule_count = 0;
    };
    struct Outcome {
        std::vector<NewBody> added{};
        bool has_lost_bodies = false;
        std::string refused; // the last message about a rejected edit; empty: none
        std::vector<SavedBodies> removed{}, inserted{};
        std::vector<Relocations> scattered{};
        std::vector<Switch> switched{};
    };
    // `rule_count`: the number of group rules that were applied to the world.
    Outcome apply(std::size_t rule_count, Simulation& io_simulation, EditMemory& io_memory);

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
        Switch target{};        // of set_enabled
        bool is_enabled = true; // of set_enabled
    };
    // The arguments of apply() and its result, for the functions below.
    struct State {
        std::size_t rule_count = 0;
        Simulation& simulation;
        EditMemory& memory;
        Outcome& outcome;
    };
    Status apply_one(const Edit& edit, const State& state);
    Status insert_bodies(std::size_t count, const State& state);
    Status scatter_bodies(const State& state);
    static Status add_bodies(std::vector<SavedBody>& io_bodies, const State& state);
    static Status set_enabled_again(const Edit& edit, const State& state);
    static Status place_again(const Scattering& scattering, bool is_before, const State& state);

    std::vector<Edit> queue_;
    std::uint64_t rounds_ = 0; // number of insertions and scatterings, which seeds their random numbers
};

} // namespace boxwood
