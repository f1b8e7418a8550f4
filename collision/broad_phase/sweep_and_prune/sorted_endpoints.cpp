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
    low_place.resize(boxes.size());
    high_place.resize(boxes.size());
    std::uint64_t open = 0;
    overlap_count = 0;
    for (std::uint32_t place = 0; place < endpoints.size(); ++place) {
        const Endpoint endpoint = endpoints[place];
        (endpoint.is_max() ? high_place : low_place)[endpoint.body()] = place;
        if (endpoint.is_max()) {
            --open;
        } else {
            overlap_count += open;
            ++open;
        }
    }
}

} // namespace boxwood
