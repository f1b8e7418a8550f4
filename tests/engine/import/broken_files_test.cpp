// Damaged files of formats that Boxwood reads itself, and of formats that Assimp writes. Checks the messages for the
// user.
#include "collision/core/sanitizer.hpp"
#include "engine/import/child/reader_memory.hpp"
#include "engine/import/import.hpp"
#include "engine/import/plain_words.hpp"

#include "engine/import/readers.hpp"
#include "engine/meshes/checked.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "tests/engine/import/mesh_files.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <regex>
#include <set>

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>

namespace boxwood {
namespace {

using namespace test;

struct SampleFile {
    std::string name, bytes;
};

std::string read_whole(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A small mesh in the formats that Boxwood reads itself, and in eleven formats that Assimp writes.
std::vector<SampleFile> sample_files(const TemporaryFolder& folder) {
    const Mesh mesh = on_grid(make_torus(1.0, 0.4, 4, 3));
    std::vector<SampleFile> files{{"own.obj", as_obj(mesh)},
                                  {"text.ply", as_ply(mesh, Ply::text)},
                                  {"binary.ply", as_ply(mesh, Ply::little)},
                                  {"binary.stl", as_binary_stl(mesh)},
                                  {"own.off", as_off(mesh)},
                                  {"own.gltf", as_gltf(mesh, "{\"mesh\":0}", "0")},
                                  {"text.poly", "polytope t\na 0 0 0\nb 1 0 0\nc 0 1 0\nd 0 0 1\n*\n"
                                                "1 a c b\n2 a b d\n3 a d c\n4 b c d\n*\n"},
                                  {"nothing.known", as_obj(mesh)}};
    const auto source = folder.write("source.obj", as_obj(mesh));
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(source.string(), 0);
    EXPECT_NE(scene, nullptr);
    Assimp::Exporter exporter;
    for (const char* format :
         {"collada", "x", "stp", "stl", "3ds", "gltf2", "glb2", "x3d", "fbx", "fbxa", "3mf"}) {
        for (std::size_t i = 0; i < exporter.GetExportFormatCount(); ++i) {
            const aiExportFormatDesc* description = exporter.GetExportFormatDescription(i);
            if (std::string_view(description->id) != format) continue;
            const std::string name = std::string("written_") + format + "." + description->fileExtension;
            const auto path = source.parent_path() / name;
            EXPECT_EQ(exporter.Export(scene, format, path.string()), aiReturn_SUCCESS) << format;
            files.push_back({name, read_whole(path)});
        }
    }
    return files;
}

std::size_t find_number(const std::string& bytes, std::mt19937_64& io_bits, std::size_t& out_length) {
    const std::size_t from = io_bits() % bytes.size();
    const std::size_t begin = bytes.find_first_of("0123456789", from);
    if (begin == std::string::npos) return begin;
    out_length = std::min(bytes.find_first_not_of("0123456789.", begin), bytes.size()) - begin;
    return begin;
}

// Cuts the file, replaces some bytes or a number, or removes up to 9 bytes.
std::string damaged(const std::string& bytes, std::size_t round, std::mt19937_64& io_bits) {
    constexpr std::array<const char*, 8> kNumbers{"1e-999", "1e999", "-1", "99999999999",
                                                  "nan",    "x",     "",   "4294967295"};
    std::string damaged = bytes;
    std::size_t length = 0;
    switch (round % 4) {
    case 0:
        damaged.resize(1 + io_bits() % damaged.size());
        break;
    case 1:
        for (std::size_t k = 1 + io_bits() % 5; k-- > 0;)
            damaged[io_bits() % damaged.size()] = static_cast<char>(io_bits());
        break;
    case 2:
        if (const std::size_t at = find_number(damaged, io_bits, length); at != std::string::npos)
            damaged.replace(at, length, kNumbers[io_bits() % kNumbers.size()]);
        break;
    default:
        damaged.erase(io_bits() % damaged.size(), 1 + io_bits() % 9);
    }
    return damaged;
}

// True if the message has names of functions, classes, source files or tokens of a library. Text in double quotes comes
// from the file.
bool shows_code(const std::string& message) {
    static const std::regex quoted("\"[^\"]*\""),
        code("::|\\(\\)|->|\\bstd\\b|assimp|ai_assert|deadly|exception|\\bTOK|\\.cpp|\\.h\\(|0x[0-9a-f]|"
             "basic_string|"
             "bad_alloc|terminate|malloc|what\\(",
             std::regex::icase);
    static const std::regex names("[a-z][A-Z][a-z]|[A-Za-z]_[A-Za-z]");
    const std::string text = std::regex_replace(message, quoted, "");
    return std::regex_search(text, code) ||
           std::regex_search(std::regex_replace(text, std::regex("[A-Za-z]+\\["), ""), names);
}

ImportLimits limits_of_tests() {
    ImportLimits limits;
    limits.program = BOXWOOD_TEST_IMPORT_PROGRAM;
    limits.time = std::chrono::milliseconds(5000);
    return limits;
}

TEST(BrokenFilesTest, messages_name_the_file_and_what_is_wrong_in_plain_words) {
    const std::size_t rounds = test::choose_effort(24, 1000);
    const TemporaryFolder folder;
    std::mt19937_64 bits(2026);
    for (const SampleFile& file : sample_files(folder)) {
        std::set<std::string> reasons;
        for (std::size_t round = 0; round < rounds; ++round) {
            const auto path = folder.write("broken_" + file.name, damaged(file.bytes, round, bits));
            const Result<Mesh> mesh = import_mesh(path, limits_of_tests());
            if (mesh) {
                EXPECT_TRUE(check_mesh(*mesh)) << file.name;
                continue;
            }
            const std::string start = path.string() + ": ", &message = mesh.error().message;
            ASSERT_EQ(message.rfind(start, 0), 0u) << message;
            const std::string reason = message.substr(start.size());
            EXPECT_EQ(reason.find_first_of("\n\r\x1b"), std::string::npos) << reason;
            EXPECT_EQ(reason.find(path.parent_path().string()), std::string::npos) << reason;
            EXPECT_GT(reason.size(), 7u) << reason;
            EXPECT_LT(reason.size(), 300u) << reason;
            EXPECT_FALSE(shows_code(reason)) << file.name << ": " << reason;
            reasons.insert(reason);
        }
        EXPECT_FALSE(reasons.empty()) << file.name << ": no damaged file was refused";
    }
}

// Undamaged files are read within the memory limit.
TEST(BrokenFilesTest, sound_files_are_read) {
    const TemporaryFolder folder;
    for (const SampleFile& file : sample_files(folder)) {
        if (file.name.ends_with(".stp"))
            continue; // Assimp reads STEP files as models of buildings, and finds no triangles in its own
        const Result<Mesh> mesh = import_mesh(folder.write(file.name, file.bytes), limits_of_tests());
        // Assimp may be unable to read the binary FBX files that it writes.
        if (file.name == "written_fbx.fbx" && !mesh) continue;
        EXPECT_TRUE(mesh) << mesh.error().message;
    }
}

std::string collada_sample() {
    const TemporaryFolder folder;
    for (const SampleFile& file : sample_files(folder))
        if (file.name.ends_with(".dae")) return file.bytes;
    return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(BrokenFilesTest, a_collada_index_that_is_no_whole_number_is_refused_with_its_line) {
    const TemporaryFolder folder;
    const std::string sound = collada_sample();
    const std::size_t lines =
        1 + static_cast<std::size_t>(std::count(
                sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(sound.find("<p>")), '\n'));
    for (const char* index : {"1e-999", "1e5", "0.5", "x"}) {
        const auto path =
            folder.write("index.dae", replaced(sound, "<p>0 ", std::string("<p>0 ") + index + " "));
        const Result<Mesh> mesh = import_mesh(path, limits_of_tests());
        ASSERT_FALSE(mesh);
        EXPECT_EQ(mesh.error().message, path.string() + ": line " + std::to_string(lines) + ": \"" + index +
                                            "\" is not a valid index or corner count");
    }
    for (const std::string& harmless :
         {replaced(sound, "<library_geometries>", "<!-- <mesh><p>x</p> --><library_geometries>"),
          replaced(sound, "<library_geometries>", "<extra><p>words</p></extra><library_geometries>")})
        EXPECT_TRUE(import_mesh(folder.write("harmless.dae", harmless), limits_of_tests()));
}

TEST(BrokenFilesTest, a_collada_index_that_is_negative_or_at_least_2_to_the_31_is_refused_with_its_line) {
    const TemporaryFolder folder;
    const std::string sound = collada_sample();
    const std::size_t first = sound.find("<p>0 ");
    ASSERT_NE(first, std::string::npos);
    const auto lines =
        1 + std::count(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(first), '\n');
    for (const std::string index : {"-1", "-2", "-2147483648", "2147483648", "4294967295", "4294967297"}) {
        const auto path = folder.write("index.dae", replaced(sound, "<p>0 ", "<p>" + index + " "));
        const Result<Mesh> mesh = import_mesh(path, limits_of_tests());
        ASSERT_FALSE(mesh) << index;
        EXPECT_EQ(mesh.error().message, path.string() + ": line " + std::to_string(lines) + ": \"" + index +
                                            "\" is not a valid index or corner count");
    }
    // 2^31 - 1 is accepted by the check of the text, but the reader then finds that it is out of range.
    EXPECT_FALSE(import_mesh(folder.write("index.dae", replaced(sound, "<p>0 ", "<p>2147483647 ")),
                             limits_of_tests()));
}

TEST(BrokenFilesTest, memory_is_bounded_by_the_size_of_the_file) {
    if (kIsSanitized) GTEST_SKIP() << "under a sanitizer, the sanitizer limits the memory";
    constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
    const TemporaryFolder folder;
    const auto small = folder.write("a.dae", std::string(1000, ' ')),
               large = folder.write("b.dae", std::string(4 * kMiB, ' '));
    EXPECT_EQ(reader_memory(small, 4096 * kMiB), kReaderBaseBytes + 1000 * kReaderBytesPerByte);
    EXPECT_EQ(reader_memory(large, 4096 * kMiB), kReaderBaseBytes + 4 * kMiB * kReaderBytesPerByte);
    EXPECT_EQ(reader_memory(large, 600 * kMiB), 600 * kMiB);
    // Buffers that a glTF file names count as part of its size.
    folder.write("buffer.bin", std::string(kMiB, '\0'));
    const std::string named = R"({"buffers": [{"uri": "buffer.bin"}, {"uri" : "gone.bin"}, {"uri": 3}]})";
    EXPECT_EQ(reader_memory(folder.write("c.gltf", named), 4096 * kMiB),
              kReaderBaseBytes + (named.size() + kMiB) * kReaderBytesPerByte);

    const auto path = folder.write(
        "many.dae", replaced(collada_sample(), "<polylist count=\"", "<polylist count=\"4000000"));
    const Result<Mesh> mesh = import_mesh(path, limits_of_tests());
    ASSERT_FALSE(mesh);
    EXPECT_EQ(mesh.error().message, path.string() +
                                        ": reading it needs more than 513 MiB of memory, too much for a file "
                                        "of its size; it is probably damaged");
}

TEST(PlainWordsTest, keep_the_reason_and_drop_names_of_code) {
    const auto said = [](const char* text) { return reason_in_plain_words(text, "FBX"); };
    EXPECT_EQ(said("FBX-Parser (TOK_DATA, line 250, col 0) unexpected end of file, expected bracket"),
              "is not a valid FBX file: it is cut off (line 250)");
    EXPECT_EQ(said("FBX-Tokenize (offset 0x1ef) block offset is out of range"),
              "is not a valid FBX file: block offset is out of range (byte 495)");
    EXPECT_EQ(said("FBX-Tokenize (line 230 <<  col 13) unexpected colon"),
              "is not a valid FBX file: unexpected colon (line 230)");
    EXPECT_EQ(said("Cannot parse string \"1x\" as a real number: does not start with digit"),
              "is not a valid FBX file: a number is expected, not \"1x\"");
    EXPECT_EQ(said("GLTF: Missing section \"some_Nodes\""),
              "is not a valid FBX file: missing section \"some_Nodes\"");
    EXPECT_EQ(said("Line 119: Opening brace expected."),
              "is not a valid FBX file: opening brace expected (line 119)");
    for (const char* code :
         {"ai_assert failure in ./code/AssetLib/3MF/D3MFOpcPackage.cpp(170): mRootStream != nullptr",
          "vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)",
          "terminate called after throwing an instance of 'DeadlyImportError'", "free(): invalid pointer",
          "readFaceCount failed", "Failed in /srv/models/a.fbx", "odd \" quote", ""})
        EXPECT_FALSE(plain_words(code)) << code;
    EXPECT_EQ(plain_words("Buffer view with offset/length (48/48) is out of range."),
              "buffer view with offset/length (48/48) is out of range");
}

} // namespace
} // namespace boxwood
