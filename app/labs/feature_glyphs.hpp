// What: draws polytope features as glyphs (a dot, a thick line, a filled and outlined face) and Voronoi regions as
//       translucent walls.
// Frame: world.
#pragma once

#include "engine/draw/draw_list.hpp"
#include "engine/explain/explanations/feature_points.hpp"
#include "engine/explain/explanations/voronoi_region.hpp"

namespace boxwood {

struct GlyphLook {
    draw::Color color;
    float width = 3.0f; // of a face's outline, in pixels; edges are 1.5 and dots 3 times as wide
    draw::Layer layer = draw::Layer::xray;
};
void add_feature_glyph(draw::DrawList& out, const FeaturePoints& points_w, const GlyphLook& look);

struct RegionLook {
    draw::Color wall;
    draw::Color failed; // color of the violated plane
    int failed_plane = -1;
};
// The walls of the feature's Voronoi region, up to `height` above the feature.
void add_region(draw::DrawList& out, const Polytope& polytope, const Pose& world_from_body, Feature feature,
                double height, const RegionLook& look);

} // namespace boxwood
