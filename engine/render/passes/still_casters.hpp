// What: the bodies whose shadows can stay in the map from frame to frame, because they do not move. For engine/render
//     only.
// Invariants: the still set is exactly the content of the cached map. A body that starts to move leaves the set, and
//     the map is redrawn. Bodies that come to rest join at the next redraw, or as soon as nothing moves.
// Cost: n log n in the casters of shadows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::render {

class StillCasters {
  public:
    // One hash per caster, of its geometry and pose, and one of the light. True: the cached map must be redrawn.
    bool take(std::uint64_t light, std::vector<std::uint64_t> casters);
    bool is_still(std::uint64_t caster) const;
    bool has_movers() const { return has_movers_; }

  private:
    std::uint64_t light_ = 0;
    std::vector<std::uint64_t> still_, before_; // sorted
    bool has_movers_ = false, is_first_ = true;
};

// FNV-1a hash of the bytes.
std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t seed = 0xCBF29CE484222325u);

} // namespace boxwood::render
