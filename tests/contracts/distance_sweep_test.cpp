// Queries need at most about twice as many tests as two meshes at separation 1, and their answers are exact for the
// rounded world vertices. This holds at any distance of the meshes from each other, from the world's origin and from
// the origins of their frames, at any size and under any anisotropic scale.
#include "collision/query/mesh_query.hpp"
#include "collision/query/query_choices.hpp"

#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/distance_certificate.hpp"
#include "tests/oracles/distance_oracle.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

// A mesh with a hierarchy of every kind and of every volume that the kind accepts.
struct Forest {
    SampleMesh mesh;
    std::vector<AnyHierarchy> trees;

    explicit Forest(SampleMesh of)
        : mesh(std::move(of)) {
        std::size_t number = 0;
        for (const std::string_view kind : list_hierarchy_kinds())
            for (const std::string_view volume : list_volumes()) {
                if (!test::takes_case(number++, 7)) continue;
                if (auto tree = build_any_hierarchy(
                        {.kind = std::string(kind), .volume = std::string(volume)}, mesh.view()))
                    trees.push_back(std::move(*tree));
            }
    }
    std::string name(std::size_t tree) const {
        return trees[tree].config().kind + " " + trees[tree].config().volume;
    }
};

struct Placement {
    Pose a, b;
};

// Two meshes of size 1. Their centers are `centers` sizes from each other; that of A is `offset` sizes from the origin.
struct Sweep {
    glm::dvec3 scale{1.0};
    double centers = 2.0, offset = 0.0;

    // The rotations depend only on `number`, so that all sweeps use the same rotations.
    Placement place(std::uint64_t number = 0) const {
        Random random(number);
        const auto draw_direction = [&] { return oracle::draw_rotation(random) * glm::dvec3(1.0, 0.0, 0.0); };
        const double size = std::max({scale.x, scale.y, scale.z});
        const glm::dvec3 origin_a = offset * size * draw_direction(),
                         a_to_b = centers * size * draw_direction();
        const glm::dquat turn_a = oracle::draw_rotation(random), turn_b = oracle::draw_rotation(random);
        return {make_pose({turn_a, origin_a, scale}), make_pose({turn_b, origin_a + a_to_b, scale})};
    }
};

class Asker {
  public:
    const QueryResult& ask(const Forest& forest, std::size_t tree, const Placement& at,
                           const QueryRequest& request) {
        EXPECT_TRUE(query_meshes({forest.mesh.view(), &forest.trees[tree], &at.a},
                     {forest.mesh.view(), &forest.trees[tree], &at.b}, request, scratch_, result_));
        return result_;
    }
    const QueryResult& ask_in_parts(const Forest& forest, std::size_t tree, const Placement& at,
                                    const QueryRequest& request) {
        EXPECT_TRUE(query_meshes({forest.mesh.view(), &forest.trees[tree], &at.a},
                     {forest.mesh.view(), &forest.trees[tree], &at.b}, request, executor_, divided_, result_));
        return result_;
    }

  private:
    QueryScratch scratch_;
    ParallelQueryScratch divided_;
    oracle::BackwardsExecutor executor_;
    QueryResult result_;
};

std::uint64_t count_tests(const QueryResult& result) {
    return result.counters.volume_tests + result.counters.primitive_tests;
}

std::vector<glm::dvec3> world_vertices(const SampleMesh& mesh, const Pose& pose) {
    std::vector<glm::dvec3> vertices;
    for (const glm::vec3& p : mesh.positions) vertices.push_back(pose * p);
    return vertices;
}

double ulp_of_largest(const Placement& at) {
    double largest = 0.0;
    for (const glm::dvec3& origin : {at.a.origin, at.b.origin})
        for (int axis = 0; axis < 3; ++axis) largest = std::max(largest, std::fabs(origin[axis]));
    return std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest;
}

// Requires convex meshes: the optimality certificate shows that no pair of points is nearer.
void expect_nearest(const SampleMesh& mesh, const Placement& at, const QueryResult& found) {
    const double ulp = ulp_of_largest(at), size = glm::length(at.a.linear[0]) + glm::length(at.a.linear[1]);
    const double rounding = 16.0 * ulp + 1e-13 * (found.distance + size);
    ASSERT_GT(found.distance, 0.0);
    ASSERT_NEAR(glm::distance(found.point_on_a_w, found.point_on_b_w), found.distance, rounding);
    ASSERT_LE(found.distance - oracle::gap_along(found.point_on_a_w, found.point_on_b_w,
                                                 world_vertices(mesh, at.a), world_vertices(mesh, at.b)),
              rounding);
}

