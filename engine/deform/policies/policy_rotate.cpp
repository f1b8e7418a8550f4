#include "collision/hierarchy/refit/rotate.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/deform/policies/update_policy.hpp"

namespace boxwood {
namespace {

class RotatePolicy final : public CloneablePolicy<RotatePolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        UpdateOutcome outcome;
        std::visit(
            [&]<class H>(H& tree) {
                if constexpr (requires { refit_and_rotate(tree, input.mesh); })
                    outcome.rotations = refit_and_rotate(tree, input.mesh);
            },
            io_tree.tree());
        outcome.volumes = io_tree.node_count() + 2 * std::uint64_t{outcome.rotations};
        return outcome;
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_rotate_policy(double, const AnyHierarchy&) {
    return std::make_unique<RotatePolicy>();
}

} // namespace boxwood
