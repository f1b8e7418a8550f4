#include "app/labs/pair/tumbling/tumbling_page.hpp"

#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace boxwood {

void TumblingPage::step(Simulation& io_simulation, const PairMeshes& meshes, double degrees) {
    tumbling_.rotate_by(degrees);
    place(io_simulation, meshes);
}

void TumblingPage::prepare(Simulation& io_simulation, const PairMeshes& meshes) {
    tumbling_.take_meshes(meshes.shapes());
    if (std::exchange(is_placement_due_, false)) place(io_simulation, meshes);
}

void TumblingPage::place(Simulation& io_simulation, const PairMeshes& meshes) {
    CollisionWorld& world = io_simulation.world;
    const Transform a = world.bodies()[kBodyA].transform;
    Transform b = world.bodies()[kBodyB].transform; // keeps its scale
    b.q = tumbling_.rotation();
    const glm::dvec3 center_a_w = a.t + a.q * (a.s * meshes[kBodyA].shape->center());
    const glm::dvec3 center_b_w = center_a_w + tumbling_.offset_w(world_radius(world.bodies()[kBodyA]),
                                                                  world_radius(world.bodies()[kBodyB]));
    b.t = center_b_w - b.q * (b.s * meshes[kBodyB].shape->center());
    if (const Status status = world.set_transform(kBodyB, b); !status)
        changes_.add_message(meshes[kBodyB].name + " was not moved: " + status.error().message);
    placed_ = placement_of(io_simulation);
    changes_.request_query();
}

void TumblingPage::measure(const Simulation& simulation) {
    const auto is_same = [](const Transform& x, const Transform& y) {
        return x.q == y.q && x.t == y.t && x.s == y.s;
    };
    if (!std::ranges::equal(placement_of(simulation), placed_, is_same)) return; // the user has moved a mesh
    tumbling_.measure(poses_of(simulation), simulation.world.bodies()[kBodyB].transform.s,
                      simulation.world.settings.mesh_query);
}

void TumblingPage::draw(const PanelRows& controls, const draw::Palette& palette) {
    constexpr float kRows = 240.0f, kGap = 16.0f; // pixels at scale 1
    ImGui::BeginChild("tumbling rows", {ui::px(kRows), 0.0f}, false, ImGuiWindowFlags_NoScrollbar);
    for (const std::string_view name : {"distance-at", "turn", "spin"}) controls.row(name);
    ImGui::EndChild();
    ImGui::SameLine(0.0f, ui::px(kGap));
    ImGui::BeginChild("tumbling curves", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoScrollbar);
    const double angle = tumbling_.angle_degrees;
    tumbling_.draw(palette);
    is_placement_due_ |= angle != tumbling_.angle_degrees;
    ImGui::EndChild();
}

void TumblingPage::add_settings(SettingTable& io_table, const std::function<void()>& open_page) {
    const auto changed = [this, open_page] {
        open_page();
        is_placement_due_ = true;
    };
    io_table.add(number({"distance-at", "Distance",
                         "Distance of the centers of both meshes, divided by the sum of their radii; opens "
                         "the page tumbling"},
                        {.low = 0, .high = 120, .reset = Tumbling::kDefaultDistance, .unit = "%"},
                        member(tumbling_.distance_percent, changed)));
    io_table.add(number({"turn", "Turn",
                         "Rotation of B by this angle about z and by twice this angle about x; opens the "
                         "page tumbling. Playing rotates B by the setting spin"},
                        {.low = 0, .high = 360, .reset = 0, .unit = "°"},
                        member(tumbling_.angle_degrees, changed)));
}

} // namespace boxwood
