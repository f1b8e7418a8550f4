// What the multi-body lab draws and reports, without a window.
#include "app/labs/drawing.hpp"
#include "app/labs/lab.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/workloads/articulated.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace boxwood::multi_body_test {
namespace {

using Settings = std::vector<std::pair<const char*, const char*>>;

std::unique_ptr<Lab> start(const Settings& settings, int steps = 1) {
    std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    for (const auto& [name, value] : settings) {
        const Status status = lab->set(name, value);
        EXPECT_TRUE(status) << name;
    }
    EXPECT_TRUE(lab->restart(1995));
    for (int i = 0; i < steps; ++i) lab->frames().step(nullptr);
    return lab;
}

draw::DrawList drawn(const Lab& lab) {
    draw::DrawList list;
    lab.viewport().draw(list, draw::dark_palette());
    return list;
}

std::string fact(const Lab& lab, std::string_view name) {
    for (const ReportField& field : lab.report_fields())
        if (field.name == name) return field.json;
    return "none";
}

// The missed pairs belong to frames of the previous mode, whose data is dropped.
TEST(MultiBodyLabTest, switching_continuous_off_clears_the_missed_pairs) {
    const std::unique_ptr<Lab> lab = start(
        {{"bodies", "60"}, {"velocity", "100"}, {"speed", "4"}, {"spin", "20"}, {"continuous", "report"}},
        40);
    EXPECT_NE(fact(*lab, "missed_in_total"), "0");
    ASSERT_TRUE(lab->edit("continuous", "off"));
    EXPECT_EQ(fact(*lab, "missed_in_total"), "0");
}

// Triangles in contact are solid red, bodies in contact are tinted and hatched, and the legend shows both.
TEST(MultiBodyLabTest, colliding_bodies_and_colliding_triangles_look_different) {
    const std::unique_ptr<Lab> lab = start({{"bodies", "60"}, {"density", "15"}, {"meshes", "50"}}, 4);
    const draw::Palette& palette = draw::dark_palette();
    const draw::DrawList list = drawn(*lab);
    ASSERT_FALSE(list.triangles.empty());
    for (const draw::FilledTriangle& triangle : list.triangles) {
        EXPECT_EQ(triangle.color, palette.contact);
        EXPECT_FALSE(triangle.hatched);
    }
    std::size_t tinted = 0;
    for (const draw::MeshInstance& one : list.instances) {
        if (!one.hatched) continue;
        EXPECT_EQ(one.color, contact_tint(palette.body, palette));
        EXPECT_NE(one.color, palette.contact);
        ++tinted;
    }
    EXPECT_GT(tinted, 0u);
    const auto has = [&](std::string_view text) {
        const std::vector<LegendEntry> rows = lab->viewport().legend(palette);
        return std::ranges::find(rows, text, &LegendEntry::text) != rows.end();
    };
    EXPECT_TRUE(has("body in contact"));
    EXPECT_TRUE(has("colliding triangles"));
}

// For a slow renderer, small bodies of a crowd are drawn as balls, or as octahedra if they are elongated. Every body is
// drawn exactly once.
TEST(MultiBodyLabTest, a_slow_renderer_gets_a_simpler_crowd) {
    for (const bool is_elongated : {false, true}) {
        const std::unique_ptr<Lab> lab =
            start({{"bodies", "2500"}, {"aspect-ratio", is_elongated ? "6" : "1"}, {"density", "12"}}, 4);
        EXPECT_TRUE(drawn(*lab).balls.empty());
        lab->viewport().is_software_rendered = true;
        lab->viewport().camera.distance = 500.0f;
        const draw::DrawList list = drawn(*lab);
        EXPECT_EQ(list.instances.size() + list.balls.size(), 2500u);
        EXPECT_EQ(list.balls.size() > 1000, !is_elongated);
        const draw::Palette& palette = draw::dark_palette();
        std::size_t tinted = 0;
        for (const draw::MeshInstance& one : list.instances) {
            EXPECT_FALSE(one.hatched);
            EXPECT_EQ(one.layer, draw::Layer::depth_tested);
            if (one.color == contact_tint(palette.body, palette)) ++tinted;
        }
        EXPECT_GT(tinted, 0u);
        const std::vector<PairResult>& pairs = lab->frames().simulation().output.pairs;
        const auto contact = std::ranges::find_if(pairs, &PairResult::is_contact);
        ASSERT_NE(contact, pairs.end());
        ASSERT_TRUE(lab->set("select", std::to_string(contact->bodies.a)));
        lab->frames().step(nullptr);
        EXPECT_EQ(std::ranges::count_if(drawn(*lab).instances, &draw::MeshInstance::edges), 2)
            << "the selected body and the body that it touches are drawn in detail";
        ASSERT_TRUE(lab->set("velocities", "on"));
        EXPECT_TRUE(drawn(*lab).balls.empty());
    }
}

// With "off", all parts of a body without contact have the color of bodies. With "on", consecutive parts differ in
// color, and a polytope keeps its color.
TEST(MultiBodyLabTest, parts_are_tinted_differently_on_demand) {
    const draw::Palette& palette = draw::dark_palette();
    const auto instances_with = [&palette](const char* value) {
        const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
        EXPECT_TRUE(lab->set("part-colors", value));
        LoadedScene scene;
        scene.name = "hands";
        scene.simulation = std::move(*make_articulated(
            {.hands = 2, .chains = 1, .c_shapes = 1, .polytopes = 2, .joint_degrees = 0.0}));
        EXPECT_TRUE(lab->take_scene(std::move(scene)));
        std::map<std::uint32_t, std::vector<draw::MeshInstance>> of_body;
        for (const draw::MeshInstance& one : drawn(*lab).instances) of_body[one.pick_id].push_back(one);
        return of_body;
    };
    const auto plain = instances_with("off"), tinted = instances_with("on");
    ASSERT_EQ(plain.size(), 6u);
    ASSERT_EQ(tinted.size(), 6u);
    std::size_t parts = 0, polytopes = 0;
    for (const auto& [id, instances] : tinted) {
        const std::vector<draw::MeshInstance>& before = plain.at(id);
        ASSERT_EQ(instances.size(), before.size());
        for (std::size_t i = 0; i < instances.size(); ++i) {
            if (before[i].hatched) continue; // in contact
            EXPECT_EQ(before[i].color, palette.body);
            EXPECT_EQ(instances[i].color.a, palette.body.a);
            EXPECT_EQ(instances[i].mesh, before[i].mesh);
            if (instances.size() == 1) {
                EXPECT_EQ(instances[i].color, palette.body);
                ++polytopes;
                continue;
            }
            EXPECT_NE(instances[i].color, palette.body);
            if (i > 0 && !before[i - 1].hatched) {
                EXPECT_NE(instances[i].color, instances[i - 1].color) << "body " << id << ", part " << i;
            }
            ++parts;
        }
    }
    EXPECT_GT(parts, 30u);
    EXPECT_GT(polytopes, 0u);
}

// Bodies that are not selected can be shown, hidden, transparent or dimmed. Their boxes are drawn only if they are
// shown.
TEST(MultiBodyLabTest, the_selection_can_be_isolated) {
    const auto with = [](const char* others) {
        return drawn(*start(
            {{"bodies", "60"}, {"density", "15"}, {"select", "3"}, {"with", "4"}, {"others", others}}, 4));
    };
    const draw::DrawList shown = with("shown"), hidden = with("hidden"), glass = with("glass"),
                         dimmed = with("dimmed");
    ASSERT_EQ(shown.instances.size(), 60u);
    ASSERT_EQ(hidden.instances.size(), 2u);
    for (const draw::MeshInstance& one : hidden.instances)
        EXPECT_TRUE(one.pick_id == 4u || one.pick_id == 5u);
    const draw::Palette& palette = draw::dark_palette();
    const auto count = [](const draw::DrawList& list, auto&& is_counted) {
        return std::ranges::count_if(list.instances, is_counted);
    };
    EXPECT_EQ(count(glass, [](const draw::MeshInstance& one) { return one.color.a < 100; }), 58);
    EXPECT_EQ(count(dimmed, [&](const draw::MeshInstance& one) { return one.color == palette.body; }), 0);
    EXPECT_EQ(count(dimmed, [](const draw::MeshInstance& one) { return one.color.a == 255; }), 60);
    ASSERT_GT(shown.boxes.size(), 6u);
    for (const draw::DrawList* list : {&hidden, &glass, &dimmed}) {
        EXPECT_LE(list->boxes.size(), 3u) << "the boxes of the two selected bodies and of the room";
        EXPECT_LE(list->triangles.size(), shown.triangles.size());
    }
}

TEST(MultiBodyLabTest, distances_of_meshes_are_drawn_on_demand) {
    const Settings scene{{"bodies", "60"}, {"density", "15"}, {"meshes", "100"}};
    const auto with = [&scene](const char* value) {
        Settings all = scene;
        all.emplace_back("mesh-distances", value);
        return start(all, 2);
    };
    const std::unique_ptr<Lab> none = with("none"), all = with("all"), selected = with("selected");
    EXPECT_EQ(fact(*none, "mesh_distances"), "0");
    EXPECT_EQ(fact(*selected, "mesh_distances"), "0") << "nothing is selected";
    const std::size_t separated = static_cast<std::size_t>(std::ranges::count_if(
        all->frames().simulation().output.pairs, [](const PairResult& pair) { return !pair.is_contact(); }));
    ASSERT_GT(separated, 5u);
    EXPECT_EQ(fact(*all, "mesh_distances"), std::to_string(separated));
    EXPECT_EQ(drawn(*all).lines.size(), drawn(*none).lines.size() + separated);

    // The distance of the selected pair is drawn with a label even if the boxes of the pair are separated.
    Settings chosen = scene;
    chosen.emplace_back("select", "0");
    chosen.emplace_back("with", "1");
    const std::unique_ptr<Lab> pair = start(chosen, 2);
    if (fact(*pair, "pair_active") == "false") {
        EXPECT_EQ(fact(*pair, "mesh_distances"), "1");
        EXPECT_TRUE(std::ranges::any_of(drawn(*pair).labels,
                                        [](const draw::Label& label) { return label.text.ends_with(" m"); }));
    }
}

TEST(MultiBodyLabTest, settings_for_closest_parts_and_query_memory_reach_the_world) {
    const std::unique_ptr<Lab> usual = start({{"bodies", "10"}});
    EXPECT_TRUE(usual->frames().simulation().world.settings.find_closest_parts);
    EXPECT_FALSE(usual->frames().simulation().world.settings.use_temporal_coherence);
    const std::unique_ptr<Lab> other =
        start({{"bodies", "10"}, {"closest-parts", "off"}, {"query-memory", "on"}});
    EXPECT_FALSE(other->frames().simulation().world.settings.find_closest_parts);
    EXPECT_TRUE(other->frames().simulation().world.settings.use_temporal_coherence);
}

// One setting enables or disables all pairs of a group, in the current scene and in all later scenes of the lab.
TEST(MultiBodyLabTest, settings_enable_and_disable_the_pairs_of_groups) {
    const Settings scene{{"bodies", "60"}, {"density", "15"}, {"meshes", "50"}};
    const auto count = [&scene](const Settings& more, bool wants_meshes) {
        Settings all = scene;
        all.insert(all.end(), more.begin(), more.end());
        const std::unique_ptr<Lab> lab = start(all, 3);
        EXPECT_TRUE(lab->check_settings());
        EXPECT_TRUE(lab->restart(7));
        lab->frames().step(nullptr);
        const std::span<const Body> bodies = lab->frames().simulation().world.bodies();
        return std::ranges::count_if(lab->frames().simulation().output.pairs, [&](const PairResult& pair) {
            return (!bodies[pair.bodies.a].polytope && !bodies[pair.bodies.b].polytope) == wants_meshes;
        });
    };
    ASSERT_GT(count({}, true), 2);
    ASSERT_GT(count({}, false), 2);
    EXPECT_EQ(count({{"disable-pairs", "meshes:meshes"}}, true), 0);
    EXPECT_EQ(count({{"disable-pairs", "meshes"}}, false), count({}, false));
    EXPECT_EQ(count({{"disable-pairs", "all"}, {"enable-pairs", "meshes"}}, false), 0);
    EXPECT_EQ(count({{"disable-pairs", "all"}, {"enable-pairs", "meshes"}}, true), count({}, true));
    EXPECT_EQ(count({{"disable-pairs", "all:all"}}, true), 0);

    const std::unique_ptr<Lab> unknown = start({{"bodies", "4"}, {"disable-pairs", "mehses"}});
    const Status refused = unknown->check_settings();
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("disable-pairs: no group of bodies is called 'mehses'"),
              std::string::npos)
        << refused.error().message;
    EXPECT_FALSE(unknown->set("enable-pairs", "meshes:"));
}

