#include "engine/deform/difference_spread.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace boxwood {

std::size_t DifferenceSpread::bin_of(double difference) {
    const double position = (std::log10(std::abs(difference)) - kLowest) * kBinsPerDecade;
    if (!(position >= 0.0)) return kBinsPerSide; // includes zero
    const auto steps = static_cast<std::size_t>(std::min(position, static_cast<double>(kBinsPerSide - 1)));
    return difference > 0.0 ? kBinsPerSide + 1 + steps : kBinsPerSide - 1 - steps;
}

double DifferenceSpread::bin_center(std::size_t bin) {
    if (bin == kBinsPerSide) return 0.0;
    const std::size_t steps = bin > kBinsPerSide ? bin - kBinsPerSide - 1 : kBinsPerSide - 1 - bin;
    const double size = std::pow(10.0, kLowest + (static_cast<double>(steps) + 0.5) / kBinsPerDecade);
    return bin > kBinsPerSide ? size : -size;
}

void DifferenceSpread::add(double difference) {
    if (count_ > 0) ++bins_[bin_of(difference - last_)];
    ++count_;
    sum_ += difference;
    last_ = difference;
}

double DifferenceSpread::quantile(double fraction) const {
    if (count_ < 2) return 0.0;
    // The rank of the quantile among the sorted values.
    const auto rank = static_cast<std::uint64_t>(fraction * static_cast<double>(count_ - 2));
    std::uint64_t below = 0;
    std::size_t bin = 0;
    while (below + bins_[bin] <= rank) below += bins_[bin++];
    return bin_center(bin);
}

bool DifferenceSpread::is_within_noise() const {
    return count_ < kMinFrames ||
           std::abs(sum_) <= 0.5 / std::numbers::sqrt2 * interquartile_range() * static_cast<double>(count_);
}

} // namespace boxwood
