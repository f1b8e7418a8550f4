#include "engine/scene/scene.hpp"

#include "engine/scene/json/json_text.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

namespace boxwood::scene_test {
namespace {

std::string error_of(const std::string& text) {
    const auto scene = parse_scene(text, "s.json");
    return scene ? "" : scene.error().message;
}

std::string scene_with(const std::string& body) {
    return R"({"boxwood":1,"room":{"half":[1,2,3]},"bodies":[{"mesh":"a.obj"},)" + body + "]}";
}

TEST(SceneTest, reads_every_field) {
    const auto scene = parse_scene(R"({
        "boxwood": 1, "name": "all", "seed": 18446744073709551615, "room": {"half": [1, 2, 3]},
        "bodies": [
          {"name": "first", "mesh": "../m/a.obj", "pose": {"q": [0,0,1,1], "t": [1,2,3], "s": [2,2,2]},
           "velocity": [1,2,3], "spin": [0,90,0], "box": "cube"},
          {"generate": {"kind": "torus", "n_major": 12, "minor_radius": 0.25}},
          {"generate": {"kind": "rock", "seed": 9}, "count": 5, "pose": {"s": [0.5,0.5,0.5]}},
          {"polytope": {"faces": 20, "seed": 4, "radius": 0.5, "aspect_ratio": 2}, "box": "dynamic"}
        ]})",
                                   "s.json");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->name, "all");
    EXPECT_EQ(scene->seed, 18446744073709551615ull);
    EXPECT_EQ(scene->room_half, glm::dvec3(1, 2, 3));
    ASSERT_EQ(scene->bodies.size(), 4u);
    const BodyDescription& first = scene->bodies[0];
    EXPECT_EQ(first.name, "first");
    EXPECT_EQ(std::get<MeshFile>(first.shape).path, "../m/a.obj");
    EXPECT_EQ(first.pose.q, glm::dquat(1, 0, 0, 1));
    EXPECT_EQ(first.pose.t, glm::dvec3(1, 2, 3));
    EXPECT_EQ(first.velocity_w, glm::dvec3(1, 2, 3));
    EXPECT_EQ(first.spin_degrees_w, glm::dvec3(0, 90, 0));
    EXPECT_EQ(first.box, BoxKind::fixed_cube);
    EXPECT_EQ(first.count, 0u);
    EXPECT_EQ(std::get<MeshRecipe>(scene->bodies[1].shape),
              (MeshRecipe{"torus", {{"minor_radius", 0.25}, {"n_major", 12.0}}, 1, {}}));
    EXPECT_EQ(std::get<MeshRecipe>(scene->bodies[2].shape), (MeshRecipe{"rock", {}, 9, {}}));
    EXPECT_EQ(scene->bodies[2].count, 5u);
    EXPECT_EQ(std::get<RandomPolytopeParams>(scene->bodies[3].shape),
              (RandomPolytopeParams{20, 4, 0.5, 2.0}));
    EXPECT_EQ(scene->bodies[3].box, BoxKind::dynamic_box);
}

TEST(SceneTest, solid_meshes_are_read_and_written) {
    const auto scene = parse_scene(
        R"({"boxwood":1,"bodies":[{"mesh":"a","solid":true},{"generate":{"kind":"torus"},"solid":false},{"mesh":"a"},
            {"solid":{"kind":"box"}}]})",
        "s.json");
    ASSERT_TRUE(scene) << scene.error().message;
    for (const auto& read : {*scene, require_ok(parse_scene(to_json(*scene), "again"))}) {
        ASSERT_EQ(read.bodies.size(), 4u);
        EXPECT_TRUE(read.bodies[0].is_solid);
        EXPECT_FALSE(read.bodies[1].is_solid);
        EXPECT_FALSE(read.bodies[2].is_solid);
        EXPECT_TRUE(std::holds_alternative<SolidRecipe>(read.bodies[3].shape));
    }
}

TEST(SceneTest, missing_fields_have_their_default_values) {
    for (const char* room : {"", R"("room":null,)"}) {
        const auto scene =
            parse_scene(std::string(R"({"boxwood":1,)") + room + R"("bodies":[{"polytope":{}}]})", "s");
        ASSERT_TRUE(scene) << scene.error().message;
        EXPECT_FALSE(scene->room_half);
        EXPECT_EQ(scene->seed, 1u);
        EXPECT_EQ(std::get<RandomPolytopeParams>(scene->bodies[0].shape), RandomPolytopeParams{});
        EXPECT_EQ(scene->bodies[0].velocity_w, glm::dvec3(0.0));
    }
}

