// What: which pairs of bodies may meet: a default for all, and the pairs that are not as the default has them.
// Invariants: exceptions are kept with both of their bodies, sorted.
// Cost: memory linear in the exceptions; setting and asking O(log + degree), removing a body O(sum of the degrees
//       of its partners), where degree is the number of exceptions of a body.
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
    void set_all(bool is_enabled); // the new default, without exceptions
    void erase(BodyId body);       // forgets the exceptions of this body

    // The exceptions in ascending order.
    template <class Visit>
    void for_each_exception(Visit&& visit) const {
        for (BodyId a = 0; a < partners_.size(); ++a)
            for (const BodyId b : partners_[a])
                if (a < b) visit(BodyPair{a, b});
    }

  private:
    bool has_exception(BodyPair pair) const;

    std::vector<std::vector<BodyId>> partners_; // by body, sorted
    std::size_t exception_count_ = 0;
    bool is_enabled_by_default_ = true;
};

} // namespace boxwood
