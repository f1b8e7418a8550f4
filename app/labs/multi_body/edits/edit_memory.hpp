// What: stores what undo must know about the state on screen: which recorded edits are part of it, and which body is
//       the same as one that was removed and added again.
// Invariants: save() and restore() are for keyframes. After a jump to a frame, exactly the edits that were
//             in effect in this frame are in effect.
#pragma once

#include "collision/world/collision_world.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace boxwood {

// A body by the id and the generation that it has or had.
struct BodyName {
    BodyId id = 0;
    std::uint32_t generation = 0;
};

class EditMemory {
  public:
    // --- edits ---
    // Returns the number of a new edit, which is in effect.
    std::uint64_t begin_edit() {
        set_in_effect(++last_, true);
        return last_;
    }
    // Returns false if the edit already has this state.
    bool set_in_effect(std::uint64_t edit, bool is_in_effect) {
        if (in_effect_->contains(edit) == is_in_effect) return false;
        const auto next = std::make_shared<Numbers>(*in_effect_);
        is_in_effect ? void(next->insert(edit)) : void(next->erase(edit));
        in_effect_ = next;
        return true;
    }
    std::shared_ptr<const void> save() const { return in_effect_; }
    void restore(const std::shared_ptr<const void>& saved) {
        in_effect_ = saved ? std::static_pointer_cast<const Numbers>(saved) : std::make_shared<Numbers>();
    }
    // For a restart of the scene: no edit is in effect.
    void forget_edits() { in_effect_ = std::make_shared<Numbers>(); }

    // --- bodies ---
    // A new body. After a jump back, it can get the generation of a body of the abandoned future. That body is
    // forgotten.
    void begin_body(BodyName body) { renewed_.erase(body.generation); }
    // Call it when the body `before` was added again and got the name `now`.
    void renew(BodyName before, BodyName now) {
        renewed_.erase(now.generation); // a jump back can repeat generations
        if (before.generation != now.generation) renewed_[before.generation] = now;
    }
    // Returns the body under its current name; none if it is not in the world.
    std::optional<BodyName> find(const CollisionWorld& world, BodyName body) const {
        for (;;) {
            if (is_in(world, body)) return body;
            const auto next = renewed_.find(body.generation);
            if (next == renewed_.end()) return std::nullopt;
            body = next->second;
        }
    }

    void forget_bodies() { renewed_.clear(); } // for another scene

  private:
    static bool is_in(const CollisionWorld& world, BodyName body) {
        return world.is_live(body.id) && world.bodies()[body.id].generation == body.generation;
    }

    using Numbers = std::set<std::uint64_t>;
    std::uint64_t last_ = 0;
    std::shared_ptr<const Numbers> in_effect_ = std::make_shared<Numbers>();
    std::map<std::uint32_t, BodyName> renewed_; // the name after renew(), by the generation before
};

} // namespace boxwood
