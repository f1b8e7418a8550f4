// What: a set of pairs of bodies. A sparse set is a hash set; a dense set has one bit per possible pair.
// Cost: memory is about 24 bytes per pair in the set, or one bit per pair of ids up to the greatest id so far. If a
//     sparse set of more than 64 pairs takes more memory than the bits, an insertion makes it dense; only clear() makes
//     it sparse again. Test and set take O(1) time on average; erase takes one pass over the set.
// Oracle: std::set, in the test.
#pragma once

#include "collision/broad_phase/pairs/pair_map.hpp"

#include <bit>
#include <span>
#include <vector>

namespace boxwood {

class PairSet {
  public:
    std::size_t size() const { return size_; }
    bool contains(BodyPair pair) const {
        if (size_ == 0) return false;
        return rows_.empty() ? hashed_.find(pair) != nullptr : row_has(pair);
    }
    void set(BodyPair pair, bool is_in);
    void erase(std::span<const BodyId> bodies); // removes every pair with one of these bodies; ids are sorted
    void clear();

    // Calls visit(pair) for each pair, in no particular order.
    template <class Visit>
    void for_each(Visit&& visit) const;

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.hashed_, self.rows_, self.size_, self.limit_);
    }

  private:
    using Row = std::vector<std::uint64_t>; // bit a of row b, a < b; missing words are zero

    bool row_has(BodyPair pair) const {
        if (pair.b >= rows_.size() || pair.a / 64 >= rows_[pair.b].size()) return false;
        return (rows_[pair.b][pair.a / 64] >> (pair.a % 64) & 1u) != 0;
    }
    void flip_bit(BodyPair pair);
    void make_rows();

    PairMap hashed_;
    std::vector<Row> rows_; // the set is dense if not empty
    std::size_t size_ = 0;
    std::size_t limit_ = 0; // greater than every id inserted since the last clear()
};

template <class Visit>
void PairSet::for_each(Visit&& visit) const {
    hashed_.for_each([&](BodyPair pair, std::uint32_t) { visit(pair); });
    for (BodyId b = 0; b < rows_.size(); ++b)
        for (BodyId word = 0; word < rows_[b].size(); ++word)
            for (std::uint64_t bits = rows_[b][word]; bits != 0; bits &= bits - 1)
                visit(BodyPair{64 * word + static_cast<BodyId>(std::countr_zero(bits)), b});
}

} // namespace boxwood
