// What: the primitive tests of queries in order, with their answers. A query that replays the answers costs as much as
//     its traversal; the pairs alone, tested again, cost as much as the primitive tests (docs/library.md).
// Invariants: a replay must run the recorded queries in the same order; it then gives the same results. A query that
//     tests another pair, requests another kind of answer, or has more or fewer tests than the recorded one aborts the
//     process.
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
    beyond,     // separated by a plane, without a distance: not counted as a test
    farther,
    closer // of distances, relative to the closest so far
};

constexpr bool is_of_distance(PrimitiveAnswer answer) {
    return answer >= PrimitiveAnswer::beyond;
}

class PrimitiveTestRecord {
  public:
    void record() { // clears the record
        pairs_.clear();
        answers_.clear();
        closest_.clear();
        query_ends_.clear();
        rewind(false);
    }
    void replay() { rewind(true); } // from the first test
    bool is_replayed() const { return is_replayed_; }

    std::size_t size() const { return answers_.size(); }
    PrimitivePair pair(std::size_t i) const { return pairs_[i]; }
    PrimitiveAnswer answer(std::size_t i) const { return answers_[i]; }

    void add(PrimitivePair pair, PrimitiveAnswer answer, const TriangleDistance& found = {}) {
        pairs_.push_back(pair);
        answers_.push_back(answer);
        if (answer == PrimitiveAnswer::closer) closest_.push_back(found);
    }
    // The answer of the next test, which must match the recorded pair and kind.
    PrimitiveAnswer next(PrimitivePair pair, bool asks_for_distance) {
        BOXWOOD_REQUIRE(next_ < answers_.size() && pairs_[next_] == pair);
        BOXWOOD_REQUIRE(is_of_distance(answers_[next_]) == asks_for_distance);
        return answers_[next_++];
    }
    const TriangleDistance& next_closest() {
        BOXWOOD_REQUIRE(next_closest_ < closest_.size());
        return closest_[next_closest_++];
    }
    // Ends a query: records its number of tests, or checks that it replayed as many as were recorded.
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
    std::vector<TriangleDistance> closest_; // of the answers `closer`
    std::vector<std::size_t> query_ends_;   // indices into answers_
    std::size_t next_ = 0, next_closest_ = 0, next_query_ = 0;
    bool is_replayed_ = false;
};

} // namespace boxwood
