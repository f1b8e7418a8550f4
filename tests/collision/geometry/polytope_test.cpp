#include "collision/geometry/polytope/polytope.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using test::Solid;

glm::dvec3 point(const Polytope& p, std::uint32_t v) {
    return glm::dvec3(p.positions()[v]);
}

// Checks the invariants stated in polytope.hpp for faces, edges and volume. expect_cyclic() checks the vertices.
void expect_valid(const Polytope& p) {
    ASSERT_EQ(p.positions().size() + p.faces().size(), p.edges().size() + 2);
    const double error_bound = 1e-14 * p.extent() + p.flatness();
    for (std::uint32_t f = 0; f < p.faces().size(); ++f) {
        const Polytope::Face& face = p.faces()[f];
        EXPECT_NEAR(glm::length(face.normal), 1.0, 1e-14);
        double highest = -std::numeric_limits<double>::infinity();
        for (const std::uint32_t v : p.face_vertices(f))
            highest = std::fmax(highest, glm::dot(face.normal, point(p, v)));
        EXPECT_NEAR(highest, face.offset, 1e-14 * p.extent());
        for (std::uint32_t v = 0; v < p.positions().size(); ++v)
            EXPECT_LE(glm::dot(face.normal, point(p, v)), face.offset + 8.0 * error_bound);
        const std::span<const std::uint32_t> around = p.face_vertices(f);
        for (std::size_t k = 0; k < around.size(); ++k) {
            const std::uint32_t tail = around[k], head = around[(k + 1) % around.size()];
            const Polytope::Edge& edge = p.edges()[p.face_edges(f)[k]];
            const bool runs_forwards = edge.tail == tail && edge.head == head && edge.left == f;
            const bool runs_backwards = edge.tail == head && edge.head == tail && edge.right == f;
            EXPECT_TRUE(runs_forwards || runs_backwards) << "face " << f << " side " << k;
            const Polytope::SidePlane& side = p.face_sides(f)[k];
            EXPECT_EQ(side.normal, runs_forwards ? edge.out_of_left : edge.out_of_right);
            for (const std::uint32_t v : p.face_vertices(f))
                EXPECT_LE(glm::dot(side.normal, point(p, v)), side.offset + 8.0 * error_bound);
        }
    }
    for (const Polytope::Edge& edge : p.edges()) {
        EXPECT_NEAR(glm::distance(point(p, edge.tail) + edge.length * edge.direction, point(p, edge.head)),
                    0.0, 1e-14 * p.extent());
        EXPECT_NEAR(glm::dot(edge.out_of_left, edge.direction), 0.0, 1e-14);
        EXPECT_NEAR(glm::dot(edge.out_of_left, p.faces()[edge.left].normal), 0.0, 1e-14);
        EXPECT_NEAR(glm::dot(edge.out_of_right, p.faces()[edge.right].normal), 0.0, 1e-14);
    }
    EXPECT_GT(p.volume(), 0.0);
}

// Expects the edges of each vertex in counterclockwise order, seen from outside. If two successive edges are directed
// away from the vertex, the face between them is to the left of the first and to the right of the second.
void expect_cyclic(const Polytope& p) {
    for (std::uint32_t v = 0; v < p.positions().size(); ++v) {
        const auto edges = p.vertex_edges(v);
        ASSERT_GE(edges.size(), 3u);
        ASSERT_EQ(std::count_if(p.edges().begin(), p.edges().end(),
                                [v](const Polytope::Edge& e) { return e.tail == v || e.head == v; }),
                  static_cast<std::ptrdiff_t>(edges.size()));
        for (std::size_t k = 0; k < edges.size(); ++k) {
            const Polytope::Edge& edge = p.edges()[edges[k]];
            const Polytope::Edge& next = p.edges()[edges[(k + 1) % edges.size()]];
            const bool is_out = edge.tail == v, next_is_out = next.tail == v;
            EXPECT_EQ(is_out ? edge.left : edge.right, next_is_out ? next.right : next.left);
            EXPECT_EQ(p.vertex_neighbors(v)[k], is_out ? edge.head : edge.tail);
            EXPECT_EQ(p.vertex_directions(v)[k], is_out ? edge.direction : -edge.direction);
        }
    }
}

