// What: stores the user's marks on single bodies: hidden, shown alone, or in a color. They affect only the picture.
// Invariants: a mark belongs to a body, not to an id. When another body gets the id, forget_dead() drops the mark.
#pragma once

#include "collision/world/collision_world.hpp"
#include "engine/draw/draw_list.hpp"

#include <map>
#include <optional>

namespace boxwood {

class BodyMarks {
  public:
    bool is_empty() const { return marks_.empty(); }
    void clear() { *this = {}; }
    void forget_dead(const CollisionWorld& world);

    void toggle_hidden(const CollisionWorld& world, BodyId id);
    void toggle_alone(const CollisionWorld& world, BodyId id);
    void next_color(const CollisionWorld& world, BodyId id); // cycles through the colors and no color

    bool is_hidden(BodyId id) const { return find(id).is_hidden; }
    bool is_alone(BodyId id) const { return find(id).is_alone; }
    // True if the body is not hidden. If any bodies are shown alone, the body must be one of them.
    bool is_shown(BodyId id) const;
    std::optional<draw::Color> color(BodyId id) const;

  private:
    struct Mark {
        std::uint64_t serial = 0; // of the body
        bool is_hidden = false, is_alone = false;
        std::uint8_t color = 0; // 0: none
        bool is_plain() const { return !is_hidden && !is_alone && color == 0; }
    };
    Mark find(BodyId id) const;
    template <class Change>
    void change(const CollisionWorld& world, BodyId id, Change&& apply);

    std::map<BodyId, Mark> marks_;
    std::size_t alone_ = 0; // number of bodies shown alone
};

} // namespace boxwood
