#include "engine/deform/policies/update_policy.hpp"

namespace boxwood {
namespace {

class EveryPolicy final : public CloneablePolicy<EveryPolicy> {
  public:
    explicit EveryPolicy(std::uint64_t interval)
        : interval_(interval) {}

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        if (++age_ < interval_) return {.volumes = refit(io_tree, input)};
        age_ = 0;
        return rebuild(io_tree, input);
    }

  private:
    std::uint64_t interval_, age_ = 0;
};

} // namespace

std::unique_ptr<UpdatePolicy> make_every_policy(double parameter, const AnyHierarchy&) {
    return std::make_unique<EveryPolicy>(static_cast<std::uint64_t>(parameter));
}

} // namespace boxwood