TEST(PolytopeTest, PolytopesOfValidSolidsSatisfyTheInvariants) {
    std::mt19937 random(7);
    std::vector<Solid> solids{test::box({1, 2, 3}),         test::box({1, 1, 1e-6f}),
                              test::box({1e-3f, 1, 1e-6f}), test::tetrahedron(),
                              test::sphere(5, 2),           test::sphere(25, 20, 3.0f),
                              test::prism(3, 1, 1),         test::prism(50, 2, 1e-3f),
                              test::bipyramid(7, 1, 4),     test::bipyramid(12, 1e3f, 1e-3f)};
    for (int k = 0; k < 20; ++k)
        solids.push_back(test::random_hull(random, 20, 1 << 20, glm::vec3(0x1p-20f)));
    for (int k = 0; k < 20; ++k) solids.push_back(test::random_hull(random, 12, 2, glm::vec3(1.0f)));
    for (int k = 0; k < 20; ++k)
        solids.push_back(test::random_hull(random, 12, 1 << 16, {0x1p-16f, 0x1p-16f, 0x1p-36f}));
    for (std::size_t k = 0; k < solids.size(); ++k) {
        SCOPED_TRACE("solid " + std::to_string(k));
        const Polytope p = test::polytope_of(solids[k]);
        EXPECT_EQ(p.positions().size(), solids[k].positions.size());
        EXPECT_EQ(p.faces().size(), solids[k].faces.size());
        expect_valid(p);
        expect_cyclic(p);
    }
}

TEST(PolytopeTest, VolumesCentroidsAndRadiiOfKnownSolidsAreRight) {
    const Polytope box = test::polytope_of(test::box({1, 2, 3}, {10, 0, 0}));
    EXPECT_DOUBLE_EQ(box.volume(), 48.0);
    EXPECT_NEAR(glm::distance(box.centroid(), glm::dvec3(10, 0, 0)), 0.0, 1e-13);
    EXPECT_NEAR(box.radius(), std::sqrt(14.0), 1e-13);
    EXPECT_NEAR(box.inner_radius(), 1.0, 1e-13);
    EXPECT_NEAR(box.extent(), std::sqrt(121.0 + 4.0 + 9.0), 1e-13);
    EXPECT_EQ(box.flatness(), 0.0);
    const Polytope corner = test::polytope_of(test::tetrahedron(2.0f));
    EXPECT_NEAR(corner.volume(), 8.0 / 6.0, 1e-15);
    EXPECT_NEAR(glm::distance(corner.centroid(), glm::dvec3(0.5)), 0.0, 1e-15);
}

TEST(PolytopeTest, TrianglesCoverTheFaces) {
    const Polytope p = test::polytope_of(test::prism(9, 1, 1));
    std::vector<double> area(p.faces().size(), 0.0);
    double volume = 0.0;
    for (std::uint32_t t = 0; t < p.triangles().size(); ++t) {
        const Triangle64 q = world_triangle(Pose{}, p.mesh(), t);
        const std::uint32_t f = p.face_of_triangle()[t];
        area[f] += 0.5 * glm::dot(glm::cross(q[1] - q[0], q[2] - q[0]), p.faces()[f].normal);
        volume += glm::dot(q[0], glm::cross(q[1], q[2])) / 6.0;
    }
    EXPECT_NEAR(volume, p.volume(), 1e-12);
    const double side = 4.0 * std::sin(std::numbers::pi / 9.0),
                 cap = 4.5 * std::sin(2.0 * std::numbers::pi / 9.0);
    for (std::size_t f = 0; f < area.size(); ++f) EXPECT_NEAR(area[f], f < 9 ? side : cap, 1e-6);
}

// Merging restores the faces of a triangulated solid.
TEST(PolytopeTest, coplanar_faces_are_merged) {
    for (const Solid& solid : {test::box({1, 2, 3}), test::box({1, 1, 1e-6f}), test::prism(40, 1, 2)}) {
        const Polytope p = test::polytope_of(test::triangulated(solid));
        EXPECT_EQ(p.positions().size(), solid.positions.size());
        EXPECT_EQ(p.faces().size(), solid.faces.size());
        expect_valid(p);
        expect_cyclic(p);
    }
    for (const int cells : {2, 5}) {
        const Polytope p = test::polytope_of(test::grid_cube(cells));
        EXPECT_EQ(p.positions().size(), 8u); // vertices inside faces and edges are removed
        EXPECT_EQ(p.faces().size(), 6u);
        EXPECT_DOUBLE_EQ(p.volume(), 8.0);
        expect_valid(p);
        expect_cyclic(p);
    }
}

