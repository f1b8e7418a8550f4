#include "engine/meshes/generate/generators.hpp"

#include "engine/meshes/checked.hpp"
#include "engine/meshes/generate/recipe.hpp"
#include "engine/meshes/measure.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kPi = std::numbers::pi;

// Expects a closed surface that is oriented outwards, with this number of components, each of the expected genus:
// V - E + F = components * (2 - 2 genus).
void expect_solid(const Mesh& mesh, int genus, std::size_t components = 1) {
    const MeshReport report = make_report(mesh.view());
    EXPECT_TRUE(check_mesh(mesh)) << mesh.name;
    EXPECT_TRUE(report.is_closed && report.is_oriented) << mesh.name;
    EXPECT_EQ(report.non_manifold_edges, 0u) << mesh.name;
    EXPECT_EQ(report.degenerate_triangles, 0u) << mesh.name;
    EXPECT_EQ(report.unused_vertices, 0u) << mesh.name;
    EXPECT_EQ(report.components, components) << mesh.name;
    EXPECT_EQ(static_cast<long>(report.vertices + report.triangles) - static_cast<long>(report.edges),
              (2 - 2 * genus) * static_cast<long>(components))
        << mesh.name;
    EXPECT_GT(signed_volume(mesh.view()), 0.0) << mesh.name;
}

TEST(GeneratorsTest, a_box_has_its_volume_and_bounds) {
    const Mesh box = make_box({0.5, 1.0, 2.0});
    expect_solid(box, 0);
    EXPECT_NEAR(signed_volume(box.view()), 8.0, 1e-12);
    EXPECT_EQ(make_report(box.view()).bounds, (Aabb{{-0.5f, -1.0f, -2.0f}, {0.5f, 1.0f, 2.0f}}));
}

TEST(GeneratorsTest, a_torus_has_its_genus_radii_and_volume) {
    const Mesh torus = make_torus(10.0, 2.0, 50, 50);
    EXPECT_EQ(torus.triangles.size(), 5000u); // the model of the experiments about AABB trees
    expect_solid(torus, 1);
    for (const glm::vec3& p : torus.positions)
        EXPECT_NEAR(std::hypot(std::hypot(p.x, p.y) - 10.0, p.z), 2.0, 1e-6);
    const double volume = 2.0 * kPi * kPi * 10.0 * 4.0;
    EXPECT_LT(signed_volume(torus.view()), volume);
    EXPECT_NEAR(signed_volume(torus.view()), volume, 0.01 * volume);
    expect_solid(make_torus(2.0, 1.0, 3, 3), 1);
}

TEST(GeneratorsTest, a_torus_knot_has_the_volume_of_its_tube) {
    for (const auto& [p, q] : {std::pair{2u, 3u}, {3u, 2u}, {5u, 3u}, {1u, 0u}}) {
        const TorusKnotParams params{p, q, 1.0, 0.4, 0.05, 900, 16};
        const Mesh knot = make_torus_knot(params);
        expect_solid(knot, 1);
        EXPECT_EQ(knot.triangles.size(), 2u * 900 * 16);
        // A thin tube: its volume is the cross section times the length of the curve, which a sum computes.
        double length = 0.0;
        glm::dvec3 last(1.4, 0.0, 0.0);
        for (int i = 1; i <= 20000; ++i) {
            const double t = 2.0 * kPi * i / 20000.0, ring = 1.0 + 0.4 * std::cos(q * t);
            const glm::dvec3 next(ring * std::cos(p * t), ring * std::sin(p * t), 0.4 * std::sin(q * t));
            length += glm::distance(last, next);
            last = next;
        }
        const double section = 0.5 * 16 * std::sin(2.0 * kPi / 16) * 0.05 * 0.05;
        EXPECT_NEAR(signed_volume(knot.view()), section * length, 0.01 * section * length) << p << " " << q;
    }
}

