#include "app/labs/lab.hpp"
#include "app/labs/pair/meshes/pair_meshes.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/theme.hpp"
#include "engine/ui/ui_context.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

std::string pair_fact(const Lab& lab, std::string_view name) {
    for (const ReportField& field : lab.report_fields())
        if (field.name == name) return field.json;
    return "none";
}

// Does what the window does once per frame.
void pass_frame(Lab& io_lab) {
    io_lab.frames().catch_up(nullptr);
    io_lab.update();
    io_lab.frames().catch_up(nullptr);
}

std::unique_ptr<Lab> start_pair(std::initializer_list<std::pair<const char*, const char*>> settings) {
    std::unique_ptr<Lab> lab = find_lab("pair")->make();
    for (const auto& [name, value] : settings) EXPECT_TRUE(lab->set(name, value)) << name;
    EXPECT_TRUE(lab->restart(1995));
    pass_frame(*lab);
    return lab;
}

std::size_t count_lines(const Lab& lab) {
    draw::DrawList list;
    lab.viewport().draw(list, draw::dark_palette());
    return list.lines.size() + list.boxes.size();
}

TEST(PairLabTest, visits_of_a_distance_query_can_be_stepped_through) {
    const std::unique_ptr<Lab> lab =
        start_pair({{"kind", "bvh2"}, {"volume", "obb"}, {"leaf-size", "1"}, {"distance", "on"}});
    for (int i = 0; i < 80; ++i) lab->act("nudge.right");
    pass_frame(*lab);
    const double distance = std::stod(pair_fact(*lab, "distance"));
    ASSERT_GT(distance, 0.0) << "the meshes are separated";
    ASSERT_TRUE(lab->set("visits-of", "distance"));
    lab->act("visit.open");
    pass_frame(*lab);
    EXPECT_EQ(pair_fact(*lab, "visit_of"), "\"distance\"");
    const std::string bound = std::to_string(static_cast<int>(VisitKind::volume_bound));
    for (int i = 0; i < 1000 && pair_fact(*lab, "visit_kind") != bound;
         ++i) { // skips the visits that search for a contact
        lab->act("nudge.right");
        pass_frame(*lab);
    }
    EXPECT_NE(pair_fact(*lab, "why").find("No triangles were compared yet"), std::string::npos)
        << pair_fact(*lab, "why");
    // Steps through the visits that found a pair of triangles closer than all earlier pairs. The last such pair has the
    // distance of the meshes.
    std::string last, why;
    for (int i = 0; i < 1000; ++i) {
        lab->act("visit.contact");
        pass_frame(*lab);
        const std::string visit = pair_fact(*lab, "visit");
        // after the last such visit, stepping continues at the first
        if (!last.empty() && std::stoul(visit) <= std::stoul(last)) break;
        last = visit;
        why = pair_fact(*lab, "why");
    }
    EXPECT_NE(why.find("the smallest so far"), std::string::npos) << why;
    const std::string said = why.substr(why.find(" is ") + 4);
    EXPECT_NEAR(std::stod(said), distance, 0.01 * distance) << why;
    const auto is_pruned_bound = [&] {
        return pair_fact(*lab, "visit_kind") == bound && pair_fact(*lab, "visit_verdict") == "0";
    };
    for (int i = 0; i < 1000 && !is_pruned_bound(); ++i) {
        lab->act("nudge.right");
        pass_frame(*lab);
    }
    ASSERT_TRUE(is_pruned_bound());
    EXPECT_NE(pair_fact(*lab, "why").find("of the closest triangles so far"), std::string::npos);
    EXPECT_NE(pair_fact(*lab, "why").find("not compared"), std::string::npos);
}

