// Readouts of the selected pair in the multi-body lab: its distance, and why it was tested or not.
#include "app/labs/inspector/box_intervals.hpp"
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Displacement of a body's point in the next step, by translation and rotation. World units per step.
glm::dvec3 velocity_at(const Simulation& simulation, BodyId id, const glm::dvec3& point_w) {
    const Body& body = simulation.world.bodies()[id];
    const Motion& motion = simulation.motions[id];
    const glm::dvec3 arm_w = point_w - body.world_from_body * body.shape->center();
    return simulation.settings.speed *
           (motion.velocity_w + motion.spin * glm::cross(motion.spin_axis_w, arm_w));
}

// Approach speed of the closest points; negative: they move away. World units per step.
double closing_speed(const Simulation& simulation, const PairResult& pair) {
    const glm::dvec3 apart_w = pair.point_on_b_w - pair.point_on_a_w;
    const double length = glm::length(apart_w);
    if (length == 0.0) return 0.0;
    return glm::dot(velocity_at(simulation, pair.bodies.a, pair.point_on_a_w) -
                        velocity_at(simulation, pair.bodies.b, pair.point_on_b_w),
                    apart_w) /
           length;
}

// "xyz" -> "x, y and z".
std::string listed(std::string_view letters) {
    std::string text;
    for (std::size_t i = 0; i < letters.size(); ++i)
        text.append(i == 0 ? "" : i + 1 == letters.size() ? " and " : ", ").append(1, letters[i]);
    return text;
}

ui::TextRun bold(std::string_view text) {
    return {text, {ui::Font::body_bold, ui::palette().text1}};
}

// Convex: has features with Voronoi regions.
bool is_convex(const Body& body) {
    return solid_of(body, 0).has_value();
}

} // namespace

void MultiBodyLab::show_pair(const ViewContext& context) {
    const draw::Palette& palette = context.palette;
    const BodyPair pair = *selection_.pair();
    const PairResult* result = selected_pair();
    const std::string place =
        "selection " + std::to_string(selection_.place()) + " of " + std::to_string(selection_.length());
    ui::section("Pair",
                {.right_text = selection_.length() > 1 ? std::string_view(place) : std::string_view()});
    ui::swatch(palette.body_a);
    ui::same_line();
    if (ui::link_text("a", body_name(pair.a), {ui::Font::title_bold, palette.text1})) select(pair.a);
    ui::same_line();
    ui::text("and");
    ui::same_line();
    ui::swatch(palette.body_b);
    ui::same_line();
    if (ui::link_text("b", body_name(pair.b), {ui::Font::title_bold, palette.text1})) select(pair.b);
    judge();
    const std::optional<FrameVerdict>& verdict = oracle_.pair_verdict();
    if (verdict && verdict->checked + verdict->unchecked > 0) {
        const bool is_wrong = !verdict->agrees(), is_known = is_wrong || verdict->checked > 0;
        const std::string_view word = "oracle";
        ui::same_line();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                             ui::chip_size(word, true).x);
        ui::chip(word,
                 is_wrong   ? ui::ChipKind::bad
                 : is_known ? ui::ChipKind::ok
                            : ui::ChipKind::neutral,
                 is_wrong ? ui::Icon::cross : ui::Icon::check);
        ui::tooltip(is_wrong   ? verdict->disagreement
                    : is_known ? "Recomputed by slow and independent methods, with the same answer"
                    : oracle_.is_pending(pair, simulation_.frame)
                        ? "Pending: too many triangles for one frame"
                        : "Not checked: too many triangles for one frame");
    }
    const bool is_enabled = simulation_.world.is_pair_enabled(pair), is_fixed = are_both_fixed(pair);
    if (is_fixed) {
        ui::stat("both fixed", "not tested", {ui::Font::readout, palette.text2});
    } else if (!is_enabled) {
        ui::stat("disabled", "not tested", {ui::Font::readout, palette.text2});
    } else if (const SurfaceDistance* surfaces = surface_distance(pair)) {
        ui::stat(ui::format_fixed(surfaces->distance, 3),
                 result ? "m between the surfaces" : "m, boxes separated",
                 {ui::Font::readout_large, palette.closest});
    } else if (!result) {
        ui::stat("boxes separated", "rejected in broad phase", {ui::Font::readout, palette.text2});
    } else if (result->is_contact()) {
        ui::stat(std::string(status_word(result->status)),
                 result->triangle_pair_count > 0
                     ? ui::format_count(result->triangle_pair_count) + " triangle pairs"
                     : describe_nesting(result->nesting, body_name(pair.a), body_name(pair.b)),
                 {ui::Font::readout, palette.contact});
    } else if (result->is_lower_bound) {
        ui::stat(ui::format_fixed(result->distance, 3), "m at least: closest parts are not searched",
                 {ui::Font::readout, palette.closest});
    } else if (result->has_distance()) {
        const double closing = closing_speed(simulation_, *result);
        const std::string tail = std::string(closing >= 0.0 ? "closing at " : "parting at ") +
                                 ui::format_fixed(std::fabs(closing), 3) + " m/step";
        ui::stat(ui::format_fixed(result->distance, 3), "m separation",
                 {ui::Font::readout_large, palette.closest});
        ui::same_line();
        ui::text_right(tail, {ui::Font::body, palette.text2, 32.0f});
    } else {
        ui::stat("separated", "surfaces do not intersect", {ui::Font::readout, palette.closest});
    }
    contacts_.readout(pair);
    const FrameTrace& distances = selection_.distances();
    const std::size_t frames = distances.values().size(), known = distances.count_known();
    const std::string span = "distance over " + std::to_string(frames) + " frames" +
                             (known < frames ? ", gaps: boxes separated" : "");
    if (frames > 1 && known > 0) curve({distances.values(), palette.closest, "m", span});
    ImGui::Dummy({1.0f, ui::px(4.0f)});
    if (ui::button(is_enabled ? "Disable pair" : "Enable pair",
                   {.tooltip = is_fixed ? "Two fixed bodies never make a pair"
                                        : "Whether this pair is tested when its boxes overlap (D)",
                    .enabled = !is_fixed}))
        act("edit.pair");
    ui::same_line();
    if (ui::button("Walk",
                   {.tooltip = "Its closest-feature walk, step by step (W)", .enabled = !walk_.is_empty()}))
        open_page("walk");
    ui::same_line();
    const bool has_features =
        is_convex(simulation_.world.bodies()[pair.a]) || is_convex(simulation_.world.bodies()[pair.b]);
    if (ui::button("Region",
                   {.tooltip = has_features
                                   ? "Voronoi region of the closest feature; click the bodies to pick "
                                     "another (O)"
                                   : "Both are triangle meshes: only convex solids have Voronoi regions",
                    .enabled = has_features}))
        show_.region = !show_.region;

    ui::section("Why");
    show_why(pair, result);
    box_intervals(explain_boxes(simulation_.world.boxes()[pair.a], simulation_.world.boxes()[pair.b]),
                  palette);
}