TEST(SceneTest, errors_name_the_json_path_and_the_reason) {
    const std::pair<std::string, std::string> cases[] = {
        {"{\n \"boxwood\": 1,\n \"name\": oops}", "s.json:3:"},
        {"", "s.json:1:1: "},
        {"[]", "s.json:1: /: expected an object"},
        {"{}", "s.json:1: /: \"boxwood\": 1 is missing; is this a scene?"},
        {R"({"boxwood":2,"bodies":[]})", "s.json:1: /boxwood: this program reads version 1 of the format"},
        {R"({"boxwood":1})", "s.json:1: /: \"bodies\" is missing"},
        {R"({"boxwood":1,"bodies":{}})", "s.json:1: /bodies: expected a list of at least one body"},
        {R"({"boxwood":1,"bodies":[]})", "s.json:1: /bodies: expected a list of at least one body"},
        {R"({"boxwood":1,"body":[]})", "s.json:1: /: unknown key \"body\"; known keys: boxwood, name, lab, "
                                       "seed, room, materials, light, view, define, pairs, bodies"},
        {R"({"boxwood":1,"bodies":[],"bodies":[]})", "s.json:1:33: the key \"bodies\" appears twice"},
        {R"({"boxwood":1,"name":3,"bodies":[]})", "s.json:1: /name: expected a string"},
        {R"({"boxwood":1,"seed":-1,"bodies":[]})", "s.json:1: /seed: expected a whole number from 0"},
        {R"({"boxwood":1,"room":{},"bodies":[]})", "s.json:1: /room: \"half\" is missing"},
        {R"({"boxwood":1,"room":{"half":[1,0,1]},"bodies":[]})",
         "s.json:1: /room/half/1: is outside 1e-09 to 1000000000"},
        {R"({"boxwood":1,"room":{"half":[1,1]},"bodies":[]})",
         "s.json:1: /room/half: expected an array of 3 numbers"},
        {scene_with("7"), "s.json:1: /bodies/1: expected an object"},
        {scene_with("{}"), "s.json:1: /bodies/1: needs exactly one of"},
        {scene_with(R"({"mesh":"a","polytope":{}})"), "s.json:1: /bodies/1: needs exactly one of"},
        {scene_with(R"({"mesh":"a","colour":1})"),
         "s.json:1: /bodies/1: unknown key \"colour\"; known keys: name, mesh"},
        {scene_with(R"({"mesh":"a","solid":1})"), "s.json:1: /bodies/1: needs exactly one of"},
        {scene_with(R"({"solid":true})"), "s.json:1: /bodies/1: needs exactly one of"},
        {scene_with(R"({"polytope":{},"solid":true})"),
         "s.json:1: /bodies/1/solid: requires \"mesh\" or \"generate\""},
        {scene_with(R"({"parts":[{"mesh":"a","solid":true}]})"),
         "s.json:1: /bodies/1/parts/0/solid: a part is convex and always solid"},
        {scene_with(R"({"mesh":""})"), "s.json:1: /bodies/1/mesh: must not be empty"},
        {scene_with(R"({"mesh":["a"]})"), "s.json:1: /bodies/1/mesh: expected a string"},
        {scene_with(R"({"generate":{}})"), "s.json:1: /bodies/1/generate: \"kind\" is missing"},
        {scene_with(R"({"generate":{"kind":"cube"}})"),
         "s.json:1: /bodies/1/generate: unknown generator \"cube\"; known ones: box,"},
        {scene_with(R"({"generate":{"kind":"torus","n_major":1e9}})"),
         "s.json:1: /bodies/1/generate: torus: n_major must be"},
        {scene_with(R"({"generate":{"kind":"torus","n_major":"9"}})"),
         "s.json:1: /bodies/1/generate/n_major: expected a number"},
        {scene_with(R"({"generate":{"kind":"torus","size":1}})"),
         "s.json:1: /bodies/1/generate: torus: unknown parameter \"size\""},
        {scene_with(R"({"generate":{"kind":"torus","seed":1}})"),
         "s.json:1: /bodies/1/generate/seed: torus takes no seed"},
        {scene_with(R"({"polytope":{"faces":3}})"),
         "s.json:1: /bodies/1/polytope/faces: expected a whole number from 4 to 2000"},
        {scene_with(R"({"polytope":{"faces":4294967300}})"),
         "s.json:1: /bodies/1/polytope/faces: expected a whole number"},
        {scene_with(R"({"polytope":{"radius":0}})"), "s.json:1: /bodies/1/polytope: radius must be"},
        {scene_with(R"({"polytope":{"sides":4}})"), "s.json:1: /bodies/1/polytope: unknown key \"sides\""},
        {scene_with(R"({"polytope":{},"pose":{"s":[2,2,2]}})"),
         "s.json:1: /bodies/1/pose/s: a polytope cannot be scaled"},
        {scene_with(R"({"mesh":"a","pose":{"q":[0,0,0,0]}})"),
         "s.json:1: /bodies/1/pose: rotation q is the zero quaternion"},
        {scene_with(R"({"mesh":"a","pose":{"r":[0,0,0]}})"), "s.json:1: /bodies/1/pose: unknown key \"r\""},
        {scene_with(R"({"mesh":"a","velocity":[1e7,0,0]})"), "s.json:1: /bodies/1/velocity/0: is outside"},
        {scene_with(R"({"mesh":"a","spin":[0,0,1e5]})"), "s.json:1: /bodies/1/spin/2: is outside"},
        {scene_with(R"({"mesh":"a","box":"sphere"})"),
         "s.json:1: /bodies/1/box: expected \"dynamic\" or \"cube\""},
        {scene_with(R"({"mesh":"a","count":0})"),
         "s.json:1: /bodies/1/count: expected a whole number from 1 to 131072"},
        {scene_with(R"({"mesh":"a","count":1000000000})"),
         "s.json:1: /bodies/1/count: expected a whole number"},
        {scene_with(R"({"mesh":"a","count":131072})"),
         "s.json:1: /bodies/1: with this entry, the scene has more than 131072 bodies"},
        {scene_with(R"({"mesh":"a","count":2,"pose":{"t":[0,0,0]}})"),
         "s.json:1: /bodies/1/pose: with \"count\", positions are random"},
        {R"({"boxwood":1,"bodies":[{"mesh":"a","count":2}]})",
         "s.json:1: /bodies/0/count: random positions require a \"room\""},
    };
    for (const auto& [text, words] : cases) {
        const std::string message = error_of(text);
        EXPECT_EQ(message.rfind(words, 0), 0u) << text << "\n  gave: " << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
    EXPECT_EQ(read_scene("no/such.json").error().message, "no/such.json: no such file");
}

TEST(SceneTest, errors_name_the_line) {
    const char* const text =
        "{\n \"boxwood\": 1,\n \"materials\": {\n  \"oak\": {\"color\": \"#8A6B4A\"}},\n"
        " \"define\": {\n  \"a/b\": {\"polytope\": {}},\n  \"loop\": {\"place\": \"loop\"},\n"
        "  \"bad\": [{\"polytope\": {}},\n   {\"polytope\": {},\n    \"mass\": BAD}]},\n"
        " \"bodies\": [\n  {\"place\": \"a/b\"},\n  BODY]}";
    const auto with = [&](const std::string& body, const std::string& mass = "2") {
        std::string scene = text;
        scene.replace(scene.find("BAD"), 3, mass);
        return error_of(scene.replace(scene.find("BODY"), 4, body));
    };
    const std::pair<std::string, std::string> cases[] = {
        {with(R"({"place": "bad"})"), ""},
        {with(R"({"place": "bad"})", "-1"), "s.json:10: /define/bad/1/mass: is outside 1e-06 to 1000000000"},
        {with(R"({"place": "loop"})"), "s.json:7: /define/loop/place: this definition places itself"},
        {with(R"({"place": "none"})"), "s.json:13: /bodies/1/place: there is no definition with this name"},
        {with(R"({"place": "a/b", "pose": {"s": [2, 2, 2]}})"),
         "s.json:13: /bodies/1/pose/s: a placed definition"},
        {with("{\n\n\"place\": \"a/b\",\n\"solid\": {}}"), "s.json:16: /bodies/1: unknown key \"solid\""},
        {with("{\"polytope\": {},\n\"material\": \"elm\"}"),
         "s.json:13: /bodies/1: there is no material \"elm\""},
        {with("{\"polytope\": {},\n\"fixed\": 1}"), "s.json:14: /bodies/1/fixed: expected true or false"},
        {with("{\"polytope\": {}, \"fixed\": true, \"mass\": 1}"),
         "s.json:13: /bodies/1: a fixed body has no"},
        {with("{\"polytope\": {},\n\"pose\": {\"turn\": 9, \"q\": [0,0,0,1]}}"),
         "s.json:14: /bodies/1/pose: has both"},
        {with("{\"polytope\": {},\n\"repeat\": {}}"), "s.json:14: /bodies/1/repeat: \"count\" is missing"},
        {with("{\"polytope\": {}, \"repeat\": {\"count\": 131072}}"),
         "s.json:13: /bodies/1: with this entry, the scene has more"},
        {with("{\"solid\": {\"kind\": \"lathe\",\n\"outline\": [[0,0],\n[1]]}}"),
         "s.json:15: /bodies/1/solid/outline/1: expected an array of 2 numbers"},
        {with("{\"solid\":\n{\"kind\": \"lathe\"}}"), "s.json:14: /bodies/1/solid: lathe: an outline needs"},
    };
    for (const auto& [message, words] : cases) EXPECT_EQ(message.substr(0, words.size()), words) << message;
    EXPECT_EQ(cases[0].first, "");
    const auto look = [](const std::string& fields) {
        return error_of("{\"boxwood\": 1,\n" + fields + ",\n\"bodies\": [{\"polytope\": {}}]}");
    };
    EXPECT_EQ(look(R"("materials": {"x": {"color": "red"}})"),
              "s.json:2: /materials/x/color: expected a color such as \"#8A6B4A\"");
    EXPECT_EQ(look(R"("light": {"towards_sun": [0, 0, 0]})"),
              "s.json:2: /light/towards_sun: must not be zero");
    EXPECT_EQ(look(R"("view": {"eye": [0, 0, 0], "target": [0, 0, 0]})"),
              "s.json:2: /view: \"eye\" and \"target\" are the same point");
}

TEST(SceneTest, lines_of_elements_equal_line_of_for_each_element) {
    const std::string text =
        "{\"a/b\": [1,\n\"]\\\"\", {\"c\": [2,\n3]},\n\n[[]] , null\n],\n\"d\": [], \"e\": 7}";
    EXPECT_EQ(lines_of_elements(text, "/a~1b"), (std::vector<std::size_t>{1, 2, 2, 5, 5}));
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_EQ(lines_of_elements(text, "/a~1b")[i], line_of(text, "/a~1b/" + std::to_string(i))) << i;
    for (const char* none : {"/d", "/e", "/x", "/a~1b/9"})
        EXPECT_TRUE(lines_of_elements(text, none).empty()) << none;
}

// Reading 8 times as many bodies must take less than 20 times as long. Quadratic time would be 64 times as long.
TEST(SceneTest, many_bodies_are_read_in_linear_time) {
    const auto seconds_of = [](int count) {
        std::string text =
            R"({"boxwood":1,"define":{"many":{"polytope":{},"repeat":{"count":COUNT}}},"bodies":[)";
        text.replace(text.find("COUNT"), 5, std::to_string(count));
        for (int i = 0; i < count; ++i) text += "{\"polytope\":{\"seed\":" + std::to_string(i) + "}},\n";
        text += R"({"place":"many"},{"polytope":{},"material":"elm"}]})";
        double best = 1e9;
        for (int i = 0; i < 3; ++i) {
            const auto start = std::chrono::steady_clock::now();
            const std::string message = error_of(text);
            best = std::min(best,
                            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
            const std::string place = std::to_string(count + 1) + ": /bodies/" + std::to_string(count + 1);
            EXPECT_EQ(message, "s.json:" + place + ": there is no material \"elm\"");
        }
        return best;
    };
    const double few = seconds_of(500), many = seconds_of(4000);
    EXPECT_LT(many, 20.0 * few);
}

TEST(SceneTest, definitions_are_placed_and_repeated) {
    const std::string text = R"({"boxwood": 1, "seed": SEED, "materials": {"x": {}, "y": {}},
      "define": {"ball": {"name": "ball", "polytope": {}, "material": "x", "mass": 3, "pose": {"t": [0, 1, 0]}},
                 "two": [{"name": "left", "place": "ball"}, {"name": "right", "place": "ball", "pose": {"t": [5, 0, 0]}}]},
      "bodies": [{"place": "ball"}, {"name": "row", "place": "ball", "pose": {"t": [0, 0, 9]}, "mass": 4,
                  "repeat": {"count": 3, "step": [2, 0, 0]}, "vary": {"t": [0.1, 0, 0], "turn": 10, "materials": ["y", "x"]}},
                 {"name": "pair", "place": "two", "pose": {"t": [0, 0, 1], "turn": 90}}]})";
    const auto with_seed = [&](const char* seed) {
        std::string seeded = text;
        return parse_scene(seeded.replace(seeded.find("SEED"), 4, seed), "s.json");
    };
    const auto scene = with_seed("1"), again = with_seed("1"), other = with_seed("2");
    ASSERT_TRUE(scene && again && other) << scene.error().message;
    ASSERT_EQ(scene->bodies.size(), 6u);
    EXPECT_EQ(to_json(*scene), to_json(*again));
    EXPECT_NE(scene->bodies[2].pose.t, other->bodies[2].pose.t);
    EXPECT_EQ(scene->bodies[0].name, "ball");
    EXPECT_EQ(scene->bodies[0].pose.t, glm::dvec3(0, 1, 0));
    EXPECT_EQ(scene->bodies[3].name, "row 3");
    EXPECT_EQ(scene->bodies[3].mass, 4.0);
    EXPECT_NEAR(scene->bodies[3].pose.t.x, 4.0, 0.1);
    EXPECT_NE(scene->bodies[3].pose.t.x, 4.0);
    EXPECT_EQ(scene->bodies[1].material, "y");
    EXPECT_EQ(scene->bodies[2].material, "x");
    EXPECT_EQ(scene->bodies[5].name, "pair right");
    EXPECT_EQ(scene->bodies[5].mass, 3.0);
    EXPECT_NEAR(scene->bodies[5].pose.t.z, 1.0 - 5.0, 1e-12) << "x turned by 90 degrees about y is -z";
    EXPECT_NEAR(scene->bodies[5].pose.t.y, 1.0, 1e-12);
}