const std::vector<glm::dvec3> kScales{{1.0, 1.0, 1.0},    {1e-6, 1e-6, 1e-6}, {1e6, 1e6, 1e6},
                                      {1.0, 0.25, 0.125}, {0.02, -1.0, 0.9},  {1.0, 1.0, 1.003}};

std::vector<Sweep> list_far_sweeps(const glm::dvec3& scale) {
    std::vector<Sweep> sweeps;
    for (const double centers : {10.0, 50.0, 1e4, 8e6}) sweeps.push_back({scale, centers, 0.0});
    for (const double offset : {10.0, 1e4, 8e6}) sweeps.push_back({scale, 2.0, offset});
    sweeps.push_back({scale, 1e4, 1e6});
    return sweeps;
}

std::string text_of(const Sweep& sweep) {
    return "scale " + std::to_string(sweep.scale.x) + " " + std::to_string(sweep.scale.y) + " " +
           std::to_string(sweep.scale.z) + ", centers " + std::to_string(sweep.centers) + ", offset " +
           std::to_string(sweep.offset);
}

// The number of tests depends on the rotations of both meshes, so tests are summed over several rotations.
constexpr std::uint64_t kTurns = 4;

// Runs all hierarchies and expects answers that agree bit for bit.
class Sweeper {
  public:
    Sweeper(const Forest& forest, const QueryRequest& request)
        : forest_(forest)
        , request_(request) {}

    // Returns the number of tests of each hierarchy, summed over all rotations. Calls visit(placement, result) for each
    // rotation, with the result of the first hierarchy.
    template <class Visit>
    std::vector<std::uint64_t> count(const Sweep& sweep, Visit&& visit) {
        std::vector<std::uint64_t> tests(forest_.trees.size(), 0);
        for (std::uint64_t turn = 0; turn < kTurns; ++turn) {
            const Placement at = sweep.place(turn);
            QueryResult first;
            for (std::size_t tree = 0; tree < tests.size(); ++tree) {
                const QueryResult& found = asker_.ask(forest_, tree, at, request_);
                tests[tree] += count_tests(found);
                if (tree == 0) first = found;
                if (request_.mode == QueryMode::distance && request_.tolerance == 0.0) {
                    EXPECT_EQ(found.distance, first.distance) << forest_.name(tree) << ", " << text_of(sweep);
                    EXPECT_EQ(found.closest, first.closest) << forest_.name(tree) << ", " << text_of(sweep);
                }
                EXPECT_EQ(found.intersects, first.intersects) << forest_.name(tree) << ", " << text_of(sweep);
                if (request_.mode == QueryMode::all) {
                    EXPECT_EQ(found.pairs, first.pairs);
                }
            }
            visit(at, first);
        }
        return tests;
    }
    std::vector<std::uint64_t> count(const Sweep& sweep) {
        return count(sweep, [](const Placement&, const QueryResult&) {});
    }
    void expect_at_most_twice(const std::vector<std::uint64_t>& far, const std::vector<std::uint64_t>& near,
                              const std::string& where) const {
        for (std::size_t tree = 0; tree < far.size(); ++tree)
            EXPECT_LE(far[tree], 2 * near[tree]) << forest_.name(tree) << ", " << where;
    }

  private:
    const Forest& forest_;
    QueryRequest request_;
    Asker asker_;
};

TEST(DistanceSweep, DistanceTestsAtMostDoubleWithSeparationOrOffset) {
    const Forest torus(oracle::make_torus(0.35, 0.15, 24, 12));
    for (const double tolerance : {0.0, 1e-9}) {
        Sweeper sweeper(torus, {.mode = QueryMode::distance, .tolerance = tolerance});
        for (const glm::dvec3& scale : kScales) {
            if (tolerance > 0.0 && scale != kScales[0] && scale != kScales[3]) continue;
            const auto near = sweeper.count({scale});
            for (const Sweep& far : list_far_sweeps(scale))
                sweeper.expect_at_most_twice(sweeper.count(far), near, text_of(far));
        }
    }
}

