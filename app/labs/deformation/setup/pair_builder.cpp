#include "app/labs/deformation/setup/pair_builder.hpp"

#include <utility>

namespace boxwood {

Result<DeformingPair> PairBuilder::build(const DeformationPlan& plan, const Deformation& motion) {
    cancel();
    Result<DeformingPair> pair = DeformingPair::make(describe(plan, motion));
    if (!pair) error_ = pair.error().message;
    return pair;
}

void PairBuilder::start(const DeformationPlan& plan, const Deformation& motion) {
    pending_plan_ = plan;
    build_job_.start([plan, motion] { return DeformingPair::make(describe(plan, motion)); });
}

void PairBuilder::cancel() {
    build_job_.cancel();
    pending_plan_.reset();
}

std::optional<PairBuilder::Built> PairBuilder::take_built() {
    std::optional<Result<DeformingPair>> pair = build_job_.take_result();
    if (!pair) return std::nullopt;
    if (!*pair) error_ = pair->error().message;
    return Built{*std::exchange(pending_plan_, std::nullopt), std::move(*pair)};
}

void PairBuilder::start_reading(const std::filesystem::path& file) {
    read_job_.start(
        [file](auto& control) { return read_motion(file, [&control] { return control.is_cancelled(); }); });
}

} // namespace boxwood
