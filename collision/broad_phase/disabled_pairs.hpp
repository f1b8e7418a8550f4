// What: the set of pairs of bodies that must not be reported.
// Cost: one bit per pair of ids up to the greatest one ever disabled, nothing before; test and set O(1).
#pragma once

#include "collision/core/ids.hpp"

#include <span>
#include <vector>

namespace boxwood {

class DisabledPairs {
  public:
    bool contains(BodyPair pair) const { return pair.b < rows_.size() && row_has(rows_[pair.b], pair.a); }
    void set(BodyPair pair, bool is_disabled);

    // Forgets all pairs of these bodies.
    void erase(std::span<const BodyId> bodies);
    void clear() { rows_.clear(); }

  private:
    using Row = std::vector<std::uint64_t>; // bit a of row b, a < b; short rows end in zeros

    static bool row_has(const Row& row, BodyId a) {
        return a / 64 < row.size() && (row[a / 64] >> (a % 64) & 1u) != 0;
    }

    std::vector<Row> rows_;
};

} // namespace boxwood
