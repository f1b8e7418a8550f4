// Draws features in the view of the multi-body lab: closest features, a step of a walk, a Voronoi region.
#include "app/labs/feature_glyphs.hpp"
#include "app/labs/multi_body/drawing/crowd_picture.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {
namespace {

constexpr float kGlyphWidth = 3.0f, kThinGlyphWidth = 2.0f;
constexpr double kRegionHeight = 0.9; // relative to the radius of the solid

FeaturePoints points_of_solid(const Solid& solid, Feature feature) {
    return points_of(*solid.polytope, feature, solid.world_from_solid);
}

} // namespace

void draw_features(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    if (view.display.features == PairScope::none) return;
    const std::span<const Body> bodies = view.world().bodies();
    const PairResult* selected = view.selected_pair();
    const double longest = longest_line(view);
    for (const PairResult& pair : view.simulation().output.pairs) {
        if (!view.shows_pair(pair.bodies)) continue;
        if (&pair != selected && view.display.features == PairScope::selected) continue;
        if (&pair != selected && !pair.is_contact() && pair.distance > longest) continue;
        const auto solids = find_supporting_solids(bodies[pair.bodies.a], bodies[pair.bodies.b], &pair);
        if (!solids) continue;
        const GlyphLook look{pair.is_contact() ? palette.contact : palette.closest,
                             &pair == selected ? kGlyphWidth : kThinGlyphWidth};
        add_feature_glyph(out, points_of_solid(solids->a, pair.features.a), look);
        add_feature_glyph(out, points_of_solid(solids->b, pair.features.b), look);
    }
}

// Draws the features of the step, and the line between their closest points.
void draw_walk_step(draw::DrawList& out, const CrowdPicture& picture) {
    const FeatureWalkPlayer& walk = picture.view.walk;
    const draw::Palette& palette = picture.palette;
    const WalkStep& step = walk.current();
    const BodyPair& pair = *walk.pair();
    const bool is_result = step.moves == WalkSide::none;
    const GlyphLook look{is_result ? palette.closest : palette.current, kGlyphWidth};
    add_feature_glyph(out, points_of_solid(walk.solids().a, step.features.a), look);
    add_feature_glyph(out, points_of_solid(walk.solids().b, step.features.b), look);
    const glm::vec3 from_w(step.closest_w.on_a), to_w(step.closest_w.on_b);
    out.lines.push_back({from_w, to_w, look.color, 2.5f, false, draw::Layer::on_top});
    for (const glm::vec3& end_w : {from_w, to_w})
        out.points.push_back({end_w, look.color, 4.5f, draw::Layer::on_top});
    out.labels.push_back({from_w, body_name(pair.a) + " " + feature_name(step.features.a),
                          label_color(palette.body_a, palette)});
    out.labels.push_back({to_w, body_name(pair.b) + " " + feature_name(step.features.b),
                          label_color(palette.body_b, palette)});
    out.labels.push_back(
        {0.5f * (from_w + to_w), ui::format_fixed(step.closest_w.distance, 3) + " m", look.color});
}

void draw_region(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    const std::optional<PickedFeature> feature = region_feature(view);
    if (!feature) return;
    const Solid solid = *solid_of(view.world().bodies()[feature->body], feature->part);
    const std::optional<BodyPair>& pair = view.selection().pair();
    const draw::Color color = pair && pair->b == feature->body ? palette.body_b : palette.body_a;
    add_region(out, *solid.polytope, solid.world_from_solid, feature->feature,
               kRegionHeight * solid.polytope->radius(), {color, palette.current, failed_plane(view)});
    add_feature_glyph(out, points_of_solid(solid, feature->feature), {color, 2.0f, draw::Layer::on_top});
}

} // namespace boxwood
