#include "collision/api/detail/shape_data.hpp"
#include "collision/api/mesh.hpp"
#include "collision/api/query.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/threads_executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

namespace boxwood::api {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const std::vector<std::array<double, 3>> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<std::array<int, 3>> kFaces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

TEST(ApiMesh, AllSupportedArrayFormatsGiveTheSameMesh) {
    const std::vector<double> flat{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::vector<float> flat_floats(flat.begin(), flat.end());
    const std::vector<glm::vec3> vectors{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::int64_t> wide{0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    const std::vector<std::uint16_t> narrow(wide.begin(), wide.end());
    const std::vector<glm::uvec3> of_glm{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    struct Record {
        float x, y, z, u, v;
    };
    const std::vector<Record> records{{0, 0, 0, 9, 9}, {1, 0, 0, 9, 9}, {0, 1, 0, 9, 9}, {0, 0, 1, 9, 9}};
    const std::vector<Result<Mesh>> all{Mesh::create(kCorners, kFaces),
                                        Mesh::create(flat, wide),
                                        Mesh::create(flat_floats, narrow),
                                        Mesh::create(vectors, of_glm),
                                        Mesh::create({&records[0].x, records.size(), sizeof(Record)}, kFaces),
                                        Mesh::create({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                     {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})};
    for (const Result<Mesh>& mesh : all) {
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->positions(), all[0]->positions());
        EXPECT_EQ(mesh->triangles(), all[0]->triangles());
        EXPECT_EQ(mesh->bounds(), (Box{{0, 0, 0}, {1, 1, 1}}));
        EXPECT_EQ(mesh->triangle_count(), 4u);
        EXPECT_EQ(mesh->vertex_count(), 4u);
    }
}

void refuse(const Result<Mesh>& mesh, const char* words) {
    ASSERT_FALSE(mesh) << words;
    EXPECT_NE(mesh.error().message.find(words), std::string::npos) << mesh.error().message;
}

TEST(ApiMesh, RejectsInvalidMeshesAndOptions) {
    refuse(Mesh::create({}, {}), "no triangles");
    refuse(Mesh::create(kCorners, std::vector<int>{0, 1}), "multiple of three");
    refuse(Mesh::create(std::vector<float>{0, 1}, kFaces), "multiple of three");
    refuse(Mesh::create(kCorners, std::vector<int>{0, 1, 4}),
           "triangle 0 refers to vertex 4, but there are only 4 vertices");
    refuse(Mesh::create(kCorners, std::vector<int>{0, 1, 2, 0, -1, 2}), "triangle 1 refers to vertex -1");
    refuse(Mesh::create(kCorners, std::vector<std::int64_t>{0, 1, std::int64_t{1} << 32}),
           "refers to vertex 4294967296");
    for (const double bad : {kNan, std::numeric_limits<double>::infinity()}) {
        auto corners = kCorners;
        corners[2][1] = bad;
        refuse(Mesh::create(corners, kFaces), "vertex 2 (in triangle 0) is not finite");
    }
    for (const double far : {1e13, -1e300}) {
        auto corners = kCorners;
        corners[3][2] = far;
        refuse(Mesh::create(corners, kFaces), "beyond 1e12");
    }
    auto corners = kCorners;
    corners[1][0] = 0.1;
    EXPECT_TRUE(Mesh::create(corners, kFaces, {.max_rounding = 1e-8}));
    refuse(Mesh::create(corners, kFaces, {.max_rounding = 1e-10}), "rounding to float moves vertex 1 by");
    refuse(Mesh::create(kCorners, kFaces, {.max_rounding = kNan}), "max_rounding");
    corners[1] = {5e12, 0.0, 0.0};
    refuse(Mesh::create(corners, kFaces, {.max_rounding = 1.0}), "beyond 1e12");
    refuse(Mesh::create(kCorners, kFaces, {.preset = static_cast<Preset>(99)}), "preset");
}

Mesh make_torus(unsigned sides, const MeshOptions& options = {}) {
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.3, sides, sides);
    return Mesh::create(torus.positions, torus.triangles, options).value();
}

TEST(ApiMesh, BuildsHierarchiesOnFirstUseOrInPrepare) {
    Mesh mesh = make_torus(20);
    EXPECT_EQ(mesh.memory().contact_hierarchy, 0u);
    collide(mesh, {}, mesh, {});
    EXPECT_GT(mesh.memory().contact_hierarchy, 0u);
    EXPECT_EQ(mesh.memory().distance_hierarchy, 0u);
    const Pose away = Pose::from_translation({5, 0, 0}).value();
    EXPECT_GT(distance(mesh, {}, mesh, away).value, 2.0);
    EXPECT_GT(mesh.memory().distance_hierarchy, 0u);
    for (const Preset preset :
         {Preset::general, Preset::contacts, Preset::distance, Preset::deforming, Preset::small_memory}) {
        Mesh ready = make_torus(20);
        ready.prepare(preset);
        EXPECT_EQ(ready.preset(), preset);
        const std::size_t before = ready.memory().total();
        collide(ready, {}, ready, {});
        EXPECT_EQ(distance(ready, {}, ready, away).value, distance(mesh, {}, mesh, away).value);
        EXPECT_EQ(ready.memory().total(), before); // no query built anything
    }
    Mesh small = make_torus(20);
    small.prepare(Preset::small_memory);
    Mesh usual = make_torus(20);
    usual.prepare(Preset::contacts);
    EXPECT_LT(small.memory().contact_hierarchy, usual.memory().contact_hierarchy);
}

TEST(ApiMesh, ConcurrentFirstQueriesOfOneMeshFindTheCollision) {
    const Mesh mesh = make_torus(40);
    std::vector<std::thread> threads;
    std::atomic<int> hits{0};
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&mesh, &hits] { hits += collide(mesh, {}, mesh, {}) ? 1 : 0; });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(hits.load(), 8);
}

std::vector<Vec3> twist(const std::vector<Vec3>& rest, double turns) {
    std::vector<Vec3> twisted;
    for (const Vec3& p : rest) {
        const double angle = turns * p.x, c = std::cos(angle), s = std::sin(angle);
        twisted.push_back({p.x, c * p.y - s * p.z, s * p.y + c * p.z});
    }
    return twisted;
}

TEST(ApiMesh, AnUpdatedMeshAnswersLikeAMeshCreatedFromTheSamePositions) {
    for (const Preset preset : {Preset::general, Preset::deforming, Preset::small_memory})
        for (const Update how : {Update::automatic, Update::refit, Update::rebuild}) {
            Mesh mesh = make_torus(16, {preset});
            const Mesh copy = mesh;
            const std::vector<Vec3> rest = mesh.positions();
            const Pose pose = Pose::from_translation({0.4, 0.3, 0.1}).value();
            for (int i = 0; i < 12; ++i) {
                const std::vector<Vec3> twisted = twist(rest, 0.5 * i);
                const std::uint64_t before = mesh.revision();
                ASSERT_TRUE(mesh.update(twisted, how));
                EXPECT_NE(mesh.revision(), before);
                const Mesh fresh = Mesh::create(twisted, mesh.triangles()).value();
                EXPECT_EQ(copy.positions(), fresh.positions());
                EXPECT_EQ(copy.bounds(), fresh.bounds());
                EXPECT_EQ(contacts(copy, {}, mesh, pose).triangles,
                          contacts(fresh, {}, fresh, pose).triangles);
                const Pose away = Pose::from_translation({2.9, 0.2, 0.0}).value();
                EXPECT_EQ(distance(copy, {}, mesh, away).value, distance(fresh, {}, fresh, away).value);
            }
        }
}

TEST(ApiMesh, ARefusedUpdateChangesNothing) {
    Mesh mesh = make_torus(8);
    const std::vector<Vec3> before = mesh.positions();
    const std::uint64_t revision = mesh.revision();
    std::vector<Vec3> bad = before;
    bad[3].y = kNan;
    EXPECT_FALSE(mesh.update(bad));
    bad.pop_back();
    EXPECT_FALSE(mesh.update(bad));
    EXPECT_FALSE(mesh.update({}));
    EXPECT_EQ(mesh.positions(), before);
    EXPECT_EQ(mesh.revision(), revision);
}

TEST(ApiMesh, AnUpdateThatOpensASolidIsRejected) {
    // A tetrahedron whose triangles share no vertices.
    std::vector<Vec3> soup;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (const auto& face : kFaces) {
        const auto first = static_cast<std::uint32_t>(soup.size());
        for (const int vertex : face) soup.push_back(Vec3(kCorners[static_cast<std::size_t>(vertex)]));
        triangles.push_back({first, first + 1, first + 2});
    }
    Mesh mesh = Mesh::create(soup, triangles, {.solid = true}).value();
    std::vector<Vec3> larger = soup;
    for (Vec3& p : larger) p = {2 * p.x, 2 * p.y, 2 * p.z};
    ASSERT_TRUE(mesh.update(larger));
    std::vector<Vec3> torn = larger;
    torn[0].z = -1.0;
    const Status refused = mesh.update(torn);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.find("mesh: would no longer be solid after the update: "), 0u);
    EXPECT_EQ(mesh.positions(), larger);
    const Mesh inside =
        Mesh::create({{0.2, 0.2, 0.2}, {0.3, 0.2, 0.2}, {0.2, 0.3, 0.2}}, {{0, 1, 2}}).value();
    EXPECT_TRUE(collide(mesh, {}, inside, {}));
}

// All vertices are at height 0 or all are at height 1, so the distance from the probe is 3 or 2. A query that reads
// vertices of both states can return another distance.
TEST(ApiMesh, QueriesDuringAnUpdateSeeOneState) {
    constexpr unsigned kSide = 24;
    std::vector<Vec3> flat, raised;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (unsigned i = 0; i <= kSide; ++i)
        for (unsigned k = 0; k <= kSide; ++k) {
            flat.push_back({double(i), double(k), 0.0});
            raised.push_back({double(i), double(k), 1.0});
            if (i == kSide || k == kSide) continue;
            const unsigned at = i * (kSide + 1) + k;
            triangles.push_back({at, at + 1, at + kSide + 1});
            triangles.push_back({at + 1, at + kSide + 2, at + kSide + 1});
        }
    Mesh sheet = Mesh::create(flat, triangles, {Preset::deforming}).value();
    const Mesh probe = Mesh::create({{5, 5, 3}, {6, 5, 3}, {5, 6, 3}}, {{0, 1, 2}}).value();
    std::atomic<bool> is_over{false};
    std::atomic<int> wrong{0}, answers{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i)
        readers.emplace_back([&] {
            const Mesh copy = sheet;
            while (!is_over) {
                const double value = distance(copy, {}, probe, {}).value;
                wrong += value == 3.0 || value == 2.0 ? 0 : 1;
                ++answers;
            }
        });
    for (int i = 0; i < 400; ++i) ASSERT_TRUE(sheet.update(i % 2 == 0 ? raised : flat));
    while (answers < 10) std::this_thread::yield();
    is_over = true;
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(wrong.load(), 0);
}

// Each reader is created before the previous reader is destroyed, so at least one reader exists at all times.
TEST(ApiMesh, OverlappingQueriesDoNotKeepAllReplacedStates) {
    for (const Preset preset : {Preset::general, Preset::deforming}) {
        Mesh mesh = make_torus(6, {preset});
        auto reading = std::make_unique<detail::MeshReader>(mesh.data());
        for (int i = 0; i < 20; ++i) {
            const std::uint64_t revision = mesh.revision();
            ASSERT_TRUE(mesh.update(twist(mesh.positions(), 0.01)));
            EXPECT_EQ((*reading)->revision, revision) << "a state was freed while a query used it";
            reading = std::make_unique<detail::MeshReader>(mesh.data());
            EXPECT_LE(mesh.data().replaced.size(), 2u);
        }
    }
}

TEST(ApiMesh, CopiesShareUserDataAndAnExecutorDoesNotChangeResults) {
    Mesh mesh = make_torus(30);
    Mesh copy = mesh;
    int own = 0;
    copy.set_user_data(&own);
    EXPECT_EQ(mesh.user_data(), &own);
    EXPECT_TRUE(mesh == copy);
    EXPECT_FALSE(mesh == make_torus(30));
    Context threads(std::make_shared<oracle::ThreadsExecutor>());
    Mesh other = make_torus(30);
    other.prepare(Preset::general, threads);
    ASSERT_TRUE(other.update(twist(other.positions(), 1.0), Update::automatic, threads));
    ASSERT_TRUE(mesh.update(twist(mesh.positions(), 1.0)));
    const Pose pose = Pose::from_translation({0.3, 0.2, 0.1}).value();
    EXPECT_EQ(contacts(mesh, {}, mesh, pose).triangles, contacts(other, {}, other, pose).triangles);
}

TEST(ApiMeshDeathTest, UsingAMovedFromMeshEndsTheProcess) {
    Mesh mesh = make_torus(4);
    const Mesh taken = std::move(mesh);
    EXPECT_DEATH(static_cast<void>(mesh.bounds()), "data_ != nullptr"); // NOLINT(bugprone-use-after-move)
}

// Imitates an Eigen matrix whose sizes are known only at run time.
template <class Number, bool kRowMajor>
struct MatrixOfEigen {
    static constexpr bool IsVectorAtCompileTime = false;
    std::vector<Number> numbers;
    long row_count = 0, column_count = 0, stride = 0;