TEST(PolytopeTest, faces_are_merged_despite_the_rounding_of_rotated_and_moved_solids) {
    std::mt19937 random(11);
    for (int k = 0; k < 200; ++k) {
        const Solid flat = k % 2 == 0 ? test::triangulated(test::prism(24, 1, 0.5f)) : test::grid_cube(4);
        const Pose pose =
            make_pose({test::random_rotation(random), test::random_in_box(random, 20.0), glm::dvec3(1.0)});
        Solid moved = flat;
        for (glm::vec3& p : moved.positions) p = glm::vec3(pose * p);
        const Polytope p = test::polytope_of(moved);
        EXPECT_EQ(p.faces().size(), k % 2 == 0 ? 26u : 6u);
        EXPECT_EQ(p.positions().size(), k % 2 == 0 ? 48u : 8u);
        expect_valid(p);
        EXPECT_LT(p.flatness(), 2e-5);
    }
}

// As long as a rotated plate is thicker than the rounding of its coordinates, its two sides are not merged into one
// plane.
TEST(PolytopeTest, RotatedThinPlatesKeepBothSides) {
    std::mt19937 random(14);
    for (const float thickness : {1e-2f, 1e-3f, 1e-4f, 1e-5f})
        for (int k = 0; k < 100; ++k) {
            Solid plate = test::triangulated(test::box({1, 1, thickness}));
            const Pose pose = make_pose({test::random_rotation(random), glm::dvec3(0.0), glm::dvec3(1.0)});
            for (glm::vec3& p : plate.positions) p = glm::vec3(pose * p);
            const Polytope p = test::polytope_of(plate);
            EXPECT_EQ(p.positions().size(), 8u);
            EXPECT_NEAR(p.volume(), 8.0 * thickness, 1e-6);
        }
    for (int k = 0; k < 100; ++k) { // thinner than the rounding of coordinates: rejected or valid
        Solid plate = test::triangulated(test::box({1, 1, 1e-7f}));
        const Pose pose = make_pose({test::random_rotation(random), glm::dvec3(0.0), glm::dvec3(1.0)});
        for (glm::vec3& p : plate.positions) p = glm::vec3(pose * p);
        const Result<Polytope> p = make_polytope(plate.positions, plate.faces);
        if (p) {
            EXPECT_LT(p->volume(), 1e-5);
        }
    }
}

TEST(PolytopeTest, NearlyCoplanarFacesAreNotMerged) {
    Solid solid = test::box({1, 1, 1});
    solid.positions.push_back({0, 0, 1.0001f}); // a very shallow roof
    std::erase_if(solid.faces, [](const auto& face) {
        return face == std::vector<std::uint32_t>{4, 5, 7, 6};
    });
    for (const auto& [a, b] : {std::pair{4u, 5u}, {5u, 7u}, {7u, 6u}, {6u, 4u}})
        solid.faces.push_back({a, b, 8u});
    const Polytope p = test::polytope_of(solid);
    EXPECT_EQ(p.faces().size(), 9u);
    EXPECT_EQ(p.flatness(), 0.0);
}

// Each corner of a cube is a pair of vertices whose coordinates differ by at most 2^-16. This is within the tolerance
// of merging, although the hull is exactly convex without merging.
TEST(PolytopeTest, MergingCausesNoDentAtTinyFeatures) {
    std::mt19937 random(13);
    std::uniform_int_distribution<int> jitter(-8, 8);
    for (int k = 0; k < 20; ++k) {
        std::vector<test::Lattice> points;
        for (int corner = 0; corner < 16; ++corner) {
            const auto at = [&](int bit) { return ((corner & bit) ? 1 << 20 : -(1 << 20)) + jitter(random); };
            points.emplace_back(at(1), at(2), at(4));
        }
        const Solid hull = test::lattice_hull(points, glm::vec3(0x1p-20f));
        const Polytope p = test::polytope_of(hull);
        expect_valid(p);
        EXPECT_LE(p.reflex(), 1e-6 * p.extent());
    }
}

