#include "collision/geometry/mesh_checks.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace boxwood {
namespace {

struct Arrays {
    std::vector<glm::vec3> positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<TriangleIndices> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}};
};

// The error message, or "" if the mesh passes.
template <class Change>
std::string message(Change&& change) {
    Arrays arrays;
    change(arrays);
    const Status status = check_mesh({arrays.positions, arrays.triangles});
    return status ? "" : status.error().message;
}

TEST(MeshChecks, errors_name_the_first_invalid_element) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(message([](Arrays&) {}), "");
    EXPECT_EQ(message([&](Arrays& m) { m.positions[3].y = nan; }), "vertex 3 (in triangle 1) is not finite");
    EXPECT_EQ(message([&](Arrays& m) { m.positions[2].z = -inf; }), "vertex 2 (in triangle 0) is not finite");
    EXPECT_EQ(message([&](Arrays& m) { m.positions.push_back({nan, 0, 0}); }), "vertex 4 is not finite");
    EXPECT_EQ(message([](Arrays& m) { m.positions[1].x = -1.5e12f; }),
              "vertex 1 (in triangle 0) has a coordinate beyond 1e12");
    EXPECT_EQ(message([](Arrays& m) { m.positions[1].x = kMaxCoordinate; }), "");
    for (const std::size_t corner : {0u, 1u, 2u})
        EXPECT_EQ(message([corner](Arrays& m) { m.triangles[2][corner] = 4; }),
                  "triangle 2 refers to vertex 4, but there are only 4 vertices");
    EXPECT_EQ(message([](Arrays& m) { m.triangles.clear(); }), "has no triangles");
    EXPECT_EQ(message([](Arrays& m) { m.positions.clear(); }),
              "triangle 0 refers to vertex 0, but there are only 0 vertices");
}

TEST(MeshChecks, degenerate_and_duplicate_triangles_pass) {
    EXPECT_EQ(message([](Arrays& m) { m.triangles[1] = {0, 0, 1}; }), "");
    EXPECT_EQ(message([](Arrays& m) { m.triangles[1] = m.triangles[0]; }), "");
}

// check_indices() uses only the number of positions, not their values.
TEST(MeshChecks, check_indices_ignores_the_values_of_positions) {
    Arrays arrays;
    arrays.positions[0].x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(check_indices({arrays.positions, arrays.triangles}));
    EXPECT_TRUE(check_indices({}));
    arrays.triangles[1][2] = 4;
    EXPECT_EQ(check_indices({arrays.positions, arrays.triangles}).error().message,
              "triangle 1 refers to vertex 4, but there are only 4 vertices");
}

} // namespace
} // namespace boxwood
