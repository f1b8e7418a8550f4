// What: decides whether a mesh or one of its shells lies inside a solid, if the surfaces do not intersect.
// Frame: the world; cached balls are in the frame of the solid's mesh.
// Units: clearances in the units of the solid's mesh.
// Invariants: exact, as in point_location.hpp: if no surfaces intersect, a shell is inside the solid iff any of its
//     vertices is inside. The cache never changes the answer.
// Cost: 0.2 us per query and 0.1 us per shell. If the box of a shell is inside the solid's box, it takes 2 to 6 us more
//     to locate a point and to measure its distance to the surface. The cache saves this additional time until the
//     shell has moved by at least about half of that distance.
// Oracle: the winding numbers of all vertices (tests/oracles/winding_oracle.hpp).
#pragma once

#include "collision/query/mesh_query.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace boxwood {

// Balls that do not intersect the surface of a solid, in the solid's frame. The cache is passed from one query of a
// pair of meshes to the next.
struct NestingCache {
    // All points of the ball are inside the solid, or all are outside.
    struct Ball {
        glm::dvec3 center{0.0};
        double radius = -1.0;
        bool is_inside = false;
    };
    // One ball for each shell of one mesh, in the frame of the other mesh.
    struct Side {
        std::uint64_t revision = 0; // revision of the solid's hierarchy
        std::vector<Ball> balls;    // for the first kMaxBalls shells

        template <class Self, class Archive>
        static void visit_state(Self& self, Archive& archive) {
            archive(self.revision, self.balls);
        }
    };
    static constexpr std::size_t kMaxBalls = 64;
    std::array<Side, 2> sides; // A in B, B in A

    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.sides);
    }
};

namespace detail {

struct NestingAnswer {
    Nesting nesting = Nesting::none;
    glm::dvec3 point_w{0.0}; // a vertex of the inner mesh
};

// Requires valid operands with surfaces that do not intersect. If one of the operands is solid, both need shells.
// `cache` can be null.
NestingAnswer find_nesting(const MeshOperand& a, const MeshOperand& b, NestingCache* cache,
                           std::uint64_t& io_point_tests);

} // namespace detail
} // namespace boxwood
