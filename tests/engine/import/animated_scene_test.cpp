// glTF files with animations, written as text: nodes, morph targets and bones at a moment, which is 0 at the start and
// 1 at the end of the animation.
#include "engine/import/import.hpp"
#include "engine/import/readers.hpp"

#include "tests/engine/import/mesh_files.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace boxwood::animated_scene_test {
namespace {

using test::base64;
using test::put;

// The buffer of a glTF file, with one view and one accessor for each array that is added.
class Gltf {
  public:
    template <class T>
    int add(const std::vector<T>& values, int component, const char* type, std::size_t per_element,
            const std::string& more = "") {
        const std::size_t offset = bytes_.size();
        for (const T value : values) put(bytes_, value);
        while (bytes_.size() % 4 != 0) bytes_.push_back('\0');
        const std::string comma = count_ == 0 ? "" : ",";
        views_ += comma + R"({"buffer":0,"byteOffset":)" + std::to_string(offset) + R"(,"byteLength":)" +
                  std::to_string(values.size() * sizeof(T)) + "}";
        accessors_ += comma + R"({"bufferView":)" + std::to_string(count_) + R"(,"componentType":)" +
                      std::to_string(component) + R"(,"count":)" +
                      std::to_string(values.size() / per_element) + R"(,"type":")" + type + "\"" + more + "}";
        return count_++;
    }
    std::string text(const std::string& rest) const {
        return R"({"asset":{"version":"2.0"},"scene":0,)" + rest + R"(,"bufferViews":[)" + views_ +
               R"(],"accessors":[)" + accessors_ + R"(],"buffers":[{"byteLength":)" +
               std::to_string(bytes_.size()) + R"(,"uri":"data:application/octet-stream;base64,)" +
               base64(bytes_) + R"("}]})";
    }

  private:
    std::string bytes_, views_, accessors_;
    int count_ = 0;
};

constexpr int kUnsigned8 = 5121, kUnsigned16 = 5123, kFloat = 5126;
constexpr const char* kBounds = R"(,"min":[0,0,0],"max":[1,1,0])";

Mesh read_at(const std::string& text, std::optional<double> moment) {
    const test::TemporaryFolder folder;
    Result<Mesh> mesh = read_mesh_file(folder.write("a.gltf", text), moment);
    EXPECT_TRUE(mesh) << mesh.error().message;
    return mesh ? std::move(*mesh) : Mesh{};
}

void expect_corners(const Mesh& mesh, const std::array<glm::vec3, 3>& expected) {
    ASSERT_EQ(mesh.triangles.size(), 1u);
    const Triangle t = triangle_of(mesh.view(), 0);
    for (std::size_t k = 0; k < 3; ++k)
        for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(t[k][axis], expected[k][axis], 1e-5) << k;
}

// One triangle: during the animation, its node moves by 6 along y, and its corner 1 moves by 4 along z.
std::string rising_triangle() {
    Gltf gltf;
    gltf.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, kFloat, "VEC3", 3, kBounds);
    gltf.add<std::uint16_t>({0, 1, 2}, kUnsigned16, "SCALAR", 1);
    gltf.add<float>({0, 0, 0, 0, 0, 4, 0, 0, 0}, kFloat, "VEC3", 3,
                    R"(,"min":[0,0,0],"max":[0,0,4])");                      // moves corner 1
    gltf.add<float>({0, 2}, kFloat, "SCALAR", 1, R"(,"min":[0],"max":[2])"); // seconds
    gltf.add<float>({0, 0, 0, 0, 6, 0}, kFloat, "VEC3", 3);
    gltf.add<float>({0, 1}, kFloat, "SCALAR", 1);
    return gltf.text(
        R"("scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":"n"}],"meshes":[{"name":"m","weights":[0],"primitives":[)"
        R"({"attributes":{"POSITION":0},"indices":1,"targets":[{"POSITION":2}]}]}],"animations":[{"samplers":[)"
        R"({"input":3,"output":4},{"input":3,"output":5}],"channels":[)"
        R"({"sampler":0,"target":{"node":0,"path":"translation"}},{"sampler":1,"target":{"node":0,"path":"weights"}}]}])");
}

