// What: the coherence cache of a pair of meshes, passed from one query to the next: the nodes of the last contact, the
//     closest triangles, or a proof that the meshes stay separated for a while. For pairs that are queried repeatedly
//     while they move little.
// Frame: A's.
// Units: those of A's mesh.
// Invariants: the cache never changes whether two meshes intersect, nor any list of all pairs. The pair of triangles
//     that an any-contact query finds depends on the previous queries and on nothing else. A proof holds for one state
//     of two hierarchies (AnyHierarchy::revision), so refits and rebuilds invalidate it. The way is a guess that any
//     hierarchies may use: every node it leads to is tested.
//     Used by any-contact and all-contacts queries of wide hierarchies of AABBs that open the larger volume and are
//     neither recorded, logged nor parallel, and by all distance queries, which first measure the triangles that were
//     the closest. Other queries leave it unchanged.
// Degenerate input: after a motion of more than an eighth of a mesh's size nothing is proved; the query then costs the
//     same as one without a cache.
// Cost: 0.5 kB, plus 8 bytes per near pair, 512 near pairs at most. A query that a proof answers takes 0.1 us plus 10
//     ns per near pair.
// Source: [Klosowski 1998] section 4.4 (front tracking); [Verlet 1967] (pairs within a skin, valid while nothing
//     crosses it).
// Departs from the source: of a front only the lowest nodes above the last contact are stored, since four of five tests
//     of wide nodes end at the front itself. Separations are not tested again: the clearance is shown to exceed the
//     motion since the proof.
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
    // The lowest nodes on the path to the last contact, each stored at its depth modulo kLevels.
    struct Way {
        static constexpr std::uint32_t kLevels = 8;
        std::array<WideRows, kLevels> rows{};
        std::uint32_t depth = 0; // of the lowest
        bool is_known = false;
    };
    // Only the near pairs can intersect until a point of B has moved by more than `allowance` in A's frame.
    struct Separation {
        RelativePose from; // origin of the motion
        glm::dvec3 allowance{0.0};
        std::array<std::uint64_t, 2> revisions{}; // 0: nothing is proved
        std::vector<PrimitivePair> near;          // up to 512

        template <class Self, class Archive>
        static void visit_state(Self& self, Archive& archive) {
            archive(self.from, self.allowance, self.revisions, self.near);
        }
    };
    // How far ahead the next proof should reach; adapted to the cost and success of the previous ones.
    struct Outlook {
        double steps = 4.0;         // horizon of a proof, in multiples of the last motion
        std::uint32_t pause = 0;    // queries until the next attempt
        std::uint32_t failures = 0; // pauses since the last success
        std::uint64_t tests = 0;    // volume tests of the last query that proved nothing
    };

    Way way;
    PrimitivePair closest; // kNone: no pair within max_distance, or no distance query yet
    Separation separation;
    Outlook outlook;
    RelativePose last; // pose of the last query
    bool has_last = false, was_apart = false;

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.way, self.closest, self.separation, self.outlook, self.last, self.has_last,
                self.was_apart);
    }
};

} // namespace boxwood
