#include "app/labs/multi_body/panels/pair_panel.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/inspector/box_intervals.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/explain/explanations/supporting_shapes.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <array>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// The displacement of a body's point in the next step, by translation and rotation, in world units per step.
glm::dvec3 velocity_at(const Simulation& simulation, BodyId id, const glm::dvec3& point_w) {
    const Body& body = simulation.world.bodies()[id];
    const Motion& motion = simulation.motions[id];
    const glm::dvec3 arm_w = point_w - body.world_from_body * body.shape->center();
    return simulation.settings.speed *
           (motion.velocity_w + motion.spin * glm::cross(motion.spin_axis_w, arm_w));
}

// The approach speed of the closest points in world units per step; negative if they move away from each other.
double closing_speed(const Simulation& simulation, const PairResult& pair) {
    const glm::dvec3 a_to_b_w = pair.point_on_b_w - pair.point_on_a_w;
    const double length = glm::length(a_to_b_w);
    if (length == 0.0) return 0.0;
    return glm::dot(velocity_at(simulation, pair.bodies.a, pair.point_on_a_w) -
                        velocity_at(simulation, pair.bodies.b, pair.point_on_b_w),
                    a_to_b_w) /
           length;
}

// Whether the body has features with Voronoi regions.
bool is_convex(const Body& body) {
    return solid_of(body, 0).has_value();
}

bool are_both_fixed(const CollisionWorld& world, BodyPair pair) {
    return world.bodies()[pair.a].is_fixed && world.bodies()[pair.b].is_fixed;
}

// "xyz" -> "x, y and z".
std::string axes_text(std::string_view letters) {
    std::string text;
    for (std::size_t i = 0; i < letters.size(); ++i)
        text.append(i == 0 ? "" : i + 1 == letters.size() ? " and " : ", ").append(1, letters[i]);
    return text;
}

ui::TextRun bold(std::string_view text) {
    return {text, {ui::Font::body_bold, ui::palette().text1}};
}

void show_separated(const CollisionWorld& world, BodyPair pair) {
    const BoxTestExplanation why = explain_boxes(world.boxes()[pair.a], world.boxes()[pair.b]);
    const std::string details = describe_boxes(why, body_name(pair.a), body_name(pair.b));
    std::string separating, shared; // axes, such as "xz" and "y"
    for (std::size_t axis = 0; axis < 3; ++axis)
        (why.axes[axis].separates() ? separating : shared) += "xyz"[axis];
    const std::string gaps = axes_text(separating), overlaps = shared.empty() ? "no axis" : axes_text(shared);
    ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold(overlaps),
                             ui::plain(" and are separated on "), bold(gaps),
                             ui::plain(", so the broad phase rejected the pair. "), ui::plain(details)});
}

void show_parts(BodyPair pair, const PairResult& result) {
    const std::size_t contacts = result.part_contact_count;
    const std::string parts = "part " + std::to_string(result.part_a) + " of " + body_name(pair.a) +
                              " and part " + std::to_string(result.part_b) + " of " + body_name(pair.b);
    ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                             ui::plain(", so the hulls over the parts were opened where they "
                                       "intersect or can contain the closest parts. "),
                             contacts > 0
                                 ? ui::plain(std::to_string(contacts) + (contacts == 1 ? " pair" : " pairs") +
                                             " of parts in contact. The first is ")
                                 : ui::plain("The closest parts are "),
                             bold(parts), ui::plain(".")});
}

void show_features(BodyPair pair, const PairResult& result) {
    const draw::Color green = ui::palette().closest;
    const auto feature = [green](const std::string& name) {
        return ui::TextRun{name, {ui::Font::body_bold, green}};
    };
    const std::string a = feature_name(result.features.a), b = feature_name(result.features.b),
                      of_a = " of " + body_name(pair.a) + " nearest to ",
                      of_b = " of " + body_name(pair.b) + " in " + std::to_string(result.iterations) +
                             (result.iterations == 1 ? " step" : " steps") +
                             (result.is_fallback ? " and an exhaustive search." : ".");
    ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                             ui::plain(", so the pair went on to the narrow phase. It found "), feature(a),
                             ui::plain(of_a), feature(b), ui::plain(of_b)});
}

// Explains why the pair was tested or not tested. `result` is the pair's result in this frame; null if the boxes are
// separated or the pair is not tested.
void show_why(const CollisionWorld& world, BodyPair pair, const PairResult* result) {
    if (are_both_fixed(world, pair))
        return ui::paragraph(
            std::array{ui::plain("Both bodies are fixed. Their boxes are sorted with the others, but two "
                                 "fixed bodies never become a pair.")});
    if (!world.is_pair_enabled(pair))
        return ui::paragraph(
            std::array{ui::plain("The pair or one of its bodies is disabled. The boxes are sorted with "
                                 "the others, but the pair does not become active.")});
    if (!result) return show_separated(world, pair);
    if (result->is_lower_bound)
        return ui::paragraph(
            std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                       ui::plain(", but hulls over the parts are separated. The setting closest-parts is "
                                 "off, so the parts below these hulls were not searched.")});
    if (result->are_convex_parts) return show_parts(pair, *result);
    if (!result->are_polytopes)
        return ui::paragraph(
            std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                       ui::plain(result->nesting == Nesting::none
                                     ? ", so the surfaces were tested triangle by triangle."
                                     : ". No triangles intersect, but a body inside a solid is in "
                                       "contact with it.")});
    show_features(pair, *result);
}

} // namespace

