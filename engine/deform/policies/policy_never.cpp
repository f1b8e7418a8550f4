#include "engine/deform/policies/update_policy.hpp"

namespace boxwood {
namespace {

class NeverPolicy final : public CloneablePolicy<NeverPolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        return {.volumes = refit(io_tree, input)};
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_never_policy(double, const AnyHierarchy&) {
    return std::make_unique<NeverPolicy>();
}

} // namespace boxwood