TEST(DistanceSweep, DistancesAreCertifiedAtAnySeparationOrOffset) {
    const Forest cube(oracle::make_cube(0.5, 3));
    Sweeper sweeper(cube, {.mode = QueryMode::distance});
    for (const glm::dvec3& scale : kScales) {
        const auto near = sweeper.count({scale});
        for (const Sweep& far : list_far_sweeps(scale)) {
            SCOPED_TRACE(text_of(far));
            const auto tests = sweeper.count(far, [&](const Placement& at, const QueryResult& found) {
                expect_nearest(cube.mesh, at, found);
            });
            sweeper.expect_at_most_twice(tests, near, text_of(far));
            if (HasFatalFailure()) return;
        }
    }
}

TEST(DistanceSweep, ContactTestsAtMostDoubleWithSeparationOrOffset) {
    const Forest torus(oracle::make_torus(0.35, 0.15, 24, 12));
    for (const QueryMode mode : {QueryMode::any, QueryMode::all}) {
        Sweeper sweeper(torus, {.mode = mode});
        for (const glm::dvec3& scale : kScales) {
            for (const Sweep& far : list_far_sweeps(scale))
                sweeper.expect_at_most_twice(sweeper.count(far), sweeper.count({scale}), text_of(far));
            int met = 0; // intersecting placements near the origin minus those at the offset
            const auto near =
                sweeper.count({scale, 0.1, 0.0}, [&](const Placement&, const QueryResult& found) {
                    met += found.intersects ? 1 : 0;
                });
            EXPECT_GT(met, 0);
            for (const double offset : {10.0, 1e4, 8e6}) {
                const Sweep far{scale, 0.1, offset};
                const auto tests = sweeper.count(far, [&](const Placement&, const QueryResult& found) {
                    met -= found.intersects ? 1 : 0;
                });
                EXPECT_EQ(met, 0) << text_of(far);
                met = 0;
                for (std::uint64_t turn = 0; turn < kTurns; ++turn)
                    met +=
                        Asker().ask(torus, 0, far.place(turn), {.mode = QueryMode::any}).intersects ? 1 : 0;
                sweeper.expect_at_most_twice(tests, near, text_of(far));
            }
        }
    }
}

// A height field over the unit square in x and y, with heights up to about 1/100 in z.
SampleMesh make_rough_sheet(std::uint32_t n) {
    Random random(9);
    SampleMesh mesh;
    for (std::uint32_t i = 0; i <= n; ++i)
        for (std::uint32_t j = 0; j <= n; ++j)
            mesh.positions.push_back({static_cast<float>(i) / static_cast<float>(n),
                                      static_cast<float>(j) / static_cast<float>(n),
                                      static_cast<float>(oracle::draw(random, 0.0, 0.01))});
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = 0; j < n; ++j) {
            const std::uint32_t a = i * (n + 1) + j, b = a + n + 1;
            mesh.triangles.push_back({a, a + 1, b + 1});
            mesh.triangles.push_back({a, b + 1, b});
        }
    return mesh;
}