void PairPanel::show(const draw::Palette& palette) {
    const BodyPair pair = *view_.selection().pair();
    // Read before show_heading(), because a click on a name in the heading changes the selection.
    const PairResult* result = view_.selected_pair();
    show_heading(pair, palette);
    show_verdict(pair);
    show_state(pair, result, palette);
    view_.findings.contacts.show_readout(pair);
    show_history(palette);
    show_buttons(pair);
    ui::section("Why");
    show_why(view_.world(), pair, result);
    const std::span<const Aabb> boxes = view_.world().boxes();
    show_box_intervals(explain_boxes(boxes[pair.a], boxes[pair.b]), palette);
}

void PairPanel::show_heading(BodyPair pair, const draw::Palette& palette) {
    const std::string position = "selection " + std::to_string(view_.selection().place()) + " of " +
                                 std::to_string(view_.selection().length());
    ui::section("Pair", {.right_text = view_.selection().length() > 1 ? std::string_view(position)
                                                                      : std::string_view()});
    ui::swatch(palette.body_a);
    ui::same_line();
    if (ui::link_text("a", body_name(pair.a), {ui::Font::title_bold, palette.text1})) view_.select(pair.a);
    ui::same_line();
    ui::text("and");
    ui::same_line();
    ui::swatch(palette.body_b);
    ui::same_line();
    if (ui::link_text("b", body_name(pair.b), {ui::Font::title_bold, palette.text1})) view_.select(pair.b);
}

// Shows the chip of the oracle.
void PairPanel::show_verdict(BodyPair pair) {
    view_.judge();
    const std::optional<FrameVerdict>& verdict = view_.findings.oracle.pair_verdict();
    if (!verdict || verdict->checked + verdict->unchecked == 0) return;
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
    ui::tooltip(is_wrong                      ? verdict->disagreement
                : is_known                    ? "Slow and independent methods compute the same result"
                : !verdict->undecided.empty() ? "Not checked, because rounding leaves the answer undecided"
                : view_.findings.oracle.is_pending(pair, view_.simulation().frame)
                    ? "Pending, because the pair has too many triangles for one frame"
                    : "Not checked, because the pair has too many triangles for one frame");
}

void PairPanel::show_state(BodyPair pair, const PairResult* result, const draw::Palette& palette) {
    const bool is_enabled = view_.world().is_pair_enabled(pair),
               is_fixed = are_both_fixed(view_.world(), pair);
    if (is_fixed) {
        ui::stat("both fixed", "not tested", {ui::Font::readout, palette.text2});
    } else if (!is_enabled) {
        ui::stat("disabled", "not tested", {ui::Font::readout, palette.text2});
    } else if (const SurfaceDistance* surfaces = view_.findings.distances.of(pair)) {
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
        ui::stat(ui::format_fixed(result->distance, 3), "m at least, because closest parts are not searched",
                 {ui::Font::readout, palette.closest});
    } else if (result->has_distance()) {
        show_distance(*result, palette);
    } else {
        ui::stat("separated", "surfaces do not intersect", {ui::Font::readout, palette.closest});
    }
}

void PairPanel::show_distance(const PairResult& result, const draw::Palette& palette) {
    const double closing = closing_speed(view_.simulation(), result);
    const std::string tail = std::string(closing >= 0.0 ? "closing at " : "parting at ") +
                             ui::format_fixed(std::fabs(closing), 3) + " m/step";
    ui::stat(ui::format_fixed(result.distance, 3), "m separation",
             {ui::Font::readout_large, palette.closest});
    ui::same_line();
    ui::text_right(tail, {ui::Font::body, palette.text2, 32.0f});
}

void PairPanel::show_history(const draw::Palette& palette) {
    const FrameTrace& distances = view_.selection().distances();
    const std::size_t frames = distances.values().size(), known = distances.count_known();
    const std::string span = "distance over " + std::to_string(frames) + " frames" +
                             (known < frames ? "; gap: no box overlap" : "");
    if (frames > 1 && known > 0) curve({distances.values(), palette.closest, "m", span});
}

void PairPanel::show_buttons(BodyPair pair) {
    const bool is_enabled = view_.world().is_pair_enabled(pair),
               is_fixed = are_both_fixed(view_.world(), pair);
    ImGui::Dummy({1.0f, ui::px(4.0f)});
    if (ui::button(is_enabled ? "Disable pair" : "Enable pair",
                   {.tooltip = is_fixed ? "Two fixed bodies never become a pair"
                                        : "Whether this pair is tested when its boxes overlap (D)",
                    .enabled = !is_fixed}))
        controls_.act("edit.pair");
    ui::same_line();
    if (ui::button("Walk", {.tooltip = "Shows the closest-feature walk of the pair step by step (W)",
                            .enabled = !view_.walk.is_empty()}))
        view_.open_page(CrowdPage::walk);
    ui::same_line();
    const bool has_features =
        is_convex(view_.world().bodies()[pair.a]) || is_convex(view_.world().bodies()[pair.b]);
    if (ui::button(
            "Region",
            {.tooltip = has_features
                            ? "Shows the Voronoi region of the closest feature; click the bodies to pick "
                              "another feature (O)"
                            : "Both bodies are triangle meshes; only convex solids have Voronoi regions",
             .enabled = has_features}))
        view_.region.is_on = !view_.region.is_on;
}

} // namespace boxwood
