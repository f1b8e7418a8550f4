// What the multi-body lab says of the frame and of the selection: headline and right panel.
#include "app/labs/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text.hpp"

#include <algorithm>
#include <array>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {

// The funnel of the frame: bodies, possible pairs, overlapping boxes, contacts.
void MultiBodyLab::headline(ViewContext& context) {
    const StepCounters& counters = simulation_.output.counters;
    const auto bodies = static_cast<std::int64_t>(simulation_.world.body_count());
    const draw::Palette& palette = context.palette;
    const auto number = [](std::int64_t n) { return ui::format_count(n); };
    const std::string count = number(bodies), possible = number(bodies * (bodies - 1) / 2),
                      pairs = number(static_cast<std::int64_t>(counters.pairs)),
                      contacts = number(static_cast<std::int64_t>(counters.contacts));
    const ui::TextStyle label{ui::Font::body, palette.text3};
    const auto big = [](draw::Color color) { return ui::TextStyle{ui::Font::readout, color}; };
    const std::array<ui::TextRun, 11> runs{ui::TextRun{count, big(palette.text1)},
                                           ui::TextRun{"bodies", label, 8},
                                           ui::TextRun{"›", label, 12},
                                           ui::TextRun{possible, big(palette.text1), 12},
                                           ui::TextRun{"possible pairs", label, 8},
                                           ui::TextRun{"›", label, 12},
                                           ui::TextRun{pairs, big(palette.overlapping), 12},
                                           ui::TextRun{"boxes overlap", label, 8},
                                           ui::TextRun{"›", label, 12},
                                           ui::TextRun{contacts, big(palette.contact), 12},
                                           ui::TextRun{"in contact", label, 8}};
    ui::text_line(runs);
}

void MultiBodyLab::inspector(ViewContext& context) {
    if (!selected_ || !simulation_.world.is_live(*selected_)) {
        ui::section("Selection");
        ui::paragraph(std::array{
            ui::TextRun{"Click a body to see its pairs, its distance to the nearest one and why.", {}}});
    } else {
        if (const PairResult* pair = selected_pair()) show_pair(*pair, context);
        show_body(*selected_);
    }
    show_contact_list();
}

void MultiBodyLab::show_pair(const PairResult& pair, const ViewContext& context) {
    const draw::Palette& palette = context.palette;
    ui::section("Pair");
    ui::swatch(palette.body_a);
    ui::same_line();
    ui::text(body_name(pair.bodies.a), {ui::Font::title_bold, palette.text1});
    ui::same_line();
    ui::text("and");
    ui::same_line();
    ui::swatch(palette.body_b);
    ui::same_line();
    ui::text(body_name(pair.bodies.b), {ui::Font::title_bold, palette.text1});
    if (pair.is_contact()) {
        ui::stat(std::string(status_word(pair.status)),
                 pair.triangle_pair_count > 0 ? std::to_string(pair.triangle_pair_count) + " triangle pairs"
                                              : "",
                 {ui::Font::readout, palette.contact});
    } else if (pair.are_polytopes) {
        ui::stat(ui::format_fixed(pair.distance, 3), "m apart", {ui::Font::readout_large, palette.closest});
    } else {
        ui::stat("apart", "surfaces do not meet", {ui::Font::readout, palette.closest});
    }
    if (pair.are_polytopes && selected_gaps_.size() > 1)
        curve({selected_gaps_, palette.closest, "m", "distance, last frames"});

    ui::section("Why");
    show_why(pair);
    show_intervals(pair, palette);
}

void MultiBodyLab::show_why(const PairResult& pair) {
    if (!pair.are_polytopes) {
        ui::paragraph(std::array{ui::TextRun{
            "The boxes overlap on x, y and z, so the surfaces were tested triangle by triangle.", {}}});
        return;
    }
    const std::string features = "Nearest are " + feature_name(pair.features.a) + " of " +
                                 body_name(pair.bodies.a) + " and " + feature_name(pair.features.b) + " of " +
                                 body_name(pair.bodies.b) + ", found in " + std::to_string(pair.iterations) +
                                 (pair.iterations == 1 ? " step" : " steps") +
                                 (pair.is_fallback ? " and an exhaustive search." : ".");
    const std::string text =
        "The boxes overlap on x, y and z, so the pair went on to the narrow phase. " + features;
    ui::paragraph(std::array{ui::TextRun{text, {}}});
}

// Both boxes' intervals on each axis, and by how much they overlap.
void MultiBodyLab::show_intervals(const PairResult& pair, const draw::Palette& palette) {
    const Aabb& a = simulation_.world.boxes()[pair.bodies.a];
    const Aabb& b = simulation_.world.boxes()[pair.bodies.b];
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis) {
        const float shared = std::min(a.upper[axis], b.upper[axis]) - std::max(a.lower[axis], b.lower[axis]);
        interval_pair({.label = kAxes[static_cast<std::size_t>(axis)],
                       .low_a = a.lower[axis],
                       .high_a = a.upper[axis],
                       .low_b = b.lower[axis],
                       .high_b = b.upper[axis],
                       .color_a = palette.body_a,
                       .color_b = palette.body_b,
                       .color_shared = palette.overlapping,
                       .note = "overlap " + ui::format_fixed(shared, 2) + " m"});
    }
}

void MultiBodyLab::show_body(BodyId id) {
    const Body& body = simulation_.world.bodies()[id];
    ui::section("Body " + body_name(id));
    const auto row = [](std::string_view name, const std::string& value) { value_row(name, value); };
    if (const Polytope* polytope = body.shape->polytope()) {
        row("kind", "convex polytope");
        row("vertices", ui::format_count(static_cast<std::int64_t>(polytope->positions().size())));
        row("faces", ui::format_count(static_cast<std::int64_t>(polytope->faces().size())));
    } else {
        row("kind", "triangle mesh");
        row("triangles", ui::format_count(static_cast<std::int64_t>(body.shape->mesh().triangles.size())));
    }
    row("box", body.box == BoxKind::dynamic_box ? "dynamic" : "fixed cube");
    row("velocity", ui::format_fixed(glm::length(simulation_.motions[id].velocity_w), 3) + " m/step");
    row("rotation", ui::format_fixed(glm::degrees(simulation_.motions[id].spin), 1) + " °/step");
    std::size_t pairs = 0;
    for (const PairResult& pair : simulation_.output.pairs)
        pairs += pair.bodies.a == id || pair.bodies.b == id ? 1 : 0;
    row("active pairs", std::to_string(pairs));
}

// Every contact of the frame, each a link to its bodies.
void MultiBodyLab::show_contact_list() {
    constexpr std::size_t kMostRows = 12;
    ui::section("Contacts");
    std::size_t rows = 0;
    std::optional<BodyPair> chosen;
    for (const PairResult& pair : simulation_.output.pairs) {
        if (!pair.is_contact()) continue;
        if (rows++ == kMostRows) break;
        const std::string name = body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b);
        if (ui::link_text(name.c_str(), name)) chosen = pair.bodies;
        ui::same_line();
        ui::text_right(std::string(status_word(pair.status)));
    }
    if (rows == 0) ui::text("none in this frame");
    if (rows > kMostRows) ui::text("and more");
    if (!chosen) return;
    select(chosen->a);
    selected_pair_ = chosen;
}

} // namespace boxwood
