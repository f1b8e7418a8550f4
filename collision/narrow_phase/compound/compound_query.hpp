// What: finds the convex parts of two compounds that touch and the parts that are closest, by branch and bound over
//     their hull hierarchies.
// Frame: points are in the frame of object A (suffix _a); a_from_b is rigid.
// Invariants: the contacts, and the closest parts if wants_closest is true, equal the results of testing every part of
//     A against every part of B. Contacts are sorted by part numbers. If several pairs of parts are equally close, the
//     pair with the lowest part numbers is returned.
// Degenerate input: handled by the narrow phase that the caller supplies.
// Cost: one narrow phase query per visited pair of nodes. A pair is opened if its hulls are no farther from each other
//     than the closest parts found so far, within the error bounds. Opening it visits the pairs of one node with the
//     children of the other. If wants_closest is false, only pairs of nodes whose hulls are in contact within these
//     bounds are opened. A node with a stale hull is opened without a test; the pairs with its children are tested in
//     the order of the distances between their bounding spheres. Features are cached per pair of nodes. A query
//     discards the cache entries of pairs that it does not visit.
// Source: [Cohen 1995] section 3.
// Oracle: tests/parts/compound_query_test.cpp, all pairs of parts.
#pragma once

#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/compound/compound_side.hpp"

#include <vector>

namespace boxwood {

using FindClosest = ClosestFeatures (*)(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                        FeaturePair& io_cache);

struct PartsQuery {
    FindClosest find_closest = nullptr;
    bool wants_closest = true; // if false, nodes with certainly disjoint hulls are not opened
};

// The result for one pair of parts.
struct PartPair {
    std::uint32_t part_a = kNone, part_b = kNone;
    ClosestFeatures closest; // points in A's frame, features of the two parts
    FeaturePair start;       // features at which the query of these parts started
};

struct PartsCounters {
    std::uint64_t node_pairs = 0; // all narrow phase queries
    std::uint64_t part_pairs = 0; // narrow phase queries between parts
    std::uint64_t iterations = 0;
    std::uint64_t fallbacks = 0;
};

struct CompoundResult {
    ContactStatus status = ContactStatus::disjoint; // most severe of all contacts
    // If the compounds are disjoint, the closest parts; otherwise the first entry of `contacts` with `status`. If the
    // compounds are disjoint and wants_closest is false, the parts are kNone and the distance is a lower bound. If
    // self_collide() has no pair to test (a single part, or all pairs disabled), the parts are kNone and the distance
    // is infinite.
    PartPair closest;
    bool is_lower_bound = false;    // true if closest.closest.distance is only a lower bound
    std::vector<PartPair> contacts; // every pair of parts in contact, sorted
    PartsCounters counters;
};

// The cache of one pair of objects: the features of all node pairs that the last query visited.
class PartsCache {
  public:
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }
    void clear() { entries_.clear(); }

    struct Entry {
        std::uint64_t key = 0; // node of A in the upper 32 bits, node of B in the lower
        FeaturePair features;
    };
    FeaturePair find(std::uint64_t key) const; // default features if the key is absent
    void swap(std::vector<Entry>& io_sorted) { entries_.swap(io_sorted); }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.entries_);
    }

  private:
    std::vector<Entry> entries_; // sorted by key
};

// Scratch memory that queries reuse; one per thread.
struct PartsScratch {
    struct NodePair {
        double lower_bound = 0.0;
        std::uint32_t a = 0, b = 0;
        // True if the bound is the distance of the bounding spheres and the hulls are not yet tested.
        bool is_sphere_bound = false;
    };
    std::vector<NodePair> open; // a heap with the nearest pair first
    std::vector<PartsCache::Entry> visited;
};

void query_parts(const CompoundSide& a, const CompoundSide& b, const Pose& a_from_b, const PartsQuery& query,
                 PartsCache& io_cache, PartsScratch& io_scratch, CompoundResult& out_result);

// Tests the parts of one object against each other, except for the disabled pairs of its hierarchy.
void self_collide(const HullHierarchyState& object, const PartsQuery& query, PartsCache& io_cache,
                  PartsScratch& io_scratch, CompoundResult& out_result);

} // namespace boxwood
