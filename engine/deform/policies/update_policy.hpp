// What: keeps a hierarchy valid and efficient while its mesh deforms, by refits, rebuilds or partial updates; the
//       policy decides which, and when.
// Invariants: after update() every volume contains its current triangles under every policy; so all policies give
//             queries the same answer. A policy decides on the tree and the mesh, never on the clock: a replay rebuilds
//             in the same frames.
// Degenerate input: make_policy names what is invalid: an unknown name, a parameter out of range, an unsupported kind
//                   of hierarchy or leaf size.
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
    MeshView mesh;                                 // current positions
    std::span<const glm::vec3> positions_before{}; // positions at the last update
    Executor* executor = nullptr;                  // supplied by the caller; null: single-threaded
};

enum class UpdateKind : std::uint8_t { refit, partial, rebuild }; // partial: some subtrees rebuilt

struct UpdateOutcome {
    UpdateKind kind = UpdateKind::refit;
    std::uint64_t volumes = 0;   // recomputed
    std::uint32_t subtrees = 0;  // rebuilt by a partial rebuild
    std::uint32_t rotations = 0; // tree rotations
};

class UpdatePolicy {
  public:
    virtual ~UpdatePolicy() = default;
    virtual UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) = 0;
    virtual std::unique_ptr<UpdatePolicy> clone() const = 0; // copies the complete state
};

// Base class of policies that are cloned by their copy constructor.
template <class Policy>
class CloneablePolicy : public UpdatePolicy {
  public:
    std::unique_ptr<UpdatePolicy> clone() const final {
        return std::make_unique<Policy>(static_cast<const Policy&>(*this));
    }
};

struct PolicyConfig {
    std::string name = "never";
    double parameter = 0.0; // for policies that have one
    std::string volume{};   // of the policy's hierarchy; empty: that of the scene
    std::string kind{};     // the same
    friend bool operator==(const PolicyConfig&, const PolicyConfig&) = default;
};

// Requirements of a policy on its hierarchy.
enum class PolicyNeeds : std::uint8_t {
    nothing, // accepts every kind
    sums,    // sums of areas over all nodes; a lazy hierarchy does not have all nodes yet
    links    // explicit child links of a bvh with one triangle per leaf
};

struct PolicyEntry {
    std::string_view name;
    std::string_view about;
    std::string_view parameter; // its meaning; empty: none
    std::string_view unit;
    double default_value = 0.0, lower = 0.0, upper = 0.0;
    PolicyNeeds needs = PolicyNeeds::nothing;
    std::unique_ptr<UpdatePolicy> (*make)(double parameter, const AnyHierarchy& fresh) = nullptr;
};

std::span<const PolicyEntry> all_policies();
const PolicyEntry* find_policy(std::string_view name); // null if there is none
PolicyConfig default_policy(std::string_view name);    // requires a known name

// True if sums over all nodes are available at all times.
bool has_sums(const HierarchyConfig& hierarchy);
bool takes(const PolicyEntry& entry, const HierarchyConfig& hierarchy);
// Text for the user: the supported hierarchies, "every kind of hierarchy".
std::string kinds_of(const PolicyEntry& entry);

// Text for the user: "never", "every 60 frames", "area at 1.6 ×", "never · wide obb".
std::string name_of(const PolicyConfig& config);

// `fresh`: the hierarchy that the policy will update, just built.
Result<std::unique_ptr<UpdatePolicy>> make_policy(const PolicyConfig& config, const AnyHierarchy& fresh);

// Refits the whole hierarchy, or rebuilds it with its own configuration; uses the executor of the input if there is
// one.
// returns the number of volumes computed
std::uint64_t refit(AnyHierarchy& io_tree, const UpdateInput& input);
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
