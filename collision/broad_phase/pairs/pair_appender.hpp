// What: a list of pairs that needs no capacity test per pair: the caller reserves space, writes pairs and then
//     commits their number.
// Cost: 8 bytes per pair; the capacity persists between updates.
#pragma once

#include "collision/core/ids.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

class PairAppender {
  public:
    void clear() { size_ = 0; }
    std::span<const BodyPair> pairs() const { return {pairs_.data(), size_}; }
    std::span<BodyPair> pairs() { return {pairs_.data(), size_}; }

    void push(BodyPair pair) {
        *reserve(1) = pair;
        ++size_;
    }
    // Reserves room for `count` more pairs and returns the address of the first. After writing, commit(n) commits the
    // first n pairs, and commit_to(end) commits all pairs before `end`.
    BodyPair* reserve(std::size_t count) {
        if (pairs_.size() - size_ < count) pairs_.resize(2 * (size_ + count));
        return pairs_.data() + size_;
    }
    void commit(std::size_t count) { size_ += count; }
    void commit_to(const BodyPair* end) { size_ = static_cast<std::size_t>(end - pairs_.data()); }
    void truncate(std::size_t size) { size_ = size; }

  private:
    std::vector<BodyPair> pairs_; // its size is the capacity
    std::size_t size_ = 0;
};

// Replaces each number by the sum of the numbers before it (exclusive prefix sum).
inline void exclusive_prefix_sum(std::span<std::uint32_t> io_counts) {
    std::uint32_t sum = 0;
    for (std::uint32_t& count : io_counts) sum += std::exchange(count, sum);
}

// Sorts stably by one of the two ids; all ids are below `limit`. out_ends[k] is the end of the pairs with id k.
// Source: [Knuth 1998] section 5.2, algorithm D (distribution counting).
inline void distribute(std::span<const BodyPair> pairs, BodyId BodyPair::*id, BodyId limit,
                       std::vector<std::uint32_t>& out_ends, std::span<BodyPair> out_pairs) {
    out_ends.assign(limit, 0);
    for (const BodyPair& pair : pairs) ++out_ends[pair.*id];
    exclusive_prefix_sum(out_ends);
    for (const BodyPair& pair : pairs) out_pairs[out_ends[pair.*id]++] = pair;
}

} // namespace boxwood