// The sheets lie face to face, so that many pairs of triangles have nearly the smallest distance; at large separations,
// nearly all pairs do. Allows twice the tests of separation 1, or 24 per triangle, whichever is larger, but at most 64
// per triangle. Testing all pairs would take 900 per triangle, or 256 in a brief run.
TEST(DistanceSweep, TestsOfFacingSheetsAreBoundedAtAnySeparation) {
    // With 8 x 8 cells, testing all pairs would take 64 per triangle, which the bound allows.
    const std::size_t cells = std::max<std::size_t>(test::choose_effort(30, 30), 16);
    const Forest sheet(make_rough_sheet(static_cast<std::uint32_t>(cells)));
    const std::uint64_t triangles = 2 * sheet.mesh.triangles.size();
    const QueryRequest request{.mode = QueryMode::distance};
    for (const bool is_turned : {false, true}) {
        Random random(4);
        const glm::dmat3 turn = is_turned ? glm::mat3_cast(oracle::draw_rotation(random)) : glm::dmat3(1.0);
        const auto place = [&](double separation) {
            return Placement{{turn, glm::dvec3(0.0)}, {turn, turn * glm::dvec3(0.003, 0.001, separation)}};
        };
        Asker asker;
        std::vector<std::uint64_t> near(sheet.trees.size(), 0);
        for (const double separation : {1.0, 3.0, 10.0, 1e3, 1e6}) {
            QueryResult first;
            for (std::size_t tree = 0; tree < sheet.trees.size(); ++tree) {
                SCOPED_TRACE(sheet.name(tree) + ", separation " + std::to_string(separation));
                const QueryResult found = asker.ask(sheet, tree, place(separation), request);
                if (tree == 0) first = found;
                EXPECT_EQ(found.distance, first.distance);
                EXPECT_EQ(found.closest, first.closest);
                const QueryResult in_parts = asker.ask_in_parts(sheet, tree, place(separation), request);
                EXPECT_EQ(in_parts.distance, first.distance);
                EXPECT_EQ(in_parts.closest, first.closest);
                if (separation == 1.0) near[tree] = count_tests(found);
                EXPECT_LE(count_tests(found), std::max(2 * near[tree], 24 * triangles));
                EXPECT_LE(count_tests(found), 64 * triangles);
            }
        }
    }
}

TEST(DistanceSweep, TestsAtMostDoubleForMeshesFarFromTheOriginOfTheirFrame) {
    const Forest at_origin(oracle::make_torus(0.35, 0.15, 24, 12));
    for (const float offset : {30.0f, 1e3f, 3e4f}) {
        SampleMesh mesh = at_origin.mesh;
        for (glm::vec3& p : mesh.positions) p += glm::vec3(0.0f, offset, 0.0f);
        const Forest forest(std::move(mesh));
        std::uint64_t of_boxes = 0;
        for (const double centers : {2.0, 1e3})
            for (std::size_t tree = 0; tree < forest.trees.size(); ++tree) {
                std::uint64_t near = 0, far = 0;
                for (std::uint64_t turn = 0; turn < kTurns; ++turn) {
                    Placement at = Sweep{glm::dvec3(1.0), centers, 0.0}.place(turn);
                    for (Pose* pose : {&at.a, &at.b})
                        pose->origin -= pose->linear * glm::dvec3(0.0, offset, 0.0);
                    const QueryRequest request{.mode = QueryMode::distance};
                    near += count_tests(Asker().ask(at_origin, tree, Sweep{}.place(turn), request));
                    far += count_tests(Asker().ask(forest, tree, at, request));
                }
                // Beyond an offset of 2^13 sizes, queries replace k-DOPs by boxes in the world. The allowed number of
                // tests is then at least twice that of the AABB hierarchy, which is tree 0.
                if (tree == 0) of_boxes = near;
                const std::uint64_t most = 2 * (offset > 8192.0f ? std::max(near, of_boxes) : near);
                EXPECT_LE(far, most) << forest.name(tree) << ", centers " << centers << ", " << offset;
            }
    }
}

TEST(DistanceSweep, ParallelQueriesGiveTheSameAnswer) {
    const Forest torus(oracle::make_torus(0.35, 0.15, 24, 12));
    for (const glm::dvec3& scale : {kScales[0], kScales[4]})
        for (const double centers : {10.0, 1e4, 8e6, 1e12})
            for (std::size_t tree = 0; tree < torus.trees.size(); ++tree) {
                Asker asker;
                const Placement at = Sweep{scale, centers, 0.0}.place();
                const QueryRequest request{.mode = QueryMode::distance};
                const QueryResult whole = asker.ask(torus, tree, at, request),
                                  in_parts = asker.ask_in_parts(torus, tree, at, request);
                SCOPED_TRACE(torus.name(tree));
                ASSERT_EQ(whole.distance, in_parts.distance);
                ASSERT_EQ(whole.closest, in_parts.closest);
            }
}

// --- placements for which one ulp of the largest coordinate is not small compared with the meshes ---

// True if the intervals of the triangles along some coordinate axis are disjoint. The triangles then share no point.
bool has_separating_axis(const Triangle64& a, const Triangle64& b) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [lower_a, upper_a] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [lower_b, upper_b] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (upper_a < lower_b || upper_b < lower_a) return true;
    }
    return false;
}