TEST(MultiBodyLabTest, an_edited_velocity_is_relative_to_the_radius_of_each_body) {
    const std::shared_ptr<Shape> shape = require_ok(make_shape(make_geodesic_sphere(0.5, 2).view()));
    LoadedScene scene;
    scene.name = "spheres";
    std::vector<BodyDesc> bodies;
    for (const double scale : {1.0, 4.0}) {
        BodyDesc& body = bodies.emplace_back(BodyDesc{shape, {}});
        body.transform.s = glm::dvec3(scale);
        body.transform.t.x = 10.0 * scale;
        scene.simulation.motions.push_back({.velocity_w = {0.3, 0.0, 0.4}});
    }
    ASSERT_TRUE(scene.simulation.world.add_bodies(bodies));
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->take_scene(std::move(scene)));
    ASSERT_TRUE(lab->edit("velocity", "20"));
    const std::vector<Motion>& motions = lab->frames().simulation().motions;
    for (const BodyId id : {0u, 1u}) {
        const double radius = shape->radius() * bodies[id].transform.s.x;
        EXPECT_NEAR(motions[id].velocity_w.x, 0.2 * radius * 0.6, 1e-9 * radius);
        EXPECT_NEAR(motions[id].velocity_w.z, 0.2 * radius * 0.8, 1e-9 * radius);
    }
}

