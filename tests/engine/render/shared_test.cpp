// Large smooth meshes with shared vertices give the same pictures as three vertices per triangle, and cause small
// uploads when they move.
#include "engine/render/gl/shared_vertices.hpp"

#include <numbers>

#include <glm/ext/matrix_transform.hpp>

#include "tests/engine/render/render_test.hpp"

namespace boxwood::render {
namespace {

using draw::rgb;

constexpr std::uint32_t kAround = 48, kAlong = 24; // 2304 triangles
constexpr float kAnyAngle =
    std::numbers::pi_v<float>; // this crease angle keeps all edges smooth but disables shared vertices

class SharedTest : public RenderTest {
  protected:
    // A torus with bumps. Without its last rings it is open, so that its inside is visible.
    static Shape bumpy(bool is_open) {
        Shape shape;
        for (std::uint32_t i = 0; i < kAround; ++i)
            for (std::uint32_t j = 0; j < kAlong; ++j) {
                const float u = 2.0f * kAnyAngle * static_cast<float>(i) / kAround,
                            v = 2.0f * kAnyAngle * static_cast<float>(j) / kAlong,
                            r = 0.7f + 0.1f * std::sin(5.0f * u) * std::cos(3.0f * v),
                            out = 1.6f + r * std::cos(v);
                shape.positions.emplace_back(out * std::cos(u), out * std::sin(u), r * std::sin(v));
            }
        const auto at = [](std::uint32_t i, std::uint32_t j) { return i % kAround * kAlong + j % kAlong; };
        for (std::uint32_t i = 0; i < (is_open ? kAround - 10 : kAround); ++i)
            for (std::uint32_t j = 0; j < kAlong; ++j) {
                shape.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
                shape.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
            }
        return shape;
    }
    Image picture_of(const draw::MeshData& mesh, const draw::MeshInstance& look) {
        list.meshes = {mesh};
        list.instances = {look};
        return picture();
    }
    void expect_same(const Shape& shape, const draw::MeshInstance& look, const std::string& what,
                     std::span<const draw::Color> colors = {}) {
        draw::MeshData mesh = shape.data();
        mesh.smooth = true;
        mesh.triangle_colors = colors;
        mesh.key = draw::next_mesh_key();
        const Image shared = picture_of(mesh, look);
        mesh.key = draw::next_mesh_key();
        mesh.crease = kAnyAngle;
        const Image unshared = picture_of(mesh, look);
        int largest = 0, drawn = 0;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                largest = std::max(largest, difference(pixel(shared, x, y), pixel(unshared, x, y)));
                drawn += difference(pixel(shared, x, y), style.background) > 8 ? 1 : 0;
            }
        EXPECT_LE(largest, 2) << what;
        EXPECT_GT(drawn, 2000) << what;
    }
};

TEST_F(SharedTest, pictures_equal_those_with_three_vertices_per_triangle) {
    camera.pitch = 0.5f;
    camera.yaw = 0.4f;
    Shape closed = bumpy(false), open = bumpy(true), reversed = bumpy(false);
    for (auto& triangle : reversed.triangles) std::swap(triangle[0], triangle[1]);
    std::vector<draw::Color> colors;
    for (std::uint8_t i = 0; colors.size() < closed.triangles.size(); ++i)
        colors.push_back({i, 90, 200, static_cast<std::uint8_t>(i % 3 == 0 ? 0 : 255)});
    const glm::mat4 mirror = glm::scale(glm::mat4(1.0f), {-1.0f, 1.2f, 1.0f});
    for (const bool is_lit : {false, true}) {
        if (is_lit)
            list.daylight =
                draw::Daylight{.sun = rgb(0xFFFFFF), .sky = rgb(0x90A0C0), .ground = rgb(0x504030)};
        if (is_lit) list.daylight->shadow_radius = 4.0f;
        const std::string light = is_lit ? " in daylight" : "";
        const draw::MeshInstance plain{.color = rgb(0x8FB3D9)};
        draw::MeshInstance edges = plain, hatched = plain, glass = plain, mirrored = plain;
        edges.edges = hatched.hatched = true;
        glass.color.a = 120;
        mirrored.world_from_mesh = mirror;
        expect_same(closed, plain, "plain" + light);
        expect_same(closed, edges, "edges" + light);
        expect_same(closed, hatched, "hatched" + light);
        expect_same(closed, glass, "translucent" + light);
        expect_same(closed, mirrored, "mirrored" + light);
        expect_same(reversed, plain, "inside out" + light);
        expect_same(reversed, mirrored, "inside out, mirrored" + light);
        expect_same(open, plain, "open" + light);
        expect_same(closed, edges, "colored" + light, colors);
    }
}

TEST_F(SharedTest, moved_vertices_and_changed_colors_are_uploaded_separately) {
    Shape shape = bumpy(false);
    std::vector<draw::Color> colors(shape.triangles.size(), rgb(0x808080));
    draw::MeshData mesh = shape.data();
    mesh.smooth = true;
    mesh.triangle_colors = colors;
    const auto uploaded = [&] {
        picture_of(mesh, {});
        const std::uint64_t always = renderer.stats().uploaded_bytes; // the bytes that every frame uploads
        ++mesh.revision;
        const Image image = picture_of(mesh, {});
        const std::uint64_t bytes = renderer.stats().uploaded_bytes;
        draw::MeshData fresh = mesh;
        fresh.key = draw::next_mesh_key();
        EXPECT_EQ(image.rgba, picture_of(fresh, {}).rgba);
        return bytes - always;
    };
    picture_of(mesh, {});
    const std::size_t vertices = shape.positions.size(), triangles = shape.triangles.size();
    EXPECT_EQ(uploaded(), 0u);
    shape.positions[20].z += 0.2f;
    mesh.positions = shape.positions;
    const std::uint64_t one = uploaded();
    EXPECT_GT(one, 0u);
    EXPECT_LT(one, vertices * sizeof(SharedVertex));
    for (std::size_t i = 0; i < 3; ++i) colors[100 + i] = rgb(0xFF0000);
    EXPECT_EQ(uploaded(), 3 * sizeof(draw::Color));
    for (glm::vec3& p : shape.positions) p.x += 0.5f;
    const std::uint64_t all = uploaded();
    EXPECT_GE(all, vertices * sizeof(SharedVertex));
    EXPECT_LT(all, 2 * vertices * sizeof(SharedVertex)) << "a regular mesh needs few copies of vertices";
    EXPECT_LT(3 * all, 3 * triangles * sizeof(PackedVertex))
        << "less than a third of three vertices per triangle";
    for (glm::vec3& p : shape.positions) p.z = -p.z; // turns the mesh inside out
    uploaded();
}

// Two copies of a mesh are drawn in alternate pictures. Each copy has its own colors, and moved vertices are uploaded
// once.
TEST_F(SharedTest, colorings_of_one_mesh_share_all_but_the_colors) {
    Shape shape = bumpy(false);
    for (const bool is_shared : {true, false}) {
        if (!is_shared) shape.triangles.resize(500);
        std::array<std::vector<draw::Color>, 2> colors;
        colors[0].assign(shape.triangles.size(), rgb(0xC04040));
        colors[1].assign(shape.triangles.size(), rgb(0x4060D0));
        draw::MeshData mesh = shape.data();
        mesh.smooth = true;
        mesh.key = draw::next_mesh_key();
        std::array<Image, 2> images;
        const auto draw_copy = [&](std::uint32_t copy) {
            mesh.coloring = copy;
            mesh.triangle_colors = colors[copy];
            images[copy] = picture_of(mesh, {});
            return renderer.stats().uploaded_bytes;
        };
        draw_copy(0);
        draw_copy(1);
        const std::uint64_t always = is_shared ? draw_copy(0) : 0; // the bytes that every frame uploads
        for (glm::vec3& p : shape.positions) p.x += 0.3f;
        ++mesh.revision;
        const std::uint64_t first = draw_copy(0), second = draw_copy(1);
        if (is_shared) {
            EXPECT_GE(first, always + shape.positions.size() * sizeof(SharedVertex));
            EXPECT_EQ(second, always) << "the vertices are uploaded already, and the colors are unchanged";
            colors[1][7] = rgb(0xFFFFFF);
            ++mesh.revision;
            EXPECT_EQ(draw_copy(0), always);
            EXPECT_EQ(draw_copy(1), always + sizeof(draw::Color));
        }
        for (const std::uint32_t copy : {0u, 1u}) {
            draw::MeshData alone = mesh;
            alone.key = draw::next_mesh_key();
            alone.coloring = 0;
            alone.triangle_colors = colors[copy];
            EXPECT_EQ(images[copy].rgba, picture_of(alone, {}).rgba) << is_shared << ' ' << copy;
        }
    }
}

TEST(SharedMeshTest, corners_of_a_triangle_have_three_labels_and_keep_their_positions) {
    // A fan around a vertex with an odd number of neighbors needs a copy of the vertex.
    std::vector<glm::vec3> positions{{0, 0, 0}};
    std::vector<std::array<std::uint32_t, 3>> triangles;
    constexpr std::uint32_t kFan = 7;
    for (std::uint32_t i = 0; i < kFan; ++i) {
        positions.emplace_back(i, i * i, 1);
        triangles.push_back({0, 1 + i, 1 + (i + 1) % kFan});
    }
    draw::MeshData mesh{.positions = positions, .triangles = triangles, .smooth = true};
    SharedMesh shared;
    shared.pack(mesh, find_topology(mesh));
    ASSERT_EQ(shared.indices().size(), 3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        int labels = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t copy = shared.indices()[3 * t + k];
            EXPECT_EQ(shared.vertices()[copy].position_m, positions[triangles[t][k]]);
            labels |= 1 << shared.labels()[copy];
        }
        EXPECT_EQ(labels, 7) << t;
    }
    EXPECT_GT(shared.vertices().size(), positions.size());
    EXPECT_LE(shared.vertices().size(), positions.size() + 2);
}

} // namespace
} // namespace boxwood::render
