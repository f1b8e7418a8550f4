#include "engine/meshes/measure.hpp"

#include "engine/meshes/checked.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/weld.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace boxwood {
namespace {

// A slow reference: a map from edges to the directions in which triangles traverse them. Components are merged until
// nothing changes.
MeshReport slow_report(const Mesh& mesh) {
    MeshReport report;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<int>> edges;
    std::map<std::uint32_t, std::uint32_t> label;
    for (const TriangleIndices& t : mesh.triangles) {
        for (const std::uint32_t v : t) label[v] = v;
        if (std::set<std::uint32_t>(t.begin(), t.end()).size() < 3) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = t[k], to = t[(k + 1) % 3];
            edges[std::minmax(from, to)].push_back(from < to ? 1 : -1);
        }
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (const TriangleIndices& t : mesh.triangles)
            for (const std::uint32_t v : t)
                for (const std::uint32_t w : t)
                    if (label[v] < label[w]) {
                        label[w] = label[v];
                        changed = true;
                    }
    }
    report.is_closed = report.is_oriented = true;
    report.edges = edges.size();
    for (const auto& [edge, directions] : edges) {
        report.border_edges += directions.size() == 1 ? 1 : 0;
        report.non_manifold_edges += directions.size() > 2 ? 1 : 0;
        if (directions.size() % 2 == 1) report.is_closed = false;
        int sum = 0;
        for (const int direction : directions) sum += direction;
        if (std::abs(sum) > 1) report.is_oriented = false;
    }
    std::set<std::uint32_t> components;
    for (const auto& [v, l] : label) components.insert(l);
    report.components = components.size();
    report.unused_vertices = mesh.positions.size() - label.size();
    return report;
}

void expect_same(const MeshReport& fast, const MeshReport& slow) {
    EXPECT_EQ(fast.edges, slow.edges);
    EXPECT_EQ(fast.border_edges, slow.border_edges);
    EXPECT_EQ(fast.non_manifold_edges, slow.non_manifold_edges);
    EXPECT_EQ(fast.components, slow.components);
    EXPECT_EQ(fast.unused_vertices, slow.unused_vertices);
    EXPECT_EQ(fast.is_closed, slow.is_closed);
    EXPECT_EQ(fast.is_oriented, slow.is_oriented);
}

Mesh random_soup(std::uint64_t seed, std::size_t vertices, std::size_t triangles) {
    std::mt19937_64 bits(seed);
    Mesh mesh;
    for (std::size_t i = 0; i < vertices; ++i)
        mesh.positions.push_back({float(bits() % 100), float(bits() % 100), float(bits() % 100)});
    for (std::size_t i = 0; i < triangles; ++i) {
        const auto index = [&] { return static_cast<std::uint32_t>(bits() % vertices); };
        mesh.triangles.push_back({index(), index(), index()});
    }
    return mesh;
}

TEST(MeasureTest, agrees_with_the_slow_reference_on_random_soups) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Mesh mesh = random_soup(seed, 3 + seed % 17, 1 + seed % 23);
        expect_same(make_report(mesh.view()), slow_report(mesh));
        if (HasFailure()) FAIL() << "seed " << seed;
    }
}

TEST(MeasureTest, agrees_with_the_slow_reference_on_damaged_solids) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::mt19937_64 bits(seed);
        Mesh mesh = make_icosphere(1);
        const std::size_t victim = bits() % mesh.triangles.size();
        if (seed % 3 == 0) mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(victim));
        if (seed % 3 == 1) std::swap(mesh.triangles[victim][0], mesh.triangles[victim][1]);
        if (seed % 3 == 2) mesh.triangles.push_back(mesh.triangles[victim]);
        const MeshReport report = make_report(mesh.view());
        expect_same(report, slow_report(mesh));
        EXPECT_EQ(report.border_edges, seed % 3 == 0 ? 3u : 0u);
        EXPECT_EQ(report.is_oriented, seed % 3 != 1);
        EXPECT_EQ(report.is_closed, seed % 3 == 1);
    }
}

TEST(MeasureTest, counts_degenerate_triangles) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {0.1f, 0.1f, 0.1f}, {0.2f, 0.2f, 0.2f}, {0, 1, 0},
                      {0, 0, 0}, {1e-20f, 0, 0},     {0, 1e-20f, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 0, 3}, {0, 4, 3}, {0, 1, 3}, {0, 5, 6}, {1, 3, 2}};
    EXPECT_EQ(make_report(mesh.view()).degenerate_triangles, 3u);
}

TEST(MeasureTest, bounds_ignore_unused_vertices) {
    Mesh mesh = make_box({1, 2, 3});
    mesh.positions.push_back({100, 100, 100});
    EXPECT_EQ(make_report(mesh.view()).bounds, (Aabb{{-1, -2, -3}, {1, 2, 3}}));
    drop_unused_vertices(mesh);
    EXPECT_EQ(mesh.positions, make_box({1, 2, 3}).positions);
    EXPECT_EQ(mesh.triangles, make_box({1, 2, 3}).triangles);
}

TEST(WeldTest, keeps_the_triangles_and_leaves_no_two_equal_vertices) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Mesh shared = random_soup(seed, 40, 60);
        for (glm::vec3& p : shared.positions)
            p = {std::fmod(p.x, 3.0f), -std::fmod(p.y, 3.0f), std::nextafter(p.z, p.x)};
        Mesh soup;
        for (std::uint32_t t = 0; t < shared.triangles.size(); ++t) {
            for (const glm::vec3& corner : triangle_of(shared.view(), t)) soup.positions.push_back(corner);
            soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        }
        Mesh welded = soup;
        weld_vertices(welded);
        ASSERT_EQ(welded.triangles.size(), soup.triangles.size());
        for (std::uint32_t t = 0; t < soup.triangles.size(); ++t)
            EXPECT_EQ(triangle_of(welded.view(), t), triangle_of(soup.view(), t));
        for (std::size_t i = 0; i < welded.positions.size(); ++i)
            for (std::size_t k = i + 1; k < welded.positions.size(); ++k)
                EXPECT_NE(welded.positions[i], welded.positions[k]);
    }
}

TEST(WeldTest, zero_and_negative_zero_are_equal) {
    Mesh mesh;
    mesh.positions = {{0.0f, 1, 2}, {-0.0f, 1, 2}, {0, 5, 5}, {0, 6, -0.0f}, {-0.0f, 6, 0}};
    mesh.triangles = {{0, 2, 3}, {1, 2, 4}};
    weld_vertices(mesh);
    EXPECT_EQ(mesh.positions.size(), 3u);
    EXPECT_EQ(mesh.triangles[0], mesh.triangles[1]);
}

TEST(CheckedTest, an_error_begins_with_the_name_of_the_mesh) {
    Mesh mesh = make_box({1, 1, 1});
    mesh.name = "box.obj";
    ASSERT_TRUE(check_mesh(mesh));
    EXPECT_EQ(check_mesh(mesh)->positions, mesh.positions);
    mesh.triangles[3][2] = 8;
    EXPECT_EQ(check_mesh(mesh).error().message,
              "box.obj: triangle 3 refers to vertex 8, but there are only 8 vertices");
    EXPECT_EQ(check_mesh(Mesh{}).error().message, "has no triangles");
}

} // namespace
} // namespace boxwood