TEST(PairMeshesTest, the_error_of_a_failed_build_ends_with_the_next_build) {
    PairMeshes meshes;
    ASSERT_TRUE(meshes.load_built_in());
    const auto fail = [&] {
        EXPECT_FALSE(meshes.choose({.kind = "box-tree", .volume = "sphere"}));
        meshes.wait();
        ASSERT_EQ(meshes.take_built(), PairMeshes::Built::failed);
        meshes.cancel();
        EXPECT_NE(meshes.error(), "");
    };
    fail();
    const std::shared_ptr<Shape> shape = require_ok(make_shape(make_icosphere(1).view(), {.volume = "obb"}));
    if (!meshes.open({{"ball", {}, shape}}, kBodyB)) {
        meshes.wait();
        ASSERT_EQ(meshes.take_built(), PairMeshes::Built::ready);
    }
    meshes.install();
    EXPECT_EQ(meshes[kBodyB].name, "ball");
    EXPECT_EQ(meshes.error(), "");
    fail();
    ASSERT_TRUE(meshes.rebuild());
    EXPECT_EQ(meshes.error(), "");
}

TEST(PairLabTest, side_by_side_views_mark_closest_triangles_in_their_color) {
    const std::unique_ptr<Lab> lab = start_pair({{"distance", "on"}});
    for (int i = 0; i < 80; ++i) lab->act("nudge.right");
    for (const auto& [name, value] :
         {std::pair{"visits-of", "distance"}, {"visit", "1"}, {"compare-with", "obb"}})
        ASSERT_TRUE(lab->set(name, value)) << name;
    pass_frame(*lab);
    lab->settle();
    pass_frame(*lab);
    ASSERT_EQ(pair_fact(*lab, "visit_of"), "\"distance\"");
    ui::Ui ui{nullptr};
    const TimeHistory times{16};
    std::size_t closest = 0;
    for (int frame = 0; frame < 3; ++frame) { // the layout settles over several frames
        ui.begin_frame({}, {{1280, 720}, {1280, 720}}, 1.0f / 60.0f);
        const draw::Palette& palette = ui::palette();
        ViewContext context{palette, times, {280.0f, 44.0f}, {640.0f, 400.0f}, false, {}};
        ASSERT_TRUE(ui::begin_panel("bottom", {{0.0f, 100.0f}, {1280.0f, 700.0f}}));
        lab->panels().details(context);
        ui::end_panel();
        ui.render();
        constexpr std::uint32_t kOpaque = 0x00FFFFFF; // without the opacity
        closest = 0;
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int i = 0; i < data.CmdListsCount; ++i)
            for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer)
                closest += (vertex.col & kOpaque) == (ui::packed(palette.closest) & kOpaque) ? 1 : 0;
    }
    EXPECT_GT(closest, 0u);
}

TEST(PairLabTest, hierarchy_boxes_are_shown_next_to_a_visit) {
    const std::unique_ptr<Lab> lab = start_pair({{"visit", "50"}}); // a visit of bvh8, the default
    EXPECT_EQ(lab->why_unavailable("show.hierarchy"), "");
    const std::size_t without = count_lines(*lab);
    lab->act("show.hierarchy");
    pass_frame(*lab);
    EXPECT_GT(count_lines(*lab), without);
    lab->act("show.hierarchy");
    pass_frame(*lab);
    EXPECT_EQ(count_lines(*lab), without);
}

TEST(PairLabTest, the_focus_is_on_the_volumes_of_the_visit) {
    const std::unique_ptr<Lab> lab = start_pair({{"visit", "400"}});
    const Focus all = lab->viewport().focus(false), visit = lab->viewport().focus(true);
    EXPECT_LT(visit.radius, 0.3f * all.radius);
    ASSERT_TRUE(lab->presentation().magnified);
    EXPECT_EQ(lab->presentation().magnified->radius, visit.radius);
    lab->act("visit.first");
    pass_frame(*lab);
    EXPECT_GT(lab->viewport().focus(true).radius, visit.radius) << "the first visit tests the roots";
    lab->act("visit.open"); // closes the visits
    pass_frame(*lab);
    EXPECT_FALSE(lab->presentation().magnified);
}

