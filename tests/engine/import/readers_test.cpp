#include "engine/import/readers.hpp"

#include "engine/import/formats/obj_polygons.hpp"
#include "engine/import/mesh_builder.hpp"
#include "engine/meshes/checked.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "tests/engine/import/mesh_files.hpp"
#include "tests/oracles/effort.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace boxwood::readers_test {
namespace {

using namespace test;

Mesh sample() {
    Mesh mesh = make_torus_knot({2, 3, 1.0, 0.45, 0.17, 40, 8});
    mesh.triangles.push_back({3, 3, 9}); // readers keep degenerate triangles
    mesh.triangles.push_back(mesh.triangles[5]);
    std::mt19937_64 bits(11);
    std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), bits);
    return on_grid(std::move(mesh));
}

std::string error_of(const Result<Mesh>& mesh) {
    return mesh ? "" : mesh.error().message;
}

TEST(ReadersTest, every_format_gives_the_same_triangles_in_the_same_order) {
    const Mesh mesh = sample();
    const TemporaryFolder folder;
    const std::pair<const char*, std::string> files[] = {
        {"a.obj", as_obj(mesh)},
        {"a.OFF", as_off(mesh)},
        {"a.ply", as_ply(mesh, Ply::text)},
        {"b.ply", as_ply(mesh, Ply::little)},
        {"c.Ply", as_ply(mesh, Ply::big)},
        {"a.stl", as_binary_stl(mesh)},
        {"b.stl", as_binary_stl(mesh, "solid in name only")},
        {"c.stl", as_text_stl(mesh)},
        {"a.gltf", as_gltf(mesh, R"({"mesh":0})", "0")},
    };
    for (const auto& [name, bytes] : files) {
        const auto read = read_mesh_file(folder.write(name, bytes));
        ASSERT_TRUE(read) << name << ": " << error_of(read);
        EXPECT_EQ(corners_of(*read), corners_of(mesh)) << name;
        EXPECT_LT(read->positions.size(), mesh.positions.size() + 1) << name << " is not welded";
    }
}

// Assimp is the oracle, because its parsers are independent. The faces are triangles, because Assimp triangulates
// polygons differently.
TEST(ReadersTest, agrees_with_assimp) {
    const TemporaryFolder folder;
    const Mesh meshes[] = {sample(), on_grid(make_box({1, 2, 3})),
                           on_grid(make_heightfield({3, 5, 1, 4, 9, 7, 3}))};
    for (const Mesh& mesh : meshes)
        for (const auto& [name, bytes] : {std::pair<const char*, std::string>{"a.obj", as_obj(mesh)},
                                          {"a.off", as_off(mesh)},
                                          {"a.ply", as_ply(mesh, Ply::text)},
                                          {"b.ply", as_ply(mesh, Ply::little)},
                                          {"c.ply", as_ply(mesh, Ply::big)},
                                          {"a.stl", as_binary_stl(mesh)},
                                          {"c.stl", as_text_stl(mesh)}}) {
            const auto path = folder.write(name, bytes);
            const auto ours = read_mesh_file(path), theirs = read_with_assimp(path);
            ASSERT_TRUE(ours && theirs) << name << ": " << error_of(ours) << error_of(theirs);
            EXPECT_EQ(corners_of(*ours), corners_of(*theirs)) << name;
        }
}

TEST(ReadersTest, triangles_of_an_obj_are_the_fans_of_its_polygons) {
    const TemporaryFolder folder;
    const std::string text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nv 0 0 2\n"
                             "f 1 2 3 4\nf 1 2\n# no face\nf 1/1 2/2 \\\n-1/3\nf 3 3 1\n";
    const auto model = read_obj_polygons(folder.write("a.OBJ", text));
    ASSERT_TRUE(model) << model.error().message;
    const auto mesh = read_obj(text);
    ASSERT_TRUE(mesh) << error_of(mesh);
    EXPECT_EQ(model->positions, mesh->positions);
    MeshBuilder fans;
    for (const Polygon& face : model->faces) fans.add_polygon(face);
    EXPECT_EQ(fans.mesh().triangles, mesh->triangles);
    const std::vector<std::string> names{"1 (line 7)", "2 (line 8)", "3 (line 10)", "4 (line 12)"};
    EXPECT_EQ(model->face_names, names);
    EXPECT_EQ(model->vertex_name(5), "6");
}