TEST(GeneratorsTest, spheres_have_their_radius_and_volume) {
    for (const std::uint32_t frequency : {1u, 2u, 3u, 4u, 7u, 16u}) {
        const Mesh sphere = make_geodesic_sphere(2.0, frequency);
        EXPECT_EQ(sphere.triangles.size(), 20u * frequency * frequency);
        expect_solid(sphere, 0);
        for (const glm::vec3& p : sphere.positions) EXPECT_NEAR(glm::length(p), 2.0f, 1e-6f);
    }
    const double volume = 4.0 / 3.0 * kPi;
    EXPECT_NEAR(signed_volume(make_icosphere(5).view()), volume, 2e-3 * volume);
    EXPECT_EQ(make_icosphere(3).triangles.size(), 1280u);
}

TEST(GeneratorsTest, a_rock_is_a_bumpy_sphere_that_depends_on_its_seed) {
    const BumpySphereParams params;
    const Mesh rock = make_bumpy_sphere(params);
    EXPECT_EQ(rock.triangles.size(), 69620u);
    expect_solid(rock, 0);
    float shortest = 10.0f, longest = 0.0f;
    for (const glm::vec3& p : rock.positions) {
        shortest = std::min(shortest, glm::length(p));
        longest = std::max(longest, glm::length(p));
    }
    EXPECT_GE(shortest, 0.649f);
    EXPECT_LE(longest, 1.351f);
    EXPECT_GT(longest - shortest, 0.2f); // the surface has bumps
    BumpySphereParams other = params;
    EXPECT_EQ(make_bumpy_sphere(other).positions, rock.positions);
    other.seed = 2;
    EXPECT_NE(make_bumpy_sphere(other).positions, rock.positions);
}

TEST(GeneratorsTest, a_heightfield_has_its_bounds_and_faces_up) {
    const HeightfieldParams params{3.0, 5.0, 0.5, 4.0, 20, 30, 7};
    const Mesh field = make_heightfield(params);
    const MeshReport report = make_report(field.view());
    EXPECT_EQ(report.triangles, 1200u);
    EXPECT_EQ(report.border_edges, 100u);
    EXPECT_FALSE(report.is_closed);
    EXPECT_TRUE(report.is_oriented);
    EXPECT_EQ(report.bounds.lower.x, -3.0f);
    EXPECT_EQ(report.bounds.upper.z, 5.0f);
    EXPECT_LE(std::max(report.bounds.upper.y, -report.bounds.lower.y), 0.5f);
    EXPECT_GT(report.bounds.upper.y - report.bounds.lower.y, 0.1f);
    for (std::uint32_t t = 0; t < field.triangles.size(); ++t) {
        const Triangle corners = triangle_of(field.view(), t);
        EXPECT_GT(glm::cross(corners[1] - corners[0], corners[2] - corners[0]).y, 0.0f);
    }
}

TEST(GeneratorsTest, a_craft_has_five_closed_components_and_its_length) {
    const Mesh craft = make_craft(2.0);
    EXPECT_EQ(craft.triangles.size(), 5920u);
    expect_solid(craft, 0, 5);
    const glm::vec3 half = make_report(craft.view()).bounds.half();
    EXPECT_NEAR(half.x, 1.0f, 1e-6f);
    EXPECT_GT(half.y, 2.0f * half.z); // the wings extend sideways
}

TEST(GeneratorsTest, a_teapot_has_newells_dimensions) {
    for (const std::uint32_t steps : {4u, 10u}) {
        const Mesh teapot = make_teapot(steps);
        EXPECT_EQ(teapot.triangles.size(), 64u * steps * steps - 8u * steps);
        const MeshReport report = make_report(teapot.view());
        EXPECT_TRUE(check_mesh(teapot));
        EXPECT_TRUE(report.is_oriented);
        EXPECT_EQ(report.non_manifold_edges, 0u);
        EXPECT_EQ(report.components, 3u); // body and handle, which share a vertex; lid; spout
        EXPECT_GT(signed_volume(teapot.view()), 0.0);
        // Newell's dimensions: from handle to spout, across the body, and up to the knob.
        EXPECT_EQ(report.bounds.lower.x, -3.0f);
        EXPECT_NEAR(report.bounds.upper.x, 3.43f, 0.02f);
        EXPECT_EQ(report.bounds.lower.z, 0.0f);
        EXPECT_EQ(report.bounds.upper.z, 3.15f);
        EXPECT_NEAR(report.bounds.upper.y, 2.0f, 0.02f);
        EXPECT_EQ(report.bounds.upper.y, -report.bounds.lower.y);
    }
}

