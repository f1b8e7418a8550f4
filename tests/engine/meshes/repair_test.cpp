#include "engine/meshes/repair/repair.hpp"

#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/repair/repair_stages.hpp"
#include "tests/engine/meshes/defects.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

PolygonMesh random_model(std::uint64_t seed) {
    RandomPolytopeParams params;
    params.faces = static_cast<std::uint32_t>(12 + 4 * (seed % 9));
    params.seed = seed;
    params.aspect_ratio = seed % 3 == 0 ? 4.0 : 1.0;
    return to_polygons(*make_random_polytope(params), "model");
}

// Expects that each vertex of one polytope is near a vertex of the other one, and that volumes and counts are equal.
void expect_same_solid(const Polytope& x, const Polytope& y, const std::string& what) {
    for (const Polytope* p : {&x, &y}) {
        const Polytope& other = p == &x ? y : x;
        for (const glm::vec3& v : p->positions()) {
            double nearest = 1e30;
            for (const glm::vec3& w : other.positions())
                nearest = std::min(nearest, glm::distance(glm::dvec3(v), glm::dvec3(w)));
            EXPECT_LE(nearest, 4.0 * kWeldTolerance * x.radius()) << what;
        }
    }
    EXPECT_NEAR(x.volume(), y.volume(), 1e-5 * x.volume()) << what;
    EXPECT_EQ(x.positions().size(), y.positions().size()) << what;
    EXPECT_EQ(x.faces().size(), y.faces().size()) << what;
}

bool reports(const std::vector<Finding>& findings, Defect defect, bool is_repaired) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.defect == defect && finding.is_repaired == is_repaired;
    });
}

std::string all_findings(const RepairReport& made) {
    std::string text;
    for (const Finding& f : made.findings) text += std::string(name_of(f.defect)) + ": " + f.text + "\n";
    for (const PreparedPart& part : made.parts)
        for (const Finding& f : part.findings) text += std::string(name_of(f.defect)) + ": " + f.text + "\n";
    return text;
}

TEST(Preprocess, CleanModelsHaveNoFindings) {
    for (std::uint64_t seed = 0; seed < test::choose_effort(100, 2000); ++seed) {
        const PolygonMesh model = random_model(seed);
        const RepairReport made = prepare_polytopes(model);
        EXPECT_TRUE(made.is_clean()) << "seed " << seed << "\n" << all_findings(made);
        ASSERT_TRUE(made.is_usable());
        EXPECT_EQ(made.parts[0].polytope->positions().size(), model.positions.size());
    }
}

TEST(Preprocess, CleanModelsOfPolygonsHaveNoFindings) {
    for (const test::Solid& solid :
         {test::box({1, 2, 3}), test::tetrahedron(), test::sphere(12, 5), test::prism(9, 1.0f, 2.0f),
          test::bipyramid(7, 1.0f, 1.0f), test::box({1e-4f, 1, 1}), test::box({1, 1, 1}, {100, 200, 300})}) {
        std::mt19937 random(5);
        for (int turn = 0; turn < 10; ++turn) {
            PolygonMesh model{"solid", solid.positions, solid.faces, {}, {}};
            const glm::dquat q = test::random_rotation(random);
            if (turn > 0)
                for (glm::vec3& p : model.positions) p = glm::vec3(q * glm::dvec3(p));
            const RepairReport made = prepare_polytopes(model);
            EXPECT_TRUE(made.is_clean()) << all_findings(made);
            EXPECT_TRUE(made.is_usable());
        }
    }
}