TEST(AnimatedSceneTest, nodes_and_morph_targets_move) {
    const std::string text = rising_triangle();
    const std::array<glm::vec3, 3> rest{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    expect_corners(read_at(text, std::nullopt), rest);
    expect_corners(read_at(text, 0.0), rest);
    expect_corners(read_at(text, 0.25), {{{0, 1.5f, 0}, {1, 1.5f, 1}, {0, 2.5f, 0}}});
    expect_corners(read_at(text, 1.0), {{{0, 6, 0}, {1, 6, 4}, {0, 7, 0}}});
}

// Corner 0 is bound to a bone that moves by 8 along z, corner 1 to a bone that rotates about z, corner 2 to both with
// equal weights.
TEST(AnimatedSceneTest, bones_move_their_vertices) {
    Gltf gltf;
    gltf.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, kFloat, "VEC3", 3, kBounds);
    gltf.add<std::uint16_t>({0, 1, 2}, kUnsigned16, "SCALAR", 1);
    gltf.add<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, kUnsigned8, "VEC4", 4);
    gltf.add<float>({1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0}, kFloat, "VEC4", 4);
    gltf.add<float>({0, 1}, kFloat, "SCALAR", 1, R"(,"min":[0],"max":[1])");
    gltf.add<float>({0, 0, 0, 0, 0, 8}, kFloat, "VEC3", 3);
    const float half = std::sqrt(0.5f);
    gltf.add<float>({0, 0, 0, 1, 0, 0, half, half}, kFloat, "VEC4", 4); // a quarter turn
    const std::vector<float> same{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    std::vector<float> binds = same;
    binds.insert(binds.end(), same.begin(), same.end());
    gltf.add<float>(binds, kFloat, "MAT4", 16);
    const std::string text = gltf.text(
        R"("scenes":[{"nodes":[0,1,2]}],"nodes":[{"mesh":0,"skin":0,"name":"n"},{"name":"up"},{"name":"round"}],)"
        R"("skins":[{"joints":[1,2],"inverseBindMatrices":7}],"meshes":[{"primitives":[)"
        R"({"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1}]}],"animations":[{"samplers":[)"
        R"({"input":4,"output":5},{"input":4,"output":6}],"channels":[)"
        R"({"sampler":0,"target":{"node":1,"path":"translation"}},{"sampler":1,"target":{"node":2,"path":"rotation"}}]}])");
    expect_corners(read_at(text, std::nullopt), {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    expect_corners(read_at(text, 1.0), {{{0, 0, 8}, {0, 1, 0}, {-0.5f, 0.5f, 4}}});
    const float eighth = std::sqrt(0.5f); // both coordinates of a unit vector after an eighth of a turn
    expect_corners(read_at(text, 0.5),
                   {{{0, 0, 4}, {eighth, eighth, 0}, {-0.5f * eighth, 0.5f + 0.5f * eighth, 2}}});
}

TEST(AnimatedSceneTest, import_mesh_passes_the_moment_to_its_child) {
    const test::TemporaryFolder folder;
    ImportLimits limits;
    limits.program = BOXWOOD_TEST_IMPORT_PROGRAM;
    limits.moment = 1.0;
    const Result<Mesh> mesh = import_mesh(folder.write("a.gltf", rising_triangle()), limits);
    ASSERT_TRUE(mesh) << mesh.error().message;
    expect_corners(*mesh, {{{0, 6, 0}, {1, 6, 4}, {0, 7, 0}}});
}

TEST(AnimatedSceneTest, a_file_without_animation_is_the_same_at_every_moment) {
    const test::TemporaryFolder folder;
    const auto path = folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Result<Mesh> still = read_mesh_file(path), later = read_mesh_file(path, 0.5);
    ASSERT_TRUE(still && later);
    EXPECT_EQ(still->positions, later->positions);
}

} // namespace
} // namespace boxwood::animated_scene_test