TEST(ReadersTest, invalid_polygons_of_an_obj_are_refused_with_a_reason) {
    const TemporaryFolder folder;
    std::string wide = "v 0 0 0\nv 1 0 0\nf";
    for (int corner = 0; corner < 4097; ++corner) wide += " 1";
    const std::pair<std::string, std::string> cases[] = {
        {"v 0 0 0\n", "has no faces; is it a mesh file?"},
        {"v 0 0 0\nv 0 2e12 0\nf 1 2 2\n", "line 2: vertex 2 has a coordinate beyond 1e12"},
        {"v 0 0 0\nf 1 2 3\n", "line 2: face uses vertex 3, but the file has 1"},
        {wide, "face 1 (line 3) has 4097 corners, at most 4096 are allowed"}};
    for (const auto& [text, why] : cases) {
        const auto path = folder.write("a.obj", text);
        const auto model = read_obj_polygons(path);
        ASSERT_FALSE(model) << why;
        EXPECT_EQ(model.error().message, path.string() + ": " + why);
    }
    EXPECT_FALSE(read_obj_polygons("no such file.obj"));
}

TEST(ReadersTest, decimal_numbers_become_the_nearest_float) {
    std::mt19937_64 bits(5);
    std::string text;
    std::vector<float> expected;
    for (int i = 0; i < 3000; ++i) {
        char word[64];
        const double value = (static_cast<double>(bits() >> 11) * 0x1p-52 - 1.0) *
                             std::pow(10.0, static_cast<int>(bits() % 9) - 4);
        const char* format = i % 3 == 0 ? "%.6f" : i % 3 == 1 ? "%.9g" : "%.17g";
        std::snprintf(word, sizeof word, format, value);
        expected.push_back(std::strtof(word, nullptr));
        text += (i % 3 == 0 ? "v " : " ") + std::string(word) + (i % 3 == 2 ? "\n" : "");
    }
    const auto mesh = read_obj(text + "f 1 2 3\n");
    ASSERT_TRUE(mesh) << error_of(mesh);
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(mesh->positions[i / 3][static_cast<int>(i % 3)], expected[i]);
}

