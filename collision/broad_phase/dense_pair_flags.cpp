#include "collision/broad_phase/dense_pair_flags.hpp"

#include "collision/core/prefetch.hpp"

#include <algorithm>

namespace boxwood {

void DensePairFlags::prepare(BodyId limit, std::span<const Aabb>) {
    if (limit <= limit_) return;
    limit_ = limit;
    const std::size_t size = (triangular_size(limit) + 1) / 2;
    if (size > cells_.capacity() && size >= PagePool::kBlockBytes) {
        Cells larger(Cells::allocator_type(std::make_shared<PagePool>()));
        larger.reserve(std::max(size, 2 * cells_.capacity()));
        larger.insert(larger.end(), cells_.begin(), cells_.end());
        cells_ = std::move(larger);
    }
    cells_.resize(size);
}

// The places of the flags are known well ahead, and far apart: the memory is asked for them twice, as early as it can
// bear. Asked once, 48 ahead, it took half as long again where the matrix outgrows the caches.
void DensePairFlags::apply(int axis, std::span<const Exchange> exchanges, std::vector<BodyPair>& io_touched) {
    constexpr std::size_t kFarAhead = 1024, kAhead = 64;
    std::array<std::size_t, kFarAhead> soon; // places of the exchanges that come next
    const unsigned flag = 1u << axis;
    std::uint8_t* const cells = cells_.data();
    const auto ask = [&](std::size_t i) {
        const std::size_t index = triangular_index(exchanges[i].mover(), exchanges[i].passed());
        soon[i % kFarAhead] = index;
        prefetch_halfway(cells + index / 2);
    };
    const std::size_t count = exchanges.size();
    for (std::size_t i = 0; i < std::min(kFarAhead, count); ++i) ask(i);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t index = soon[i % kFarAhead];
        if (i + kFarAhead < count) ask(i + kFarAhead);
        if (i + kAhead < count) prefetch(cells + soon[(i + kAhead) % kFarAhead] / 2);
        const unsigned shift = static_cast<unsigned>(index % 2) * 4;
        const unsigned cell = cells[index / 2] ^ (flag << shift);
        cells[index / 2] = static_cast<std::uint8_t>(cell);
        // All set now, or all set but for the flag that has just been cleared.
        if ((((cell >> shift) | flag) & kAllAxes) == kAllAxes) io_touched.push_back(exchanges[i].bodies());
    }
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
    cells_[index / 2] &= static_cast<std::uint8_t>(index % 2 == 0 ? 0xF0u : 0x0Fu);
}

void DensePairFlags::clear_row(BodyId row) {
    if (row == 0) return;
    const std::size_t begin = triangular_index(row, 0), end = triangular_index(row, row - 1) + 1;
    if (begin % 2 != 0) clear(begin);
    if (end % 2 != 0) clear(end - 1);
    const auto at = [&](std::size_t cell) { return cells_.begin() + static_cast<std::ptrdiff_t>(cell); };
    if ((begin + 1) / 2 < end / 2) std::fill(at((begin + 1) / 2), at(end / 2), std::uint8_t{0});
}

} // namespace boxwood
