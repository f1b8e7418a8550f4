// What: an inset that enlarges a small part of a view, and a frame around that part.
// Frame: rectangles are in window pixels.
// Invariants: the inset and the view have the same view direction. The inset covers neither the enlarged part nor the
//             readouts at the top of the view.
// Degenerate input: there is no inset if the part is behind the eye or outside the view, if it is large enough without
//                   an inset, or if the view has no room for one beside the part.
#pragma once

#include "engine/draw/camera.hpp"
#include "engine/draw/palette.hpp"
#include "engine/ui/layout.hpp"

#include <optional>

namespace boxwood {

struct Magnifier {
    ui::Rect rect;       // of the inset
    ui::Rect part;       // frame around the enlarged part, in the view
    draw::Camera camera; // of the inset
    float factor = 1.0f; // magnification
};

// `center_w` and `radius` describe a sphere around the part.
std::optional<Magnifier> place_magnifier(const draw::Camera& camera, const ui::Rect& view, glm::vec3 center_w,
                                         float radius);

// Draws both frames and the factor. Returns true if the user clicked the inset.
bool draw_magnifier(const Magnifier& magnifier, const draw::Palette& palette);

} // namespace boxwood
