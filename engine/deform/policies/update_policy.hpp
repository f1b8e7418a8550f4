// What: keeps a hierarchy fit for queries while its mesh deforms: refit, rebuild, or something between; which, and when,
//       is the policy.
// Invariants: after update() every volume contains its triangles as they are now, whatever the policy; so all policies
//             give queries the same answer. A policy decides on the tree and the mesh, never on the clock: a replay
//             rebuilds in the same frames.
// Degenerate input: make_policy names what a policy cannot work with: an unknown name, a parameter outside its range, a
//             kind of hierarchy or a leaf size it does not take.
// Source: algorithms of [van den Bergen 1997] section 4 (refit); [Kensler 2008] (rotations).
// To add one: a file policy_<name>.cpp and one line in the list of update_policy.cpp.
// Oracle: tests/engine/deform/policy_answers_test.cpp, by the exact test of all pairs.
#pragma once

#include "collision/core/result.hpp"
#include "collision/query/any_hierarchy.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct UpdateInput {
    MeshView mesh;                                 // as it is now
    std::span<const glm::vec3> positions_before{}; // as they were at the last update
    Executor* executor = nullptr;                  // lent threads, or none
};

enum class UpdateKind : std::uint8_t { refit, partial, rebuild }; // partial: some subtrees anew

struct UpdateOutcome {
    UpdateKind kind = UpdateKind::refit;
    std::uint64_t volumes = 0;   // computed anew
    std::uint32_t subtrees = 0;  // rebuilt by a partial rebuild
    std::uint32_t rotations = 0; // exchanges of nodes
};

class UpdatePolicy {
  public:
    virtual ~UpdatePolicy() = default;
    virtual UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) = 0;
    virtual std::unique_ptr<UpdatePolicy> clone() const = 0; // with all that it remembers
};

// What a policy derives from: one that is copied by its copy constructor.
template <class Policy>
class CloneablePolicy : public UpdatePolicy {
  public:
    std::unique_ptr<UpdatePolicy> clone() const final {
        return std::make_unique<Policy>(static_cast<const Policy&>(*this));
    }
};

struct PolicyConfig {
    std::string name = "never";
    double parameter = 0.0; // of policies that have one
    std::string volume{};   // of the hierarchy it keeps; empty: the scene's
    std::string kind{};     // likewise
    friend bool operator==(const PolicyConfig&, const PolicyConfig&) = default;
};

// What a policy asks of the hierarchy that it keeps.
enum class PolicyNeeds : std::uint8_t {
    nothing, // it takes every kind
    sums,    // of areas over all nodes, which a lazy hierarchy does not have yet
    links    // between the nodes of a bvh with one triangle per leaf
};

struct PolicyEntry {
    std::string_view name;
    std::string_view about;
    std::string_view parameter; // what it is; empty: none
    std::string_view unit;
    double default_value = 0.0, lower = 0.0, upper = 0.0;
    PolicyNeeds needs = PolicyNeeds::nothing;
    std::unique_ptr<UpdatePolicy> (*make)(double parameter, const AnyHierarchy& fresh) = nullptr;
};

std::span<const PolicyEntry> all_policies();
const PolicyEntry* find_policy(std::string_view name); // null if there is none
PolicyConfig default_policy(std::string_view name);    // requires a known name

// Whether such a hierarchy has sums over its nodes at all times.
bool has_sums(const HierarchyConfig& hierarchy);
bool takes(const PolicyEntry& entry, const HierarchyConfig& hierarchy);
// For people: which hierarchies it takes, "every kind of hierarchy".
std::string kinds_of(const PolicyEntry& entry);

// For people: "never", "every 60 frames", "area at 1.6 ×", "never · wide obb".
std::string name_of(const PolicyConfig& config);

// `fresh` is the hierarchy that it will keep, just built.
Result<std::unique_ptr<UpdatePolicy>> make_policy(const PolicyConfig& config, const AnyHierarchy& fresh);

// Refits the whole hierarchy, or builds it anew by its own configuration; on the input's threads if it brings some.
std::uint64_t refit(AnyHierarchy& io_tree, const UpdateInput& input); // returns the volumes computed
UpdateOutcome rebuild(AnyHierarchy& io_tree, const UpdateInput& input);

std::unique_ptr<UpdatePolicy> make_never_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_always_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_every_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_area_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_volume_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_overlap_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_partial_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_rotate_policy(double parameter, const AnyHierarchy& fresh);
std::unique_ptr<UpdatePolicy> make_dirty_policy(double parameter, const AnyHierarchy& fresh);

} // namespace boxwood
