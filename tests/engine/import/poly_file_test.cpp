#include "engine/import/formats/poly_file.hpp"

#include "engine/import/polytope_library.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/meshes/repair/repair.hpp"
#include "tests/oracles/effort.hpp"

#include <bit>
#include <clocale>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

constexpr const char* kWedge = R"(# two solids
polytope wedge  # a comment after words
a 0 0 0
b 2 0 0
c 0 1.5e0 0
tip 0.25 0.5 +1
*
bottom c b a
- a b tip
- b c tip
side c a tip
*

polytope pyramid
- -1 -1 0
-  1 -1 0
-  1  1 0
- -1  1 0
top 0 0 1
*
- 3 2 1 0
- 0 1 top
- 1 2 top
- 2 3 4
- 3 0 4
*
)";

TEST(PolyFile, ReadsNamesNumbersAndComments) {
    const auto read = parse_poly(kWedge);
    ASSERT_FALSE(read) << "a vertex with a name cannot be referred to by its index";
    EXPECT_EQ(read.error().message, "line 24, column 7: there is no vertex \"4\"");
    std::string text = kWedge;
    for (std::size_t at = 0; (at = text.find(" 4\n", at)) != text.npos;) text.replace(at, 3, " top\n");
    const auto polytopes = parse_poly(text);
    ASSERT_TRUE(polytopes) << polytopes.error().message;
    ASSERT_EQ(polytopes->size(), 2u);
    const PolygonMesh& wedge = (*polytopes)[0];
    EXPECT_EQ(wedge.name, "wedge");
    EXPECT_EQ(wedge.positions[3], glm::vec3(0.25f, 0.5f, 1.0f));
    EXPECT_EQ(wedge.vertex_name(3), "tip");
    EXPECT_EQ(wedge.face_name(0), "bottom");
    EXPECT_EQ(wedge.face_name(1), "1");
    EXPECT_EQ(wedge.faces[0], (Polygon{2, 1, 0}));
    EXPECT_EQ((*polytopes)[1].faces[0], (Polygon{3, 2, 1, 0}));
    for (const PolygonMesh& one : *polytopes) EXPECT_TRUE(prepare_polytopes(one).is_clean());
}

struct BadText {
    const char* text;
    const char* message;
};

TEST(PolyFile, ErrorsHaveLineAndColumn) {
    const std::vector<BadText> cases{
        {"", "has no polytopes"},
        {"# nothing\n", "has no polytopes"},
        {"solid a\n", "line 1, column 1: expected \"polytope NAME\", not \"solid\""},
        {"polytope\n", "line 1, column 9: the polytope's name is missing"},
        {"polytope # name\n", "line 1, column 10: the polytope's name is missing"},
        {"polytope a b\n", "line 1, column 12: unexpected \"b\" after the name"},
        {"polytope a\nv 0 0\n", "line 2, column 6: a vertex needs a name and three numbers"},
        {"polytope a\nv 0 x 0\n", "line 2, column 5: \"x\" is not a number"},
        {"polytope a\r\nv 0 1,5 0\r\n", "line 2, column 5: \"1,5\" is not a number"},
        {"polytope a\nv 0 nan 0\n", "line 2, column 5: \"nan\" is not finite"},
        {"polytope a\nv 0 0 1e300\n", "line 2, column 7: \"1e300\" is not finite or is beyond 1e12"},
        {"polytope a\nv 0 0 0 0\n", "line 2, column 9: unexpected \"0\" after three numbers"},
        {"polytope a\nv 0 0 0\n\nv 1 0 0\n", "line 4, column 1: the vertex name \"v\" is already in use"},
        {"polytope a\n1 0 0 0\n- 1 0 0\n", "line 3, column 1: the vertex name \"1\" is already in use"},
        {"polytope a\nv 0 0 0\n", "the file ends before the \"*\" after the vertices"},
        {"polytope a\n* x\n", "line 2, column 3: unexpected \"x\" after \"*\""},
        {"polytope a\nv 0 0 0\n*\nf v v\n",
         "line 4, column 6: a face needs a name and at least three vertices"},
        {"polytope a\nv 0 0 0\n*\nf v w v\n", "line 4, column 5: there is no vertex \"w\""},
        {"polytope a\n*\n", "the file ends before the \"*\" after the faces"}};
    for (const BadText& bad : cases) {
        const auto read = parse_poly(bad.text);
        ASSERT_FALSE(read) << bad.text;
        EXPECT_NE(read.error().message.find(bad.message), std::string::npos) << bad.text << "\n"
                                                                             << read.error().message;
    }
}

