// What: validates the hierarchies that a lab shows, each against its mesh, even if no query result is wrong.
// Invariants: a lazy hierarchy is checked as a copy: the check splits all of its nodes, and the displayed hierarchy
//     stays as it is.
// Cost: AnyHierarchy::validate of each.
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
    MeshView mesh;                                 // the caller keeps it alive
};

// Shares ownership of the hierarchy, or copies it if it is lazy. Must not run while another thread splits its nodes.
ShownHierarchy make_shown(std::string name, const AnyHierarchy& hierarchy, const MeshView& mesh,
                          const std::shared_ptr<const void>& owner);

// One message per defective hierarchy: "the hierarchy of A is wrong: node 17: ...".
std::vector<std::string> find_defects(std::span<const ShownHierarchy> shown);

} // namespace boxwood
