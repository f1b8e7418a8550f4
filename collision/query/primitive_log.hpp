// What: the primitive tests of queries in their order, with their answers. A run that is told the answers costs what the
//       traversal costs; the pairs alone, tested again, cost what the primitive tests cost (docs/costs.md).
// Invariants: a replay must ask the queries that were recorded, in the same order: it then gives the same results.
// Cost: 12 bytes per test; a replay reads one byte per test.
// Source: algorithms of [van den Bergen 1997] section 5: cost per box test without timing each test, which distorts it.
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/ids.hpp"
#include "collision/geometry/triangle_distance.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace boxwood {

enum class PrimitiveAnswer : std::uint8_t {
    apart,
    intersects, // of intersection tests
    beyond,     // told apart by a plane, without a distance: not counted as a test
    farther,
    closer // of distances, against the closest so far
};

constexpr bool is_of_distance(PrimitiveAnswer answer) {
    return answer >= PrimitiveAnswer::beyond;
}

class PrimitiveLog {
  public:
    void record() { // from now on, anew
        pairs_.clear();
        answers_.clear();
        closest_.clear();
        rewind(false);
    }
    void replay() { rewind(true); } // from the first
    bool is_replayed() const { return is_replayed_; }

    std::size_t size() const { return answers_.size(); }
    PrimitivePair pair(std::size_t i) const { return pairs_[i]; }
    PrimitiveAnswer answer(std::size_t i) const { return answers_[i]; }

    void add(PrimitivePair pair, PrimitiveAnswer answer, const TriangleDistance& found = {}) {
        pairs_.push_back(pair);
        answers_.push_back(answer);
        if (answer == PrimitiveAnswer::closer) closest_.push_back(found);
    }
    PrimitiveAnswer next() {
        BOXWOOD_REQUIRE(next_ < answers_.size()); // the log is of this very query
        return answers_[next_++];
    }
    const TriangleDistance& next_closest() { return closest_[next_closest_++]; }

  private:
    void rewind(bool is_replayed) {
        is_replayed_ = is_replayed;
        next_ = next_closest_ = 0;
    }

    std::vector<PrimitivePair> pairs_;
    std::vector<PrimitiveAnswer> answers_;
    std::vector<TriangleDistance> closest_; // of those that were closer
    std::size_t next_ = 0, next_closest_ = 0;
    bool is_replayed_ = false;
};

} // namespace boxwood
