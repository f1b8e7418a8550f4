#include "app/labs/capture/case/recorded_visits.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

void RecordedVisits::show(std::size_t count, std::optional<std::size_t> visit) {
    count_ = count;
    index_ = visit && *visit < count ? *visit : 0;
    is_playing_ = false;
}

void RecordedVisits::go_to(std::size_t visit) {
    is_playing_ = false;
    if (count_ > 0) index_ = std::min(visit, count_ - 1);
}

void RecordedVisits::toggle_playing() {
    if (!is_playing_ && is_last()) index_ = 0;
    is_playing_ = !is_playing_;
}

void RecordedVisits::advance(double seconds) {
    constexpr double kVisitsPerSecond = 20.0;
    if (!is_playing_) return;
    due_visits_ += kVisitsPerSecond * seconds;
    const double steps = std::floor(due_visits_);
    due_visits_ -= steps;
    index_ = std::min(index_ + static_cast<std::size_t>(steps), count_ - 1);
    is_playing_ = !is_last();
}

} // namespace boxwood