// A window that loses the focus during a drag gets no release of the mouse button.
TEST(PairLabTest, a_drag_without_a_release_can_be_undone) {
    const std::unique_ptr<Lab> lab = start_pair({});
    const auto body = [&lab]() -> const Body& { return lab->frames().simulation().world.bodies()[1]; };
    const glm::dvec3 start = body().transform.t;
    const glm::vec3 pivot_w(start + body().transform.q * (body().transform.s * body().shape->center()));
    draw::focus(lab->viewport().camera, pivot_w, 3.0f);
    const auto move_mouse = [&](MouseGesture gesture, const glm::vec3& to_w) {
        ViewMouse mouse;
        mouse.gesture = gesture;
        const glm::vec3 eye_w = lab->viewport().camera.eye_w();
        mouse.ray_w = {eye_w, glm::normalize(to_w - eye_w)};
        return lab->viewport().mouse(mouse);
    };
    ASSERT_TRUE(move_mouse(MouseGesture::press, pivot_w)) << "the press must hit the handle at the center";
    EXPECT_TRUE(move_mouse(MouseGesture::drag, pivot_w + glm::vec3(0.0f, 0.5f, 0.0f)));
    EXPECT_NE(body().transform.t, start);
    EXPECT_FALSE(lab->history().can_undo());
    (void)move_mouse(MouseGesture::hover, pivot_w);
    EXPECT_FALSE(move_mouse(MouseGesture::drag, pivot_w)) << "the drag has ended";
    ASSERT_TRUE(lab->history().can_undo());
    (void)lab->undo();
    EXPECT_EQ(body().transform.t, start);
}

TEST(PairLabTest, undo_of_the_first_displayed_level_keeps_the_last_displayed_level) {
    const std::unique_ptr<Lab> lab = start_pair({});
    const auto value = [&lab](std::string_view name) { return lab->settings().find(name)->value_text(); };
    ASSERT_TRUE(lab->edit("depth", "2"));
    EXPECT_EQ(value("depth-high"), "2") << "depth alone must select a single level";
    ASSERT_TRUE(lab->edit("depth-high", "6"));
    lab->watch_edits(false, false);
    for (const char* first : {"4", "6"}) { // as the slider with two handles does
        ASSERT_TRUE(lab->edit("depth", first));
        lab->watch_edits(false, true);
        EXPECT_EQ(value("depth-high"), "6");
        (void)lab->undo();
        EXPECT_EQ(value("depth"), "2");
        EXPECT_EQ(value("depth-high"), "6");
        lab->watch_edits(false, false);
    }
}

// The check of a frame can end after an edit has dropped the result of that frame's query.
TEST(PairLabTest, brute_force_is_not_compared_with_a_dropped_query_result) {
    const std::unique_ptr<Lab> lab = start_pair({{"oracle", "on"}});
    lab->frames().step(nullptr);
    ASSERT_GT(std::stoul(pair_fact(*lab, "colliding_pairs")), 0u);
    ASSERT_TRUE(lab->edit("solid", "none"));
    lab->settle();
    EXPECT_EQ(lab->oracle().tally()->wrong, 0u) << lab->oracle().tally()->first_wrong;
    pass_frame(*lab);
    lab->settle();
    EXPECT_EQ(lab->oracle().tally()->wrong, 0u) << lab->oracle().tally()->first_wrong;
    EXPECT_EQ(pair_fact(*lab, "oracle"), "true");
}

TEST(PairLabTest, brute_force_finds_a_solid_inside_another_one) {
    const std::unique_ptr<Lab> lab = start_pair({{"solid", "both"}, {"oracle", "on"}});
    std::vector<UserMesh> meshes;
    for (const float radius : {10.0f, 1.0f}) {
        Mesh ball = make_icosphere(2);
        for (glm::vec3& position : ball.positions) position *= radius;
        meshes.push_back({"ball", {}, make_shape(ball.view()).value()});
    }
    ASSERT_TRUE(lab->take_meshes(std::move(meshes)));
    lab->settle();
    pass_frame(*lab);
    lab->settle();
    pass_frame(*lab);
    ASSERT_EQ(pair_fact(*lab, "inside"), "\"b in a\"") << pair_fact(*lab, "position_b");
    EXPECT_EQ(pair_fact(*lab, "oracle"), "true") << lab->oracle().tally()->first_wrong;
}

