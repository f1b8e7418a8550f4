// What: validates the hierarchies that a lab shows, each against its mesh, whether or not a query lost anything by them.
// Invariants: a lazy hierarchy is checked as a copy: the check divides all of it, and what the lab shows stays undivided.
// Cost: AnyHierarchy::validate of each.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct ShownHierarchy {
    std::string name;                              // "A", "copy 2": in messages
    std::shared_ptr<const AnyHierarchy> hierarchy; // of `mesh`
    MeshView mesh;                                 // the caller keeps it alive
};

// Shares the hierarchy with its owner, or copies it if it is lazy. Not while another thread divides it.
ShownHierarchy make_shown(std::string name, const AnyHierarchy& hierarchy, const MeshView& mesh,
                          const std::shared_ptr<const void>& owner);

// One message for each hierarchy that has a defect: "the hierarchy of A is wrong: node 17: ...".
std::vector<std::string> find_defects(std::span<const ShownHierarchy> shown);

} // namespace boxwood