TEST(ReadersTest, numbers_below_the_range_of_float_are_zero_and_beyond_it_are_refused) {
    const auto mesh = read_obj("v +1.5 1e-50 -1e-400\nv .5 5. 1E2\nv 1e-40 0 -0\nf 1 2 3\n");
    ASSERT_TRUE(mesh) << error_of(mesh);
    EXPECT_EQ(mesh->positions[0], glm::vec3(1.5f, 0.0f, 0.0f));
    EXPECT_EQ(mesh->positions[1], glm::vec3(0.5f, 5.0f, 100.0f));
    EXPECT_EQ(mesh->positions[2].x, 1e-40f);
    EXPECT_EQ(error_of(read_obj("v 1e40 0 0\nf 1 1 1")), "line 1: vertex 1 is not finite");
    EXPECT_EQ(error_of(read_obj("v 1 1e999 0\nf 1 1 1")), "line 1: vertex 1 is not finite");
    // These numbers have so many digits that the exponent alone does not tell whether double can represent them.
    const std::string zeros(400, '0');
    const auto tiny =
        read_obj("v 0." + zeros + "1 -." + zeros + "1e+9 5" + zeros + "e-900\nv 0 0 0\nv 1 0 0\nf 1 2 3\n");
    ASSERT_TRUE(tiny) << error_of(tiny);
    EXPECT_EQ(tiny->positions[0], glm::vec3(0.0f));
    for (const std::string& huge :
         {"1" + zeros, "1" + zeros + "e-9", "0." + zeros + "1e900", std::string("1e99999999999999999999")})
        EXPECT_EQ(error_of(read_obj("v 1 " + huge + " 0\nf 1 1 1")), "line 1: vertex 1 is not finite")
            << huge;
    EXPECT_TRUE(read_obj("v 1e-99999999999999999999 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
}

TEST(ReadersTest, obj_variants_are_read) {
    const auto mesh = read_obj("# a comment\r\nmtllib no.mtl\r\no first\r\ng a\r\n"
                               "v 0 0 0 1.0\r\nv 1 0 0 0.1 0.2 0.3\r\nv 1 1 0\r\nvn 0 0 1\r\nvt 0 0\r\n"
                               "usemtl red\r\nf 1/1/1 2//1 3/1 \r\n"
                               "v 0 1 0\r\n\tf  -4 -3 -2 -1 # a quad\r\n"
                               "g b\r\nusemtl blue\r\nf 1 \\\r\n 2 \\\r\n 5\r\np 1\r\nl 1 2\r\nf 1 2\r\n"
                               "g a\r\ns off\r\nf 3 3 1\r\nv 0 0 2\r\no first\r\nf 4 5 1");
    ASSERT_TRUE(mesh) << error_of(mesh);
    const std::vector<TriangleIndices> expected{{0, 1, 2}, {0, 1, 2}, {0, 2, 3},
                                                {0, 1, 4}, {2, 2, 0}, {3, 4, 0}};
    EXPECT_EQ(mesh->triangles, expected);
    EXPECT_EQ(mesh->positions.size(), 5u);
    EXPECT_EQ(mesh->positions[1], glm::vec3(1, 0, 0));
}

TEST(ReadersTest, a_backslash_does_not_continue_an_obj_comment) {
    const auto mesh = read_obj("# from C:\\models\\\nv 0 0 0\nv 1 0 0 # right \\\nv 0 1 0\nv 0 0 1\n"
                               "f 1 2 \\\n 3 # front \\\r\nf 1 2 4\n");
    ASSERT_TRUE(mesh) << error_of(mesh);
    EXPECT_EQ(mesh->positions.size(), 4u);
    const std::vector<TriangleIndices> expected{{0, 1, 2}, {0, 1, 3}};
    EXPECT_EQ(mesh->triangles, expected);
}

TEST(ReadersTest, obj_errors_name_the_line) {
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nf 1 1 2")), "line 2: face uses vertex 2, but the file has 1");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nf 1 1 0")),
              "line 2: the face refers to vertex 0; 1 vertex precedes the face");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nf 1 1 -2")),
              "line 2: the face refers to vertex -2; 1 vertex precedes the face");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nf 1 1 99999999999999999999")),
              "line 2: \"99999999999999999999\" is not a vertex of a face");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nf 1 1 9223372036854775807")),
              "line 2: the face refers to vertex 9223372036854775807; 1 vertex precedes the face");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nf 1 1 -9223372036854775808")),
              "line 2: the face refers to vertex -9223372036854775808; 1 vertex precedes the face");
    EXPECT_EQ(error_of(read_obj("v 0 0\nf 1 1 1")), "line 1: a vertex needs three numbers");
    EXPECT_EQ(error_of(read_obj("\nv 0 zero 0")), "line 2: \"zero\" is not a number");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nv nan 0 0\nf 1 2 2")), "line 2: vertex 2 is not finite");
    EXPECT_EQ(error_of(read_obj("v 0 -inf 0")), "line 1: vertex 1 is not finite");
    EXPECT_EQ(error_of(read_obj("v 0 0 0\nv 1 2e12 0\nf 1 2 2")),
              "line 2: vertex 2 has a coordinate beyond 1e12");
}

