#include "collision/world/pairs/pair_groups.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace boxwood {

Status set_pairs_enabled(CollisionWorld& io_world, std::span<const BodyId> a, std::span<const BodyId> b,
                         bool enabled) {
    for (const std::span<const BodyId> group : {a, b})
        for (const BodyId id : group)
            if (!io_world.is_live(id)) return Error{"body " + std::to_string(id) + ": does not exist"};
    if (!b.empty() && a.size() > kMaxPairsAtOnce / b.size())
        return Error{"groups of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                     " bodies have more than " + std::to_string(kMaxPairsAtOnce) + " pairs"};
    const auto sorted = [](std::span<const BodyId> group) {
        std::vector<BodyId> ids(group.begin(), group.end());
        std::sort(ids.begin(), ids.end());
        return ids;
    };
    const std::vector<BodyId> of_a = sorted(a), of_b = sorted(b); // ascending pairs are stored fastest
    for (const BodyId own : of_a)
        for (const BodyId other : of_b)
            if (own != other) (void)io_world.set_pair_enabled(own, other, enabled); // both are live
    return ok();
}

} // namespace boxwood
