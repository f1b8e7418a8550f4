// What: what a query of two meshes leaves for the next one of the same two: where they were in contact, which triangles were
//     the closest, or a proof that they stay apart for a while. For pairs that are asked again and again while they move little.
// Frame: A's.
// Units: those of A's mesh.
// Invariants: never changes whether two meshes intersect, nor any list of all pairs. Which pair of triangles a query for any
//     contact finds depends on the queries before, and on nothing else. A proof holds for one state of two hierarchies
//     (AnyHierarchy::revision), so that refits and rebuilds end it by themselves; the way is a guess, good for whatever
//     hierarchies come, and all that it leads to is tested.
//     Used by queries of wide hierarchies of aligned boxes for any contact, or for all, that open the larger volume and are
//     neither recorded, logged nor divided; and by all queries for distances, which begin with the distance of the triangles
//     that were the closest. Others leave it as it is.
// Degenerate input: after a motion of more than an eighth of a mesh's size nothing is proved; what a query costs then is that
//     of one without a memory.
// Cost: 0.5 kB, and 8 bytes for each near pair, of which there are 512 at most. A query that a proof answers: 0.1 us, and 10 ns for each near pair.
// Source: [Klosowski 1998] section 4.4 (front tracking); [Verlet 1967] (pairs within a skin, kept while nothing crosses it).
// Departs from the source: of a front only the lowest nodes above the last contact are kept, since four of five tests of wide
//     nodes end at the front itself; what separates is not tested again but shown to reach further than the motion since.
// Oracle: the query without a memory.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/query/traversal/wide_stack.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace boxwood {

struct QueryCoherence {
    // Of the nodes that led to the last contact the lowest, each at its depth modulo kLevels.
    struct Way {
        static constexpr std::uint32_t kLevels = 8;
        std::array<WideRows, kLevels> rows{};
        std::uint32_t depth = 0; // of the lowest
        bool is_known = false;
    };
    // No triangles but the near pairs intersect until a point of B has moved by `allowance` in A's frame.
    struct Separation {
        RelativePose from; // where the motion is counted from
        glm::dvec3 allowance{0.0};
        std::array<std::uint64_t, 2> revisions{}; // 0: nothing is proved
        std::vector<PrimitivePair> near;          // up to 512
    };
    // How far ahead proofs are to reach, by what has become of the last ones.
    struct Outlook {
        double steps = 4.0;         // times the last motion
        std::uint32_t pause = 0;    // queries until the next try
        std::uint32_t failures = 0; // pauses since the last success
        std::uint64_t tests = 0;    // of volumes, of the last query that proved nothing
    };

    Way way;
    PrimitivePair closest; // kNone: nothing was near enough, or asked
    Separation separation;
    Outlook outlook;
    RelativePose last; // pose of the last query
    bool has_last = false, was_apart = false;
};

} // namespace boxwood
