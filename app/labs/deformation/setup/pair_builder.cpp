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
    coming_ = plan;
    maker_.start([plan, motion] { return DeformingPair::make(describe(plan, motion)); });
}

void PairBuilder::cancel() {
    maker_.cancel();
    coming_.reset();
}

std::optional<PairBuilder::Built> PairBuilder::take_built() {
    std::optional<Result<DeformingPair>> pair = maker_.take_result();
    if (!pair) return std::nullopt;
    if (!*pair) error_ = pair->error().message;
    return Built{*std::exchange(coming_, std::nullopt), std::move(*pair)};
}

void PairBuilder::start_reading(const std::filesystem::path& file) {
    reader_.start([file] { return read_motion(file); });
}

} // namespace boxwood
