// What: finds the bodies of a named group, to enable or disable all pairs of two groups. A group is either a kind of
//       body or a group of the scene file.
// Degenerate input: an unknown name is an Error that lists the known ones. A kind without bodies is an empty group.
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

// Parses "A:B", "A" (the pairs within A), or several of these separated by commas. An empty text gives no rules.
Result<std::vector<GroupRule>> read_group_rules(std::string_view text, bool is_enabled);

class BodyGroups {
  public:
    // `group_of_body` lists the group of each body in the scene file, by body id. It can be shorter than the list of
    // bodies.
    explicit BodyGroups(std::vector<std::string> group_of_body = {})
        : group_of_body_(std::move(group_of_body)) {}

    std::vector<std::string> names() const; // the kinds, then the groups of the scene
    Status check(const GroupRule& rule) const;
    Status apply(const GroupRule& rule, CollisionWorld& io_world) const;
    // Applies the rule only to the pairs of `body`.
    Status apply_to(BodyId body, const GroupRule& rule, CollisionWorld& io_world) const;

  private:
    std::vector<BodyId> members(std::string_view name, const CollisionWorld& world) const;

    std::vector<std::string> group_of_body_;
};

} // namespace boxwood
