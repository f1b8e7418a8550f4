#include "collision/query/traversal/sort_pairs.hpp"

#include <algorithm>
#include <bit>

namespace boxwood {
namespace {

constexpr std::size_t kMaxUnbucketed = 48; // for so few pairs, std::sort is faster despite its mispredictions
constexpr std::size_t kMaxRankSort = 16;   // larger buckets are sorted by std::sort
constexpr int kMaxBits = 12;

// One comparison of keys replaces two comparisons of members.
std::uint64_t key_of(const PrimitivePair& pair) {
    return std::uint64_t{pair.a} << 32 | pair.b;
}
void sort_by_key(std::span<PrimitivePair> io_pairs) {
    std::sort(io_pairs.begin(), io_pairs.end(),
              [](const PrimitivePair& x, const PrimitivePair& y) { return key_of(x) < key_of(y); });
}

// Rank sort; no branch depends on the comparisons.
void sort_bucket(std::span<const PrimitivePair> pairs, PrimitivePair* out) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::uint64_t key = key_of(pairs[i]);
        std::size_t rank = 0;
        for (std::size_t k = 0; k < i; ++k) rank += key_of(pairs[k]) <= key ? 1u : 0u;
        for (std::size_t k = i + 1; k < pairs.size(); ++k) rank += key_of(pairs[k]) < key ? 1u : 0u;
        out[rank] = pairs[i];
    }
}

} // namespace

PairSorter::Buckets PairSorter::choose_buckets(std::span<const PrimitivePair> pairs) {
    std::uint32_t lowest = pairs[0].a, highest = pairs[0].a;
    for (const PrimitivePair& pair : pairs) {
        lowest = std::min(lowest, pair.a);
        highest = std::max(highest, pair.a);
    }
    const int bits = static_cast<int>(std::bit_width(highest - lowest));
    const int wanted_bits = std::min(static_cast<int>(std::bit_width(pairs.size())), kMaxBits);
    const auto shift = static_cast<std::uint32_t>(std::max(0, bits - wanted_bits));
    return {lowest, shift, ((highest - lowest) >> shift) + 1};
}

// Writes the pairs to bucketed_, ordered by bucket, and the end of each bucket to ends_.
void PairSorter::distribute(std::span<const PrimitivePair> pairs, const Buckets& buckets) {
    if (bucketed_.size() < pairs.size()) bucketed_.resize(pairs.size());
    ends_.assign(buckets.count, 0);
    for (const PrimitivePair& pair : pairs) ++ends_[buckets.of(pair)];
    std::uint32_t before = 0;
    for (std::uint32_t& end : ends_) {
        const std::uint32_t size = end;
        end = before;
        before += size;
    }
    for (const PrimitivePair& pair : pairs) bucketed_[ends_[buckets.of(pair)]++] = pair;
}

void PairSorter::sort(std::span<PrimitivePair> io_pairs) {
    if (io_pairs.size() <= kMaxUnbucketed) return sort_by_key(io_pairs);
    distribute(io_pairs, choose_buckets(io_pairs));
    std::size_t begin = 0;
    for (const std::uint32_t end : ends_) {
        const std::span<PrimitivePair> bucket = std::span(bucketed_).subspan(begin, end - begin);
        if (bucket.size() > kMaxRankSort) {
            sort_by_key(bucket);
            std::copy(bucket.begin(), bucket.end(), io_pairs.begin() + static_cast<std::ptrdiff_t>(begin));
        } else {
            sort_bucket(bucket, io_pairs.data() + begin);
        }
        begin = end;
    }
}

} // namespace boxwood