TEST(PolyFile, LimitsAreEnforced) {
    const std::string text =
        "polytope a\nv 0 0 0\nw 1 0 0\nx 0 1 0\ny 0 0 1\n*\nf v w x y\n*\npolytope b\n*\n*\n";
    EXPECT_TRUE(parse_poly(text));
    PolyLimits limits;
    limits.polytopes = 1;
    EXPECT_NE(parse_poly(text, limits).error().message.find("more than 1 polytopes"), std::string::npos);
    limits = {};
    limits.vertices = 3;
    EXPECT_NE(parse_poly(text, limits).error().message.find("line 5, column 1: more than 3"),
              std::string::npos);
    limits = {};
    limits.corners = 3;
    EXPECT_NE(parse_poly(text, limits).error().message.find("at most 3 corners"), std::string::npos);
    const std::string long_name(65, 'n');
    EXPECT_NE(parse_poly("polytope " + long_name + "\n").error().message.find("at most 64 characters"),
              std::string::npos);
}

PolygonMesh random_model(Random& io_random) {
    RandomPolytopeParams params;
    params.faces = static_cast<std::uint32_t>(4 + 2 * io_random.below(20));
    params.seed = io_random.bits();
    params.radius = std::exp(io_random.uniform(-8.0, 8.0));
    PolygonMesh model =
        to_polygons(*make_random_polytope(params), "p" + std::to_string(io_random.below(1000)));
    if (io_random.uniform() < 0.5)
        for (std::size_t v = 0; v < model.positions.size(); ++v)
            model.vertex_names.push_back(io_random.uniform() < 0.3 ? "" : "v" + std::to_string(v));
    return model;
}

void expect_equal(const PolygonMesh& a, const PolygonMesh& b) {
    EXPECT_EQ(a.name, b.name);
    ASSERT_EQ(a.positions.size(), b.positions.size());
    for (std::size_t v = 0; v < a.positions.size(); ++v) {
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(a.positions[v][axis]),
                      std::bit_cast<std::uint32_t>(b.positions[v][axis]));
        EXPECT_EQ(a.vertex_name(v), b.vertex_name(v));
    }
    EXPECT_EQ(a.faces, b.faces);
}

TEST(PolyFile, RoundTripToTheLastBit) {
    for (std::size_t i = 0; i < test::choose_effort(100, 5000); ++i) {
        Random random(mix_seed(14, i));
        std::vector<PolygonMesh> written;
        for (std::uint64_t k = 0; k <= random.below(4); ++k) written.push_back(random_model(random));
        const auto read = parse_poly(to_poly_text(written));
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->size(), written.size());
        for (std::size_t k = 0; k < written.size(); ++k) expect_equal(written[k], (*read)[k]);
    }
}

TEST(PolyFile, InvalidAndRepeatedNamesAreReplaced) {
    PolygonMesh model{
        "two words", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}}, {"a", "a", "b", "c"}, {"*"}};
    const auto read = parse_poly(to_poly_text({&model, 1}));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ((*read)[0].name, "unnamed");
    EXPECT_EQ((*read)[0].vertex_name(1), "1");
    EXPECT_EQ((*read)[0].faces, model.faces);
}

// The time of writing must be linear in the numbers of vertices and corners. Otherwise, this test takes too long.
TEST(PolyFile, AModelWithManyNamedVerticesIsWritten) {
    constexpr std::uint32_t kVertices = 100'000;
    PolygonMesh model{"large", {}, {}, {}, {}};
    for (std::uint32_t v = 0; v < kVertices; ++v) {
        model.positions.emplace_back(static_cast<float>(v), 0.0f, 0.0f);
        model.vertex_names.push_back(v % 10 == 0 ? "" : "vertex-" + std::to_string(v));
        model.faces.push_back({v, (v + 1) % kVertices, (v + 2) % kVertices});
    }
    const std::string text = to_poly_text({&model, 1});
    EXPECT_NE(text.find("\n- vertex-99999 0 vertex-1\n"), std::string::npos);
    EXPECT_NE(text.find("\n- 99990 vertex-99991 vertex-99992\n"), std::string::npos);
}

