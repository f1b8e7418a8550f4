#include "app/labs/multi_body/findings/swap_history.hpp"

#include <algorithm>

namespace boxwood {

void SwapHistory::restart() {
    recorder_.restart();
    frames_.clear();
    stored_swaps_ = 0;
}

void SwapHistory::step(const CollisionWorld& world, std::uint64_t frame) {
    const bool was_watching = recorder_.is_watching();
    recorder_.update(world);
    while (!frames_.empty() && frames_.back().number >= frame) {
        stored_swaps_ -= frames_.back().size();
        frames_.pop_back();
    }
    if (!was_watching || !recorder_.is_watching()) return;
    Frame seen{.number = frame};
    for (const int axis : {0, 1, 2}) {
        const auto swaps = recorder_.on_axis(axis);
        seen.on_axis[static_cast<std::size_t>(axis)].assign(swaps.begin(), swaps.end());
        seen.counts[static_cast<std::size_t>(axis)] = recorder_.count(axis);
    }
    stored_swaps_ += seen.size();
    frames_.push_back(std::move(seen));
    while ((stored_swaps_ > kMaxKept || frames_.size() > kMaxFrames) && frames_.size() > 1) {
        stored_swaps_ -= frames_.front().size();
        frames_.pop_front();
    }
}

const SwapHistory::Frame* SwapHistory::find(std::uint64_t frame) const {
    const auto found = std::ranges::lower_bound(frames_, frame, {}, &Frame::number);
    return found != frames_.end() && found->number == frame ? &*found : nullptr;
}

} // namespace boxwood
