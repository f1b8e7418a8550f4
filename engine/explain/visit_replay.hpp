// What: random access to a query's visits: for each visit the pair of nodes, the path to it, the pending stack and the
//     counters.
// Frame: none.
// Invariants: everything is derived from the visits. The stack at a visit is the traversal's own at that moment; the
//     counters include this visit. The query of a wide hierarchy opens some pairs at once: there the stack is the
//     pending pairs in the order in which they were found.
//     A distance query first searches a contact, then for the closest primitives: more than once, from other pairs. A
//     bound whose pair no earlier one opened has no parent and begins a new stack. The stack holds the pairs that are
//     still to be opened or, as they are farther than what was found meanwhile, dropped; of the first descent to two
//     leaves also those that it leaves aside.
// Degenerate input: a truncated stream gives a shorter replay.
// Cost: building takes one pass and 4 bytes per visit, plus 30 temporary bytes for wide nodes; seek replays at most
//     kStride visits: 10 us, whatever the stream's length.
// Oracle: tests/engine/explain/visit_replay_test.cpp, by a recursive traversal of its own.
#pragma once

#include "collision/query/traversal/visit_counters.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

#include <optional>
#include <span>
#include <vector>

namespace boxwood {

struct NodePair {
    std::uint32_t a = 0, b = 0;
    friend bool operator==(const NodePair&, const NodePair&) = default;
};

struct VisitMoment {
    std::size_t index = 0;
    Visit visit;
    NodePair nodes;                 // of the volume test, or the leaves of the primitives
    QueryCounters counters;         // including this visit
    std::uint64_t contacts = 0;     // intersecting primitives, including this visit
    std::vector<std::size_t> way;   // the volume visits that led here, from the root's
    std::vector<std::size_t> stack; // the volume visits whose pairs are still to be opened, the next one last
};

class VisitReplay {
  public:
    static constexpr std::size_t kNone = ~std::size_t{0};
    static constexpr std::size_t kStride = 1024; // visits between two stored states

    VisitReplay() = default;
    // The tables are of the queried hierarchies; they and the visits must outlive this.
    VisitReplay(std::span<const Visit> visits, const NodeTable& a, const NodeTable& b);

    std::size_t size() const { return visits_.size(); }
    bool is_empty() const { return visits_.empty(); }
    const Visit& operator[](std::size_t index) const { return visits_[index]; }
    const VisitMoment& seek(std::size_t index); // requires index < size(); valid until the next seek
    // The visit whose pair was opened into this one; none for the root and for bounds.
    std::size_t parent(std::size_t index) const {
        return parents_[index] == kNoParent ? kNone : parents_[index];
    }

    // Jump targets; kNone if there is none.
    std::size_t find_leaves(std::size_t after) const;  // the next visit of two leaves that overlap
    // The next two primitives that intersect, or are the closest so far.
    std::size_t find_contact(std::size_t after) const;
    // Of a distance query: the last visit before `index` whose primitives are the closest so far.
    std::size_t closest_before(std::size_t index) const;
    std::size_t first_bound() const { return first_bound_; }           // size() if there is none
    std::size_t largest_rejected() const { return largest_rejected_; } // most pairs of primitives pruned
    // The next visit after `after`, wrapping around to the start, that tested this primitive of A (side 0) or B (1); if
    // there is none, the deepest visit of a volume that contains it.
    std::size_t find_primitive(std::size_t side, std::uint32_t primitive, std::size_t after) const;
    std::uint64_t pairs_below(std::size_t volume_visit) const; // of primitives

  private:
    static constexpr std::uint32_t kNoParent = ~std::uint32_t{0};

    // The state of the traversal between two visits.
    struct State {
        std::size_t next = 0; // visit
        QueryCounters counters;
        std::uint64_t contacts = 0;
        std::vector<std::uint32_t> stack;
        std::uint32_t opened = kNoParent; // the pair whose children or primitives are being visited
        std::uint64_t left = 0;           // number of them still to come
        std::uint32_t tested = 2;         // children tested at once: four where both nodes are opened
    };

    void advance(State& io_state) const;
    bool is_in_any_order(std::size_t index) const { return is_wide_ || index >= first_bound_; }
    void advance_stack(State& io_state, std::uint32_t index) const;
    void advance_wide_stack(State& io_state, std::uint32_t index) const;
    void advance_distance_stack(State& io_state, std::uint32_t index) const;
    void open_next(State& io_state) const;
    const NodeTable& table(std::size_t side) const { return side == 0 ? *a_ : *b_; }
    bool are_leaves(const Visit& visit) const;

    std::span<const Visit> visits_;
    const NodeTable *a_ = nullptr, *b_ = nullptr;
    bool is_wide_ = false;
    std::size_t first_bound_ = 0;
    std::vector<State> kept_; // before visits 0, kStride, 2 kStride ...
    std::vector<std::uint32_t> parents_;
    std::size_t largest_rejected_ = kNone;
    VisitMoment moment_;
};

} // namespace boxwood