TEST(ReadersTest, ply_elements_and_properties_that_are_not_needed_are_skipped) {
    const std::string text =
        "ply\r\nformat ascii 1.0\r\ncomment x\r\nobj_info y\r\n"
        "element face 2\r\nproperty uchar red\r\nproperty list uint8 uint32 vertex_index\r\n"
        "element edge 1\r\nproperty int vertex1\r\nproperty int vertex2\r\n"
        "element vertex 4\r\nproperty double z\r\nproperty float nx\r\nproperty float x\r\n"
        "property list uchar float extras\r\nproperty int y\r\nelement nothing 4000000000\r\nend_header\r\n"
        "7 4 0 1 2 3\r\n7 2 0 1\r\n1 2\r\n"
        "0 9 1 0 2\r\n0.5 9 3 1 8 4\r\n0 9 5 2 8 8 6\r\n0 9 7 0 8\r\n";
    const auto mesh = read_ply(text);
    ASSERT_TRUE(mesh) << error_of(mesh);
    EXPECT_EQ(mesh->triangles, (std::vector<TriangleIndices>{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(mesh->positions, (std::vector<glm::vec3>{{1, 2, 0}, {3, 4, 0.5}, {5, 6, 0}, {7, 8, 0}}));
}

TEST(ReadersTest, ply_numbers_of_several_types_are_read) {
    std::string body;
    put<std::int8_t>(body, -1, true);
    put<std::uint16_t>(body, 65535, true);
    put<double>(body, 0.1, true);
    put<std::uint16_t>(body, 3, true);
    for (int i = 0; i < 3; ++i) put<double>(body, 0.0, true);
    const auto mesh = read_ply(
        "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty int8 x\nproperty uint16 y\n"
        "property float64 z\nelement face 1\nproperty list ushort double vertex_indices\nend_header\n" +
        body);
    ASSERT_TRUE(mesh) << error_of(mesh);
    EXPECT_EQ(mesh->positions[0], glm::vec3(-1.0f, 65535.0f, 0.1f));
    EXPECT_EQ(mesh->triangles, (std::vector<TriangleIndices>{{0, 0, 0}}));
}

TEST(ReadersTest, ply_errors_state_the_defect) {
    const std::string head = "ply\nformat ascii 1.0\n",
                      xyz = "property float x\nproperty float y\nproperty float z\n";
    const std::string faces = "property list uchar int vertex_indices\n";
    EXPECT_EQ(error_of(read_ply("plx\n")), "line 1: expected the word ply");
    EXPECT_EQ(error_of(read_ply("")), "line 1: expected the word ply");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 1\nprop")),
              "line 4: unknown word \"prop\" in the header");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 1\n")), "line 3: the file ends inside its header");
    std::string long_header = head;
    for (int i = 0; i < 10'000; ++i) long_header += "comment\n";
    EXPECT_EQ(error_of(read_ply(long_header + "end_header\n")),
              "line 10000: no line \"end_header\" up to this line, the last allowed one");
    EXPECT_EQ(error_of(read_ply("ply\nformat utf8 1.0\n")), "line 2: unknown format \"utf8\"");
    EXPECT_EQ(error_of(read_ply(head + "element vertex -1\n")), "line 3: \"-1\" is not a number of elements");
    EXPECT_EQ(error_of(read_ply(head + "property float x\n")),
              "line 3: the header has a property before its first element");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 1\nproperty quad x\n")),
              "line 4: unknown type \"quad\"");
    EXPECT_EQ(error_of(read_ply(head + "element face 1\nproperty list float int i\n")),
              "line 4: \"float\" is not an integer type for the length of a list");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 4000000000\n" + xyz + "end_header\n1 2 3\n")),
              "the header declares 4000000000 elements \"vertex\", but the file is too short for them");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 1\nproperty float x\nend_header\n1\n")),
              "the vertices have no property y");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 2\n" + xyz + "end_header\n1 2 3\n4.00000 5\n")),
              "element \"vertex\" 1 is damaged or cut off");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 2\n" + xyz + "end_header\n1 2 3\n4 nan 5\n")),
              "vertex 1 is not finite");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 1\n" + xyz + "element face 1\n" + faces +
                                "end_header\n1 2 3\n3 0 0 1\n")),
              "triangle 0 refers to vertex 1, but there are only 1 vertices");
    EXPECT_EQ(error_of(read_ply(head + "element vertex 1\n" + xyz + "element face 1\n" + faces +
                                "end_header\n1 2 3\n3 0 0 -1\n")),
              "face 0 uses vertex -1, which is not a valid index");
    EXPECT_EQ(error_of(read_ply("ply\nelement vertex 1\n" + xyz + "end_header\n1 2 3\n")),
              "line 6: the header has no line \"format\"");
}

TEST(ReadersTest, stl_errors_state_the_defect) {
    const Mesh box = make_box({1, 1, 1});
    const std::string binary = as_binary_stl(box), text = as_text_stl(box);
    EXPECT_EQ(error_of(read_stl(binary.substr(0, binary.size() - 1))),
              "is cut off: the header declares 12 triangles, but the file contains 11");
    EXPECT_TRUE(read_stl(binary + "tail"));
    EXPECT_EQ(error_of(read_stl(text.substr(0, text.rfind("endsolid")))),
              "line 85: the file ends before endsolid");
    EXPECT_EQ(
        error_of(read_stl("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nendloop\n")),
        "line 6: a facet needs three vertices");
    // The vertices of a loop without an end are not joined to the next loop.
    const std::string loop = "outer loop\nvertex 0 0 0\nvertex 1 0 0\n\nvertex 0 1 0\n";
    EXPECT_EQ(error_of(read_stl("solid x\n" + loop + "endfacet\n" + loop + "endloop\nendsolid\n")),
              "line 7: expected endloop, not \"endfacet\"");
    EXPECT_EQ(error_of(read_stl("solid x\nvertex 0 0\n")), "line 2: a vertex needs three numbers");
    EXPECT_EQ(error_of(read_stl("solid x\nvertex 0 0 nan\n")), "line 2: vertex 0 is not finite");
    EXPECT_EQ(
        error_of(read_stl("solid x\nvortex 0 0 0\n")),
        "line 2: expected the word facet, outer, vertex, endloop, endfacet or endsolid, not \"vortex\"");
    const auto capitals =
        read_stl("  SOLID x\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 1 0 0\nVERTEX 0 1 0\n"
                 "ENDLOOP\nENDFACET\nENDSOLID x\nsolid y\nendsolid y\n");
    ASSERT_TRUE(capitals) << error_of(capitals);
    EXPECT_EQ(capitals->triangles.size(), 1u);
}