// The scene has more triangles than the oracle checks in one frame: the oracle reports pending pairs until all are
// checked.
TEST(MultiBodyLabTest, the_oracle_checks_a_large_frame_in_several_calls) {
    const std::unique_ptr<Lab> lab = start({{"bodies", "70"}, {"density", "30"}, {"meshes", "100"}});
    const std::optional<OracleStatus> first = lab->oracle().verdict();
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->agrees) << first->tooltip;
    EXPECT_NE(first->text.find(" pending"), std::string::npos) << first->text;
    EXPECT_NE(first->tooltip.find("pending: b"), std::string::npos) << first->tooltip;
    EXPECT_TRUE(lab->presentation().is_animating) << "a paused window must continue to draw";
    std::string text = first->text;
    for (int frame = 0; frame < 400 && text.find(" pending") != std::string::npos; ++frame) {
        const std::optional<OracleStatus> status =
            lab->oracle().verdict(); // as a paused window does in every drawn frame
        ASSERT_TRUE(status && status->agrees) << status->tooltip;
        text = status->text;
    }
    const std::size_t pairs = lab->frames().simulation().output.pairs.size();
    EXPECT_EQ(text, "verified " + std::to_string(pairs) + " of " + std::to_string(pairs) + " pairs");
    EXPECT_EQ(lab->oracle().tally()->complete_frames, 1u);
    EXPECT_EQ(lab->oracle().tally()->pairs, pairs);
    EXPECT_EQ(lab->oracle().tally()->pending + lab->oracle().tally()->unchecked, 0u);
}

} // namespace
} // namespace boxwood::multi_body_test
