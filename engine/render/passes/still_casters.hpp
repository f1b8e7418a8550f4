// What: the set of bodies that do not move, so that their shadows can stay in the cached map from frame to frame. For
//     engine/render only.
// Invariants: the cached map contains exactly the shadows of the still set. When a body of the set starts to move, it
//     is removed from the set and the map is redrawn. Bodies that come to rest are added at the next redraw, or as soon
//     as no body moves.
// Cost: O(n log n) time in the number of shadow casters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::render {

class StillCasters {
  public:
    // Call once per frame. `light` is a hash of the light, `casters` has a hash of geometry and pose per caster.
    // Returns true if the cached map must be redrawn.
    bool update(std::uint64_t light, std::vector<std::uint64_t> casters);
    bool is_still(std::uint64_t caster) const;
    bool has_moving() const { return has_moving_; }

  private:
    std::uint64_t light_ = 0;
    std::vector<std::uint64_t> still_, previous_; // sorted
    bool has_moving_ = false, is_first_ = true;
};

// FNV-1a hash of the bytes.
std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t seed = 0xCBF29CE484222325u);

} // namespace boxwood::render
