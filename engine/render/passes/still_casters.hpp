// What: which bodies' shadows can stay in the map from frame to frame: those that stand where they stood. Only this room
//       includes it.
// Invariants: what is still is exactly what the kept map shows. One that moves leaves it, and the map is drawn anew; those
//             that have come to rest join at the next such time, or as soon as nothing moves.
// Cost: n log n in the casters of shadows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::render {

class StillCasters {
  public:
    // One number per caster, of its geometry and pose, and one of the light. True: the kept map must be drawn anew.
    bool take(std::uint64_t light, std::vector<std::uint64_t> casters);
    bool is_still(std::uint64_t caster) const;
    bool has_movers() const { return has_movers_; }

  private:
    std::uint64_t light_ = 0;
    std::vector<std::uint64_t> still_, before_; // sorted
    bool has_movers_ = false, is_first_ = true;
};

// Of bytes, as FNV-1a has it.
std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t seed = 0xCBF29CE484222325u);

} // namespace boxwood::render