TEST(PolyFile, NumbersDoNotDependOnTheLocale) {
    const char* before = std::setlocale(LC_NUMERIC, nullptr);
    const std::string kept = before == nullptr ? "C" : before;
    const char* comma = std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
    PolygonMesh model{"a", {{0.5f, 1.25f, -2.75f}}, {}, {}, {}};
    const std::string text = to_poly_text({&model, 1});
    const auto read = parse_poly(text);
    std::setlocale(LC_NUMERIC, kept.c_str());
    EXPECT_NE(text.find("- 0.5 1.25 -2.75"), std::string::npos) << (comma ? comma : "no such locale here");
    ASSERT_TRUE(read);
    EXPECT_EQ((*read)[0].positions[0], model.positions[0]);
}

// Any bytes give polytopes or an Error. Polytopes that are read can be prepared, and written as a readable file.
TEST(PolyFile, MutatedFilesNeverCrash) {
    const std::string pieces[] = {"polytope",
                                  "*",
                                  "-",
                                  "\n",
                                  " ",
                                  "#",
                                  "\r\n",
                                  "1e38",
                                  "-1e-45",
                                  "nan",
                                  "v1",
                                  "\t",
                                  std::string(1, '\0'),
                                  "999999999999",
                                  "\xff\xfe",
                                  "0x1p3"};
    std::size_t readable = 0, refused = 0;
    for (std::size_t i = 0; i < test::choose_effort(1000, 300000); ++i) {
        Random random(mix_seed(1400, i));
        const PolygonMesh model = random_model(random);
        std::string text = to_poly_text({&model, 1});
        for (std::uint64_t k = 0; k <= random.below(6); ++k) {
            const std::size_t at = random.below(text.size());
            switch (random.below(5)) {
            case 0:
                text[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                text.erase(at, 1 + random.below(20));
                break;
            case 2:
                text.insert(at, pieces[random.below(std::size(pieces))]);
                break;
            case 3:
                text.insert(at, text.substr(random.below(text.size()), random.below(60)));
                break;
            default:
                text.resize(at + 1);
                break;
            }
            if (text.empty()) text = "*";
        }
        const auto read = parse_poly(text);
        refused += read ? 0 : 1;
        if (!read) {
            EXPECT_EQ(read.error().message.find('\n'), std::string::npos);
            continue;
        }
        ++readable;
        for (const PolygonMesh& one : *read) static_cast<void>(prepare_polytopes(one));
        EXPECT_TRUE(parse_poly(to_poly_text(*read)));
    }
    EXPECT_GT(readable, 0u);
    EXPECT_GT(refused, 0u);
}

TEST(PolyFile, LoadsALibraryAndNamesAnInvalidPolytope) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("boxwood_poly_" + std::to_string(::getpid()) + ".poly");
    const auto with = [&](const std::string& text) {
        std::ofstream(path) << text;
        return load_polytopes(path);
    };
    const std::string good =
        "polytope t\na 0 0 0\nb 1 0 0\nc 0 1 0\nd 0 0 1\n*\n- a c b\n- a b d\n- a d c\n- b c d\n*\n";
    const auto loaded = with(good + good);
    ASSERT_TRUE(loaded) << loaded.error().message;
    ASSERT_EQ(loaded->size(), 2u);
    EXPECT_EQ((*loaded)[1].name, "t");
    EXPECT_EQ((*loaded)[1].polytope.faces().size(), 4u);
    const auto flat = with(
        "polytope plate\na 0 0 0\nb 1 0 0\nc 0 1 0\nd 1 1 0\n*\n- a c b\n- a b d\n- a d c\n- b c d\n*\n");
    ASSERT_FALSE(flat);
    EXPECT_NE(flat.error().message.find(path.string() + ": plate: flat: the volume is zero"),
              std::string::npos)
        << flat.error().message;
    EXPECT_TRUE(is_poly_file("a/b.POLY"));
    EXPECT_FALSE(is_poly_file("a/poly"));
    std::filesystem::remove(path);
}

} // namespace
} // namespace boxwood
