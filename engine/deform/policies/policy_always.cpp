#include "engine/deform/policies/update_policy.hpp"

namespace boxwood {
namespace {

class AlwaysPolicy final : public CloneablePolicy<AlwaysPolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        return rebuild(io_tree, input);
    }
};

} // namespace

std::unique_ptr<UpdatePolicy> make_always_policy(double, const AnyHierarchy&) {
    return std::make_unique<AlwaysPolicy>();
}

} // namespace boxwood
