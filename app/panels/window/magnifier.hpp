// What: an inset in a view that shows a small part of it enlarged, and a frame around that part.
// Frame: pixels of the window.
// Invariants: the inset looks in the view's direction. It covers neither the part that it shows nor the readouts at the
//             top of the view.
// Degenerate input: a part behind the eye or outside the view, one that is large enough to be seen, and a view without
//                   room for the inset have none.
#pragma once

#include "engine/draw/camera.hpp"
#include "engine/draw/palette.hpp"
#include "engine/ui/layout.hpp"

#include <optional>

namespace boxwood {

struct Magnifier {
    ui::Rect rect;       // of the inset
    ui::Rect part;       // what it shows, in the view
    draw::Camera camera; // of the inset
    float factor = 1.0f; // by which it enlarges the part
};

// `center_w` and `radius` are a sphere around the part.
std::optional<Magnifier> place_magnifier(const draw::Camera& camera, const ui::Rect& view, glm::vec3 center_w,
                                         float radius);

// The frames, and the factor. True when the inset was clicked.
bool draw_magnifier(const Magnifier& magnifier, const draw::Palette& palette);

} // namespace boxwood