TEST(SceneTest, count_cannot_be_combined_with_repeat_or_vary) {
    const auto message = [](const std::string& swarm, const std::string& body) {
        return error_of(R"({"boxwood":1,"room":{"half":[9,9,9]},"define":{"swarm":)" + swarm +
                        R"(},"bodies":[)" + body + "]}");
    };
    const std::string placed = R"({"place":"swarm","repeat":{"count":2}})", polytope = R"({"polytope":{}})",
                      counted = R"({"polytope":{},"count":3})",
                      words = R"(: "count" cannot be combined with "repeat" or "vary")";
    EXPECT_EQ(message(counted, R"({"place":"swarm"})"), "");
    EXPECT_EQ(message(counted, placed), "s.json:1: /bodies/0" + words);
    EXPECT_EQ(message("[" + polytope + "," + counted + "]", placed), "s.json:1: /bodies/0" + words);
    EXPECT_EQ(message(polytope, R"({"polytope":{},"count":3,"vary":{"turn":9}})"),
              "s.json:1: /bodies/0/count" + words);
}

SceneDescription random_scene(std::uint64_t seed) {
    std::mt19937_64 bits(seed);
    const auto number = [&bits] { return static_cast<double>(bits() >> 11) * 0x1p-52 - 1.0; };
    SceneDescription scene;
    scene.name = seed % 2 == 0 ? "" : "quotes \" and \\ and \xC3\xA9";
    scene.seed = bits();
    scene.room_half = glm::dvec3(1.5 + number(), 1.5 + number(), 1.5 + number());
    scene.lab = seed % 3 == 0 ? "multi-body" : "";
    scene.materials = {{"a \"b\"", {1, 2, 3}, 0.25}, {"z/~", {255, 0, 128}, 1.0}};
    if (seed % 2 == 0)
        scene.light = SceneLight{{number(), 1.0, number()}, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, 2.0, 0.1};
    if (seed % 2 == 1) scene.view = SceneView{{number(), 1.0, number()}, {0, 9, 0}};
    const std::vector<ShapeDescription> shapes{
        MeshFile{std::to_string(bits()) + ".obj"},
        MeshRecipe{"rock", {{"amplitude", 0.1}, {"radius", 2.0 + number()}}, bits(), {}},
        RandomPolytopeParams{static_cast<std::uint32_t>(4 + bits() % 100), bits(), 2.0 + number(),
                             3.0 + number()}};
    for (int i = 0; i < 6; ++i) {
        BodyDescription body;
        body.shape = shapes[static_cast<std::size_t>(i % 3)];
        if (i > 2) body.count = static_cast<std::uint32_t>(1 + bits() % 10);
        if (i <= 2) body.pose.t = {number(), number(), number()};
        if (i <= 2) body.pose.q = {number(), number(), number(), number()};
        if (i % 3 != 2) body.pose.s = {2.0 + number(), 2.0 + number(), -2.0 + number()};
        body.velocity_w = {number(), number(), number()};
        body.spin_degrees_w = 100.0 * glm::dvec3(number(), number(), number());
        body.box = bits() % 2 == 0 ? BoxKind::dynamic_box : BoxKind::fixed_cube;
        body.name = std::to_string(i) + "th";
        body.material = i % 2 == 0 ? "z/~" : "";
        body.casts_shadow = bits() % 2 == 0;
        if (i % 2 == 0) body.mass = 2.0 + number();
        scene.bodies.push_back(std::move(body));
    }
    return scene;
}

