#include "collision/broad_phase/pairs/dense_pair_flags.hpp"

#include "collision/broad_phase/simd/flag_kernels.hpp"

#include <algorithm>

namespace boxwood {

void DensePairFlags::prepare(BodyId limit, std::span<const Aabb>) {
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

void DensePairFlags::apply(int axis, std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched) {
    static const FlagKernel* const wide = wide_flag_kernel();
    const bool is_wide = wide != nullptr && limit_ <= wide->body_limit;
    flip_flags(is_wide ? *wide : plain_flag_kernel(limit_), words_.data(), axis, swaps, io_touched);
}

void DensePairFlags::erase(std::span<const BodyId> bodies) {
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

void DensePairFlags::clear(std::size_t index) {
    words_[index / kPairsInWord] &= ~(0xFu << (index % kPairsInWord * 4));
}

void DensePairFlags::clear_row(BodyId row) {
    if (row == 0) return;
    std::size_t begin = triangular_index(row, 0), end = begin + row;
    while (begin < end && begin % kPairsInWord != 0) clear(begin++);
    while (begin < end && end % kPairsInWord != 0) clear(--end);
    const auto at = [&](std::size_t index) {
        return words_.begin() + static_cast<std::ptrdiff_t>(index / kPairsInWord);
    };
    std::fill(at(begin), at(end), 0u);
}

} // namespace boxwood