TEST(Preprocess, EveryInjectedDefectIsReportedAndRepairedOrRejected) {
    for (const test::Injection& injection : test::all_injections())
        for (std::uint64_t seed = 0; seed < test::choose_effort(100, 1000); ++seed) {
            const std::string what = std::string(injection.name) + ", seed " + std::to_string(seed);
            const PolygonMesh good = random_model(seed);
            PolygonMesh bad = good;
            Random random(mix_seed(13, seed));
            injection.inject(bad, random);
            const RepairReport made = prepare_polytopes(bad);
            const bool is_named = reports(made.findings, injection.defect, injection.is_repaired) ||
                                  (!made.parts.empty() &&
                                   reports(made.parts[0].findings, injection.defect, injection.is_repaired));
            EXPECT_TRUE(is_named) << what << "\n" << all_findings(made);
            EXPECT_EQ(made.is_usable(), injection.is_repaired) << what << "\n" << all_findings(made);
            EXPECT_EQ(made.first_refusal().empty(), injection.is_repaired) << what;
            if (!injection.is_repaired || !made.is_usable()) continue;
            ASSERT_EQ(made.parts.size(), 1u) << what;
            const Result<Polytope> hull = make_hull(good.positions);
            ASSERT_TRUE(hull);
            expect_same_solid(*hull, *made.parts[0].polytope, what);
        }
}

TEST(Preprocess, SeveralPartsBecomeSeveralPolytopes) {
    for (std::uint64_t seed = 0; seed < test::choose_effort(50, 1000); ++seed) {
        const PolygonMesh first = random_model(seed), second = random_model(seed + 1000);
        PolygonMesh both = first;
        for (const glm::vec3& p : second.positions) both.positions.push_back(p + glm::vec3(10, 0, 0));
        for (Polygon face : second.faces) {
            for (std::uint32_t& v : face) v += static_cast<std::uint32_t>(first.positions.size());
            both.faces.push_back(face);
        }
        const RepairReport made = prepare_polytopes(both);
        EXPECT_TRUE(reports(made.findings, Defect::several_parts, true));
        ASSERT_EQ(made.parts.size(), 2u);
        ASSERT_TRUE(made.is_usable()) << all_findings(made);
        EXPECT_EQ(made.parts[0].name, "model.1");
        expect_same_solid(*make_hull(first.positions), *made.parts[0].polytope, "first");
        // A face without neighbors is a separate part. It is rejected without affecting the other part.
        PolygonMesh stray = first;
        for (int k = 0; k < 3; ++k) test::add_vertex(stray, glm::dvec3(5.0, k == 1, k == 2));
        const auto n = static_cast<std::uint32_t>(first.positions.size());
        stray.faces.push_back({n, n + 1, n + 2});
        const RepairReport split = prepare_polytopes(stray);
        ASSERT_EQ(split.parts.size(), 2u);
        EXPECT_TRUE(split.parts[0].polytope);
        EXPECT_FALSE(split.parts[1].polytope);
        EXPECT_TRUE(reports(split.parts[1].findings, Defect::open_edges, false));
    }
}

