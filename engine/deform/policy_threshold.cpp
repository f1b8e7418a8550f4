#include "engine/deform/tree_sums.hpp"
#include "engine/deform/update_policy.hpp"

namespace boxwood {
namespace {

// Refits first, because only the refitted tree shows how loose it has become: a frame that rebuilds pays for both.
class ThresholdPolicy final : public CopiedPolicy<ThresholdPolicy> {
  public:
    ThresholdPolicy(double TreeSums::*watched, double threshold, const AnyHierarchy& fresh)
        : watched_(watched)
        , threshold_(threshold)
        , built_(measure_sum(fresh, watched)) {}

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        const std::uint64_t refitted = refit(io_tree, input);
        if (ratio_to(measure_sum(io_tree, watched_), built_) <= threshold_) return {.volumes = refitted};
        UpdateOutcome outcome = rebuild(io_tree, input);
        outcome.volumes += refitted;
        built_ = measure_sum(io_tree, watched_);
        return outcome;
    }

  private:
    double TreeSums::*watched_;
    double threshold_, built_;
};

} // namespace

std::unique_ptr<UpdatePolicy> make_area_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<ThresholdPolicy>(&TreeSums::area, parameter, fresh);
}

std::unique_ptr<UpdatePolicy> make_volume_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<ThresholdPolicy>(&TreeSums::volume, parameter, fresh);
}

std::unique_ptr<UpdatePolicy> make_overlap_policy(double parameter, const AnyHierarchy& fresh) {
    return std::make_unique<ThresholdPolicy>(&TreeSums::overlap, parameter, fresh);
}

} // namespace boxwood
