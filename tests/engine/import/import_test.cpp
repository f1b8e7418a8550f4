#include "collision/core/sanitizer.hpp"
#include "engine/import/import.hpp"

#include "engine/meshes/checked.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "tests/engine/import/mesh_files.hpp"
#include "tests/oracles/effort.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace boxwood {
namespace {

using namespace test;
using std::chrono::milliseconds;

ImportLimits usual() {
    ImportLimits limits;
    limits.program = BOXWOOD_TEST_IMPORT_PROGRAM;
    return limits;
}

// The time limit is long enough to start a child on a busy machine, and short enough for a test.
ImportLimits brief() {
    ImportLimits limits = usual();
    limits.time = milliseconds(500);
    return limits;
}

std::string error_of(const Result<Mesh>& mesh) {
    return mesh ? "" : mesh.error().message;
}

void expect_one_line(const std::string& message, const std::filesystem::path& path) {
    EXPECT_EQ(message.rfind(path.string() + ": ", 0), 0u) << message;
    EXPECT_EQ(message.find_first_of("\n\r\x1b"), std::string::npos) << message;
    EXPECT_LT(message.size(), 1000u);
}

bool has_children() {
    return ::waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
}

std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
}

// Reads a valid file, but with a child that misbehaves as `how` says.
Result<Mesh> import_badly(const char* how, const ImportLimits& limits) {
    const TemporaryFolder folder;
    const auto path = folder.write("good.obj", as_obj(make_box({1, 1, 1})));
    ::setenv("BOXWOOD_TEST_CHILD", how, 1);
    auto mesh = import_mesh(path, limits);
    ::unsetenv("BOXWOOD_TEST_CHILD");
    if (!mesh) expect_one_line(mesh.error().message, path);
    EXPECT_FALSE(has_children()) << how;
    return mesh;
}

TEST(ImportTest, the_child_returns_the_whole_mesh) {
    const TemporaryFolder folder;
    const Mesh rock = on_grid(
        make_bumpy_sphere({.radius = 1.0, .frequency = 40, .amplitude = 0.3, .detail = 2.0, .seed = 3}));
    const std::size_t descriptors = open_descriptors();
    for (const auto& [name, bytes] : {std::pair<const char*, std::string>{"rock.obj", as_obj(rock)},
                                      {"-- odd 'name'.ply", as_ply(rock, Ply::little)},
                                      {"rock.stl", as_binary_stl(rock)},
                                      {"rock.gltf", as_gltf(rock, "{\"mesh\":0}", "0")}}) {
        const auto mesh = import_mesh(folder.write(name, bytes), usual());
        ASSERT_TRUE(mesh) << error_of(mesh);
        EXPECT_EQ(mesh->name, name);
        EXPECT_EQ(corners_of(*mesh), corners_of(rock));
    }
    EXPECT_FALSE(has_children());
    EXPECT_EQ(open_descriptors(), descriptors);
}

TEST(ImportTest, files_that_cannot_be_opened_are_refused_without_a_child) {
    ImportLimits limits = usual();
    limits.program = "/no/such/program";
    const TemporaryFolder folder;
    const auto folder_path = folder.write("x", "").parent_path();
    EXPECT_EQ(error_of(import_mesh("", limits)), "no file name given");
    EXPECT_EQ(error_of(import_mesh("no/such.obj", limits)), "no/such.obj: no such file");
    EXPECT_EQ(error_of(import_mesh(folder_path, limits)),
              folder_path.string() + ": is a directory, not a file");
    const auto empty = folder.write("empty.obj", "");
    EXPECT_EQ(error_of(import_mesh(empty, limits)), empty.string() + ": is empty");
    const auto pipe = folder_path / "pipe.obj";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(error_of(import_mesh(pipe, limits)), pipe.string() + ": is not a regular file");
    const auto large = folder.write("large.obj", std::string(3 << 20, '#'));
    limits.file_bytes = 2 << 20;
    EXPECT_EQ(error_of(import_mesh(large, limits)),
              large.string() + ": is too large: 3 MiB, the limit is 2 MiB");
    EXPECT_EQ(error_of(import_mesh("no\nsuch\x1b.obj", limits)), "no?such?.obj: no such file");
    if (::geteuid() == 0) return; // root can read every file
    ASSERT_EQ(::chmod(empty.c_str(), 0), 0);
    EXPECT_EQ(error_of(import_mesh(empty, limits)), empty.string() + ": Permission denied");
}