    MatrixOfEigen(long rows, long columns, long rows_in_memory)
        : numbers(static_cast<std::size_t>(kRowMajor ? rows * columns : rows_in_memory * columns), Number(7))
        , row_count(rows)
        , column_count(columns)
        , stride(kRowMajor ? columns : rows_in_memory) {}
    Number& operator()(long row, long column) {
        return numbers[static_cast<std::size_t>(kRowMajor ? row * stride + column : column * stride + row)];
    }
    const Number* data() const { return numbers.data(); }
    long size() const { return row_count * column_count; }
    long innerSize() const { return kRowMajor ? column_count : row_count; }
    long innerStride() const { return 1; }
    long outerStride() const { return stride; }
};

TEST(ApiMesh, AcceptsOnlyMatricesWithTheCoordinatesOfEachPointConsecutiveInMemory) {
    // by_column has 3 rows, but its columns start 4 numbers apart.
    MatrixOfEigen<double, false> by_column(3, 4, 4), column_per_coordinate(4, 3, 4);
    MatrixOfEigen<double, true> by_row(4, 3, 4);
    MatrixOfEigen<int, false> triangles(3, 4, 5), column_per_corner(4, 3, 4);
    for (long i = 0; i < 4; ++i)
        for (long k = 0; k < 3; ++k) {
            const auto at = static_cast<std::size_t>(i), axis = static_cast<std::size_t>(k);
            by_column(k, i) = by_row(i, k) = column_per_coordinate(i, k) = kCorners[at][axis];
            triangles(k, i) = column_per_corner(i, k) = kFaces[at][axis];
        }
    const Mesh expected = Mesh::create(kCorners, kFaces).value();
    for (const Result<Mesh>& mesh : {Mesh::create(by_column, triangles), Mesh::create(by_row, triangles)}) {
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->positions(), expected.positions());
        EXPECT_EQ(mesh->triangles(), expected.triangles());
    }
    for (const Result<Mesh>& mesh :
         {Mesh::create(column_per_coordinate, kFaces), Mesh::create(kCorners, column_per_corner)}) {
        ASSERT_FALSE(mesh);
        EXPECT_NE(mesh.error().message.find("not consecutive"), std::string::npos) << mesh.error().message;
    }
}

} // namespace
} // namespace boxwood::api
