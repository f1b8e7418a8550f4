#include "collision/broad_phase/sweep_and_prune/sorted_endpoints.hpp"

#include <algorithm>

namespace boxwood {

void SortedEndpoints::sort(std::span<const BodyId> bodies, std::span<const Aabb> boxes, int axis) {
    endpoints.clear();
    for (const BodyId body : bodies) {
        endpoints.push_back(make_endpoint(ordered_key(boxes[body].lower[axis]), false, body));
        endpoints.push_back(make_endpoint(ordered_key(boxes[body].upper[axis]), true, body));
    }
    std::sort(endpoints.begin(), endpoints.end(), [](Endpoint a, Endpoint b) { return a.bits < b.bits; });
    lower_rank.resize(boxes.size());
    upper_rank.resize(boxes.size());
    std::uint64_t open_count = 0;
    overlap_count = 0;
    for (std::uint32_t rank = 0; rank < endpoints.size(); ++rank) {
        const Endpoint endpoint = endpoints[rank];
        (endpoint.is_max() ? upper_rank : lower_rank)[endpoint.body()] = rank;
        if (endpoint.is_max()) {
            --open_count;
        } else {
            overlap_count += open_count;
            ++open_count;
        }
    }
}

} // namespace boxwood