// The features whose exterior Voronoi regions contain the point x, computed from the planes that the polytope stores.
std::vector<Feature> regions_of(const Polytope& p, const glm::dvec3& x, double error_bound) {
    std::vector<Feature> found;
    for (std::uint32_t v = 0; v < p.positions().size(); ++v) {
        const auto directions = p.vertex_directions(v);
        if (std::all_of(directions.begin(), directions.end(),
                        [&](const glm::dvec3& u) { return glm::dot(u, x - point(p, v)) <= error_bound; }))
            found.push_back({FeatureKind::vertex, v});
    }
    for (std::uint32_t e = 0; e < p.edges().size(); ++e) {
        const Polytope::Edge& edge = p.edges()[e];
        const glm::dvec3 d = x - point(p, edge.tail);
        const double s = glm::dot(d, edge.direction);
        if (s >= -error_bound && s <= edge.length + error_bound &&
            glm::dot(d, edge.out_of_left) >= -error_bound && glm::dot(d, edge.out_of_right) >= -error_bound)
            found.push_back({FeatureKind::edge, e});
    }
    for (std::uint32_t f = 0; f < p.faces().size(); ++f) {
        const auto sides = p.face_sides(f);
        if (glm::dot(p.faces()[f].normal, x) >= p.faces()[f].offset &&
            std::all_of(sides.begin(), sides.end(), [&](const Polytope::SidePlane& s) {
                return glm::dot(s.normal, x) <= s.offset + error_bound;
            }))
            found.push_back({FeatureKind::face, f});
    }
    return found;
}

double distance_to_triangle(const glm::dvec3& x, const Triangle64& t) {
    const glm::dvec3 normal = glm::normalize(glm::cross(t[1] - t[0], t[2] - t[0]));
    double nearest = std::numeric_limits<double>::infinity();
    bool is_over = true;
    for (std::size_t k = 0; k < 3; ++k) {
        const glm::dvec3 a = t[k], ab = t[(k + 1) % 3] - a;
        const double s = std::clamp(glm::dot(x - a, ab) / glm::dot(ab, ab), 0.0, 1.0);
        nearest = std::fmin(nearest, glm::distance(x, a + s * ab));
        is_over = is_over && glm::dot(glm::cross(normal, ab), x - a) >= 0.0;
    }
    return is_over ? std::fmin(nearest, std::fabs(glm::dot(normal, x - t[0]))) : nearest;
}

double distance_to_feature(const Polytope& p, const glm::dvec3& x, Feature feature) {
    if (feature.kind == FeatureKind::vertex) return glm::distance(x, point(p, feature.index));
    if (feature.kind == FeatureKind::face)
        return glm::dot(p.faces()[feature.index].normal, x) - p.faces()[feature.index].offset;
    const Polytope::Edge& edge = p.edges()[feature.index];
    return glm::length(glm::cross(edge.direction, x - point(p, edge.tail)));
}

// The regions tile the exterior, and each region contains the points for which its feature is closest.
TEST(PolytopeTest, voronoi_regions_tile_the_exterior) {
    std::mt19937 random(12);
    const auto effort = static_cast<int>(test::choose_effort(50000, 1000000));
    std::vector<Polytope> polytopes;
    for (const int count : {4, 8, 20, 40})
        polytopes.push_back(
            test::polytope_of(test::random_hull(random, count, 1 << 20, glm::vec3(0x1p-20f))));
    polytopes.push_back(test::polytope_of(test::box({1, 0.5f, 0.125f})));
    polytopes.push_back(test::polytope_of(test::random_hull(random, 12, 2, glm::vec3(0.5f))));
    for (int k = 0, outside = 0; outside < effort; ++k) {
        const Polytope& p = polytopes[static_cast<std::size_t>(k) % polytopes.size()];
        const glm::dvec3 x = test::random_in_box(random, 1.5);
        const bool is_inside = std::all_of(p.faces().begin(), p.faces().end(), [&](const Polytope::Face& f) {
            return glm::dot(f.normal, x) <= f.offset;
        });
        if (is_inside) continue;
        ++outside;
        ASSERT_LE(regions_of(p, x, -1e-12).size(), 1u);
        const std::vector<Feature> found = regions_of(p, x, 1e-12);
        ASSERT_GE(found.size(), 1u);
        double nearest = std::numeric_limits<double>::infinity();
        for (std::uint32_t t = 0; t < p.triangles().size(); ++t)
            nearest = std::fmin(nearest, distance_to_triangle(x, world_triangle(Pose{}, p.mesh(), t)));
        for (const Feature feature : found) ASSERT_NEAR(distance_to_feature(p, x, feature), nearest, 1e-12);
    }
}