std::vector<PrimitivePair> find_all_contacts(const SampleMesh& mesh, const Placement& at) {
    std::vector<PrimitivePair> contacts;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < mesh.triangles.size(); ++j) {
            const Triangle64 a = world_triangle(at.a, mesh.view(), i),
                             b = world_triangle(at.b, mesh.view(), j);
            if (!has_separating_axis(a, b) && oracle::shared_dimension(a, b) >= 0) contacts.push_back({i, j});
        }
    return contacts;
}
double find_least_distance(const SampleMesh& mesh, const Placement& at) {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < mesh.triangles.size(); ++j)
            least = std::min(least, oracle::distance_by_all_faces(world_triangle(at.a, mesh.view(), i),
                                                                  world_triangle(at.b, mesh.view(), j)));
    return least;
}

TEST(DistanceSweep, AnswersAreExactForRoundedWorldVertices) {
    const Forest forest(oracle::make_torus(0.35, 0.15, 5, 3));
    int contacts = 0, apart = 0;
    for (const double offset : {1e9, 1e12, 1e15})
        for (const double centers : {0.3, 2.0, 1e3}) {
            const Placement at = Sweep{glm::dvec3(1.0), centers, offset}.place();
            const std::vector<PrimitivePair> expected = find_all_contacts(forest.mesh, at);
            const double least = expected.empty() ? find_least_distance(forest.mesh, at) : 0.0;
            contacts += !expected.empty();
            apart += expected.empty();
            std::optional<QueryResult> first;
            for (std::size_t tree = 0; tree < forest.trees.size(); ++tree) {
                SCOPED_TRACE(forest.name(tree) + ", centers " + std::to_string(centers) + ", offset " +
                             std::to_string(offset));
                Asker asker;
                ASSERT_EQ(asker.ask(forest, tree, at, {.mode = QueryMode::all}).pairs, expected);
                const QueryResult any = asker.ask(forest, tree, at, {.mode = QueryMode::any});
                const QueryResult back = asker.ask(forest, tree, {at.b, at.a}, {.mode = QueryMode::any});
                ASSERT_EQ(any.intersects, !expected.empty());
                ASSERT_EQ(back.intersects, !expected.empty());
                if (any.intersects) {
                    ASSERT_EQ(any.pairs[0], (PrimitivePair{back.pairs[0].b, back.pairs[0].a}));
                }
                const QueryResult found = asker.ask(forest, tree, at, {.mode = QueryMode::distance});
                ASSERT_NEAR(found.distance, least, 1e-13 * least);
                if (!expected.empty()) continue;
                if (!first) first = found;
                ASSERT_EQ(found.distance, first->distance);
                ASSERT_EQ(found.closest, first->closest);
            }
        }
    EXPECT_GT(contacts, 1);
    EXPECT_GT(apart, 1);
}

// For any rounding of the coordinates, 32 tests per triangle suffice, and for all contacts 32 more per contact. Testing
// all pairs would take 288 per triangle.
TEST(DistanceSweep, TestsAreBoundedForAnyRoundingOfWorldCoordinates) {
    const Forest torus(oracle::make_torus(0.35, 0.15, 24, 12));
    const std::size_t triangles = 2 * torus.mesh.triangles.size();
    for (const double offset : {0.0, 1e9, 1e11, 1e12, 1e13, 1e14, 1e15})
        for (const double centers : {2.0, 1e9, 1e12, 9e14})
            for (std::size_t tree = 0; tree < torus.trees.size(); ++tree) {
                SCOPED_TRACE(torus.name(tree) + ", centers " + std::to_string(centers) + ", offset " +
                             std::to_string(offset));
                Asker asker;
                const Placement at = Sweep{glm::dvec3(1.0), centers, offset}.place();
                EXPECT_LE(count_tests(asker.ask(torus, tree, at, {.mode = QueryMode::distance})),
                          32 * triangles);
                const QueryResult all = asker.ask(torus, tree, at, {.mode = QueryMode::all});
                EXPECT_LE(count_tests(all), 32 * (triangles + all.pairs.size()));
            }
}

} // namespace
} // namespace boxwood
