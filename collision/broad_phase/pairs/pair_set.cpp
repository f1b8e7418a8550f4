#include "collision/broad_phase/pairs/pair_set.hpp"

#include <algorithm>

namespace boxwood {

void PairSet::set(BodyPair pair, bool is_in) {
    if (contains(pair) == is_in) return;
    size_ += is_in ? 1 : ~std::size_t{0};
    limit_ = std::max(limit_, pair.b + std::size_t{1});
    if (!rows_.empty()) {
        flip_bit(pair);
        return;
    }
    if (!is_in) {
        hashed_.erase(pair);
        return;
    }
    hashed_.insert(pair, 0);
    constexpr std::size_t kBytesHashed = 24; // average per pair
    if (size_ * kBytesHashed > limit_ * limit_ / 16 && size_ > 64) make_rows();
}

void PairSet::flip_bit(BodyPair pair) {
    if (rows_.size() <= pair.b) rows_.resize(pair.b + std::size_t{1});
    Row& row = rows_[pair.b];
    if (row.size() <= pair.a / 64) row.resize(pair.a / 64 + std::size_t{1});
    row[pair.a / 64] ^= std::uint64_t{1} << (pair.a % 64);
}

void PairSet::make_rows() {
    rows_.resize(limit_);
    hashed_.for_each([this](BodyPair pair, std::uint32_t) { flip_bit(pair); });
    hashed_ = {};
}

void PairSet::erase(std::span<const BodyId> bodies) {
    if (size_ == 0 || bodies.empty()) return;
    std::vector<BodyPair> erased;
    const auto is_erased = [&](BodyId body) {
        return std::binary_search(bodies.begin(), bodies.end(), body);
    };
    for_each([&](BodyPair pair) {
        if (is_erased(pair.a) || is_erased(pair.b)) erased.push_back(pair);
    });
    for (const BodyPair pair : erased) set(pair, false);
}

void PairSet::clear() {
    hashed_ = {};
    rows_.clear();
    size_ = 0;
    limit_ = 0;
}

} // namespace boxwood
