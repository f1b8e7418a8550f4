#include "collision/broad_phase/interval/interval_sweep.hpp"

namespace boxwood {

void IntervalSweep::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    orders_[0].sort(live(), boxes, 2);
    orders_[1].sort(live(), boxes, 0);
    const auto report = [&](BodyId a, BodyId b) {
        ++io_counters().volume_tests;
        if (boxes[a].lower.y <= boxes[b].upper.y && boxes[b].lower.y <= boxes[a].upper.y)
            found.push(make_pair_of(a, b));
    };
    io_counters().node_visits = sweep_rectangles(orders_[0], orders_[1], live(), tree_, report);
    end_update();
}

} // namespace boxwood
