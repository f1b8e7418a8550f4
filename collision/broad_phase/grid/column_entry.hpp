// What: a box as column-grid keeps it in its columns: 32 bytes that one vector comparison tests against another.
// Invariants: two boxes overlap iff each of the six numbers of the one is <= the opposite number of the other,
//             negated: upper ends are stored negated, so that all six tests have one direction.
// Degenerate input: infinities are fine; NaN must not come here.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <array>
#include <cstdint>

namespace boxwood {

// What a tag says besides the body: whether the copy is the first one of its box along each column axis, whether
// the range of bins that the box touches wraps around the end of its column, and how many bins beyond its first
// one it touches.
inline constexpr std::uint32_t kFirstAlongU = 0x80000000u;
inline constexpr std::uint32_t kFirstAlongV = 0x40000000u;
inline constexpr std::uint32_t kFirstCopy = kFirstAlongU | kFirstAlongV;
inline constexpr std::uint32_t kWraps = 0x20000000u;
inline constexpr unsigned kReachShift = 24;
inline constexpr std::uint32_t kMaxReach = 31;
inline constexpr std::uint32_t kColumnBodyMask = 0x00FFFFFFu;
inline constexpr BodyId kMaxColumnBodies = BodyId{1} << 24;

struct alignas(32) ColumnEntry {
    std::array<float, 3> lower{};
    std::uint32_t tag = 0;
    std::array<float, 3> negated_upper{};
    std::uint32_t last_bin = 0; // the last bin that the box touches, where others of its column may begin

    BodyId body() const { return tag & kColumnBodyMask; }
};
static_assert(sizeof(ColumnEntry) == 32);

inline ColumnEntry make_entry(const Aabb& box, std::uint32_t tag, std::uint32_t last_bin) {
    ColumnEntry entry;
    entry.tag = tag;
    entry.last_bin = last_bin;
    for (std::size_t k = 0; k < 3; ++k) {
        entry.lower[k] = box.lower[static_cast<glm::length_t>(k)];
        entry.negated_upper[k] = -box.upper[static_cast<glm::length_t>(k)];
    }
    return entry;
}

// The entries of all columns, bin after bin. Bin k holds [ends[k - 1], ends[k]); ends[-1] is 0. A column is a run
// of bins whose number is a power of two. At least kEntryPadding entries follow the last one.
struct ColumnTable {
    const ColumnEntry* entries = nullptr;
    const std::uint32_t* ends = nullptr;
    std::uint32_t count = 0;
    std::uint32_t bins_per_column = 1;
};
// A step takes eight, and reads the one after these if none overlaps.
inline constexpr std::uint32_t kEntryPadding = 9;

} // namespace boxwood
