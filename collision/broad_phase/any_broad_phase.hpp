// What: a broad phase selected by name at run time.
// Invariants: the invariants of broad_phase.hpp. A moved-from object can be destroyed, assigned to and moved from, and
//     settings() can be called; any other call ends the process.
// Cost: one virtual call per call of a member function, none per pair.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/core/result.hpp"
#include "collision/core/state_bytes.hpp"

#include <memory>

namespace boxwood {

class AnyBroadPhase {
  public:
    AnyBroadPhase(); // the first of list_broad_phases()
    ~AnyBroadPhase();
    AnyBroadPhase(AnyBroadPhase&&) noexcept;
    AnyBroadPhase& operator=(AnyBroadPhase&&) noexcept;

    std::string_view name() const;
    std::size_t max_bodies() const; // ids must be smaller than this
    void insert(std::span<const BodyId> bodies, std::span<const Aabb> boxes);
    void remove(std::span<const BodyId> bodies);
    void set_pair_enabled(BodyPair pair, bool is_enabled);
    void set_body_enabled(BodyId body, bool is_enabled);
    void set_body_fixed(BodyId body, bool is_fixed);
    void set_all_pairs_enabled(bool is_enabled);
    void configure(const BroadPhaseSettings& settings);
    void set_storage(PairStorage storage); // changes no other setting
    const BroadPhaseSettings& settings() const { return settings_; }
    void update(std::span<const Aabb> boxes);
    std::span<const ActivePair> pairs() const;
    const BroadPhaseEvents& events() const;
    BroadPhaseCounters counters() const;
    // For keyframes: saves everything that the next update depends on. After restore_state() with these bytes, this
    // broad phase behaves exactly as the saved one did after save_state().
    void save_state(StateWriter& writer) const;
    void restore_state(StateReader& reader); // requires a state of a broad phase with the same name

  private:
    friend Result<AnyBroadPhase> make_any_broad_phase(std::string_view name);
    class Base;
    template <BroadPhase Phase>
    class Holder;
    explicit AnyBroadPhase(std::unique_ptr<Base> base);
    Base& base() const;

    std::unique_ptr<Base> base_;
    BroadPhaseSettings settings_;
};

// The names that make_any_broad_phase accepts, in the order of all_broad_phases.hpp.
std::span<const std::string_view> list_broad_phases();

// Returns an empty broad phase, or an Error that lists the valid names.
Result<AnyBroadPhase> make_any_broad_phase(std::string_view name);

} // namespace boxwood
