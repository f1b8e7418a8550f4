#include "app/labs/multi_body/panels/pair_why.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/wording.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/text.hpp"

#include <array>
#include <string>

namespace boxwood {
namespace {

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

void say_separated(const CollisionWorld& world, BodyPair pair) {
    const BoxTestExplanation why = explain_boxes(world.boxes()[pair.a], world.boxes()[pair.b]);
    const std::string told = describe_boxes(why, body_name(pair.a), body_name(pair.b));
    std::string apart, shared; // "xz", "y"
    for (std::size_t axis = 0; axis < 3; ++axis) (why.axes[axis].separates() ? apart : shared) += "xyz"[axis];
    const std::string gaps = listed(apart), overlaps = shared.empty() ? "no axis" : listed(shared);
    ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold(overlaps),
                             ui::plain(" and are separated on "), bold(gaps),
                             ui::plain(", so the broad phase left the pair out. "), ui::plain(told)});
}

void say_parts(BodyPair pair, const PairResult& result) {
    const std::size_t contacts = result.part_contact_count;
    const std::string parts = "part " + std::to_string(result.part_a) + " of " + body_name(pair.a) +
                              " and part " + std::to_string(result.part_b) + " of " + body_name(pair.b);
    ui::paragraph(std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                             ui::plain(", so the hulls over the parts were opened where they "
                                       "intersect or may contain the closest. "),
                             contacts > 0
                                 ? ui::plain(std::to_string(contacts) + (contacts == 1 ? " pair" : " pairs") +
                                             " of parts in contact, first ")
                                 : ui::plain("Closest are "),
                             bold(parts), ui::plain(".")});
}

void say_features(BodyPair pair, const PairResult& result) {
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

} // namespace

void show_why(const CollisionWorld& world, BodyPair pair, const PairResult* result) {
    if (world.bodies()[pair.a].is_fixed && world.bodies()[pair.b].is_fixed)
        return ui::paragraph(
            std::array{ui::plain("Both bodies are fixed: their boxes are sorted with the others, but two "
                                 "bodies that stand for ever never become a pair.")});
    if (!world.is_pair_enabled(pair))
        return ui::paragraph(
            std::array{ui::plain("The pair, or one of its bodies, is disabled: its boxes are sorted with "
                                 "the others, but it never becomes active.")});
    if (!result) return say_separated(world, pair);
    if (result->is_lower_bound)
        return ui::paragraph(
            std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                       ui::plain(", and hulls over the parts are separated. The setting "
                                 "closest-parts is off, so nothing below them was searched.")});
    if (result->are_parts) return say_parts(pair, *result);
    if (!result->are_polytopes)
        return ui::paragraph(
            std::array{ui::plain("The boxes overlap on "), bold("x, y and z"),
                       ui::plain(result->nesting == Nesting::none
                                     ? ", so the surfaces were tested triangle by triangle."
                                     : ", and no triangles intersect; but what lies inside a solid is in "
                                       "contact with it.")});
    say_features(pair, *result);
}

} // namespace boxwood
