// What: one color per meaning, such as `contact` or `refit`. 3D views, plots and tables use this list, so that a
//       meaning has the same color everywhere. The colors of scene materials are not in this list.
// Invariants: each meaning has a second cue in addition to its color: a dash, hatch, marker or label.
// Source: [Machado 2009] for the color-vision simulation that the tests use to compare the colors.
#pragma once

#include <array>
#include <cstdint>

#include "engine/draw/draw_list.hpp"

namespace boxwood::draw {

struct Palette {
    // Meanings in the scene, plots and tables.
    Color body; // a body without a special state
    Color body_a, body_b;
    Color overlapping; // volumes that overlap; in distance queries, volumes that were not pruned: solid lines
    Color pruned; // volumes that are disjoint; in distance queries, volumes that were pruned: dashed lines
    Color current;        // the current visit: thick lines
    Color contact;        // colliding triangle: outlined; body in contact: tinted and hatched
    Color hatch;          // the stripes of bodies in contact
    Color closest;        // closest features and the line between them: dots at both ends
    Color refit, rebuild; // markers: a triangle for a refit or partial rebuild, a diamond for a rebuild
    Color ok, bad;        // the oracle agrees (tick) or disagrees (cross)
    Color walls;          // of the room around the bodies
    Color grid;

    // Phases of a step, from bottom to top in stacked bars.
    Color phase_deform, phase_refit, phase_update, phase_broad, phase_narrow, phase_highlight, phase_respond,
        phase_draw;
    // Compared runs: solid and dashed lines.
    Color left_series, right_series;

    // Interface.
    Color view, bar, panel, raised;
    Color line, line2;
    Color segment_on;
    Color text1, text2, text3;
    Color accent; // never used for data
    Color slider_fill, select;
    Color ok_chip, bad_chip; // background of the text of a check result

    std::array<Color, 4> ramp_stops; // low to high
};

const Palette& dark_palette();
const Palette& light_palette();

constexpr Color mix(Color a, Color b, float t) {
    const auto channel = [t](std::uint8_t x, std::uint8_t y) {
        return static_cast<std::uint8_t>(static_cast<float>(x) +
                                         (static_cast<float>(y) - static_cast<float>(x)) * t + 0.5f);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

// Returns the heat map's color at t, which is clamped to [0, 1]. NaN gives the color of the low end.
Color ramp(const Palette& palette, float t);

} // namespace boxwood::draw
