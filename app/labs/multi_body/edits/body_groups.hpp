// What: groups of bodies by name, to enable and disable all pairs of two of them: those of a scene file, and by kind.
// Degenerate input: an unknown name is an Error that lists the known ones. A kind that no body is of is an empty group.
#pragma once

#include "collision/world/collision_world.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct GroupRule {
    std::string a, b;
    bool is_enabled = true;
    friend bool operator==(const GroupRule&, const GroupRule&) = default;
};

// The rules of "A:B", "A" (the pairs within A), or several of them with commas between.
Result<std::vector<GroupRule>> read_group_rules(std::string_view text, bool is_enabled);

class BodyGroups {
  public:
    // `of_bodies`: the groups of a scene file by body id; may be shorter than the list of bodies.
    explicit BodyGroups(std::vector<std::string> of_bodies = {})
        : of_bodies_(std::move(of_bodies)) {}

    std::vector<std::string> names() const; // kinds first
    Status check(const GroupRule& rule) const;
    Status apply(const GroupRule& rule, CollisionWorld& io_world) const;

  private:
    std::vector<BodyId> members(std::string_view name, const CollisionWorld& world) const;

    std::vector<std::string> of_bodies_;
};

} // namespace boxwood