std::string refusal(const Solid& solid) {
    const Result<Polytope> result = make_polytope(solid.positions, solid.faces);
    return result ? "accepted" : result.error().message;
}

TEST(PolytopeTest, errors_name_the_defect) {
    const Solid good = test::box({1, 1, 1});
    const auto expect_refused = [&](auto&& spoil, const std::string& reason) {
        Solid bad = good;
        spoil(bad);
        EXPECT_NE(refusal(bad).find(reason), std::string::npos)
            << "got: " << refusal(bad) << "\nwanted: " << reason;
    };
    expect_refused([](Solid& s) { s.faces[2][1] = 8; },
                   "face 2 refers to vertex 8, but there are only 8 vertices");
    expect_refused([](Solid& s) { s.positions[3].y = std::nanf(""); },
                   "vertex 3 has a coordinate that is not finite");
    expect_refused([](Solid& s) { s.positions[3].y = INFINITY; },
                   "vertex 3 has a coordinate that is not finite");
    expect_refused([](Solid& s) { s.faces[4].resize(2); }, "face 4 has fewer than 3 vertices");
    expect_refused([](Solid& s) { s.faces[4] = {0, 2, 0, 1}; }, "face 4 refers to vertex 0 twice");
    expect_refused([](Solid& s) { s.positions.push_back({0, 0, 0}); }, "vertex 8 is used by no face");
    expect_refused([](Solid& s) { s.faces.erase(s.faces.begin() + 5); }, "the surface is open there");
    expect_refused([](Solid& s) { std::reverse(s.faces[3].begin(), s.faces[3].end()); },
                   "has the same direction in faces");
    expect_refused([](Solid& s) { s.faces.push_back(s.faces[1]); }, "belongs to 3 faces instead of 2");
    expect_refused(
        [](Solid& s) {
            for (auto& face : s.faces) std::reverse(face.begin(), face.end());
        },
        "the faces are clockwise");
    expect_refused([](Solid& s) { s.positions[7] = {0.5f, 0.5f, 0.5f}; }, "is not planar");
    expect_refused([](Solid& s) { s.positions[1] = s.positions[0]; },
                   "vertices 0 and 1 of face 2 are the same");
    expect_refused(
        [](Solid& s) {
            s.faces[5] = {4, 8, 6};
            s.faces.push_back({4, 5, 7, 6, 8});
            s.positions.push_back({-1, 0, 1}); // on the edge 4-6, so that the new triangle has no area
        },
        "face 5 has no area");
    expect_refused(
        [](Solid& s) {
            const Solid other = test::box({1, 1, 1}, {5, 0, 0});
            s.positions.insert(s.positions.end(), other.positions.begin(), other.positions.end());
            for (auto face : other.faces) {
                for (auto& v : face) v += 8;
                s.faces.push_back(face);
            }
        },
        "not connected to face 0");
    expect_refused([](Solid& s) { s = {}; }, "at least 4 vertices, got 0");
    expect_refused([](Solid& s) { s.faces.resize(3); }, "at least 4 faces, got 3");
}

TEST(PolytopeTest, concave_solids_are_refused) {
    Solid dented = test::triangulated(test::box({1, 1, 1}));
    dented.positions[7] = {0.2f, 0.2f, 0.2f};
    EXPECT_NE(refusal(dented).find("not convex"), std::string::npos) << refusal(dented);
    // Convex at every edge, but wound twice around its axis.
    Solid star;
    star.positions = {{0, 0, 1}, {0, 0, -1}};
    for (int k = 0; k < 5; ++k) {
        const double angle = 4.0 * std::numbers::pi * k / 5.0;
        star.positions.emplace_back(std::cos(angle), std::sin(angle), 0.0);
        const auto a = static_cast<std::uint32_t>(2 + k), b = static_cast<std::uint32_t>(2 + (k + 1) % 5);
        star.faces.push_back({0, a, b});
        star.faces.push_back({1, b, a});
    }
    EXPECT_NE(refusal(star).find("not convex"), std::string::npos) << refusal(star);
}

