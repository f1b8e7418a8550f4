#include "collision/broad_phase/disabled_pairs.hpp"

namespace boxwood {

void DisabledPairs::set(BodyPair pair, bool is_disabled) {
    if (contains(pair) == is_disabled) return;
    if (rows_.size() <= pair.b) rows_.resize(pair.b + std::size_t{1});
    Row& row = rows_[pair.b];
    if (row.size() <= pair.a / 64) row.resize(pair.a / 64 + std::size_t{1});
    row[pair.a / 64] ^= std::uint64_t{1} << (pair.a % 64);
}

void DisabledPairs::erase(std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) {
        if (body < rows_.size()) rows_[body].clear();
        for (std::size_t b = body + std::size_t{1}; b < rows_.size(); ++b)
            if (row_has(rows_[b], body)) rows_[b][body / 64] ^= std::uint64_t{1} << (body % 64);
    }
}

} // namespace boxwood
