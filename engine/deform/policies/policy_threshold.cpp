#include "engine/deform/policies/update_policy.hpp"
#include "engine/deform/tree_sums.hpp"

#include <optional>

namespace boxwood {
namespace {

// Refits first, because only the refitted tree shows how loose it has become: a frame that rebuilds pays for both.
class ThresholdPolicy final : public CloneablePolicy<ThresholdPolicy> {
  public:
    ThresholdPolicy(double TreeSums::*watched, double threshold, const AnyHierarchy& fresh)
        : watched_(watched)
        , threshold_(threshold) {
        note_build(fresh);
    }

    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        const std::uint64_t refitted = refit(io_tree, input);
        const double sum = measure_sum(io_tree, watched_);
        if (!built_) built_ = sum;
        if (ratio_to(sum, *built_) <= threshold_) return {.volumes = refitted};
        UpdateOutcome outcome = rebuild(io_tree, input);
        outcome.volumes += refitted;
        note_build(io_tree);
        return outcome;
    }

  private:
    // Merged boxes and k-DOPs are those that a build fits. Other volumes, and kinds that derive or round their boxes, may be
    // looser from the first refit on, whatever moves, and a rebuild gains nothing that the next refit does not take away: they
    // are held against that one.
    void note_build(const AnyHierarchy& tree) {
        const std::string_view kind = tree.config().kind, volume = tree.config().volume;
        built_.reset();
        if (kind == "bvh2" && (volume == "aabb" || volume.starts_with("kdop")))
            built_ = measure_sum(tree, watched_);
    }

    double TreeSums::*watched_;
    double threshold_;
    std::optional<double> built_; // none: the next refit's
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