bool MultiBodyLab::are_both_fixed(BodyPair pair) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    return bodies[pair.a].is_fixed && bodies[pair.b].is_fixed;
}

void MultiBodyLab::show_why(BodyPair pair, const PairResult* result) {
    if (are_both_fixed(pair))
        return ui::paragraph(
            std::array{ui::plain("Both bodies are fixed: their boxes are sorted with the others, but two "
                                 "bodies that stand for ever never become a pair.")});
    if (!simulation_.world.is_pair_enabled(pair))
        return ui::paragraph(
            std::array{ui::plain("The pair, or one of its bodies, is disabled: its boxes are sorted with "
                                 "the others, but it never becomes active.")});
    if (!result) {
        const BoxTestExplanation why =
            explain_boxes(simulation_.world.boxes()[pair.a], simulation_.world.boxes()[pair.b]);
        const std::string told = describe_boxes(why, body_name(pair.a), body_name(pair.b));
        std::string apart, shared; // "xz", "y"
        for (std::size_t axis = 0; axis < 3; ++axis)
            (why.axes[axis].separates() ? apart : shared) += "xyz"[axis];
        const std::string gaps = listed(apart), overlaps = shared.empty() ? "no axis" : listed(shared);
        return ui::paragraph(std::array{
            ui::plain("The boxes overlap on "), bold(overlaps), ui::plain(" and are separated on "),
            bold(gaps), ui::plain(", so the broad phase left the pair out. "), ui::plain(told)});
    }
    if (result->is_lower_bound)
        return ui::paragraph(
            std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                       ui::plain(", and hulls over the parts are separated. The setting "
                                 "closest-parts is off, so nothing below them was searched.")});
    if (result->are_parts) {
        const std::size_t contacts = result->part_contact_count;
        const std::string parts = "part " + std::to_string(result->part_a) + " of " + body_name(pair.a) +
                                  " and part " + std::to_string(result->part_b) + " of " + body_name(pair.b);
        return ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                                        ui::plain(", so the hulls over the parts were opened where they "
                                                  "intersect or may contain the closest. "),
                                        contacts > 0 ? ui::plain(std::to_string(contacts) +
                                                                 (contacts == 1 ? " pair" : " pairs") +
                                                                 " of parts in contact, first ")
                                                     : ui::plain("Closest are "),
                                        bold(parts), ui::plain(".")});
    }
    if (!result->are_polytopes)
        return ui::paragraph(
            std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                       ui::plain(result->nesting == Nesting::none
                                     ? ", so the surfaces were tested triangle by triangle."
                                     : ", and no triangles intersect; but what lies inside a solid is in "
                                       "contact with it.")});
    const draw::Color green = ui::palette().closest;
    const auto feature = [green](const std::string& name) {
        return ui::TextRun{name, {ui::Font::body_bold, green}};
    };
    const std::string a = feature_name(result->features.a), b = feature_name(result->features.b),
                      of_a = " of " + body_name(pair.a) + " nearest to ",
                      of_b = " of " + body_name(pair.b) + " in " + std::to_string(result->iterations) +
                             (result->iterations == 1 ? " step" : " steps") +
                             (result->is_fallback ? " and an exhaustive search." : ".");
    ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                             ui::plain(", so the pair went on to the narrow phase. It found "), feature(a),
                             ui::plain(of_a), feature(b), ui::plain(of_b)});
}

} // namespace boxwood