TEST(PairLabTest, faults_requested_for_both_meshes_are_both_injected) {
    const std::unique_ptr<Lab> lab = start_pair({{"fault-a", "0"}, {"fault-b", "0"}});
    EXPECT_EQ(pair_fact(*lab, "faults"), "2");
}

TEST(PairLabTest, a_selected_node_that_does_not_exist_is_reported) {
    const std::unique_ptr<Lab> lab = start_pair({});
    ASSERT_TRUE(lab->edit("select-a", "0"));
    EXPECT_TRUE(lab->take_notes().empty());
    ASSERT_TRUE(lab->edit("select-b", "4000000000"));
    const std::vector<std::string> notes = lab->take_notes();
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("select-b"), std::string::npos) << notes[0];
}

TEST(PairLabTest, costs_are_not_summed_if_cost_sum_is_off) {
    const std::unique_ptr<Lab> lab =
        start_pair({{"visit", "1"}, {"cost", "volume-tests"}, {"cost-sum", "on"}});
    for (int frame = 0; frame < 3; ++frame) {
        lab->frames().step(nullptr);
        pass_frame(*lab);
    }
    const std::string added = pair_fact(*lab, "cost_sum");
    EXPECT_GT(std::stoi(pair_fact(*lab, "cost_queries")), 1);
    ASSERT_TRUE(lab->edit("cost-sum", "off"));
    pass_frame(*lab);
    EXPECT_EQ(pair_fact(*lab, "cost_queries"), "1");
    EXPECT_LT(std::stoul(pair_fact(*lab, "cost_sum")), std::stoul(added));
}

TEST(PairLabTest, the_slabs_setting_hides_slabs_in_a_compared_view) {
    const std::unique_ptr<Lab> lab =
        start_pair({{"kind", "bvh2"}, {"visit", "1"}, {"compare-with", "aabb/restricted/box-tree"}});
    lab->settle();
    pass_frame(*lab);
    const auto lines_of_compared = [&lab] {
        const std::vector<LabView> views = lab->viewport().views(draw::dark_palette());
        draw::DrawList list;
        if (views.size() == 2) views[1].draw(list, draw::dark_palette());
        return list.lines.size();
    };
    const std::size_t with_slabs = lines_of_compared();
    ASSERT_TRUE(lab->edit("slabs", "off"));
    pass_frame(*lab);
    EXPECT_LT(lines_of_compared(), with_slabs);
}

TEST(PairLabTest, a_pose_can_be_undone_while_an_opened_mesh_is_built) {
    const std::unique_ptr<Lab> lab = start_pair({});
    const std::string start = pair_fact(*lab, "position_b");
    lab->act("nudge.right");
    const std::string moved = pair_fact(*lab, "position_b");
    ASSERT_NE(moved, start);
    Result<std::shared_ptr<Shape>> shape =
        make_shape(make_torus(0.9, 0.2, 40, 20).view(), {.kind = "bvh2", .volume = "obb"});
    ASSERT_TRUE(shape);
    ASSERT_TRUE(lab->take_meshes({{"torus.obj", "torus.obj", *shape}}));
    ASSERT_EQ(pair_fact(*lab, "building"), "true");
    (void)lab->undo();
    EXPECT_EQ(pair_fact(*lab, "position_b"), start);
    lab->settle();
    pass_frame(*lab);
    EXPECT_EQ(pair_fact(*lab, "triangles_b"), std::to_string((*shape)->mesh().triangles.size()));
    (void)lab->undo(); // the opened mesh
    lab->settle();
    pass_frame(*lab);
    EXPECT_EQ(pair_fact(*lab, "position_b"), start);
}

} // namespace
} // namespace boxwood
