// What: gives random access to a query's visits. For each visit, it reconstructs the pair of nodes, the path to it, the
//     stack of pending pairs and the counters.
// Frame: none.
// Invariants: everything is derived from the visits. The stack is the traversal's stack at the time of the visit. The
//     counters include the visit. A query of wide hierarchies opens several pairs in one step; the stack then contains
//     the pending pairs in the order in which they were found. A distance query first searches for a contact, and then
//     for the closest primitives, possibly several times from different pairs. Each of these searches starts with
//     visits of kind volume_bound that have no parent, and with a new stack. The stack of a distance query also
//     contains pairs that are never opened, because a closer pair is found later or because the first descent to two
//     leaves skips them.
// Degenerate input: a truncated stream gives a shorter replay.
// Cost: construction takes one pass and 4 bytes per visit, plus 30 temporary bytes per visit for wide hierarchies and
//     distance queries. seek() replays at most kStride visits, which takes 10 us. This does not depend on the length of
//     the stream.
// Oracle: tests/engine/explain/visit_replay_test.cpp, with a separate recursive traversal.
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
    NodePair nodes;                // the nodes of the volume test, or the leaves of the two primitives
    QueryCounters counters;        // including this visit
    std::uint64_t contacts = 0;    // intersecting pairs of primitives found so far, including this visit
    std::vector<std::size_t> path; // the volume visits from the roots to the parent of this visit
    // The volume visits with pending pairs. The next one to be opened is the last one, except for wide hierarchies and
    // in searches for the closest primitives.
    std::vector<std::size_t> stack;
};

class VisitReplay {
  public:
    static constexpr std::size_t kNone = ~std::size_t{0};
    static constexpr std::size_t kStride = 1024; // visits between two stored states

    VisitReplay() = default;
    // `a` and `b`: the tables of the queried hierarchies. The tables and the visits must outlive this object.
    VisitReplay(std::span<const Visit> visits, const NodeTable& a, const NodeTable& b);

    std::size_t size() const { return visits_.size(); }
    bool is_empty() const { return visits_.empty(); }
    const Visit& operator[](std::size_t index) const { return visits_[index]; }
    const VisitMoment& seek(std::size_t index); // requires index < size(); valid until the next seek
    // The visit of the node pair that the query opened to make visit `index`; kNone for the root pair and for visits of
    // kind volume_bound that start a search.
    std::size_t parent(std::size_t index) const {
        return parents_[index] == kNoParent ? kNone : parents_[index];
    }

    // Jump targets; kNone if there is no such visit.
    std::size_t find_leaves(std::size_t after) const; // the next visit of two leaves that were not pruned
    // The next visit whose primitives intersect or, in a search for the closest primitives, are the closest pair so
    // far.
    std::size_t find_contact(std::size_t after) const;
    // For a distance query: the last visit before `index` whose primitives are the closest pair up to that visit.
    std::size_t closest_before(std::size_t index) const;
    // The first visit of kind volume_bound; size() if there is none.
    std::size_t first_bound() const { return first_bound_; }
    // The visit that pruned the largest number of pairs of primitives.
    std::size_t largest_rejected() const { return largest_rejected_; }
    // The next visit after `after` that tested this primitive of A (side 0) or B (side 1); after the last visit, the
    // search continues at the first one. If no visit tested the primitive, returns the deepest visit of a node that
    // contains it.
    std::size_t find_primitive(std::size_t side, std::uint32_t primitive, std::size_t after) const;
    // The number of pairs of primitives below the two nodes of a volume visit.
    std::uint64_t pairs_below(std::size_t volume_visit) const;

  private:
    static constexpr std::uint32_t kNoParent = ~std::uint32_t{0};

    // The state of the traversal between two visits.
    struct State {
        std::size_t next = 0; // visit
        QueryCounters counters;
        std::uint64_t contacts = 0;
        std::vector<std::uint32_t> stack;
        std::uint32_t opened = kNoParent; // the pair whose children or primitives are being visited
        std::uint64_t left = 0;           // number of these children or primitives that are not visited yet
        std::uint32_t tested = 2;         // number of child pairs: two, or four if both nodes are opened
    };

    void advance(State& io_state) const;
    // True if the query can open pairs in any order at this visit. find_parents() then finds the parent of the visit.
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
    std::vector<State> kept_; // the states before visits 0, kStride, 2 kStride, ...
    std::vector<std::uint32_t> parents_;
    std::size_t largest_rejected_ = kNone;
    VisitMoment moment_;
};

} // namespace boxwood
