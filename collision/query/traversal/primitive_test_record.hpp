// What: the primitive tests of queries in their order, with their answers. A run that is told the answers costs what the
//       traversal costs; the pairs alone, tested again, cost what the primitive tests cost (docs/costs.md).
// Invariants: a replay must ask the queries that were recorded, in the same order: it then gives the same results. A query that
//     tests another pair, asks for another kind of answer, or ends before or after the recorded one ends the process.
// Cost: 12 bytes per test; a replay reads nine of them per test, in order.
// Source: algorithms of [van den Bergen 1997] section 5: cost per box test without timing each test, which distorts it.
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/ids.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"

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

class PrimitiveTestRecord {
  public:
    void record() { // from now on, anew
        pairs_.clear();
        answers_.clear();
        closest_.clear();
        query_ends_.clear();
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
    // The answer of the next test, which must be the one asked for.
    PrimitiveAnswer next(PrimitivePair pair, bool asks_for_distance) {
        BOXWOOD_REQUIRE(next_ < answers_.size() && pairs_[next_] == pair);
        BOXWOOD_REQUIRE(is_of_distance(answers_[next_]) == asks_for_distance);
        return answers_[next_++];
    }
    const TriangleDistance& next_closest() {
        BOXWOOD_REQUIRE(next_closest_ < closest_.size());
        return closest_[next_closest_++];
    }
    // A query is over: recorded, or answered by as many tests as were recorded.
    void end_query() {
        if (!is_replayed_) return query_ends_.push_back(answers_.size());
        BOXWOOD_REQUIRE(next_query_ < query_ends_.size() && query_ends_[next_query_] == next_);
        ++next_query_;
    }

  private:
    void rewind(bool is_replayed) {
        is_replayed_ = is_replayed;
        next_ = next_closest_ = next_query_ = 0;
    }

    std::vector<PrimitivePair> pairs_;
    std::vector<PrimitiveAnswer> answers_;
    std::vector<TriangleDistance> closest_; // of those that were closer
    std::vector<std::size_t> query_ends_;   // in answers_
    std::size_t next_ = 0, next_closest_ = 0, next_query_ = 0;
    bool is_replayed_ = false;
};

} // namespace boxwood