TEST(ReadersTest, a_byte_order_mark_is_not_part_of_the_first_line) {
    const Mesh mesh = on_grid(make_box({1, 2, 3}));
    const std::string mark = "\xEF\xBB\xBF";
    const std::pair<Result<Mesh> (*)(std::string_view), std::string> files[] = {
        {&read_obj, as_obj(mesh)},
        {&read_off, as_off(mesh)},
        {&read_ply, as_ply(mesh, Ply::text)},
        {&read_ply, as_ply(mesh, Ply::big)},
        {&read_stl, as_text_stl(mesh)}};
    for (const auto& [reader, bytes] : files) {
        const auto plain = reader(bytes), marked = reader(mark + bytes);
        ASSERT_TRUE(plain && marked) << error_of(plain) << error_of(marked);
        EXPECT_EQ(marked->positions, plain->positions);
        EXPECT_EQ(marked->triangles, plain->triangles);
    }
    const auto obj = read_obj(mark + "v 1 2 3\nv 4 5 6\nv 7 8 9\nf -3 -2 -1\n");
    ASSERT_TRUE(obj) << error_of(obj);
    EXPECT_EQ(obj->positions[0], glm::vec3(1, 2, 3));
}

TEST(ReadersTest, a_binary_stl_may_call_itself_solid_and_a_text_may_begin_with_a_blank_line) {
    const Mesh mesh = on_grid(make_box({1, 2, 3}));
    const std::string binary = as_binary_stl(mesh, "solid in name only");
    const auto with_tail = read_stl(binary + "tail");
    ASSERT_TRUE(with_tail) << error_of(with_tail);
    EXPECT_EQ(with_tail->triangles.size(), mesh.triangles.size());
    EXPECT_EQ(error_of(read_stl(binary.substr(0, binary.size() - 1))),
              "is cut off: the header declares 12 triangles, but the file contains 11");
    const auto text = read_stl("\r\n\n " + as_text_stl(mesh));
    ASSERT_TRUE(text) << error_of(text);
    EXPECT_EQ(text->triangles.size(), mesh.triangles.size());
}

TEST(ReadersTest, off_variants_are_read_and_errors_name_the_line) {
    for (const char* head :
         {"OFF\n# comment\n\n3 1 0\n", "OFF 3 1 0\n", "COFF\n3 1\n", "STCNOFF 3 1 3 # counts\n"}) {
        const auto mesh =
            read_off(std::string(head) + "0 0 0 255 0 0 1\n1 0 0\n\n0 1 0 # last\n3 0 1 2 0.5 0.5 0.5\n");
        ASSERT_TRUE(mesh) << head << error_of(mesh);
        EXPECT_EQ(mesh->triangles, (std::vector<TriangleIndices>{{0, 1, 2}}));
    }
    EXPECT_EQ(error_of(read_off("4OFF\n")), "line 1: expected OFF, not \"4OFF\"");
    EXPECT_EQ(error_of(read_off("OFF BINARY\n")),
              "line 1: binary OFF files are not supported; convert the file to text");
    EXPECT_EQ(error_of(read_off("OFF\n")), "line 1: the counts are missing");
    EXPECT_EQ(error_of(read_off("OFF\n3 x 0\n")), "line 2: expected the counts of vertices, faces and edges");
    EXPECT_EQ(error_of(read_off("OFF\n4000000000 1 0\n0 0 0\n")),
              "line 2: declares 4000000000 vertices and 1 faces, but the file is too short for them");
    EXPECT_EQ(error_of(read_off("OFF\n1 1 0\n0 0 0\n3 0 0 1\n")),
              "line 4: face uses vertex 1, but there are 1, counted from 0");
    EXPECT_EQ(error_of(read_off("OFF\n1 1 0\n0 0 0\n3 0 0\n")), "line 4: expected 3 corners, found 2");
    EXPECT_EQ(error_of(read_off("OFF\n1 1 0\n0 0 0\n99999999999 0 0\n")),
              "line 4: expected 99999999999 corners, found 2");
    EXPECT_EQ(error_of(read_off("OFF\n1 2 0\n0 0 0\n3 0 0 0\n")),
              "line 4: the file ends before its last face");
    EXPECT_EQ(error_of(read_off("OFF\n1 0 0\n0 inf 0\n")), "line 3: vertex 0 is not finite");
}

