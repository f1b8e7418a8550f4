// What: pairs of triangles that wait to be tested: they lie anywhere in memory, and some are let gather until they are on
//     their way.
// Cost: a copy of what does not fill the lanes of a test, for each 64 pairs.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/prefetch.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/geometry/triangle_lanes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace boxwood::detail {

// test(pairs) is called with those that no longer wait.
class PairQueue {
  public:
    PairQueue(const MeshView& mesh_a, const MeshView& mesh_b)
        : mesh_a_(mesh_a)
        , mesh_b_(mesh_b) {}

    // All pairs of two leaves of one or two triangles, as most are: without a branch on how many.
    template <class Test>
    void add_leaves(std::span<const std::uint32_t> in_a, std::span<const std::uint32_t> in_b, Test&& test) {
        const std::size_t more_a = in_a.size() - 1, more_b = in_b.size() - 1;
        const std::uint32_t first_a = in_a[0], last_a = in_a[more_a], first_b = in_b[0],
                            last_b = in_b[more_b];
        prefetch(&mesh_a_.triangles[first_a]);
        prefetch(&mesh_a_.triangles[last_a]);
        prefetch(&mesh_b_.triangles[first_b]);
        prefetch(&mesh_b_.triangles[last_b]);
        PrimitivePair* const places = &pairs_[count_];
        places[0] = {first_a, first_b};
        places[1] = {first_a, last_b};
        places[1 + more_b] = {last_a, first_b};
        places[2 + more_b] = {last_a, last_b};
        count_ += in_a.size() * in_b.size();
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
    static constexpr std::size_t kFull = 64, kMostOver = 3;
    static_assert(kFull % TriangleLanes::kLanes == 0);

    // What does not fill lanes waits.
    template <class Test>
    [[gnu::always_inline]] void test_if_full(Test&& test) {
        if (count_ < kFull) return;
        test(std::span<const PrimitivePair>(pairs_).first(kFull));
        count_ -= kFull;
        std::copy_n(pairs_.begin() + kFull, kMostOver, pairs_.begin());
    }

    MeshView mesh_a_, mesh_b_;
    std::array<PrimitivePair, kFull + kMostOver> pairs_; // and what is written in vain
    std::size_t count_ = 0;
};

} // namespace boxwood::detail
