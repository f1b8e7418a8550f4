// What: keeps a hierarchy valid and efficient while its mesh deforms. The policy decides when to refit, to rebuild, or
//       to update a part of the hierarchy.
// Invariants: after update(), every volume contains its current triangles, so queries have the same answers with all
//             policies. Decisions depend on the tree, the mesh and the number of updates, never on the clock. A replay
//             therefore rebuilds in the same frames.
// Degenerate input: the Error of make_policy names the defect: an unknown name, a parameter out of range, or an
//                   unsupported kind of hierarchy or leaf size.
// Source: algorithms of [van den Bergen 1997] section 4 (refit); [Kensler 2008] (rotations).
// To add a policy: write a class in update_policies.cpp and add one line to the list in update_policy.cpp.
// Oracle: tests/engine/deform/policy_answers_test.cpp tests all pairs exactly.
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
    std::string volume{};   // volume of the policy's hierarchy; empty: the volume that the scene sets
    std::string kind{};     // kind of the policy's hierarchy; empty: the kind that the scene sets
    friend bool operator==(const PolicyConfig&, const PolicyConfig&) = default;
};

// The requirements of a policy for its hierarchy.
enum class PolicyNeeds : std::uint8_t {
    nothing, // accepts every kind
    sums,    // needs sums over all nodes; a lazy hierarchy does not have all nodes yet
    links    // needs a bvh2 with explicit child links and one triangle per leaf
};

struct PolicyEntry {
    std::string_view name;
    std::string_view about;
    std::string_view parameter; // name of the parameter; empty if there is none
    std::string_view unit;
    double default_value = 0.0, lower = 0.0, upper = 0.0;
    PolicyNeeds needs = PolicyNeeds::nothing;
    std::unique_ptr<UpdatePolicy> (*make)(double parameter, const AnyHierarchy& fresh) = nullptr;
};

std::span<const PolicyEntry> all_policies();
const PolicyEntry* find_policy(std::string_view name); // null if there is none
PolicyConfig default_policy(std::string_view name);    // requires a known name

// True if sums over all nodes are available in every frame.
bool has_sums(const HierarchyConfig& hierarchy);
// Whether the policy supports the hierarchy.
bool supports(const PolicyEntry& entry, const HierarchyConfig& hierarchy);
// The supported hierarchies as text for the user, such as "every kind of hierarchy".
std::string supported_kinds(const PolicyEntry& entry);

// The policy as text for the user: "never", "every 60 frames", "area at 1.6 ×", "never · bvh8 obb".
std::string name_of(const PolicyConfig& config);

// `fresh`: the newly built hierarchy that the policy will update.
Result<std::unique_ptr<UpdatePolicy>> make_policy(const PolicyConfig& config, const AnyHierarchy& fresh);

// Refits the complete hierarchy and returns the number of volumes computed. Uses the executor of the input if there is
// one.
std::uint64_t refit(AnyHierarchy& io_tree, const UpdateInput& input);
// Rebuilds the hierarchy with its own configuration. Uses the executor of the input if there is one.
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
