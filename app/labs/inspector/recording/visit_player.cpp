#include "app/labs/inspector/recording/visit_player.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

void VisitPlayer::show(VisitReplay* replay) {
    replay_ = replay;
    seek_requested();
}

void VisitPlayer::seek_requested() {
    moment_ = nullptr;
    index_ = 0;
    if (is_empty()) return;
    index_ = std::min(requested_, size() - 1);
    moment_ = &replay_->seek(index_);
}

void VisitPlayer::go_to(std::size_t index) {
    requested_ = is_empty() ? index : std::min(index, size() - 1);
    seek_requested();
}

bool VisitPlayer::try_go_to(std::size_t index) {
    if (index == VisitReplay::kNone) return false;
    is_playing = false;
    go_to(index);
    return true;
}

bool VisitPlayer::try_go_to_node(std::size_t side, std::uint32_t node) {
    for (std::size_t k = 1; k <= size(); ++k) {
        const std::size_t i = (index_ + k) % size();
        const Visit& visit = (*replay_)[i];
        if (visit.kind != VisitKind::primitive_pair && (side == 0 ? visit.a : visit.b) == node)
            return try_go_to(i);
    }
    return false;
}

void VisitPlayer::go_by(std::int64_t visits) {
    is_playing = false;
    const auto at = static_cast<std::int64_t>(index_) + visits;
    go_to(static_cast<std::size_t>(std::max<std::int64_t>(at, 0)));
}

void VisitPlayer::go_by_page(std::int64_t pages) {
    go_by(pages * std::max<std::int64_t>(static_cast<std::int64_t>(size()) / kPages, 1));
}

void VisitPlayer::advance(double seconds) {
    if (!is_playing || is_empty()) return;
    played_ += seconds * speed;
    const double steps = std::floor(played_);
    if (steps < 1.0) return;
    played_ -= steps;
    go_to(index_ + static_cast<std::size_t>(steps));
    is_playing = index_ + 1 < size();
}

} // namespace boxwood