// The recipe with a generator's default values. The outline, if the generator takes one, is a square at a distance from
// the axis.
MeshRecipe default_recipe(const Generator& generator) {
    MeshRecipe recipe{std::string(generator.name), {}, 1, {}};
    if (generator.takes_outline) recipe.outline = {{1, 0}, {2, 0}, {2, 1}, {1, 1}};
    return recipe;
}

TEST(RecipeTest, every_generator_makes_a_usable_mesh_with_its_default_values) {
    for (const Generator& generator : all_generators()) {
        const auto mesh = make_mesh(default_recipe(generator));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_TRUE(check_mesh(*mesh)) << generator.name;
        EXPECT_EQ(find_generator(generator.name), &generator);
    }
}

TEST(RecipeTest, every_parameter_is_used_and_checked) {
    for (const Generator& generator : all_generators()) {
        const std::string kind(generator.name);
        const MeshRecipe recipe = default_recipe(generator);
        const auto with = [&recipe](const std::string& name, double value) {
            MeshRecipe changed = recipe;
            changed.values.push_back({name, value});
            return changed;
        };
        const auto usual = make_mesh(recipe);
        for (const GeneratorParameter& parameter : generator.parameters) {
            const std::string name(parameter.name);
            const double near_by = parameter.default_value == 0.0 ? 0.01 : 0.99 * parameter.default_value;
            const auto changed =
                make_mesh(with(name, parameter.is_whole ? parameter.default_value + 2.0 : near_by));
            ASSERT_TRUE(changed) << changed.error().message;
            EXPECT_TRUE(changed->positions != usual->positions || changed->triangles != usual->triangles)
                << kind << " ignores " << name;
            for (const double bad : {parameter.lower - 1.0, 2.0 * parameter.upper, std::nan("")}) {
                const Status refused = check_recipe(with(name, bad));
                ASSERT_FALSE(refused) << kind << " " << name << " " << bad;
                EXPECT_NE(refused.error().message.find(name), std::string::npos) << refused.error().message;
            }
            EXPECT_NE(parameter.is_whole, bool(check_recipe(with(name, parameter.default_value + 0.05))));
        }
        MeshRecipe other_seed = recipe;
        other_seed.seed = 2;
        const auto reseeded = make_mesh(other_seed);
        EXPECT_EQ(reseeded->positions != usual->positions, generator.has_seed) << kind;
    }
}

TEST(RecipeTest, errors_name_the_mistake_and_the_known_names) {
    EXPECT_EQ(
        make_mesh({"cube", {}, 1}).error().message,
        "unknown generator \"cube\"; known ones: box, torus, torus-knot, sphere, rock, heightfield, craft, "
        "teapot, waves, gear-train, pipe-rack, bracket-frame, heat-exchanger, steel-frame, rounded-box, "
        "tapered-box, cylinder, lathe, extrusion, arc");
    EXPECT_EQ(make_mesh({"torus", {{"size", 1.0}}, 1}).error().message,
              "torus: unknown parameter \"size\"; known ones: major_radius, minor_radius, n_major, n_minor");
    EXPECT_EQ(make_mesh({"torus", {{"n_major", 2.5}}, 1}).error().message,
              "torus: n_major must be a whole number from 3 to 2048, not 2.5");
    EXPECT_FALSE(make_mesh({"torus", {{"minor_radius", 1.0}}, 1}));
    EXPECT_FALSE(make_mesh({"torus-knot", {{"p", 2.0}, {"q", 4.0}}, 1}));
    EXPECT_EQ(check_recipe({"waves", {{"patches", 128.0}, {"steps", 256.0}}, 1}).error().message,
              "waves: patches times steps must be at most 2048");
    EXPECT_TRUE(check_recipe({"waves", {{"patches", 128.0}, {"steps", 16.0}}, 1}));
    EXPECT_EQ(find_generator("cube"), nullptr);
}

} // namespace
} // namespace boxwood
