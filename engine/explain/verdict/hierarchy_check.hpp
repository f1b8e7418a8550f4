// What: checks whether the hierarchies that a lab displays are valid for their meshes. This finds errors even if no
//     query result is wrong.
// Invariants: a lazy hierarchy is copied before the check, because the check splits all nodes and must not change the
//     displayed hierarchy.
// Cost: one call of AnyHierarchy::validate per hierarchy.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct ShownHierarchy {
    std::string name;                              // for messages: "A", "copy 2"
    std::shared_ptr<const AnyHierarchy> hierarchy; // of `mesh`
    MeshView mesh;                                 // owned by the caller
};

// Shares ownership of the hierarchy with `owner`, or copies a lazy hierarchy. No other thread may split nodes of the
// hierarchy during the call.
ShownHierarchy make_shown(std::string name, const AnyHierarchy& hierarchy, const MeshView& mesh,
                          const std::shared_ptr<const void>& owner);

// One message per defective hierarchy: "the hierarchy of A is wrong: node 17: ...".
std::vector<std::string> find_defects(std::span<const ShownHierarchy> hierarchies);

} // namespace boxwood