TEST(SceneTest, written_scenes_read_back_equal) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const SceneDescription written = random_scene(seed);
        const auto read = parse_scene(to_json(written), "s.json");
        ASSERT_TRUE(read) << read.error().message << "\n" << to_json(written);
        EXPECT_EQ(read->name, written.name);
        EXPECT_EQ(read->seed, written.seed);
        EXPECT_EQ(read->room_half, written.room_half);
        ASSERT_EQ(read->bodies.size(), written.bodies.size());
        for (std::size_t i = 0; i < written.bodies.size(); ++i) {
            const BodyDescription &a = read->bodies[i], &b = written.bodies[i];
            EXPECT_EQ(a.name, b.name);
            EXPECT_EQ(a.shape, b.shape);
            EXPECT_EQ(a.pose.q, b.pose.q);
            EXPECT_EQ(a.pose.t, b.pose.t);
            EXPECT_EQ(a.pose.s, b.pose.s);
            EXPECT_EQ(a.velocity_w, b.velocity_w);
            EXPECT_EQ(a.spin_degrees_w, b.spin_degrees_w);
            EXPECT_EQ(a.box, b.box);
            EXPECT_EQ(a.count, b.count);
            EXPECT_EQ(a.material, b.material);
            EXPECT_EQ(a.mass, b.mass);
            EXPECT_EQ(a.casts_shadow, b.casts_shadow);
        }
        EXPECT_EQ(read->lab, written.lab);
        EXPECT_EQ(read->materials, written.materials);
        EXPECT_EQ(read->light, written.light);
        EXPECT_EQ(read->view, written.view);
        EXPECT_EQ(to_json(*read), to_json(written));
    }
}