TEST(Preprocess, ModelsThatAreNoPolytopesAreRejectedWithAReason) {
    const auto refusal = [](const Mesh& mesh) {
        return prepare_polytopes(to_polygons(mesh)).first_refusal();
    };
    EXPECT_EQ(refusal(make_torus(1.0, 0.3, 12, 8)).substr(0, 12), "torus: hole:");
    EXPECT_EQ(refusal(make_torus_knot({})).substr(0, 17), "torus knot: hole:");
    // An L-shaped solid is closed and has the topology of a sphere, but has a concave edge.
    const PolygonMesh ell{"ell",
                          {{0, 0, 0},
                           {2, 0, 0},
                           {2, 1, 0},
                           {1, 1, 0},
                           {1, 2, 0},
                           {0, 2, 0},
                           {0, 0, 1},
                           {2, 0, 1},
                           {2, 1, 1},
                           {1, 1, 1},
                           {1, 2, 1},
                           {0, 2, 1}},
                          {{5, 4, 3, 2, 1, 0},
                           {6, 7, 8, 9, 10, 11},
                           {0, 1, 7, 6},
                           {1, 2, 8, 7},
                           {2, 3, 9, 8},
                           {3, 4, 10, 9},
                           {4, 5, 11, 10},
                           {5, 0, 6, 11}},
                          {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"},
                          {}};
    const RepairReport made = prepare_polytopes(ell);
    ASSERT_EQ(made.parts.size(), 1u);
    EXPECT_NE(made.first_refusal().find("ell: not convex: edge d-j between faces 4 and 5 is a valley"),
              std::string::npos)
        << made.first_refusal();
    EXPECT_EQ(prepare_polytopes({}).first_refusal(), "there are no faces");
    // The projective plane, triangulated with six vertices, is closed but not orientable.
    const PolygonMesh projective{
        "projective plane",
        {{0, 0, 1}, {1, 0, 0}, {0.3f, 1, 0}, {-0.8f, 0.6f, 0}, {-0.8f, -0.6f, 0}, {0.3f, -1, 0.2f}},
        {{0, 1, 2},
         {0, 2, 3},
         {0, 3, 4},
         {0, 4, 5},
         {0, 5, 1},
         {1, 2, 4},
         {2, 3, 5},
         {3, 4, 1},
         {4, 5, 2},
         {5, 1, 3}},
        {},
        {}};
    EXPECT_NE(prepare_polytopes(projective).first_refusal().find("not orientable"), std::string::npos)
        << prepare_polytopes(projective).first_refusal();
}

TEST(Preprocess, FindingsUseTheNamesOfElementsInTheModel) {
    PolygonMesh model = random_model(3);
    for (std::size_t v = 0; v < model.positions.size(); ++v)
        model.vertex_names.push_back("corner" + std::to_string(v));
    model.positions.push_back({0, 0, 0});
    model.vertex_names.push_back("lonely");
    const RepairReport made = prepare_polytopes(model);
    ASSERT_EQ(made.findings.size(), 1u);
    EXPECT_EQ(made.findings[0].text, "vertex lonely is in no face; it was dropped");
}

TEST(Preprocess, ElementsWithTheSameNameAreIdentifiedByTheirNumbers) {
    PolygonMesh model = random_model(3);
    model.face_names.assign(model.faces.size(), "f");
    model.face_names[4] = "lid";
    for (const std::size_t copied : {2u, 4u}) {
        PolygonMesh twice = model;
        twice.faces.push_back(twice.faces[copied]);
        twice.face_names.push_back("f");
        const std::string last = "face f (number " + std::to_string(model.faces.size()) + ")";
        const RepairReport made = prepare_polytopes(twice);
        ASSERT_EQ(made.findings.size(), 1u);
        EXPECT_EQ(made.findings[0].text, last + " has the same vertices as face " +
                                             (copied == 4 ? "lid" : "f (number 2)") + "; " + last +
                                             " was dropped");
    }
}

// The hull that closes a hole also repairs other defects of faces. All of them must be reported.
TEST(Preprocess, DefectsThatTheHullOfAHoleRepairsAreReported) {
    for (const test::Injection& injection : test::all_injections()) {
        const bool is_of_faces =
            injection.defect == Defect::mixed_orientation || injection.defect == Defect::inside_out ||
            injection.defect == Defect::non_planar_faces || injection.defect == Defect::non_convex_faces;
        for (std::uint64_t seed = 0; is_of_faces && seed < test::choose_effort(50, 1000); ++seed) {
            const std::string what = std::string(injection.name) + ", seed " + std::to_string(seed);
            const PolygonMesh good = random_model(seed);
            PolygonMesh bad = good;
            Random random(mix_seed(17, seed));
            injection.inject(bad, random);
            // Whether the face does not have the injected defect.
            const auto is_whole = [&](const Polygon& face) {
                return injection.defect == Defect::inside_out ||
                       std::find(good.faces.begin(), good.faces.end(), face) != good.faces.end();
            };
            std::size_t missing = test::any_face(bad, random);
            while (!is_whole(bad.faces[missing])) missing = (missing + 1) % bad.faces.size();
            bad.faces.erase(bad.faces.begin() + static_cast<std::ptrdiff_t>(missing));
            const RepairReport made = prepare_polytopes(bad);
            ASSERT_TRUE(made.is_usable()) << what << "\n" << all_findings(made);
            EXPECT_TRUE(reports(made.parts[0].findings, Defect::open_edges, true)) << what;
            EXPECT_TRUE(reports(made.parts[0].findings, injection.defect, true)) << what << "\n"
                                                                                 << all_findings(made);
            expect_same_solid(*make_hull(good.positions), *made.parts[0].polytope, what);
        }
    }
}

TEST(Preprocess, AFlippedFaceIsReportedIfAnotherFaceIsMissing) {
    const test::Solid solid = test::box({1, 2, 3});
    for (std::size_t turned = 0; turned < 6; ++turned)
        for (std::size_t missing = 0; missing < 6; ++missing) {
            if (turned == missing) continue;
            PolygonMesh model{"box", solid.positions, solid.faces, {}, {"a", "b", "c", "d", "e", "f"}};
            const std::string name = model.face_names[turned];
            std::reverse(model.faces[turned].begin(), model.faces[turned].end());
            model.faces.erase(model.faces.begin() + static_cast<std::ptrdiff_t>(missing));
            model.face_names.erase(model.face_names.begin() + static_cast<std::ptrdiff_t>(missing));
            const RepairReport made = prepare_polytopes(model);
            ASSERT_TRUE(made.is_usable()) << all_findings(made);
            ASSERT_EQ(made.parts[0].findings.size(), 2u) << all_findings(made);
            EXPECT_EQ(made.parts[0].findings[0].defect, Defect::open_edges);
            EXPECT_EQ(made.parts[0].findings[1].defect, Defect::mixed_orientation);
            EXPECT_EQ(made.parts[0].findings[1].count, 1u);
            EXPECT_EQ(made.parts[0].findings[1].text,
                      "face " + name + " is clockwise seen from outside; it was flipped");
        }
}

// The hull of the first model would fill its dent. The hull of the second model, which has only two faces, would be
// unrelated to it.
TEST(Preprocess, HolesOfADentedSurfaceOrOfTwoFacesAreNotClosed) {
    const test::Solid solid = test::box({1, 1, 1});
    PolygonMesh dented{"dented", solid.positions, solid.faces, {}, {}};
    const auto deep = test::add_vertex(dented, {0.0, 0.0, 0.75});
    dented.faces = {solid.faces[0], solid.faces[1], solid.faces[2], solid.faces[3]}; // no bottom
    const Polygon& top = solid.faces[5];
    for (std::size_t k = 0; k < 4; ++k) dented.faces.push_back({top[k], top[(k + 1) % 4], deep});
    const PolygonMesh roof{"roof", solid.positions, {solid.faces[0], solid.faces[3]}, {}, {}};
    for (const PolygonMesh& model : {dented, roof}) {
        const RepairReport made = prepare_polytopes(model);
        EXPECT_FALSE(made.is_usable()) << model.name;
        ASSERT_EQ(made.parts.size(), 1u) << model.name;
        ASSERT_EQ(made.parts[0].findings.size(), 1u) << all_findings(made);
        EXPECT_TRUE(reports(made.parts[0].findings, Defect::open_edges, false)) << all_findings(made);
        EXPECT_TRUE(made.parts[0].findings[0].text.ends_with("; add the missing faces, or ask for the hull"))
            << all_findings(made);
    }
}

// The model has a triangle without area, as can remain if a program cuts a face at a vertex on its boundary.
TEST(Preprocess, AFaceWithoutAreaIsDroppedAndReported) {
    const test::Solid solid = test::box({1, 1, 1});
    PolygonMesh model{"box", solid.positions, solid.faces, {}, {}};
    const std::uint32_t a = model.faces[0][0], b = model.faces[0][1];
    const auto middle = test::add_vertex(model, 0.5 * (test::point(model, a) + test::point(model, b)));
    model.faces[0].insert(model.faces[0].begin() + 1, middle);
    model.faces.push_back({a, b, middle});
    const RepairReport made = prepare_polytopes(model);
    ASSERT_TRUE(made.is_usable()) << all_findings(made);
    ASSERT_EQ(made.findings.size(), 1u) << all_findings(made);
    EXPECT_EQ(made.findings[0].defect, Defect::degenerate_faces);
    EXPECT_EQ(made.findings[0].text, "face 6 has no area; it was dropped");
    EXPECT_EQ(made.parts[0].polytope->faces().size(), 6u);
}

TEST(Preprocess, UnusedAndDuplicateVerticesAreReportedAmongOtherDefects) {
    for (std::uint64_t seed = 0; seed < test::choose_effort(20, 500); ++seed) {
        Random random(seed);
        PolygonMesh model = random_model(seed);
        test::turn_one_face(model, random);
        test::add_lone_vertex(model, random);
        test::repeat_face(model, random);
        test::copy_vertex(model, random);
        const RepairReport made = prepare_polytopes(model);
        EXPECT_TRUE(made.is_usable()) << all_findings(made);
        EXPECT_TRUE(reports(made.findings, Defect::unused_vertices, true));
        EXPECT_TRUE(reports(made.findings, Defect::duplicate_vertices, true));
    }
}

// Each part stores only its own vertices. Copies of all vertices in each part would take quadratic memory.
TEST(Preprocess, PositionsOfAllPartsTakeAtMostTwiceTheMemoryOfTheModel) {
    const Polytope tetrahedron =
        *make_hull(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    PolygonMesh model{"crumbs", {}, {}, {}, {}};
    constexpr std::uint32_t kParts = 500;
    for (std::uint32_t part = 0; part < kParts; ++part) {
        const auto first = static_cast<std::uint32_t>(model.positions.size());
        const PolygonMesh one = to_polygons(tetrahedron, "");
        for (const glm::vec3& p : one.positions)
            model.positions.push_back(p + glm::vec3(2.0f * static_cast<float>(part % 25),
                                                    2.0f * static_cast<float>(part / 25), 0.0f));
        for (Polygon face : one.faces) {
            for (std::uint32_t& v : face) v += first;
            model.faces.push_back(face);
        }
    }
    preprocess_detail::Draft draft{&model, model.positions, model.faces, {}, {}, 0.0};
    for (std::uint32_t v = 0; v < model.positions.size(); ++v) draft.vertex_ids.push_back(v);
    for (std::uint32_t f = 0; f < model.faces.size(); ++f) draft.face_ids.push_back(f);
    preprocess_detail::Findings findings;
    const auto parts = preprocess_detail::split_parts(draft, findings);
    ASSERT_EQ(parts.size(), kParts);
    std::size_t held = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        held += parts[k].positions.capacity();
        ASSERT_EQ(parts[k].positions.size(), 4u);
        for (std::size_t f = 0; f < 4; ++f)
            for (std::size_t i = 0; i < 3; ++i)
                EXPECT_EQ(parts[k].vertex_ids[parts[k].faces[f][i]], model.faces[4 * k + f][i]);
    }
    EXPECT_LE(held, 2 * model.positions.size());
    EXPECT_TRUE(prepare_polytopes(model).is_usable());
}

TEST(Preprocess, VerticesAreMergedAsByRepeatedComparisonOfAllPairs) {
    for (std::uint64_t seed = 0; seed < test::choose_effort(30, 500); ++seed) {
        Random random(seed);
        PolygonMesh model{"cloud", {{-1, -1, -1}, {1, 1, 1}}, {}, {}, {}};
        for (int k = 0; k < 60; ++k) {
            const glm::dvec3 p = random.in_box(glm::dvec3(0.0, 1.0, 1.0)); // all points lie in one plane
            for (std::uint64_t copies = random.below(4); copies > 0; --copies)
                model.positions.emplace_back(p + 1.2e-6 * random.unit_vector());
        }
        preprocess_detail::Draft draft{&model, model.positions, {}, {}, {}, kWeldTolerance * std::sqrt(12.0)};
        const auto count = static_cast<std::uint32_t>(model.positions.size());
        for (std::uint32_t v = 0; v < count; ++v) draft.vertex_ids.push_back(v);
        // Per vertex: the lowest index of the vertices that it is merged with, directly or in a chain.
        std::vector<std::uint32_t> root(count);
        for (std::uint32_t v = 0; v < count; ++v) root[v] = v;
        for (bool has_changed = true; has_changed;) {
            has_changed = false;
            for (std::uint32_t a = 0; a < count; ++a)
                for (std::uint32_t b = 0; b < count; ++b)
                    if (root[b] < root[a] &&
                        glm::distance(glm::dvec3(model.positions[a]), glm::dvec3(model.positions[b])) <=
                            draft.tolerance) {
                        root[a] = root[b];
                        has_changed = true;
                    }
        }
        std::vector<std::uint32_t> kept;
        for (std::uint32_t v = 0; v < count; ++v)
            if (root[v] == v) kept.push_back(v);
        preprocess_detail::Findings findings;
        preprocess_detail::weld(draft, findings);
        EXPECT_EQ(draft.vertex_ids, kept) << "seed " << seed;
        EXPECT_EQ(findings.size(), kept.size() < count ? 1u : 0u);
    }
}

// Comparing all vertices of a plane, or all copies of a vertex, with each other would take too long for a test.
TEST(Preprocess, HundredsOfThousandsOfCoplanarOrEqualVerticesAreMerged) {
    PolygonMesh model{"plane", {}, {}, {}, {}};
    for (int i = 0; i < 700; ++i)
        for (int k = 0; k < 700; ++k)
            model.positions.emplace_back(0.0f, static_cast<float>(i), static_cast<float>(k));
    model.positions.resize(2 * model.positions.size(), glm::vec3(0.0f, 3.0f, 4.0f));
    preprocess_detail::Draft draft{&model, model.positions, {}, {}, {}, 1e-6 * 990.0};
    for (std::uint32_t v = 0; v < model.positions.size(); ++v) draft.vertex_ids.push_back(v);
    preprocess_detail::Findings findings;
    preprocess_detail::weld(draft, findings);
    EXPECT_EQ(draft.positions.size(), 490000u);
}

// With coordinates of few digits, the corners of a face are not exactly coplanar. The triangles of the face must still
// follow its concave outline.
TEST(Preprocess, TrianglesOfAConcaveFaceThatIsNotExactlyPlanarFollowItsOutline) {
    const std::vector<glm::dvec2> ell{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    for (int turn = 0; turn < 20; ++turn) {
        const glm::dquat q = glm::normalize(glm::dquat(1.0, 0.1 * turn, 0.3, 0.05 * turn));
        PolygonMesh model{"ell", {}, {}, {}, {}};
        for (const double z : {0.0, 1.0})
            for (const glm::dvec2& p : ell) {
                const glm::dvec3 placed = q * glm::dvec3(p, z);
                model.positions.emplace_back(glm::round(1e4 * placed) / 1e4);
            }
        model.faces = {{5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}};
        for (std::uint32_t k = 0; k < 6; ++k) model.faces.push_back({k, (k + 1) % 6, 6 + (k + 1) % 6, 6 + k});
        const TriangulatedModel made = triangulate_model(model);
        ASSERT_TRUE(made.mesh);
        double area = 0.0;
        for (std::uint32_t t = 0; t < made.mesh->triangles.size(); ++t) {
            const Triangle c = triangle_of(made.mesh->view(), t);
            area += 0.5 * glm::length(glm::cross(glm::dvec3(c[1]) - glm::dvec3(c[0]),
                                                 glm::dvec3(c[2]) - glm::dvec3(c[0])));
        }
        EXPECT_NEAR(area, 2.0 * 5.0 + 12.0, 0.01) << turn;
    }
}

} // namespace
} // namespace boxwood
