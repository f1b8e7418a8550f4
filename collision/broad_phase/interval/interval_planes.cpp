#include "collision/broad_phase/interval/interval_planes.hpp"

#include <algorithm>

namespace boxwood {

void IntervalPlanes::update(std::span<const Aabb> boxes) {
    PairAppender& found = begin_update(boxes);
    for (int axis = 0; axis < 3; ++axis) orders_[static_cast<std::size_t>(axis)].sort(live(), boxes, axis);
    // Only the pairs of one plane are stored. The plane of the two axes with the fewest overlaps probably has the
    // fewest pairs.
    std::array<const SortedEndpoints*, 3> axes{&orders_[0], &orders_[1], &orders_[2]};
    std::sort(axes.begin(), axes.end(), [](const SortedEndpoints* a, const SortedEndpoints* b) {
        return a->overlap_count < b->overlap_count;
    });
    plane_counts_.clear();
    std::uint64_t& visits = io_counters().node_visits;
    visits += sweep_rectangles(*axes[0], *axes[1], live(), tree_,
                               [&](BodyId a, BodyId b) { plane_counts_.insert(make_pair_of(a, b), 1); });
    visits += sweep_rectangles(*axes[0], *axes[2], live(), tree_, [&](BodyId a, BodyId b) {
        if (std::uint32_t* planes = plane_counts_.find(make_pair_of(a, b))) ++*planes;
    });
    visits += sweep_rectangles(*axes[1], *axes[2], live(), tree_, [&](BodyId a, BodyId b) {
        const BodyPair pair = make_pair_of(a, b);
        if (const std::uint32_t* planes = plane_counts_.find(pair); planes && *planes == 2) found.push(pair);
    });
    end_update();
}

} // namespace boxwood