TEST(ReadersTest, gltf_nodes_are_placed_in_order_and_mirrored_meshes_keep_their_orientation) {
    const Mesh box = make_box({1, 2, 3});
    const TemporaryFolder folder;
    const auto path =
        folder.write("a.gltf", as_gltf(box,
                                       R"({"children":[2,1],"translation":[10,0,0]},)"
                                       R"({"mesh":0,"scale":[2,2,-2]},{"mesh":0,"rotation":[0,0,1,0]})",
                                       "0"));
    const auto mesh = read_mesh_file(path);
    ASSERT_TRUE(mesh) << error_of(mesh);
    ASSERT_EQ(mesh->triangles.size(), 24u);
    for (std::uint32_t t = 0; t < 12; ++t) {
        const Triangle in_box = triangle_of(box.view(), t);
        const Triangle turned = triangle_of(mesh->view(), t), mirrored = triangle_of(mesh->view(), t + 12);
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::vec3 p = in_box[k], q = in_box[(3 - k) % 3]; // the mirror reverses the winding
            EXPECT_EQ(turned[k], glm::vec3(10.0f - p.x, -p.y, p.z));
            EXPECT_EQ(mirrored[k], glm::vec3(10.0f + 2.0f * q.x, 2.0f * q.y, -2.0f * q.z));
        }
    }
}

TEST(ReadersTest, errors_of_other_formats_are_one_line) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] :
         {std::pair{"a.gltf", "{"}, {"a.fbx", "nonsense"}, {"a.xyzzy", "nonsense"}, {"a", "x"}}) {
        const auto mesh = read_mesh_file(folder.write(name, bytes));
        ASSERT_FALSE(mesh) << name;
        EXPECT_FALSE(mesh.error().message.empty());
        EXPECT_EQ(mesh.error().message.find('\n'), std::string::npos);
    }
}

// The parsers of engine/import read a damaged file as a mesh or give an error of one line. Of the mesh, check_mesh()
// may only report that it has no triangles or has coordinates beyond 1e12.
TEST(ReadersTest, mutated_files_give_a_mesh_or_an_error_of_one_line) {
    const std::size_t rounds = test::choose_effort(1500, 100000);
    const Mesh mesh = on_grid(make_torus(1.0, 0.4, 5, 4));
    using Reader = Result<Mesh> (*)(std::string_view);
    const std::pair<Reader, std::string> files[] = {
        {&read_obj, as_obj(mesh)},
        {&read_off, as_off(mesh)},
        {&read_ply, as_ply(mesh, Ply::text)},
        {&read_ply, as_ply(mesh, Ply::little)},
        {&read_ply, as_ply(mesh, Ply::big)},
        {&read_stl, as_binary_stl(mesh)},
        {&read_stl, as_text_stl(mesh)},
    };
    std::mt19937_64 bits(99);
    std::size_t meshes = 0, errors = 0;
    for (const auto& [reader, bytes] : files)
        for (std::size_t round = 0; round < rounds; ++round) {
            std::string mutant = bytes;
            const std::uint64_t changes = bits() % 4;
            for (std::uint64_t k = 0; k < changes; ++k)
                mutant[bits() % mutant.size()] = static_cast<char>(bits());
            if (round % 3 == 0) mutant.resize(bits() % mutant.size());
            if (round % 5 == 0) { // inserts a number, so that the damaged file can often still be parsed
                const std::size_t at = bits() % (mutant.size() + 1);
                mutant.insert(at, std::to_string(bits() >> (bits() % 64)));
            }
            const auto read = reader(mutant);
            if (read) {
                ++meshes;
                const auto checked = check_mesh(*read);
                EXPECT_TRUE(checked || read->triangles.empty() ||
                            checked.error().message.find("1e12") != std::string::npos)
                    << checked.error().message;
            } else {
                ++errors;
                EXPECT_FALSE(read.error().message.empty());
                EXPECT_EQ(read.error().message.find('\n'), std::string::npos) << read.error().message;
            }
        }
    EXPECT_GT(meshes, rounds / 3);
    EXPECT_GT(errors, rounds / 3);
}

} // namespace
} // namespace boxwood::readers_test
