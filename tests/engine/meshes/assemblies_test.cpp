// Checks the properties that assemblies are made for, by their definitions: exact counts, closed parts, T-junctions
// and slender triangles.
#include "engine/meshes/generate/assemblies.hpp"

#include "engine/meshes/checked.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/meshes/weld.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

struct Counts {
    std::string_view name;
    std::size_t of_1, of_2, of_10;
};
// Counted by hand, for gears of 12, 28 and 20 teeth and so on. Some elements, such as the jacket, occur once, so the
// counts are not proportional to the number of parts.
constexpr std::array kCounts{Counts{"gear-train", 380, 1016, 6232}, Counts{"pipe-rack", 2048, 4096, 20480},
                             Counts{"bracket-frame", 420, 832, 4152},
                             Counts{"heat-exchanger", 928, 1304, 4392},
                             Counts{"steel-frame", 2088, 4176, 20880}};

const Assembly& assembly_named(std::string_view name) {
    for (const Assembly& assembly : all_assemblies())
        if (assembly.name == name) return assembly;
    ADD_FAILURE() << name;
    return all_assemblies()[0];
}

TEST(AssembliesTest, counts_are_exact) {
    ASSERT_EQ(all_assemblies().size(), kCounts.size());
    for (const Counts& counts : kCounts) {
        const Assembly& assembly = assembly_named(counts.name);
        EXPECT_EQ(assembly.make(1).triangles.size(), counts.of_1) << counts.name;
        EXPECT_EQ(assembly.make(2).triangles.size(), counts.of_2) << counts.name;
        EXPECT_EQ(assembly.make(10).triangles.size(), counts.of_10) << counts.name;
    }
}

TEST(AssembliesTest, sizes_are_within_3_percent_of_the_request_and_repeated_calls_give_equal_meshes) {
    for (const Assembly& assembly : all_assemblies()) {
        for (const double wanted : {50'000.0, &assembly == &all_assemblies()[0] ? 1'000'000.0 : 100'000.0}) {
            const Mesh mesh = make_assembly(assembly, static_cast<std::size_t>(wanted));
            EXPECT_NEAR(static_cast<double>(mesh.triangles.size()), wanted, 0.03 * wanted) << assembly.name;
            if (wanted > 60'000.0) continue;
            EXPECT_TRUE(check_mesh(mesh)) << assembly.name;
            const Mesh again = make_assembly(assembly, static_cast<std::size_t>(wanted));
            EXPECT_EQ(again.positions, mesh.positions) << assembly.name;
            EXPECT_EQ(again.triangles, mesh.triangles) << assembly.name;
        }
    }
}

// Counts the T-junctions: vertices strictly inside a border edge of a triangle. There, the faces on the two sides of
// the edge are divided differently.
std::size_t count_t_junctions(Mesh mesh) {
    weld_vertices(mesh);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses;
    for (const TriangleIndices& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const auto edge = std::minmax(t[k], t[(k + 1) % 3]);
            ++uses[{edge.first, edge.second}];
        }
    std::size_t count = 0;
    for (const auto& [edge, used] : uses) {
        if (used != 1) continue;
        const glm::dvec3 a(mesh.positions[edge.first]), b(mesh.positions[edge.second]);
        const double length = glm::distance(a, b);
        for (const glm::vec3& vertex : mesh.positions) {
            const double along = glm::dot(glm::dvec3(vertex) - a, b - a) / (length * length);
            if (along < 0.01 || along > 0.99) continue;
            count += glm::distance(glm::dvec3(vertex), a + along * (b - a)) < 1e-6 * length ? 1 : 0;
        }
    }
    return count;
}

// The length of the longest edge divided by the height over it.
double slenderness(const Triangle& corners) {
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        longest = std::max(longest, glm::distance(glm::dvec3(corners[k]), glm::dvec3(corners[(k + 1) % 3])));
    const double area = glm::length(glm::cross(glm::dvec3(corners[1]) - glm::dvec3(corners[0]),
                                               glm::dvec3(corners[2]) - glm::dvec3(corners[0])));
    return longest * longest / area;
}

TEST(AssembliesTest, faces_have_borders_and_more_than_5_percent_of_the_triangles_are_slender) {
    for (const Assembly& assembly : all_assemblies()) {
        Mesh mesh = assembly.make(4);
        std::size_t slender = 0;
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
            slender += slenderness(triangle_of(mesh.view(), t)) > 15.0 ? 1 : 0;
        EXPECT_GT(static_cast<double>(slender), 0.05 * static_cast<double>(mesh.triangles.size()))
            << assembly.name;
        const MeshReport soup = make_report(mesh.view());
        EXPECT_EQ(soup.degenerate_triangles, 0u) << assembly.name;
        EXPECT_EQ(soup.unused_vertices, 0u) << assembly.name;
        EXPECT_TRUE(soup.is_oriented) << assembly.name;
        EXPECT_GT(soup.border_edges, soup.triangles / 4) << assembly.name;
        EXPECT_GT(signed_volume(mesh.view()), 0.0) << assembly.name;
        weld_vertices(mesh);
        EXPECT_GT(make_report(mesh.view()).components, 7u) << assembly.name;
    }
}

TEST(AssembliesTest, t_junctions_have_the_expected_numbers) {
    const auto junctions = [](std::string_view name, std::uint32_t parts) {
        return count_t_junctions(assembly_named(name).make(parts));
    };
    // 4 edges of 2 plates of 24 strips, and 8 T-junctions where the legs meet
    EXPECT_EQ(junctions("bracket-frame", 1), 2u * 4 * 23 + 8);
    EXPECT_EQ(junctions("heat-exchanger", 9), 5u * 2 * 2 * 2); // in the outer rows of 5 plates
    EXPECT_GE(junctions("steel-frame", 1), 10u * 2 * 4 + 8 * 4 * 3);
    EXPECT_EQ(junctions("gear-train", 2), 0u); // gears have only round parts
}

// Each part is a closed surface, so that the divergence theorem gives its volume.
TEST(AssembliesTest, signed_volumes_equal_closed_forms) {
    // Beams, gussets and bolts of one bay, by their cross sections.
    const double beam = 2 * 0.8 * 0.12 + 0.76 * 0.12, diagonal = std::hypot(20.0, 12.0);
    const double beams = beam * (4 * 12.0 + 2 * 20.0 + 2 * diagonal + 2 * 14.0);
    const auto polygon = [](double sides, double radius) {
        return 0.5 * sides * radius * radius * std::sin(2.0 * 3.14159265358979 / sides);
    };
    const double bolt = polygon(6, 0.18) * 0.12 + polygon(8, 0.1) * 0.5;
    const double expected = beams + 8 * (2.4 * 1.8 * 0.12 + 4 * bolt);
    EXPECT_NEAR(signed_volume(assembly_named("steel-frame").make(1).view()), expected, 1e-4 * expected);
    // A tube, five plates with one hole each, and the jacket.
    const double tube = (polygon(12, 0.4) - polygon(12, 0.35)) * 60.0, plate = (1.0 - polygon(12, 0.4)) * 0.5;
    const double jacket = (polygon(64, 1.95) - polygon(64, 1.75)) * 58.0;
    EXPECT_NEAR(signed_volume(assembly_named("heat-exchanger").make(1).view()), tube + 5 * plate + jacket,
                1e-3);
}

} // namespace
} // namespace boxwood
