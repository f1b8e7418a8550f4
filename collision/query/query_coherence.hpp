// What: the coherence cache of a pair of meshes, which is passed from one query to the next. It contains the nodes
//     above the last contact, the closest triangles of the last distance query and, if one was found, a proof that
//     during small motions only a short list of pairs of triangles (the near pairs) can intersect. It makes queries
//     faster for pairs that move little between queries.
// Frame: A's.
// Units: the units of A's mesh.
// Invariants: the cache never changes whether two meshes intersect, nor the list of all intersecting pairs. An
//     any-contact query can find another pair of triangles than without the cache; the pair depends only on this query
//     and the previous queries. A proof is valid for one state of two hierarchies (AnyHierarchy::revision), so refits
//     and rebuilds invalidate it. The stored path is only a guess: every node on it is tested again, so it is safe with
//     any hierarchies.
//     All distance queries use the cache: if the meshes do not intersect, the query first measures the triangles that
//     were closest in the last distance query. An any-contact or all-contacts query uses the cache only if both
//     hierarchies are of kind bvh8 with AABBs, the request has Descent::larger_volume and LeafTest::volume, and the
//     query is not recorded, logged or parallel; otherwise it leaves the cache unchanged. All-contacts queries use only
//     the proof.
// Degenerate input: after a motion of more than an eighth of the largest absolute coordinate of A's box, no proof is
//     attempted, and the query costs about as much as a query without a cache.
// Cost: 0.5 kB, plus 8 bytes per near pair. There are at most 512 near pairs. A query answered by a proof takes 0.1 us
//     plus 10 ns per near pair.
// Source: [Klosowski 1998] section 4.4 (front tracking); [Verlet 1967] (a list of pairs within a margin, valid while no
//     motion exceeds it).
// Departs from the source: instead of a front, only the lowest nodes on the path to the last contact are stored,
//     because four of five tests of wide nodes take place at the front itself. Separations are not tested again;
//     instead, the query checks that the motion since the proof is smaller than the clearance.
// Oracle: the query without a cache.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/query/traversal/distance/wide_stack.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace boxwood {

struct QueryCoherence {
    // The lowest kLevels rows that were opened on the path to the last contact. The index of a row is its depth modulo
    // kLevels.
    struct Path {
        static constexpr std::uint32_t kLevels = 8;
        std::array<WideRows, kLevels> rows{};
        std::uint32_t depth = 0; // depth of the lowest row
        bool is_known = false;
    };
    // While the motion of each point of B along each axis of A is at most `allowance`, only the near pairs can
    // intersect.
    struct Separation {
        RelativePose from; // pose from which the motion is measured
        glm::dvec3 allowance{0.0};
        std::array<std::uint64_t, 2> revisions{}; // of both hierarchies; 0 if nothing is proved
        std::vector<PrimitivePair> near;          // up to 512

        template <class Self, class Archive>
        static void visit_state(Self& self, Archive& archive) {
            archive(self.from, self.allowance, self.revisions, self.near);
        }
    };
    // Determines how large a motion the next proof should allow. Adapts to the cost and success of previous proofs.
    struct ProofHorizon {
        double steps = 4.0;         // horizon of a proof, in multiples of the last motion
        std::uint32_t pause = 0;    // number of queries to skip before the next attempt
        std::uint32_t failures = 0; // number of pauses since the last success, up to a limit
        std::uint64_t tests = 0;    // volume tests of the last query that no proof answered
    };

    Path path;
    PrimitivePair closest; // kNone if no pair is within max_distance, or before the first distance query
    Separation separation;
    ProofHorizon horizon;
    RelativePose last; // pose of the last query
    bool has_last = false, was_separated = false;

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.path, self.closest, self.separation, self.horizon, self.last, self.has_last,
                self.was_separated);
    }
};

} // namespace boxwood
