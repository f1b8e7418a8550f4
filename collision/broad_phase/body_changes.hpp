// What: what was asked of a broad phase between two updates: bodies in and out, bodies and pairs disabled and
//       enabled.
// Invariants: requests count in the order in which they came; removing a body forgets what was asked of it and
//             of its pairs. removed() and inserted() are sorted; a body removed and inserted again is in both.
// Cost: O(1) per request, plus the requests about pairs since the last update for each call of remove().
#pragma once

#include "collision/broad_phase/pair_set.hpp"

#include <cstdint>

namespace boxwood {

class BodyChanges {
  public:
    void insert(std::span<const BodyId> bodies);           // requires bodies that are not in
    void remove(std::span<const BodyId> bodies);           // requires bodies that are in
    void set_pair_enabled(BodyPair pair, bool is_enabled); // requires bodies that are in
    void set_body_enabled(BodyId body, bool is_enabled);   // requires a body that is in
    void set_all_pairs_enabled(bool is_enabled);

    // An update calls gather(), then reads what is to be done, then calls settle().
    void gather();
    void settle();

    std::span<const BodyId> removed() const { return removed_; }             // were in at the last update
    std::span<const std::uint8_t> is_removed() const { return is_removed_; } // by body, for removed()
    std::span<const BodyId> inserted() const { return inserted_; }           // are in now, anew
    std::span<const std::uint8_t> is_inserted() const { return is_inserted_; }
    std::span<const BodyPair> switched() const { return switched_; } // pairs perhaps enabled or disabled

    bool is_anything_asked() const {
        return !removed_.empty() || !inserted_.empty() || !switched_.empty() || has_switched_off_ ||
               has_switched_on_;
    }

    // Whether bodies, or all pairs, were perhaps switched off or on; and by body, for which on.
    bool are_all_switched() const { return was_all_switched_; }
    bool has_switched_off() const { return has_switched_off_; }
    bool has_switched_on() const { return has_switched_on_; }
    std::span<const std::uint8_t> is_switched_on() const { return is_switched_on_; }

    bool is_enabled(BodyPair pair) const {
        return is_body_enabled(pair.a) && is_body_enabled(pair.b) && is_pair_enabled(pair);
    }
    bool are_pairs_enabled_by_default() const { return is_enabled_by_default_; }
    const PairSet& exceptions() const { return exceptions_; } // pairs that are not as by default
    bool is_everything_enabled() const {
        return is_enabled_by_default_ && off_count_ == 0 && exceptions_.size() == 0;
    }
    bool is_body_enabled(BodyId body) const { return is_off_[body] == 0; } // requires a body that is in
    bool is_pair_enabled(BodyPair pair) const { return exceptions_.contains(pair) != is_enabled_by_default_; }
    bool is_live(BodyId body) const { return body < states_.size() && states_[body] != State::absent; }
    BodyId limit() const { return static_cast<BodyId>(states_.size()); } // greater than every id so far

  private:
    enum class State : std::uint8_t { absent, fresh, settled };
    struct Switch {
        BodyPair pair;
        bool is_enabled = true;
    };
    void gather_body_switches();

    std::vector<State> states_;
    std::vector<std::uint8_t> is_off_; // disabled bodies
    std::size_t off_count_ = 0;
    std::vector<BodyId> removed_, inserted_;
    std::vector<std::uint8_t> is_removed_, is_inserted_, is_switched_on_;
    std::vector<Switch> switches_;
    std::vector<BodyPair> switched_;
    std::vector<BodyId> body_switches_;
    bool has_switched_off_ = false, has_switched_on_ = false;
    bool is_enabled_by_default_ = true;
    bool was_all_switched_ = false;
    PairSet exceptions_; // pairs that are not as the default has them
};

} // namespace boxwood
