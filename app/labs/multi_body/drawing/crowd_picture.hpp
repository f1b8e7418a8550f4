// What: draws the 3D view of the multi-body lab: bodies, boxes, pairs, features, names, and the legend.
// Frame: world.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

#include <vector>

namespace boxwood {

// True if a slow renderer draws this many bodies with less detail.
bool is_simplified(const CollisionWorld& world, bool is_software_rendered);

// The inputs of the picture.
struct CrowdPicture {
    const CrowdView& view;
    const ShapeGallery& gallery; // of the bodies on screen
    const draw::Palette& palette;
    const Branch* former = nullptr; // the replaced frames; null: none
    bool is_software_rendered = false;

    bool is_simplified() const { return boxwood::is_simplified(view.world(), is_software_rendered); }
    // While velocities are displayed, all bodies are drawn in detail.
    bool has_simple_bodies() const { return is_simplified() && !view.display.velocities; }
};

void draw_crowd(draw::DrawList& out, const CrowdPicture& picture);
std::vector<LegendEntry> crowd_legend(const CrowdPicture& picture);

// --- parts of the picture ---
void draw_bodies(draw::DrawList& out, const CrowdPicture& picture);
// Draws the bodies of the replaced frames that differ from the current bodies.
void draw_former_bodies(draw::DrawList& out, const CrowdPicture& picture);
void draw_boxes(draw::DrawList& out, const CrowdPicture& picture);
void draw_pairs(draw::DrawList& out, const CrowdPicture& picture);
void draw_missed_pairs(draw::DrawList& out, const CrowdPicture& picture);
// Draws contacts among the selected body's parts.
void draw_own_contacts(draw::DrawList& out, const CrowdPicture& picture);
void draw_features(draw::DrawList& out, const CrowdPicture& picture);     // closest features of pairs
void draw_walk_step(draw::DrawList& out, const CrowdPicture& picture);
void draw_region(draw::DrawList& out, const CrowdPicture& picture);
void draw_names(draw::DrawList& out, const CrowdPicture& picture);

// The largest distance at which closest features are drawn: the user's limit, or else the distance of the kMaxLines-th
// nearest pair; infinite if there are at most kMaxLines pairs. The closest features of the selected pair are drawn at
// any distance.
double longest_line(const CrowdView& view);

inline constexpr std::size_t kMaxLines = 400;  // see longest_line()
inline constexpr double kVelocitySteps = 20.0; // length of a velocity line, in steps
inline constexpr float kSelectedWidth = 2.5f;  // width of lines for the selection

// Blends the color of a label towards the text color for contrast.
draw::Color label_color(draw::Color color, const draw::Palette& palette);

} // namespace boxwood
