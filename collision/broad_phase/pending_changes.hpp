// What: the requests to a broad phase between two updates: bodies that are inserted, removed, fixed or no longer fixed,
//     and bodies and pairs that are enabled or disabled.
// Invariants: requests take effect in the order of the calls. Removing a body discards the requests for it and for
//     its pairs. removed() and inserted() are sorted; a body that is removed and inserted again is in both.
// Cost: O(1) time per request; each call of remove() adds O(requests for pairs since the last update) time. gather()
//     takes O(limit()) time, plus the time to sort the inserted and the removed bodies, and one pass over exceptions()
//     if bodies were removed.
#pragma once

#include "collision/broad_phase/pairs/pair_set.hpp"
#include "collision/volumes/aabb.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

class PendingChanges {
  public:
    static constexpr BodyId kMaxBodyId = BodyId{1} << 24; // ids are dense: memory grows with the largest id

    // Preconditions are checked in every build type.
    void insert(std::span<const BodyId> bodies);           // requires ids below kMaxBodyId, not live
    void remove(std::span<const BodyId> bodies);           // requires live bodies
    void set_pair_enabled(BodyPair pair, bool is_enabled); // requires live bodies and a < b
    void set_body_enabled(BodyId body, bool is_enabled);   // requires a live body
    void set_body_fixed(BodyId body, bool is_fixed);       // requires a live body
    void set_all_pairs_enabled(bool is_enabled);

    // An update calls gather(), reads the changes, and then calls settle(). `boxes` must have at least limit()
    // elements, and the box boxes[body] of every live body must be neither empty nor NaN. The functions from removed()
    // to is_switched_on() are valid between these two calls.
    void gather(std::span<const Aabb> boxes);
    void settle();

    std::span<const BodyId> removed() const { return removed_; }             // live at the last update
    std::span<const std::uint8_t> is_removed() const { return is_removed_; } // indexed by body, for removed()
    std::span<const BodyId> inserted() const { return inserted_; }           // bodies that are live and new
    std::span<const std::uint8_t> is_inserted() const { return is_inserted_; }
    std::span<const BodyPair> switched() const { return switched_; } // pairs of set_pair_enabled()

    bool has_requests() const {
        return !removed_.empty() || !inserted_.empty() || !switched_.empty() || has_switched_off_ ||
               has_switched_on_;
    }

    // The next four functions describe only requests for bodies and for all pairs, not for single pairs.
    // was_default_set() is true if set_all_pairs_enabled() was called. has_switched_off() is true if pairs of at least
    // one body may have been disabled; has_switched_on(), if pairs may have been enabled. is_switched_on() is nonzero
    // for each body whose pairs may have been enabled.
    bool was_default_set() const { return was_default_set_; }
    bool has_switched_off() const { return has_switched_off_; }
    bool has_switched_on() const { return has_switched_on_; }
    std::span<const std::uint8_t> is_switched_on() const { return is_switched_on_; }

    bool is_enabled(BodyPair pair) const {
        const unsigned a = exclusions_[pair.a], b = exclusions_[pair.b];
        return ((a | b) & kDisabled) == 0 && (a & b & kFixed) == 0 && is_pair_enabled(pair);
    }
    bool are_pairs_enabled_by_default() const { return is_enabled_by_default_; }
    const PairSet& exceptions() const { return exceptions_; } // pairs that differ from the default
    bool is_everything_enabled() const {
        return is_enabled_by_default_ && disabled_count_ == 0 && fixed_count_ < 2 && exceptions_.size() == 0;
    }
    // The next two functions require a live body.
    bool is_body_enabled(BodyId body) const { return (exclusions_[body] & kDisabled) == 0; }
    bool is_body_fixed(BodyId body) const { return (exclusions_[body] & kFixed) != 0; }
    bool is_pair_enabled(BodyPair pair) const { return exceptions_.contains(pair) != is_enabled_by_default_; }
    bool is_live(BodyId body) const { return body < states_.size() && states_[body] != State::absent; }
    // Greater than every id that was ever inserted.
    BodyId limit() const { return static_cast<BodyId>(states_.size()); }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.states_, self.exclusions_, self.disabled_count_, self.fixed_count_, self.removed_,
                self.inserted_, self.switches_, self.newly_excluded_, self.newly_allowed_,
                self.is_enabled_by_default_, self.was_default_set_, self.exceptions_);
    }

  private:
    void require_boxes(std::span<const Aabb> boxes) const;
    enum class State : std::uint8_t { absent, fresh, settled };
    struct Switch {
        BodyPair pair;
        bool is_enabled = true;
    };
    // Flags that exclude pairs: a disabled body forms no pair, and two fixed bodies form no pair.
    static constexpr std::uint8_t kDisabled = 1, kFixed = 2;
    void set_exclusion(BodyId body, std::uint8_t flag, bool is_set, std::size_t& io_count);
    void gather_body_switches();

    std::vector<State> states_;
    std::vector<std::uint8_t> exclusions_; // by body
    std::size_t disabled_count_ = 0, fixed_count_ = 0;
    std::vector<BodyId> removed_, inserted_;
    std::vector<std::uint8_t> is_removed_, is_inserted_, is_switched_on_;
    std::vector<Switch> switches_;
    std::vector<BodyPair> switched_;
    std::vector<BodyId> newly_excluded_, newly_allowed_; // disabled or fixed; enabled or no longer fixed
    bool has_switched_off_ = false, has_switched_on_ = false;
    bool is_enabled_by_default_ = true;
    bool was_default_set_ = false;
    PairSet exceptions_; // pairs that differ from the default
};

} // namespace boxwood