TEST(ImportTest, a_program_that_gives_no_mesh_is_an_error) {
    const TemporaryFolder folder;
    const auto path = folder.write("box.obj", as_obj(make_box({1, 1, 1})));
    ImportLimits limits = usual();
    limits.program = "/no/such/program";
    EXPECT_EQ(error_of(import_mesh(path, limits)),
              path.string() + ": /no/such/program cannot be started: No such file or directory");
    limits.program = "/bin/true";
    EXPECT_EQ(error_of(import_mesh(path, limits)),
              path.string() + ": the reader ended without a mesh (status 0)");
    limits.program.clear();
    ::setenv("BOXWOOD_IMPORT_PROGRAM", BOXWOOD_TEST_IMPORT_PROGRAM, 1);
    EXPECT_TRUE(import_mesh(path, limits));
    ::unsetenv("BOXWOOD_IMPORT_PROGRAM");
    // The variable stops recursion: a program without the import command could start itself as its own child forever.
    ::setenv("BOXWOOD_IMPORT_CHILD", "1", 1);
    EXPECT_EQ(error_of(import_mesh(path, usual())),
              path.string() + ": an import child cannot start another import");
    ::unsetenv("BOXWOOD_IMPORT_CHILD");
}

TEST(ImportTest, a_child_that_never_ends_is_stopped) {
    for (const char* how : {"hang", "spin", "hang half way", "hang silently", "talk"}) {
        const auto start = std::chrono::steady_clock::now();
        const std::string message = error_of(import_badly(how, brief()));
        EXPECT_NE(message.find("took longer than 500 ms and was stopped"), std::string::npos)
            << how << ": " << message;
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20)) << how;
    }
    // If the mesh is complete, the import succeeds even if the child does not end.
    EXPECT_TRUE(import_badly("hang after the mesh", usual()));
}

TEST(ImportTest, a_child_that_dies_is_reported_with_its_last_message) {
    const auto message = [](const char* how) {
        const std::string whole = error_of(import_badly(how, usual()));
        return whole.substr(std::min(whole.size(), whole.find(": ") + 2));
    };
    EXPECT_EQ(message("crash half way"),
              "the reader crashed (signal 11, Segmentation fault); the file is probably damaged");
    EXPECT_EQ(message("abort with words"),
              "the reader crashed (signal 6, Aborted); the file is probably damaged; its last message was: "
              "last ?[31mwords");
    EXPECT_EQ(message("too long"), "reading it took more than 30 s of processor time");
    EXPECT_EQ(message("killed"), "the reader was killed (signal 9, Killed), possibly because memory ran out");
    EXPECT_EQ(message("status 2"), "the reader ended without a mesh (status 2)");
}

TEST(ImportTest, invalid_data_of_a_child_is_refused) {
    for (const char* how : {"garbage", "flood"}) EXPECT_FALSE(import_badly(how, usual())) << how;
    const auto slow = import_badly("slowly", usual());
    ASSERT_TRUE(slow) << error_of(slow);
    EXPECT_EQ(slow->triangles.size(), 12u);
}

TEST(ImportTest, a_child_does_not_inherit_other_descriptors) {
    // F_DUPFD does not set close-on-exec; many drivers open descriptors without it, too.
    const int inherited = ::fcntl(STDOUT_FILENO, F_DUPFD, 9);
    ASSERT_GE(inherited, 9);
    const std::string message = error_of(import_badly("see descriptors", usual()));
    ::close(inherited);
    EXPECT_TRUE(message.ends_with("its last message was: 1 2 3")) << message;
}

