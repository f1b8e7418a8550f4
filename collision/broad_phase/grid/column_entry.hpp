// What: a box in a column of the column grid. It takes 32 bytes, so that one vector comparison tests it against
//     another box.
// Invariants: upper ends are stored negated. Two boxes overlap iff each of the six numbers of one box is <= the
//     negated opposite number of the other. All six tests therefore have the same direction.
// Degenerate input: accepts infinities; requires no NaN.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <array>
#include <cstdint>

namespace boxwood {

// A tag consists of the body, and one flag per column axis, which marks the first cell reference of a box along this
// axis. The tag of a cell reference also has the number of bins that the box overlaps beyond the first. The tag of an
// entry has no such number. It has the flag kWraps if the range of bins wraps around the end of the column.
inline constexpr std::uint32_t kFirstAlongU = 0x80000000u;
inline constexpr std::uint32_t kFirstAlongV = 0x40000000u;
inline constexpr std::uint32_t kFirstReference = kFirstAlongU | kFirstAlongV;
inline constexpr std::uint32_t kWraps = 0x20000000u;
inline constexpr unsigned kReachShift = 24;
inline constexpr std::uint32_t kMaxReach = 31;
inline constexpr std::uint32_t kColumnBodyMask = 0x00FFFFFFu;
inline constexpr BodyId kMaxColumnBodies = BodyId{1} << 24;

struct alignas(32) ColumnEntry {
    std::array<float, 3> lower{};
    std::uint32_t tag = 0;
    std::array<float, 3> negated_upper{};
    // The last bin that the box overlaps; not used for a box outside the columns. The later entries of the same column
    // in bins up to and including this one are candidates. If the range wraps, the candidates are the later entries
    // up to the end of the column, and the entries from its start up to this bin.
    std::uint32_t last_bin = 0;

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

// The entries of all columns, sorted by bin. Bin k has the entries [ends[k - 1], ends[k]), where ends[-1] counts as
// 0. A column consists of consecutive bins, and their number is a power of two. At least kEntryPadding entries follow
// the last one.
struct ColumnTable {
    const ColumnEntry* entries = nullptr;
    const std::uint32_t* ends = nullptr;
    std::uint32_t count = 0;
    std::uint32_t bins_per_column = 1;
};
// A step reads eight entries. It also reads a ninth if none of the eight overlaps.
inline constexpr std::uint32_t kEntryPadding = 9;

} // namespace boxwood