TEST(PolytopeTest, surfaces_of_wrong_topology_are_refused) {
    // A ring of 3 * 3 quads: closed, orientable, Euler number 0.
    Solid ring;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double a = 2.0 * std::numbers::pi * i / 3.0, b = 2.0 * std::numbers::pi * j / 3.0;
            const double r = 3.0 + std::cos(b);
            ring.positions.emplace_back(r * std::cos(a), r * std::sin(a), std::sin(b));
            const auto at = [](int x, int y) { return static_cast<std::uint32_t>(x % 3 * 3 + y % 3); };
            ring.faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    EXPECT_NE(refusal(ring).find("is 0 instead of 2"), std::string::npos) << refusal(ring);
    // Two tetrahedra that share only vertex 0. Faces are connected only across edges, so there are two components.
    Solid twins = test::tetrahedron();
    for (const glm::vec3& p : {glm::vec3(-1, 0, 0), glm::vec3(0, -1, 0), glm::vec3(0, 0, -1)})
        twins.positions.push_back(p);
    for (const auto& face : test::Faces{{0, 4, 5}, {0, 6, 4}, {0, 5, 6}, {4, 6, 5}})
        twins.faces.push_back(face);
    EXPECT_NE(refusal(twins).find("not connected"), std::string::npos) << refusal(twins);
}

TEST(PolytopeTest, pinched_surfaces_are_refused) {
    Solid pinched = test::sphere(6, 3); // both poles become one vertex
    for (auto& face : pinched.faces) std::replace(face.begin(), face.end(), 19u, 18u);
    pinched.positions.pop_back();
    EXPECT_NE(refusal(pinched).find("vertex 18 is not manifold"), std::string::npos) << refusal(pinched);
}

TEST(PolytopeTest, FlatSolidsAreRefused) {
    Solid sheet = test::bipyramid(6, 1, 1);
    for (glm::vec3& p : sheet.positions) p.z = 0.0f;
    EXPECT_NE(refusal(sheet), "accepted");
    Solid coin = test::tetrahedron();
    coin.positions[3] = {0.3f, 0.3f, 0.0f};
    EXPECT_NE(refusal(coin).find("volume is zero"), std::string::npos) << refusal(coin);
}

TEST(PolytopeTest, BoxesHaveTheirVolumeAndInvalidHalfExtentsAreRejected) {
    const Result<Polytope> box = make_box_polytope({1, 2, 3});
    ASSERT_TRUE(box);
    EXPECT_DOUBLE_EQ(box->volume(), 48.0);
    EXPECT_FALSE(make_box_polytope({1, 0, 3}));
    EXPECT_FALSE(make_box_polytope({1, std::nanf(""), 3}));
}

// A world builds a hierarchy of the polytope's surface, and a mesh accepts only coordinates up to a limit.
TEST(PolytopeTest, coordinates_beyond_those_of_a_mesh_are_refused) {
    constexpr float kMax = 1e12f;
    const float beyond = std::nextafter(kMax, 2.0f * kMax);
    const Result<Polytope> largest = make_box_polytope(glm::vec3(kMax));
    ASSERT_TRUE(largest) << largest.error().message;
    const Result<Polytope> larger = make_box_polytope({1.0f, beyond, 1.0f});
    ASSERT_FALSE(larger);
    EXPECT_EQ(larger.error().message, "vertex 0 has a coordinate beyond 1e12");
    std::vector<glm::vec3> points(largest->positions().begin(), largest->positions().end());
    for (glm::vec3& p : points) p.x = p.x > 0.0f ? beyond : -beyond;
    EXPECT_FALSE(make_moved_polytope(*largest, points));
}

TEST(PolytopeTest, a_moved_from_polytope_is_empty_and_rejected_by_make_moved_polytope) {
    Polytope box = *make_box_polytope({1.0f, 1.0f, 1.0f});
    const Polytope taken = std::move(box);
    EXPECT_EQ(taken.positions().size(), 8u);
    EXPECT_TRUE(box.positions().empty());
    EXPECT_TRUE(box.faces().empty());
    EXPECT_TRUE(box.mesh().triangles.empty());
    const Result<Polytope> moved = make_moved_polytope(box, {});
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.error().message, "the polytope is empty");
}

