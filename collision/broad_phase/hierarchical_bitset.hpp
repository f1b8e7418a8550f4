// What: a set of small integers with fast range queries. It has one bit per integer, in words of 64 bits; each level
//     above marks the nonzero words of the level below.
// Cost: O(log_64 n) time for insert and erase; O((members + 1) log_64 n) for a range.
// Source: [de Berg 2008] section 5.1 (range queries on a search tree).
// Departs from the source: a hierarchy of bits replaces the search tree.
// Oracle: a scan of all intervals, in the tests of IntervalTree; all pairs of boxes, in the tests of broad phases.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace boxwood {

class HierarchicalBitset {
  public:
    // Empties the set and prepares it for integers below `limit`.
    void reset(std::uint32_t limit) {
        levels_.clear();
        for (std::uint32_t count = limit; levels_.empty() || count > 1;) {
            count = (count + 63) / 64;
            levels_.emplace_back(count, 0);
        }
    }
    void insert(std::uint32_t number) {
        for (std::vector<std::uint64_t>& level : levels_) {
            level[number / 64] |= std::uint64_t{1} << (number % 64);
            number /= 64;
        }
    }
    void erase(std::uint32_t number) {
        for (std::vector<std::uint64_t>& level : levels_) {
            std::uint64_t& word = level[number / 64];
            word &= ~(std::uint64_t{1} << (number % 64));
            if (word != 0) return;
            number /= 64;
        }
    }

    // Calls visit(number) for each member in [begin, end), in ascending order. Returns the number of words read.
    template <class Visit>
    std::uint64_t for_each_in(std::uint32_t begin, std::uint32_t end, Visit&& visit) const {
        return begin < end ? visit_level(levels_.size() - 1, 0, begin, end, visit) : 0;
    }

  private:
    template <class Visit>
    std::uint64_t visit_level(std::size_t level, std::uint32_t word, std::uint32_t begin, std::uint32_t end,
                              Visit&& visit) const {
        const unsigned shift = static_cast<unsigned>(6 * level); // a bit covers 2^shift integers
        std::uint64_t visited = 1;
        for (std::uint64_t bits = levels_[level][word]; bits != 0; bits &= bits - 1) {
            const std::uint32_t index = 64 * word + static_cast<std::uint32_t>(std::countr_zero(bits));
            if (index < begin >> shift) continue;
            if (index > (end - 1) >> shift) break;
            if (level == 0)
                visit(index);
            else
                visited += visit_level(level - 1, index, begin, end, visit);
        }
        return visited;
    }

    std::vector<std::vector<std::uint64_t>> levels_;
};

} // namespace boxwood
