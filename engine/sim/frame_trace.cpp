#include "engine/sim/frame_trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood {

void FrameTrace::note(std::uint64_t frame, float value) {
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
    if (!values_.empty() && frame <= last_) {
        const std::uint64_t later = last_ - frame + 1; // number of values from this frame on
        values_.resize(later < values_.size() ? values_.size() - static_cast<std::size_t>(later) : 0);
    } else if (!values_.empty()) {
        const std::uint64_t skipped = std::min<std::uint64_t>(frame - last_ - 1, limit_);
        values_.insert(values_.end(), static_cast<std::size_t>(skipped), kNothing);
    }
    values_.push_back(value);
    last_ = frame;
    if (values_.size() > limit_)
        values_.erase(values_.begin(), values_.end() - static_cast<std::ptrdiff_t>(limit_));
}

std::size_t FrameTrace::count_known() const {
    return static_cast<std::size_t>(
        std::count_if(values_.begin(), values_.end(), [](float value) { return !std::isnan(value); }));
}

} // namespace boxwood
