#include "collision/hierarchy/rotate.hpp"

#include "collision/query/hierarchy_types.hpp"
#include "engine/deform/update_policy.hpp"

namespace boxwood {
namespace {

class RotatePolicy final : public CopiedPolicy<RotatePolicy> {
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
