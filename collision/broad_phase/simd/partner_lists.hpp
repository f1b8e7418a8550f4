// What: the partners of some bodies, as consecutive lists. The lists and the partners in each list are in ascending
//     order, so no further sort is needed.
// Invariants: if both bodies of a pair have a list, the caller adds the pair only to the list of the body with the
//     lower id.
// Cost: add() takes O(partners + limit / 4096) time. Memory is 4 bytes per pair; the capacity persists between updates.
// Source: [Knuth 1998] section 5.2 (keys of one bit each). The hierarchy of bits is the same as in
//     HierarchicalBitset.
// Oracle: all pairs of boxes.
#pragma once

#include "collision/core/ids.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// A set of bodies as a hierarchy of bits: bit k of word w is set if the set contains body 64 * w + k; bit k of group g
// is set if word 64 * g + k is nonzero.
struct BodyBits {
    std::vector<std::uint64_t> words, groups;

    void insert(BodyId body) {
        words[body / 64] |= std::uint64_t{1} << (body % 64);
        groups[body / 4096] |= std::uint64_t{1} << (body / 64 % 64);
    }
};

// Writes the members in ascending order and clears the set; returns the end of the output. Can write up to
// kExtractPadding elements beyond the end.
using ExtractBodies = BodyId* (*)(BodyBits& io_bits, BodyId* out);
inline constexpr std::size_t kExtractPadding = 4;

BodyId* extract_bodies_plain(BodyBits& io_bits, BodyId* out);
BodyId* extract_bodies_bmi(BodyBits& io_bits, BodyId* out); // requires BMI and popcnt (any AVX2 processor)

class PartnerLists {
  public:
    struct List {
        BodyId body = 0;
        std::size_t begin = 0, middle = 0,
                    end = 0; // ids below the body: [begin, middle); above: [middle, end)
    };

    // Removes all lists and prepares for ids below `limit`.
    void clear(BodyId limit);
    // Successive calls must pass ascending bodies. Each partner occurs once, in any order.
    void add(BodyId body, std::span<const BodyId> partners, ExtractBodies extract);

    std::span<const List> lists() const { return lists_; }
    std::span<const BodyId> below(const List& list) const {
        return std::span(partners_).subspan(list.begin, list.middle - list.begin);
    }
    std::span<const BodyId> above(const List& list) const {
        return std::span(partners_).subspan(list.middle, list.end - list.middle);
    }
    std::size_t size() const { return lists_.empty() ? 0 : lists_.back().end; }

    // Removes the pairs for which is_kept(pair) is false.
    template <class IsKept>
    void keep_if(IsKept&& is_kept);

  private:
    std::vector<List> lists_;
    std::vector<BodyId> partners_; // the first size() are in use
    BodyBits bits_;                // empty between two calls of add()
};

template <class IsKept>
void PartnerLists::keep_if(IsKept&& is_kept) {
    std::size_t kept = 0;
    for (List& list : lists_) {
        const List old_list = list;
        list.begin = list.middle = kept;
        for (std::size_t i = old_list.begin; i < old_list.end; ++i) {
            const BodyId partner = partners_[i];
            if (!is_kept(make_pair_of(list.body, partner))) continue;
            partners_[kept++] = partner;
            list.middle += partner < list.body ? 1 : 0;
        }
        list.end = kept;
    }
}

} // namespace boxwood
