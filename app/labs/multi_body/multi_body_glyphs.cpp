// Feature drawing of the multi-body lab: the closest features, a step of a walk, a Voronoi region.
#include "app/labs/multi_body/feature_glyphs.hpp"
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

namespace boxwood {
namespace {

constexpr float kGlyphWidth = 3.0f, kThinGlyphWidth = 2.0f;
constexpr double kRegionHeight = 0.9; // minimum, as a share of the radius

FeaturePoints points_of_solid(const Solid& solid, Feature feature) {
    return points_of(*solid.polytope, feature, solid.world_from_solid);
}

} // namespace

void MultiBodyLab::draw_glyphs(draw::DrawList& out, const draw::Palette& palette) const {
    if (show_.features == Glyphs::none) return;
    const std::span<const Body> bodies = simulation_.world.bodies();
    const PairResult* selected = selected_pair();
    const double longest = longest_line();
    for (const PairResult& pair : simulation_.output.pairs) {
        if (!shows_pair(pair.bodies)) continue;
        if (&pair != selected && show_.features == Glyphs::selected) continue;
        if (&pair != selected && !pair.is_contact() && pair.distance > longest) continue;
        const auto solids = find_deciding_solids(bodies[pair.bodies.a], bodies[pair.bodies.b], &pair);
        if (!solids) continue;
        const GlyphLook look{pair.is_contact() ? palette.contact : palette.closest,
                             &pair == selected ? kGlyphWidth : kThinGlyphWidth};
        add_feature_glyph(out, points_of_solid(solids->a, pair.features.a), look);
        add_feature_glyph(out, points_of_solid(solids->b, pair.features.b), look);
    }
}

// The features of the step, and the geometry between them.
void MultiBodyLab::draw_walk(draw::DrawList& out, const draw::Palette& palette) const {
    const WalkStep& step = walk_.current();
    const SupportingShapes& solids = walk_.solids();
    const BodyPair& pair = *walk_.pair();
    const bool is_answer = step.moves == WalkSide::none;
    const GlyphLook look{is_answer ? palette.closest : palette.current, kGlyphWidth};
    add_feature_glyph(out, points_of_solid(solids.a, step.features.a), look);
    add_feature_glyph(out, points_of_solid(solids.b, step.features.b), look);
    const glm::vec3 from_w(step.closest_w.on_a), to_w(step.closest_w.on_b);
    out.lines.push_back({from_w, to_w, look.color, 2.5f, false, draw::Layer::on_top});
    for (const glm::vec3& end_w : {from_w, to_w})
        out.points.push_back({end_w, look.color, 4.5f, draw::Layer::on_top});
    const auto softened = [&palette](draw::Color color) { return draw::mix(color, palette.text1, 0.35f); };
    out.labels.push_back(
        {from_w, body_name(pair.a) + " " + feature_name(step.features.a), softened(palette.body_a)});
    out.labels.push_back(
        {to_w, body_name(pair.b) + " " + feature_name(step.features.b), softened(palette.body_b)});
    out.labels.push_back(
        {0.5f * (from_w + to_w), ui::format_fixed(step.closest_w.distance, 3) + " m", look.color});
}

// The region of the picked feature; else of the feature that the walk leaves next; else of the closest one of A.
std::optional<MultiBodyLab::PickedFeature> MultiBodyLab::region_feature() const {
    if (!show_.region) return std::nullopt;
    const auto is_possible = [this](const PickedFeature& one) {
        if (!simulation_.world.is_live(one.body)) return false;
        const std::optional<Solid> solid = solid_of(simulation_.world.bodies()[one.body], one.part);
        return solid && has_feature(*solid->polytope, one.feature);
    };
    std::optional<PickedFeature> found = picked_;
    if (!found && is_walk_shown()) {
        const WalkStep& step = walk_.current();
        const bool is_b = step.moves == WalkSide::b;
        found = is_b ? PickedFeature{walk_.pair()->b, step.features.b, walk_.solids().b.part}
                     : PickedFeature{walk_.pair()->a, step.features.a, walk_.solids().a.part};
    }
    const PairResult* result = selected_pair();
    if (!found && result && result->has_closest_points())
        found = PickedFeature{result->bodies.a, result->features.a, result->are_parts ? result->part_a : 0};
    return found && is_possible(*found) ? found : std::nullopt;
}

int MultiBodyLab::failed_plane() const {
    const std::optional<PickedFeature> shown = region_feature();
    if (!shown || !is_walk_shown()) return -1;
    const WalkStep& step = walk_.current();
    if (step.moves != WalkSide::a && step.moves != WalkSide::b) return -1;
    const bool is_b = step.moves == WalkSide::b;
    const PickedFeature leaving =
        is_b ? PickedFeature{walk_.pair()->b, step.features.b, walk_.solids().b.part}
             : PickedFeature{walk_.pair()->a, step.features.a, walk_.solids().a.part};
    return *shown == leaving ? step.plane : -1;
}

void MultiBodyLab::draw_region(draw::DrawList& out, const draw::Palette& palette) const {
    const std::optional<PickedFeature> shown = region_feature();
    if (!shown) return;
    const Solid solid = *solid_of(simulation_.world.bodies()[shown->body], shown->part);
    const bool is_b = selection_.pair() && selection_.pair()->b == shown->body;
    const double height = kRegionHeight * solid.polytope->radius();
    add_region(out, *solid.polytope, solid.world_from_solid, shown->feature, height,
               {is_b ? palette.body_b : palette.body_a, palette.current, failed_plane()});
    add_feature_glyph(out, points_of_solid(solid, shown->feature),
                      {is_b ? palette.body_b : palette.body_a, 2.0f, draw::Layer::on_top});
}

} // namespace boxwood
