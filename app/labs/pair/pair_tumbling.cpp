// The tumbling page of the pair lab: where B stands, and what is measured there.
#include "app/labs/pair/pair.hpp"

#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace boxwood {

void PairLab::tumble() {
    const Transform a = simulation_.world.bodies()[kA].transform;
    Transform b = simulation_.world.bodies()[kB].transform; // keeps its scale
    const auto center = [this](BodyId id) { return sides_[id].shape->center(); };
    b.q = tumbling_.rotation();
    const glm::dvec3 center_a_w = a.t + a.q * (a.s * center(kA));
    const glm::dvec3 center_b_w =
        center_a_w + tumbling_.offset_w(world_radius(simulation_.world.bodies()[kA]),
                                        world_radius(simulation_.world.bodies()[kB]));
    b.t = center_b_w - b.q * (b.s * center(kB));
    if (const Status status = simulation_.world.set_transform(kB, b); !status)
        notes_.push_back(sides_[kB].name + " stays where it is: " + status.error().message);
    tumbled_ = placement();
    dirty_ = true;
}

void PairLab::measure_tumbling() {
    const auto is_same = [](const Transform& x, const Transform& y) {
        return x.q == y.q && x.t == y.t && x.s == y.s;
    };
    if (page_ != kTumbling || !std::ranges::equal(placement(), tumbled_, is_same)) return; // moved by hand
    const std::span<const Body> bodies = simulation_.world.bodies();
    tumbling_.measure({bodies[kA].world_from_body, bodies[kB].world_from_body}, bodies[kB].transform.s,
                      simulation_.world.settings.mesh_query);
}

// The first time that the page is shown, its hierarchies are built.
void PairLab::update_tumbling() {
    if (page_ == kTumbling && sides_[kA].shape) {
        tumbling_.take_meshes({sides_[kA].shape, sides_[kB].shape});
        if (std::exchange(wants_tumbling_, false)) tumble();
    }
    if (tumbling_.update()) measure_tumbling();
}

void PairLab::show_tumbling(const draw::Palette& palette) {
    constexpr float kRows = 240.0f, kGap = 16.0f; // pixels at scale 1
    ImGui::BeginChild("tumbling rows", {ui::px(kRows), 0.0f}, false, ImGuiWindowFlags_NoScrollbar);
    row("distance-at");
    row("turn");
    row("spin");
    ImGui::EndChild();
    ImGui::SameLine(0.0f, ui::px(kGap));
    ImGui::BeginChild("tumbling curves", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoScrollbar);
    const double turn = tumbling_.turn_degrees;
    tumbling_.draw(palette);
    wants_tumbling_ |= turn != tumbling_.turn_degrees;
    ImGui::EndChild();
}

} // namespace boxwood
