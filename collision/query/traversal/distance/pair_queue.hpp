// What: queues of pairs of leaves and of pairs of triangles. The triangles are scattered in memory. The queues delay
//     the tests, so that prefetches of the triangles complete first.
// Cost: one copy of 3 pairs per 64 pairs of triangles.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/prefetch.hpp"
#include "collision/geometry/simd/triangle_lanes.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/volumes/simd/triangle_planes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace boxwood::detail {

// A queue of pairs of leaves. One leaf has two triangles, the other has one or two; a leaf with one triangle stores it
// twice. Calls test(leaves, pairs_of) with the removed entries. Bit 2 i + j of pairs_of[k] is set if triangle i of A
// and triangle j of B in entry k must be tested.
class LeafQueue {
  public:
    static constexpr std::size_t kMax = 16;

    LeafQueue(const MeshView& mesh_a, const MeshView& mesh_b)
        : mesh_a_(mesh_a)
        , mesh_b_(mesh_b) {}

    template <class Test>
    void add(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b, Test&& test) {
        const std::size_t more_a = in_a.size() - 1, more_b = in_b.size() - 1;
        TrianglePairs2x2& leaves = leaves_[count_];
        leaves = {{in_a[0], in_a[more_a]}, {in_b[0], in_b[more_b]}};
        pairs_of_[count_] = kPairsOfA[more_a] & kPairsOfB[more_b];
        for (std::size_t i = 0; i < 2; ++i) {
            prefetch(&mesh_a_.triangles[leaves.a[i]]);
            prefetch(&mesh_b_.triangles[leaves.b[i]]);
        }
        if (++count_ == kMax) finish(test);
    }
    template <class Test>
    void finish(Test&& test) {
        test(std::span<const TrianglePairs2x2>(leaves_).first(count_), pairs_of_.data());
        count_ = 0;
    }

  private:
    static constexpr std::array<std::uint32_t, 2> kPairsOfA{3u, 15u}, kPairsOfB{5u, 15u};

    MeshView mesh_a_, mesh_b_;
    std::array<TrianglePairs2x2, kMax> leaves_;
    std::array<std::uint32_t, kMax> pairs_of_;
    std::size_t count_ = 0;
};

// A queue of pairs of triangles. Calls test(pairs) with the removed pairs.
class PairQueue {
  public:
    PairQueue(const MeshView& mesh_a, const MeshView& mesh_b)
        : mesh_a_(mesh_a)
        , mesh_b_(mesh_b) {}

    // Adds the pairs (i, j) of two leaves with one or two triangles for which bit 2 i + j of `undecided` is set. No
    // branch depends on these bits.
    template <class Test>
    void add_undecided(const TrianglePairs2x2& leaves, std::uint32_t undecided, Test&& test) {
        for (std::uint32_t i = 0; i < 2; ++i)
            for (std::uint32_t j = 0; j < 2; ++j) {
                pairs_[count_] = {leaves.a[i], leaves.b[j]};
                count_ += undecided >> (2 * i + j) & 1u;
            }
        test_if_full(test);
    }
    template <class Test>
    void add(PrimitivePair pair, Test&& test) {
        prefetch(&mesh_a_.triangles[pair.a]);
        prefetch(&mesh_b_.triangles[pair.b]);
        pairs_[count_++] = pair;
        test_if_full(test);
    }
    template <class Test>
    void finish(Test&& test) {
        test(std::span<const PrimitivePair>(pairs_).first(count_));
        count_ = 0;
    }

  private:
    static constexpr std::size_t kBatch = 64, kMaxExcess = 3;
    static_assert(kBatch % TriangleLanes::kLanes == 0);

    // Tests kBatch pairs. The others stay in the queue.
    template <class Test>
    [[gnu::always_inline]] void test_if_full(Test&& test) {
        if (count_ < kBatch) return;
        test(std::span<const PrimitivePair>(pairs_).first(kBatch));
        count_ -= kBatch;
        std::copy_n(pairs_.begin() + kBatch, kMaxExcess, pairs_.begin());
    }

    MeshView mesh_a_, mesh_b_;
    std::array<PrimitivePair, kBatch + kMaxExcess> pairs_;
    std::size_t count_ = 0;
};

} // namespace boxwood::detail