TEST(PolytopeTest, a_moved_polytope_equals_one_made_from_the_moved_positions) {
    const glm::dvec3 scale(0.7, 1.6, 1.1), shift(0.3, -0.2, 0.1);
    std::mt19937 random(3);
    std::vector<Solid> solids{test::box({1.0f, 2.0f, 0.5f}), test::tetrahedron(), test::sphere(16, 8)};
    for (int i = 0; i < 20; ++i) solids.push_back(test::random_hull(random, 30, 40, glm::vec3(0.05f)));
    for (const Solid& solid : solids) {
        const Result<Polytope> polytope = make_polytope(solid.positions, solid.faces);
        ASSERT_TRUE(polytope);
        std::vector<glm::vec3> points;
        for (const glm::vec3& p : polytope->positions()) points.emplace_back(shift + scale * glm::dvec3(p));
        std::vector<std::vector<std::uint32_t>> faces;
        for (std::uint32_t f = 0; f < polytope->faces().size(); ++f)
            faces.emplace_back(polytope->face_vertices(f).begin(), polytope->face_vertices(f).end());
        const Result<Polytope> moved = make_moved_polytope(*polytope, points),
                               anew = make_polytope(points, faces);
        ASSERT_TRUE(moved) << moved.error().message;
        ASSERT_TRUE(anew);
        expect_valid(*moved);
        EXPECT_EQ(moved->volume(), anew->volume());
        EXPECT_EQ(moved->centroid(), anew->centroid());
        EXPECT_EQ(moved->reflex(), anew->reflex());
        ASSERT_EQ(moved->edges().size(), anew->edges().size());
        for (std::uint32_t f = 0; f < anew->faces().size(); ++f) {
            EXPECT_EQ(moved->faces()[f].normal, anew->faces()[f].normal);
            EXPECT_EQ(moved->faces()[f].offset, anew->faces()[f].offset);
        }
    }
}

TEST(PolytopeTest, moved_positions_that_do_not_fit_the_faces_are_rejected) {
    const Result<Polytope> box = make_box_polytope({1.0f, 1.0f, 1.0f});
    ASSERT_TRUE(box);
    const std::vector<glm::vec3> corners(box->positions().begin(), box->positions().end());
    const auto refusal = [&](std::vector<glm::vec3> points) {
        const Result<Polytope> moved = make_moved_polytope(*box, points);
        return moved ? std::string() : moved.error().message;
    };
    EXPECT_EQ(refusal(corners), "");
    EXPECT_NE(refusal({corners.begin(), corners.end() - 1}).find("8 vertices"), std::string::npos);
    std::vector<glm::vec3> bent = corners, flat = corners, inside_out = corners, same = corners;
    bent[0] *= 0.5f;
    EXPECT_NE(refusal(bent).find("not planar"), std::string::npos);
    for (glm::vec3& p : flat) p.y = 0.0f;
    EXPECT_NE(refusal(flat), "");
    for (glm::vec3& p : inside_out) p.x = -p.x;
    EXPECT_NE(refusal(inside_out).find("clockwise"), std::string::npos);
    same[1] = same[0];
    EXPECT_NE(refusal(same).find("same point"), std::string::npos);
    same = corners;
    same[0].x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(refusal(same).find("not finite"), std::string::npos);
}

// The ridge of a roof over a box moves down, until both sides of the roof lie in the plane of the box's top.
TEST(PolytopeTest, moved_positions_that_make_adjacent_faces_coplanar_are_rejected) {
    const std::vector<glm::vec3> roof{{-1, 0, -1}, {1, 0, -1},   {1, 0, 1},   {-1, 0, 1}, {0, 1, -1},
                                      {0, 1, 1},   {-1, -1, -1}, {1, -1, -1}, {1, -1, 1}, {-1, -1, 1}};
    const std::vector<std::vector<std::uint32_t>> faces{{0, 3, 5, 4},    {1, 4, 5, 2}, {0, 4, 1, 7, 6},
                                                        {3, 9, 8, 2, 5}, {0, 6, 9, 3}, {1, 2, 8, 7},
                                                        {6, 7, 8, 9}};
    const Result<Polytope> house = make_polytope(roof, faces);
    ASSERT_TRUE(house) << house.error().message;
    std::vector<glm::vec3> lower(house->positions().begin(), house->positions().end());
    for (glm::vec3& p : lower)
        if (p.y == 1.0f) p.y = 0.0f;
    const Result<Polytope> moved = make_moved_polytope(*house, lower);
    ASSERT_FALSE(moved);
    EXPECT_NE(moved.error().message.find("are coplanar"), std::string::npos) << moved.error().message;
}

} // namespace
} // namespace boxwood
