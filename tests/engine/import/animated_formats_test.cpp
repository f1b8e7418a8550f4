// FBX and Collada files with animations, written as text: nodes, morph targets and bones at a moment, which is 0 at the
// start and 1 at the end of the animation.
#include "collision/core/sanitizer.hpp"
#include "engine/import/readers.hpp"

#include "tests/engine/import/mesh_files.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

namespace boxwood {
namespace {

using Corners = std::array<glm::vec3, 3>;

constexpr Corners kRest{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
// At the end, corner 0 has moved by 8 along z, corner 1 has rotated by 90 degrees about z, and corner 2 is at the mean
// of both motions. kHalfBent is the state at half the time.
constexpr Corners kBent{{{0, 0, 8}, {0, 1, 0}, {-0.5f, 0.5f, 4}}};
constexpr float kEighth = 0.70710678f; // both coordinates of a unit vector after an eighth of a turn
constexpr Corners kHalfBent{{{0, 0, 4}, {kEighth, kEighth, 0}, {-0.5f * kEighth, 0.5f + 0.5f * kEighth, 2}}};

Mesh read_at(const std::string& name, const std::string& text, std::optional<double> moment) {
    const test::TemporaryFolder folder;
    Result<Mesh> mesh = read_mesh_file(folder.write(name, text), moment);
    EXPECT_TRUE(mesh) << mesh.error().message;
    return mesh ? std::move(*mesh) : Mesh{};
}

void expect_corners(const Mesh& mesh, const Corners& expected) {
    ASSERT_EQ(mesh.triangles.size(), 1u);
    const Triangle t = triangle_of(mesh.view(), 0);
    for (std::size_t k = 0; k < 3; ++k)
        for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(t[k][axis], expected[k][axis], 1e-4) << k;
}

// --- FBX --------------------------------------------------------------------------------------------------

constexpr const char* kSecond = "46186158000"; // a second, in the unit of KeyTime

std::string fbx(const std::string& objects, const std::string& connections) {
    return std::string("; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXHeaderVersion: 1003\n"
                       " FBXVersion: 7400\n}\nGlobalSettings: {\n Version: 1000\n}\nObjects: {\n"
                       " Geometry: 100, \"Geometry::m\", \"Mesh\" {\n"
                       "  Vertices: *9 {\n   a: 0,0,0,1,0,0,0,1,0\n  }\n"
                       "  PolygonVertexIndex: *3 {\n   a: 0,1,-3\n  }\n }\n"
                       " Model: 200, \"Model::n\", \"Mesh\" {\n  Version: 232\n }\n"
                       " AnimationStack: 400, \"AnimStack::take\", \"\" {\n  Properties70: {\n"
                       "   P: \"LocalStop\", \"KTime\", \"Time\", \"\",") +
           kSecond + "\n  }\n }\n AnimationLayer: 401, \"AnimLayer::base\", \"\" {\n }\n" + objects +
           "}\nConnections: {\n C: \"OO\",200,0\n C: \"OO\",100,200\n C: \"OO\",401,400\n" + connections +
           "}\n";
}

// A curve of one property of an object: `from` at the start, `to` after a second.
std::string fbx_curve(int id, double from, double to) {
    return " AnimationCurve: " + std::to_string(id) + ", \"AnimCurve::\", \"\" {\n  KeyTime: *2 {\n   a: 0," +
           kSecond + "\n  }\n  KeyValueFloat: *2 {\n   a: " + std::to_string(from) + "," +
           std::to_string(to) + "\n  }\n }\n";
}
std::string fbx_curve_node(int id, const std::string& name) {
    return " AnimationCurveNode: " + std::to_string(id) + ", \"AnimCurveNode::" + name + "\", \"\" {\n }\n";
}
std::string connect(int from, int to, const std::string& property = "") {
    return std::string(" C: \"") + (property.empty() ? "OO" : "OP") + "\"," + std::to_string(from) + "," +
           std::to_string(to) + (property.empty() ? "" : ", \"" + property + "\"") + "\n";
}

TEST(AnimatedFormatsTest, nodes_of_fbx_files_move) {
    const std::string text =
        fbx(fbx_curve_node(410, "T") + fbx_curve(411, 0, 6),
            connect(410, 401) + connect(410, 200, "Lcl Translation") + connect(411, 410, "d|Y"));
    expect_corners(read_at("a.fbx", text, std::nullopt), kRest);
    expect_corners(read_at("a.fbx", text, 0.25), {{{0, 1.5f, 0}, {1, 1.5f, 0}, {0, 2.5f, 0}}});
    expect_corners(read_at("a.fbx", text, 1.0), {{{0, 6, 0}, {1, 6, 0}, {0, 7, 0}}});
}

// Functions of LeakSanitizer; without a sanitizer, they do nothing.
#ifdef BOXWOOD_UNDER_SANITIZER
extern "C" void __lsan_disable();
extern "C" void __lsan_enable();
#else
void __lsan_disable() {}
void __lsan_enable() {}
#endif

// Disables leak reports during its lifetime, because Assimp 5.2 leaks a few hundred bytes for each FBX file with
// shapes.
struct LeakReportsDisabled {
    LeakReportsDisabled() { __lsan_disable(); }
    ~LeakReportsDisabled() { __lsan_enable(); }
};

TEST(AnimatedFormatsTest, shapes_of_fbx_files_move_their_vertices) {
    const LeakReportsDisabled in_assimp;
    const std::string text =
        fbx(" Geometry: 101, \"Geometry::forward\", \"Shape\" {\n  Indexes: *1 {\n   a: 1\n  }\n"
            "  Vertices: *3 {\n   a: 0,0,4\n  }\n  Normals: *3 {\n   a: 0,0,0\n  }\n }\n"
            " Deformer: 300, \"Deformer::shapes\", \"BlendShape\" {\n }\n"
            " Deformer: 301, \"SubDeformer::forward\", \"BlendShapeChannel\" {\n  DeformPercent: 0\n"
            "  FullWeights: *1 {\n   a: 100\n  }\n }\n" +
                fbx_curve_node(410, "DeformPercent") + fbx_curve(411, 0, 100),
            connect(300, 100) + connect(301, 300) + connect(101, 301) + connect(410, 401) +
                connect(410, 301, "DeformPercent") + connect(411, 410, "d|DeformPercent"));
    expect_corners(read_at("a.fbx", text, 0.0), kRest);
    expect_corners(read_at("a.fbx", text, 0.25), {{{0, 0, 0}, {1, 0, 1}, {0, 1, 0}}});
    expect_corners(read_at("a.fbx", text, 1.0), {{{0, 0, 0}, {1, 0, 4}, {0, 1, 0}}});
}

TEST(AnimatedFormatsTest, bones_of_fbx_files_move_their_vertices) {
    const std::string same = "*16 {\n   a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n  }\n";
    const auto bone = [&](int id, const std::string& name, const std::string& vertices) {
        return " Model: " + std::to_string(id) + ", \"Model::" + name +
               "\", \"LimbNode\" {\n }\n Deformer: " + std::to_string(id + 100) + ", \"SubDeformer::" + name +
               "\", \"Cluster\" {\n  Indexes: *2 {\n   a: " + vertices +
               "\n  }\n  Weights: *2 {\n   a: 1,0.5\n  }\n  Transform: " + same + "  TransformLink: " + same +
               " }\n";
    };
    const std::string text =
        fbx(" Deformer: 300, \"Deformer::skin\", \"Skin\" {\n }\n" + bone(201, "up", "0,2") +
                bone(202, "round", "1,2") + fbx_curve_node(410, "T") + fbx_curve(411, 0, 8) +
                fbx_curve_node(420, "R") + fbx_curve(421, 0, 90),
            connect(300, 100) + connect(301, 300) + connect(302, 300) + connect(201, 301) +
                connect(202, 302) + connect(201, 0) + connect(202, 0) + connect(410, 401) +
                connect(410, 201, "Lcl Translation") + connect(411, 410, "d|Z") + connect(420, 401) +
                connect(420, 202, "Lcl Rotation") + connect(421, 420, "d|Z"));
    expect_corners(read_at("a.fbx", text, 0.0), kRest);
    expect_corners(read_at("a.fbx", text, 1.0), kBent);
    expect_corners(read_at("a.fbx", text, 0.5), kHalfBent);
}

// --- Collada ----------------------------------------------------------------------------------------------

std::string source(const std::string& id, const std::string& array, const std::string& values, int count,
                   int stride, const std::string& param) {
    return "<source id=\"" + id + "\"><" + array + " id=\"" + id + "-values\" count=\"" +
           std::to_string(count * stride) + "\">" + values + "</" + array +
           "><technique_common><accessor source=\"#" + id + "-values\" count=\"" + std::to_string(count) +
           "\" stride=\"" + std::to_string(stride) + "\">" + param +
           "</accessor></technique_common></source>";
}
const std::string kXyz =
    "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/>";

std::string geometry(const std::string& id, const std::string& positions) {
    return "<geometry id=\"" + id + "\" name=\"" + id + "\"><mesh>" +
           source(id + "-p", "float_array", positions, 3, 3, kXyz) + "<vertices id=\"" + id +
           "-v\"><input semantic=\"POSITION\" source=\"#" + id +
           "-p\"/></vertices><triangles count=\"1\"><input semantic=\"VERTEX\" offset=\"0\" source=\"#" + id +
           "-v\"/><p>0 1 2</p></triangles></mesh></geometry>";
}

// Animates the target linearly from the first value to the second one within a second.
std::string animation(const std::string& target, const std::string& values) {
    const std::string id = "a" + std::to_string(target.size());
    return "<animation>" +
           source(id + "-t", "float_array", "0 1", 2, 1, "<param name=\"TIME\" type=\"float\"/>") +
           source(id + "-o", "float_array", values, 2, 1, "<param name=\"VALUE\" type=\"float\"/>") +
           source(id + "-i", "Name_array", "LINEAR LINEAR", 2, 1,
                  "<param name=\"INTERPOLATION\" type=\"name\"/>") +
           "<sampler id=\"" + id + "-s\"><input semantic=\"INPUT\" source=\"#" + id +
           "-t\"/><input semantic=\"OUTPUT\" source=\"#" + id +
           "-o\"/><input semantic=\"INTERPOLATION\" source=\"#" + id + "-i\"/></sampler><channel source=\"#" +
           id + "-s\" target=\"" + target + "\"/></animation>";
}

std::string collada(const std::string& controllers, const std::string& animations, const std::string& nodes) {
    return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
           "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_geometries>" +
           geometry("g", "0 0 0 1 0 0 0 1 0") + "</library_geometries>" +
           (controllers.empty() ? "" : "<library_controllers>" + controllers + "</library_controllers>") +
           "<library_animations>" + animations +
           "</library_animations><library_visual_scenes><visual_scene id=\"s\" name=\"s\">" + nodes +
           "</visual_scene></library_visual_scenes><scene><instance_visual_scene "
           "url=\"#s\"/></scene></COLLADA>";
}

TEST(AnimatedFormatsTest, nodes_of_collada_files_move) {
    const std::string text = collada("", animation("n/move.Y", "0 6"),
                                     "<node id=\"n\" name=\"n\"><translate sid=\"move\">0 0 0</translate>"
                                     "<instance_geometry url=\"#g\"/></node>");
    expect_corners(read_at("a.dae", text, std::nullopt), kRest);
    expect_corners(read_at("a.dae", text, 0.25), {{{0, 1.5f, 0}, {1, 1.5f, 0}, {0, 2.5f, 0}}});
    expect_corners(read_at("a.dae", text, 1.0), {{{0, 6, 0}, {1, 6, 0}, {0, 7, 0}}});
}

TEST(AnimatedFormatsTest, bones_of_collada_files_move_their_vertices) {
    const std::string same = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";
    const std::string skin =
        "<controller id=\"c\"><skin source=\"#g\"><bind_shape_matrix>" + same + "</bind_shape_matrix>" +
        source("j", "Name_array", "up round", 2, 1, "<param name=\"JOINT\" type=\"name\"/>") +
        source("b", "float_array", same + " " + same, 2, 16,
               "<param name=\"TRANSFORM\" type=\"float4x4\"/>") +
        source("w", "float_array", "1 0.5", 2, 1, "<param name=\"WEIGHT\" type=\"float\"/>") +
        "<joints><input semantic=\"JOINT\" source=\"#j\"/><input semantic=\"INV_BIND_MATRIX\" "
        "source=\"#b\"/></joints><vertex_weights count=\"3\"><input semantic=\"JOINT\" offset=\"0\" "
        "source=\"#j\"/><input semantic=\"WEIGHT\" offset=\"1\" source=\"#w\"/><vcount>1 1 2</vcount>"
        "<v>0 0 1 0 0 1 1 1</v></vertex_weights></skin></controller>";
    const std::string text = collada(
        skin, animation("up/move.Z", "0 8") + animation("round/turn.ANGLE", "0 90"),
        "<node id=\"up\" sid=\"up\" name=\"up\" type=\"JOINT\"><translate sid=\"move\">0 0 "
        "0</translate></node><node id=\"round\" sid=\"round\" name=\"round\" type=\"JOINT\"><rotate "
        "sid=\"turn\">0 0 1 0</rotate></node><node id=\"n\" name=\"n\"><instance_controller "
        "url=\"#c\"><skeleton>#up</skeleton><skeleton>#round</skeleton></instance_controller></node>");
    expect_corners(read_at("a.dae", text, 0.0), kRest);
    expect_corners(read_at("a.dae", text, 1.0), kBent);
    expect_corners(read_at("a.dae", text, 0.5), kHalfBent);
}

// Assimp 5.2 reads morph targets of Collada files incorrectly, so such files are refused, with or without a moment.
TEST(AnimatedFormatsTest, morph_targets_of_collada_files_are_refused) {
    const std::string morph =
        "<controller id=\"c\"><morph method=\"NORMALIZED\" source=\"#g\">" +
        source("t", "IDREF_array", "g", 1, 1, "<param name=\"IDREF\" type=\"IDREF\"/>") +
        source("w", "float_array", "0", 1, 1, "<param name=\"MORPH_WEIGHT\" type=\"float\"/>") +
        "<targets><input semantic=\"MORPH_TARGET\" source=\"#t\"/><input semantic=\"MORPH_WEIGHT\" "
        "source=\"#w\"/></targets></morph></controller>";
    const std::string text = collada(morph, animation("w(0)", "0 1"),
                                     "<node id=\"n\" name=\"n\"><instance_controller url=\"#c\"/></node>");
    const test::TemporaryFolder folder;
    const std::filesystem::path file = folder.write("a.DAE", text);
    for (const std::optional<double> moment : {std::optional<double>{}, std::optional<double>{0.5}}) {
        const Result<Mesh> moved = read_mesh_file(file, moment);
        ASSERT_FALSE(moved);
        EXPECT_EQ(moved.error().message, "has morph targets, which Boxwood's Collada importer cannot read "
                                         "correctly; save it as glTF or FBX");
    }
}

} // namespace
} // namespace boxwood