TEST(ImportTest, exceeding_the_memory_or_triangle_limit_is_an_error) {
    if (kIsSanitized) GTEST_SKIP() << "under a sanitizer, the sanitizer limits the memory";
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 800000; ++i) text += "v 0 0 0\nf 1 1 1\n";
    const auto path = folder.write("many.obj", text);
    ImportLimits limits = usual();
    ASSERT_TRUE(import_mesh(path, limits));
    limits.memory_bytes = std::uint64_t{40} << 20;
    const std::string message = error_of(import_mesh(path, limits));
    EXPECT_EQ(message, path.string() + ": reading it needs more than 40 MiB of memory");
    limits = usual();
    limits.triangles = 799999;
    EXPECT_EQ(error_of(import_mesh(path, limits)),
              path.string() + ": has 800000 triangles, more than the limit of 799999");
}

TEST(ImportTest, a_parent_that_ignores_sigchld_still_gets_its_mesh) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    const TemporaryFolder folder;
    const auto path = folder.write("box.obj", as_obj(make_box({1, 1, 1})));
    EXPECT_TRUE(import_mesh(path, usual()));
    EXPECT_FALSE(import_badly("crash half way", usual()));
    std::signal(SIGCHLD, before);
}

TEST(ImportTest, a_job_never_blocks_and_can_be_cancelled) {
    const TemporaryFolder folder;
    const auto path = folder.write("box.obj", as_obj(make_box({1, 1, 1})));
    ::setenv("BOXWOOD_TEST_CHILD", "hang", 1);
    {
        ImportJob job(path, usual());
        for (int i = 0; i < 100; ++i) EXPECT_FALSE(job.poll());
        EXPECT_FALSE(job.is_done());
        job.cancel();
        EXPECT_TRUE(job.is_done());
        EXPECT_EQ(error_of(job.take_result()), path.string() + ": cancelled");
        const ImportJob dropped(path, usual()); // its destructor ends its child
    }
    EXPECT_FALSE(has_children());
    std::atomic<bool> cancel = false;
    std::thread other([&cancel] {
        std::this_thread::sleep_for(milliseconds(100));
        cancel = true;
    });
    EXPECT_EQ(error_of(import_mesh(path, usual(), &cancel)), path.string() + ": cancelled");
    other.join();
    ::unsetenv("BOXWOOD_TEST_CHILD");
    ImportJob job(path, usual());
    while (!job.poll()) std::this_thread::sleep_for(milliseconds(1));
    job.cancel(); // the job is done, so this has no effect
    ImportJob moved = std::move(job);
    EXPECT_TRUE(moved.take_result());
    EXPECT_FALSE(has_children());
}

TEST(ImportTest, several_jobs_can_run_at_once) {
    const TemporaryFolder folder;
    std::vector<ImportJob> jobs;
    for (int i = 0; i < 8; ++i)
        jobs.emplace_back(folder.write(std::to_string(i) + ".stl", as_binary_stl(make_geodesic_sphere(
                                                                       1.0, 2 + static_cast<unsigned>(i)))),
                          usual());
    for (bool all_done = false; !all_done;) {
        all_done = true;
        for (ImportJob& job : jobs) all_done = job.poll(milliseconds(1)) && all_done;
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto mesh = jobs[i].take_result();
        ASSERT_TRUE(mesh) << error_of(mesh);
        EXPECT_EQ(mesh->triangles.size(), 20 * (2 + i) * (2 + i));
    }
    EXPECT_FALSE(has_children());
}

