#include "engine/render/passes/still_casters.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace boxwood::render {

bool StillCasters::update(std::uint64_t light, std::vector<std::uint64_t> casters) {
    std::ranges::sort(casters);
    const bool has_same_light = !std::exchange(is_first_, false) && std::exchange(light_, light) == light;
    light_ = light;
    const bool are_still_present = std::ranges::includes(casters, still_);
    const bool nothing_moved = casters == previous_;
    bool redraws = false;
    if (!has_same_light || !are_still_present || (nothing_moved && still_.size() != casters.size())) {
        redraws = true;
        std::vector<std::uint64_t> next;
        if (previous_.empty())
            next = casters; // there is no previous frame, or it had no casters
        else
            std::ranges::set_intersection(casters, previous_, std::back_inserter(next));
        still_ = std::move(next);
    }
    has_moving_ = still_.size() != casters.size();
    previous_ = std::move(casters);
    return redraws;
}

bool StillCasters::is_still(std::uint64_t caster) const {
    return std::ranges::binary_search(still_, caster);
}

std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t seed) {
    for (const std::byte byte : bytes) seed = (seed ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3u;
    return seed;
}

} // namespace boxwood::render
