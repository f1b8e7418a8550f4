#include "collision/broad_phase/pairs/pair_flag_store.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

FlagStorage choose_flag_storage(PairStorage wanted, BodyId limit, bool are_pairs_enabled_by_default) {
    constexpr BodyId kMaxDenseIfNamed = 4096;
    const FlagStorage map = are_pairs_enabled_by_default ? FlagStorage::sparse : FlagStorage::listed;
    if (wanted == PairStorage::sparse || limit > PairFlagStore::kMaxDense) return map;
    const BodyId max_dense = are_pairs_enabled_by_default ? PairFlagStore::kMaxBodies : kMaxDenseIfNamed;
    const bool is_dense = wanted == PairStorage::dense || limit <= max_dense;
    return is_dense ? FlagStorage::dense : map;
}

void PairFlagStore::reset(FlagStorage storage, BodyId limit) {
    storage_ = storage;
    words_ = {};
    limit_ = 0;
    map_ = {};
    if (is_dense()) grow_matrix(limit);
}

// --- matrix ---------------------------------------------------------------------------------------------------

void PairFlagStore::grow_matrix(BodyId limit) {
    if (limit <= limit_) return;
    limit_ = limit;
    const std::size_t size = (triangular_size(limit) + kPairsInWord - 1) / kPairsInWord;
    if (size > words_.capacity() && size * sizeof(std::uint32_t) >= PagePool::kBlockBytes) {
        Words larger(Words::allocator_type(std::make_shared<PagePool>()));
        larger.reserve(std::max(size, 2 * words_.capacity()));
        larger.insert(larger.end(), words_.begin(), words_.end());
        words_ = std::move(larger);
    }
    words_.resize(size);
}

void PairFlagStore::clear_matrix() {
    words_.clear();
    grow_matrix(std::exchange(limit_, 0));
}

void PairFlagStore::flip_in_matrix(int axis, std::span<const EndpointSwap> swaps,
                                   std::vector<BodyPair>& io_touched) {
    static const FlagKernel* const wide = wide_flag_kernel();
    const bool is_wide = wide != nullptr && limit_ <= wide->body_limit;
    flip_flags(is_wide ? *wide : plain_flag_kernel(limit_), words_.data(), axis, swaps, io_touched);
}

void PairFlagStore::erase_in_matrix(std::span<const BodyId> bodies) {
    for (BodyId row = 0; row < limit_; ++row) {
        if (std::binary_search(bodies.begin(), bodies.end(), row)) {
            clear_row(row);
            continue;
        }
        for (const BodyId body : bodies) {
            if (body >= row) break;
            clear(triangular_index(row, body));
        }
    }
}

void PairFlagStore::clear(std::size_t index) {
    words_[index / kPairsInWord] &= ~(0xFu << (index % kPairsInWord * 4));
}

void PairFlagStore::clear_row(BodyId row) {
    if (row == 0) return;
    std::size_t begin = triangular_index(row, 0), end = begin + row;
    while (begin < end && begin % kPairsInWord != 0) clear(begin++);
    while (begin < end && end % kPairsInWord != 0) clear(--end);
    const auto at = [&](std::size_t index) {
        return words_.begin() + static_cast<std::ptrdiff_t>(index / kPairsInWord);
    };
    std::fill(at(begin), at(end), 0u);
}

// --- map ------------------------------------------------------------------------------------------------------

void PairFlagStore::add_to_list(BodyPair pair, unsigned mask) {
    if (std::uint32_t* flags = map_.find(pair))
        *flags = mask;
    else
        map_.insert(pair, mask);
}

void PairFlagStore::remove_from_list(BodyPair pair) {
    if (map_.find(pair) != nullptr) map_.erase(pair);
}

void PairFlagStore::flip_in_map(int axis, std::span<const EndpointSwap> swaps,
                                std::vector<BodyPair>& io_touched) {
    const bool is_listed = storage_ == FlagStorage::listed;
    const std::uint32_t flag = 1u << axis;
    for (const EndpointSwap swap : swaps) {
        const BodyPair pair = swap.bodies();
        std::uint32_t* flags = map_.find(pair);
        if (flags == nullptr) {
            if (!is_listed) map_.insert(pair, flag);
            continue; // the pair is not on the list, or overlaps only on this axis
        }
        *flags ^= flag;
        if ((*flags | flag) == kAllAxes) io_touched.push_back(pair);
        if (*flags == 0 && !is_listed) map_.erase(pair);
    }
}

void PairFlagStore::erase_in_map(std::span<const BodyId> bodies) {
    const auto is_erased = [&](BodyId body) {
        return std::binary_search(bodies.begin(), bodies.end(), body);
    };
    std::vector<BodyPair> erased;
    map_.for_each([&](BodyPair pair, std::uint32_t) {
        if (is_erased(pair.a) || is_erased(pair.b)) erased.push_back(pair);
    });
    for (const BodyPair pair : erased) map_.erase(pair);
}

} // namespace boxwood
