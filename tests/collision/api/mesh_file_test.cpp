#include "collision/api/mesh.hpp"
#include "collision/api/query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace boxwood::api {
namespace {

Mesh make_torus(Preset preset = Preset::general) { // declared solid only with Preset::contacts
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.3, 12, 9);
    return Mesh::create(torus.positions, torus.triangles, {preset, preset == Preset::contacts}).value();
}

class ApiMeshFile : public testing::Test {
  protected:
    void TearDown() override { std::filesystem::remove(path()); }
    std::string path() const {
        return testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".bwmesh";
    }
    std::string bytes() const {
        std::ifstream file(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& content) const { std::ofstream(path(), std::ios::binary) << content; }
    void expect_refused(const std::string& content, const char* words) const {
        write(content);
        const Result<Mesh> mesh = Mesh::load(path());
        ASSERT_FALSE(mesh) << words;
        EXPECT_NE(mesh.error().message.find(words), std::string::npos) << mesh.error().message;
        EXPECT_EQ(mesh.error().message.find(path()), 0u);
    }
};

TEST_F(ApiMeshFile, ALoadedMeshEqualsTheSavedMesh) {
    const Pose pose = Pose::from_translation({0.4, 0.3, 0.1}).value();
    for (const Preset preset : {Preset::general, Preset::contacts, Preset::distance, Preset::small_memory})
        for (const bool is_built : {false, true}) {
            Mesh mesh = make_torus(preset);
            if (is_built) mesh.prepare(preset);
            ASSERT_TRUE(mesh.save(path()));
            const std::string first = bytes();
            const Mesh read = Mesh::load(path()).value();
            EXPECT_EQ(read.positions(), mesh.positions());
            EXPECT_EQ(read.triangles(), mesh.triangles());
            EXPECT_EQ(read.preset(), preset);
            EXPECT_EQ(read.is_solid(), mesh.is_solid());
            const bool is_stored = is_built && preset != Preset::distance;
            EXPECT_EQ(read.memory().contact_hierarchy, is_stored ? mesh.memory().contact_hierarchy : 0u);
            EXPECT_EQ(contacts(read, {}, read, pose).triangles, contacts(mesh, {}, mesh, pose).triangles);
            ASSERT_TRUE(Mesh::load(path())->save(path()));
            EXPECT_EQ(bytes(), first); // the loaded mesh is saved as the same bytes
        }
}

TEST_F(ApiMeshFile, RejectsTruncatedFilesAndAChangeOfAnyByte) {
    Mesh mesh = Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})
                    .value();
    mesh.prepare(Preset::contacts);
    ASSERT_TRUE(mesh.save(path()));
    const std::string good = bytes();
    for (std::size_t size = 0; size < good.size(); size += 7) {
        write(good.substr(0, size));
        EXPECT_FALSE(Mesh::load(path())) << size;
    }
    for (std::size_t at = 0; at < good.size(); ++at)
        for (const char flip : {'\x01', '\x80'}) {
            std::string bad = good;
            bad[at] = static_cast<char>(bad[at] ^ flip);
            write(bad);
            EXPECT_FALSE(Mesh::load(path())) << at;
        }
}

TEST_F(ApiMeshFile, ErrorsNameTheFileAndTheDefect) {
    const Mesh mesh = make_torus();
    ASSERT_TRUE(mesh.save(path()));
    const std::string good = bytes();
    expect_refused("", "too short");
    expect_refused("solid\n" + good, "is not a Boxwood mesh file");
    std::string other = good;
    other[8] = 2;
    expect_refused(other, "has version 2; this version of Boxwood reads version 1");
    expect_refused(good + "x", "bytes instead of");
    other = good;
    other[100] ^= 1;
    expect_refused(other, "checksum");
    other = good;
    other[31] = 0x7F; // the highest byte of the number of vertices
    expect_refused(other, "more elements");
    other = good;
    other[68] ^= 1;
    expect_refused(other, "bytes per node instead of");
    EXPECT_FALSE(Mesh::load(path() + ".none"));
    EXPECT_FALSE(mesh.save(testing::TempDir() + "no-folder/x.bwmesh"));
    EXPECT_FALSE(Mesh::load(testing::TempDir()));
}

TEST_F(ApiMeshFile, APathWithANullCharacterIsRejectedInsteadOfTruncated) {
    write("kept");
    const std::string longer = path() + std::string("\0rest", 5);
    EXPECT_FALSE(make_torus().save(longer));
    EXPECT_EQ(bytes(), "kept");
    ASSERT_TRUE(make_torus().save(path()));
    EXPECT_FALSE(Mesh::load(longer));
}

} // namespace
} // namespace boxwood::api
