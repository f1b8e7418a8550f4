#include "app/labs/multi_body/panels/body_menu.hpp"

#include "app/labs/drawing.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

namespace boxwood {
namespace {

// "b012 at (1.5, 0, -2.25) m"
std::string description_of(BodyId id, glm::dvec3 at_w) {
    std::string text = body_name(id) + " at (";
    for (int axis = 0; axis < 3; ++axis)
        text += (axis > 0 ? ", " : "") + ui::format_significant(at_w[axis], 6);
    return text + ") m";
}

} // namespace

void BodyMenu::open(std::optional<BodyId> body) {
    body_ = body;
    is_opening_ = body.has_value();
}

void BodyMenu::forget_dead() {
    if (body_ && !view_.world().is_live(*body_)) body_.reset();
}

void BodyMenu::show() {
    if (std::exchange(is_opening_, false)) ImGui::OpenPopup("body menu");
    if (!ui::begin_menu("body menu")) return;
    if (body_ && view_.world().is_live(*body_))
        show_items(*body_);
    else
        ImGui::CloseCurrentPopup();
    ui::end_context_menu();
}

void BodyMenu::show_items(BodyId id) {
    const CollisionWorld& world = view_.world();
    const std::optional<BodyId> selected = view_.selection().body();
    ui::text(body_name(id), {ui::Font::body_bold, ui::palette().text1});
    if (ImGui::MenuItem("Select")) view_.select(id);
    if (ImGui::MenuItem("Focus")) {
        view_.select(id);
        view_.frame_selection();
    }
    if (selected && *selected != id && ImGui::MenuItem(("Pair with " + body_name(*selected)).c_str()))
        view_.select_pair(make_pair_of(*selected, id));
    if (ImGui::MenuItem(world.bodies()[id].is_enabled ? "Disable" : "Enable")) edits_.toggle_body(id);
    if (ImGui::MenuItem("Hide")) view_.marks.toggle_hidden(world, id);
    if (ImGui::MenuItem(view_.marks.is_alone(id) ? "Show all others" : "Show alone"))
        view_.marks.toggle_alone(world, id);
    if (ImGui::MenuItem("Copy name and position"))
        ImGui::SetClipboardText(description_of(id, world.bodies()[id].transform.t).c_str());
    if (ImGui::MenuItem("Next color")) view_.marks.next_color(world, id);
    if (ImGui::MenuItem("Remove")) edits_.remove(id);
}

} // namespace boxwood