TEST(SceneTest, errors_of_damaged_scenes_have_one_line) {
    std::mt19937_64 bits(12);
    const std::string text = to_json(random_scene(1));
    int errors = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string mutant = text;
        for (int k = 0; k < 2; ++k) mutant[bits() % mutant.size()] = static_cast<char>(bits());
        if (round % 3 == 0) mutant.resize(bits() % mutant.size());
        const std::string message = error_of(mutant);
        errors += message.empty() ? 0 : 1;
        EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos) << message;
    }
    EXPECT_GT(errors, 1000);
    EXPECT_NE(error_of(std::string(100000, '[')), "");
}

// Compares the example and the tables of docs/scene-format.md with the reader and with the list of generators.
TEST(SceneTest, the_documented_example_and_tables_match_the_reader) {
    std::ostringstream file;
    file << std::ifstream(BOXWOOD_TEST_ROOT "/docs/scene-format.md").rdbuf();
    const std::string text = file.str();
    const std::size_t begin = text.find("```json\n") + 8;
    const auto scene =
        parse_scene(text.substr(begin, text.find("```", begin) - begin), "docs/scene-format.md");
    ASSERT_TRUE(scene) << scene.error().message;
    EXPECT_EQ(scene->bodies.size(), 3u);
    for (const Generator& generator : all_generators()) {
        const std::size_t row = text.rfind(std::string("| `").append(generator.name) + "` | ");
        ASSERT_NE(row, std::string::npos) << generator.name;
        const std::string line = text.substr(row, text.find('\n', row) - row);
        for (const GeneratorParameter& parameter : generator.parameters) {
            std::string entry = std::string("`").append(parameter.name) + "` ";
            append_number(entry, parameter.default_value);
            EXPECT_NE(line.find(entry), std::string::npos) << generator.name << ": " << entry;
        }
        EXPECT_EQ(line.find("`seed`") != std::string::npos, generator.has_seed) << generator.name;
    }
}

} // namespace
} // namespace boxwood::scene_test
