#include "app/labs/feature_glyphs.hpp"

namespace boxwood {
namespace {

constexpr std::uint8_t kFaceAlpha = 90, kWallAlpha = 34, kFailedAlpha = 84;

void add_fan(draw::DrawList& out, const std::vector<glm::dvec3>& corners_w, draw::Color color) {
    for (std::size_t i = 2; i < corners_w.size(); ++i) {
        draw::FilledTriangle pane{glm::vec3(corners_w[0]), glm::vec3(corners_w[i - 1]),
                                  glm::vec3(corners_w[i]), color};
        pane.glass = true;
        out.triangles.push_back(pane);
    }
}

void add_outline(draw::DrawList& out, const std::vector<glm::dvec3>& corners_w, const GlyphLook& look) {
    for (std::size_t i = 0; i < corners_w.size(); ++i)
        out.lines.push_back({glm::vec3(corners_w[i]), glm::vec3(corners_w[(i + 1) % corners_w.size()]),
                             look.color, look.width, false, look.layer});
}

} // namespace

void add_feature_glyph(draw::DrawList& out, const FeaturePoints& points_w, const GlyphLook& look) {
    if (points_w.size() == 1) {
        out.points.push_back({glm::vec3(points_w[0]), look.color, 3.0f * look.width, look.layer});
    } else if (points_w.size() == 2) {
        out.lines.push_back({glm::vec3(points_w[0]), glm::vec3(points_w[1]), look.color, 1.5f * look.width,
                             false, look.layer});
    } else {
        add_fan(out, points_w, draw::with_alpha(look.color, kFaceAlpha));
        add_outline(out, points_w, look);
    }
}

void add_region(draw::DrawList& out, const Polytope& polytope, const Pose& world_from_body, Feature feature,
                double height, const RegionLook& look) {
    for (RegionWall& wall : region_walls(polytope, feature, height)) {
        if (wall.beyond == feature) continue; // the face itself
        for (glm::dvec3& corner : wall.corners) corner = world_from_body * corner;
        const bool is_failed = wall.plane == look.failed_plane;
        const draw::Color color = is_failed ? look.failed : look.wall;
        add_fan(out, wall.corners, draw::with_alpha(color, is_failed ? kFailedAlpha : kWallAlpha));
        add_outline(out, wall.corners,
                    {draw::with_alpha(color, is_failed ? 255 : 150), is_failed ? 2.0f : 1.0f,
                     draw::Layer::depth_tested});
    }
}

} // namespace boxwood
