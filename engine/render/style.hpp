// What: the appearance of a view for the renderer, derived from the palette.
// Units: hatch_period in pixels at UI scale 1.
#pragma once

#include <cstdint>

#include "engine/draw/palette.hpp"

namespace boxwood::render {

struct Style {
    draw::Color background;
    draw::Color grid;
    std::uint8_t grid_minor_alpha = 150; // of all grid lines except every tenth
    draw::Color hatch;
    draw::Color edge_light;     // facet edges of flat bodies
    draw::Color edge_dark;      // triangle edges of smooth bodies, and all edges in daylight
    float hidden_alpha = 0.32f; // of the hidden parts of xray primitives
    float depth_fade_strength =
        0.78f; // how far bodies blend into the background at the end of the depth fade
    float hatch_period = 7.0f;
    float key_light = 0.62f;    // strength of the directional light
    float sky_light = 0.34f;    // strength of the ambient light from above
    float ground_light = 0.16f; // strength of the ambient light from below
};

Style make_style(const draw::Palette& palette);

} // namespace boxwood::render