TEST(ImportCases, every_damaged_file_gives_its_error_in_one_line) {
    const std::map<std::string, std::string> expected{
        {"accessor_beyond_buffer.gltf",
         "is not a valid GLTF file: accessor with offset/length (0/12000000000) is out of range"},
        {"cut_off.gltf", "is not a GLTF file, or is damaged or cut off"},
        {"cut_off.stl", "line 5: the file ends before endsolid"},
        {"empty.obj", "is empty"},
        {"header_cut_off.ply", "line 4: unknown type \"flo\""},
        {"huge_counts.off", "line 2: declares 4000000000 vertices"},
        {"huge_counts.ply", "the header declares 4000000000 elements"},
        {"huge_counts.stl", "is cut off: the header declares 4000000000 triangles"},
        {"huge_polygon.ply", "element \"face\" 0 is damaged"},
        {"index_out_of_range.gltf", ""},
        {"index_out_of_range.obj", "line 5: face uses vertex 4"},
        {"index_out_of_range.off", "line 6: face uses vertex -1"},
        {"index_out_of_range.ply", "triangle 0 refers to vertex 3"},
        {"letter.obj", "has no triangles"},
        {"no_such_buffer_file.gltf", "is not a valid GLTF file: could not open referenced file"},
        {"no_such_mesh.gltf", "is not a valid GLTF file: array index 7 is out of bounds"},
        {"node_is_its_own_child.gltf",
         "is not a valid GLTF file: object at index 0 in array \"nodes\" has recursive reference to itself"},
        {"noise.ply", "face 0 uses vertex"},
        {"not_a_number.obj", "line 3: vertex 3 is not finite"},
        {"points_and_lines.obj", "has no triangles"},
        {"too_far.obj", "line 3: vertex 3 has a coordinate beyond 1e12"},
    };
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(BOXWOOD_TEST_CASES "/meshes")) {
        const std::string name = entry.path().filename().string();
        if (name == "README.md") continue;
        ASSERT_TRUE(expected.contains(name)) << name << " has no expected message";
        const std::string message = error_of(import_mesh(entry.path(), usual()));
        expect_one_line(message, entry.path());
        const std::string start = entry.path().string() + ": " + expected.at(name);
        EXPECT_EQ(message.rfind(start, 0), 0u) << message;
        ++seen;
    }
    EXPECT_EQ(seen, expected.size());
}

// Parsers of other libraries can crash or hang on damaged files. This process must get a valid mesh or an error of one
// line within the time limit.
TEST(ImportFuzz, no_damage_reaches_the_parent) {
    const std::size_t rounds = test::choose_effort(25, 400);
    const Mesh mesh = on_grid(make_torus(1.0, 0.4, 5, 4));
    // Assimp recognizes a PLY file even if its name has no known extension, and its own PLY parser may never return.
    const std::pair<const char*, std::string> files[] = {
        {"m.gltf", as_gltf(mesh, "{\"mesh\":0}", "0")},
        {"m.obj", as_obj(mesh)},
        {"m.stl", as_binary_stl(mesh)},
        {"m.off", as_off(mesh)},
        {"m.ply", as_ply(mesh, Ply::little)},
        {"m.unknown", as_ply(mesh, Ply::text)},
        {"n.unknown", as_obj(mesh)},
    };
    ImportLimits limits = usual();
    limits.time = milliseconds(3000);
    limits.memory_bytes = std::uint64_t{1} << 30;
    std::mt19937_64 bits(2024);
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : files)
        for (std::size_t round = 0; round < rounds; ++round) {
            std::string mutant = bytes;
            for (std::uint64_t k = bits() % 8; k-- > 0;)
                mutant[bits() % mutant.size()] = static_cast<char>(bits());
            if (round % 4 == 0) mutant.resize(1 + bits() % mutant.size());
            const auto path = folder.write(name, mutant);
            const auto read = import_mesh(path, limits);
            if (read)
                EXPECT_TRUE(check_mesh(*read));
            else
                expect_one_line(read.error().message, path);
        }
    EXPECT_FALSE(has_children());
}

} // namespace
} // namespace boxwood
