// What: stores which pairs of bodies are enabled: a default for all pairs, and the exceptions to it.
// Invariants: each exception is in the lists of both of its bodies (partners_). Each list is sorted.
// Cost: the degree of a body is the number of its exceptions. Testing a pair takes O(log degree) time, setting it
//     O(degree). Removing a body takes O(sum of the degrees of its partners) time. Memory is linear in the number of
//     exceptions and in the largest id that has had one since set_all().
// Oracle: a std::set of pairs (tests/collision/world/pair_filter_test.cpp).
#pragma once

#include "collision/core/ids.hpp"

#include <cstddef>
#include <vector>

namespace boxwood {

class PairFilter {
  public:
    bool is_enabled_by_default() const { return is_enabled_by_default_; }
    bool is_enabled(BodyPair pair) const { return has_exception(pair) != is_enabled_by_default_; }
    std::size_t exception_count() const { return exception_count_; }

    void set(BodyPair pair, bool is_enabled);
    void set_all(bool is_enabled); // sets the default; removes all exceptions
    void erase(BodyId body);       // removes the exceptions of this body

    // Visits the exceptions in ascending order.
    template <class Visit>
    void for_each_exception(Visit&& visit) const {
        for (BodyId a = 0; a < partners_.size(); ++a)
            for (const BodyId b : partners_[a])
                if (a < b) visit(BodyPair{a, b});
    }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.partners_, self.exception_count_, self.is_enabled_by_default_);
    }

  private:
    bool has_exception(BodyPair pair) const;

    std::vector<std::vector<BodyId>> partners_; // by body, sorted
    std::size_t exception_count_ = 0;
    bool is_enabled_by_default_ = true;
};

} // namespace boxwood
