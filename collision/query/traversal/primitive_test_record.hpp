// What: a record of the primitive tests of a sequence of queries, in order, with the answers of the tests. It makes it
//     possible to time the traversal and the primitive tests separately (docs/library.md). Timing each test would
//     distort these times. A query that replays the answers takes the time of the traversal. Repeating only the tests
//     of the recorded pairs takes the time of the primitive tests.
// Invariants: a replay must run the recorded queries in the same order; it then gives the same results. The process
//     aborts if a query tests another pair, needs another kind of answer, or has more or fewer tests than recorded.
// Cost: 9 bytes per test, 8 per query and 56 per answer `closer`; a replay reads them in order.
// Source: [van den Bergen 1997] section 5, for the cost per box test.
#pragma once

#include "collision/core/check.hpp"
#include "collision/core/ids.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace boxwood {

enum class PrimitiveAnswer : std::uint8_t {
    // Answers of intersection tests.
    disjoint,
    intersects,
    // Answers of distance tests, relative to the closest pair so far.
    beyond, // rejected by ClosestFrame; no distance was computed, so it does not count as a test
    farther,
    closer
};

constexpr bool is_distance_answer(PrimitiveAnswer answer) {
    return answer >= PrimitiveAnswer::beyond;
}

class PrimitiveTestRecord {
  public:
    void start_recording() { // clears the record
        pairs_.clear();
        answers_.clear();
        closest_.clear();
        query_ends_.clear();
        rewind(false);
    }
    void start_replay() { rewind(true); } // starts at the first test
    bool is_replayed() const { return is_replayed_; }

    std::size_t size() const { return answers_.size(); }
    PrimitivePair pair(std::size_t i) const { return pairs_[i]; }
    PrimitiveAnswer answer(std::size_t i) const { return answers_[i]; }

    void add(PrimitivePair pair, PrimitiveAnswer answer, const TriangleDistance& found = {}) {
        pairs_.push_back(pair);
        answers_.push_back(answer);
        if (answer == PrimitiveAnswer::closer) closest_.push_back(found);
    }
    // Returns the answer of the next test. The pair and the kind of answer must match the record.
    PrimitiveAnswer next(PrimitivePair pair, bool is_distance_test) {
        BOXWOOD_REQUIRE(next_ < answers_.size() && pairs_[next_] == pair);
        BOXWOOD_REQUIRE(is_distance_answer(answers_[next_]) == is_distance_test);
        return answers_[next_++];
    }
    const TriangleDistance& next_closest() {
        BOXWOOD_REQUIRE(next_closest_ < closest_.size());
        return closest_[next_closest_++];
    }
    // Ends a query. While recording, stores where the tests of the query end. During a replay, checks that the query
    // ends at the recorded test.
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
    std::vector<TriangleDistance> closest_; // one for each answer `closer`
    std::vector<std::size_t> query_ends_;   // indices into answers_
    std::size_t next_ = 0, next_closest_ = 0, next_query_ = 0;
    bool is_replayed_ = false;
};

} // namespace boxwood
