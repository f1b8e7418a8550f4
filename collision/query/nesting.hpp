// What: whether a mesh, or a shell of it, lies inside a solid whose surface it does not meet.
// Frame: A's and B's meshes at their poses.
// Units: clearances in the units of the solid's mesh.
// Invariants: exact, like point_location.hpp: where no surfaces intersect, all of a shell lies where one vertex of it
//     lies. The cache never changes the answer.
// Cost: 0.2 us per query and 0.1 us per shell. A shell whose box is inside the solid's box costs the location of a point,
//     and its distance to the surface, which the cache then holds: 2 to 6 us, until the shell has moved by half of it.
// Oracle: the winding numbers of all vertices (tests/oracles/winding_oracle.hpp).
#pragma once

#include "collision/query/mesh_query.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace boxwood {

// The locations of points in the solid's frame, passed from one query of a pair of meshes to the next.
struct NestingCache {
    // All points of the ball have one location.
    struct Ball {
        glm::dvec3 center{0.0};
        double radius = -1.0;
        bool is_inside = false;
    };
    // Of the shells of one mesh in the other.
    struct Side {
        std::uint64_t revision = 0; // of the solid's hierarchy
        std::vector<Ball> balls;    // by shell, of the first kMaxBalls

        template <class Self, class Archive>
        static void visit_state(Self& self, Archive& archive) {
            archive(self.revision, self.balls);
        }
    };
    static constexpr std::size_t kMaxBalls = 64;
    std::array<Side, 2> sides; // of A in B, of B in A

    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.sides);
    }
};

namespace detail {

struct NestingAnswer {
    Nesting nesting = Nesting::none;
    glm::dvec3 point_w{0.0}; // a vertex of what lies inside
};

// Requires valid operands whose surfaces do not intersect; both have shells if one is solid. `cache` may be null.
NestingAnswer find_nesting(const MeshOperand& a, const MeshOperand& b, NestingCache* cache,
                           std::uint64_t& io_point_tests);

} // namespace detail
} // namespace boxwood
