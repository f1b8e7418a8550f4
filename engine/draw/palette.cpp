#include "engine/draw/palette.hpp"

#include <algorithm>

namespace boxwood::draw {

namespace {
constexpr std::array<Color, 4> kRampStops{rgb(0x46508F), rgb(0x258793), rgb(0x52BE6B), rgb(0xFDE725)};

constexpr Palette kDark{
    .body = rgb(0x8A94A3),
    .body_a = rgb(0x8FB3D9),
    .body_b = rgb(0xD9B38F),
    .overlapping = rgb(0x5CC8FF),
    .pruned = rgb(0x7A8594),
    .current = rgb(0xFFD84D),
    .contact = rgb(0xFF4D4D),
    .hatch = rgb(0x7A1F24),
    .closest = rgb(0x59E08C),
    .refit = rgb(0xB78CFF),
    .rebuild = rgb(0xFF9F43),
    .ok = rgb(0x59E08C),
    .bad = rgb(0xFF4D4D),
    .walls = rgb(0x4A5361),
    .grid = rgb(0x3C4552),
    .phase_deform = rgb(0xC9CED6),
    .phase_refit = rgb(0x8FA84A),
    .phase_update = rgb(0x4F74BA),
    .phase_broad = rgb(0x6FCFBE),
    .phase_narrow = rgb(0xDDBB62),
    .phase_highlight = rgb(0xB8623C),
    .phase_respond = rgb(0xA9709A),
    .phase_draw = rgb(0x5A6472),
    .left_series = rgb(0xE8EBF0),
    .right_series = rgb(0xF28FC0),
    .view = rgb(0x12151A),
    .bar = rgb(0x181B21),
    .panel = rgb(0x1B1F26),
    .raised = rgb(0x232830),
    .line = rgb(0x2B313B),
    .line2 = rgb(0x3C4552),
    .segment_on = rgb(0x333B48),
    .text1 = rgb(0xE8EBF0),
    .text2 = rgb(0xB4BCC8),
    .text3 = rgb(0x8792A2),
    .accent = rgb(0x7C96F5),
    .slider_fill = rgb(0x262E47),
    .select = rgb(0x2A3352),
    .ok_chip = rgb(0x17352A),
    .bad_chip = rgb(0x3D1D22),
    .ramp_stops = kRampStops,
};

// Similar hues with a lightness that contrasts with a white background.
constexpr Palette kLight{
    .body = rgb(0xB4BCC8),
    .body_a = rgb(0x5D8CC2),
    .body_b = rgb(0xB37840),
    .overlapping = rgb(0x0A86C9),
    .pruned = rgb(0x76808E),
    .current = rgb(0x5B16A8),
    .contact = rgb(0xC4122A),
    .hatch = rgb(0xF6B4B4),
    .closest = rgb(0x0C8F4C),
    .refit = rgb(0x7D4FD6),
    .rebuild = rgb(0xC2610C),
    .ok = rgb(0x0C8F4C),
    .bad = rgb(0xC4122A),
    .walls = rgb(0x9AA4B2),
    .grid = rgb(0xC3CAD4),
    .phase_deform = rgb(0xD8DDE4),
    .phase_refit = rgb(0x8FA84A),
    .phase_update = rgb(0x4F74BA),
    .phase_broad = rgb(0x3FA896),
    .phase_narrow = rgb(0xC99A2E),
    .phase_highlight = rgb(0xA8522C),
    .phase_respond = rgb(0xA9709A),
    .phase_draw = rgb(0xB4BCC8),
    .left_series = rgb(0x1D232C),
    .right_series = rgb(0xC23A85),
    .view = rgb(0xF4F6F9),
    .bar = rgb(0xFFFFFF),
    .panel = rgb(0xFAFBFC),
    .raised = rgb(0xECEFF3),
    .line = rgb(0xDCE1E8),
    .line2 = rgb(0xBAC3CF),
    .segment_on = rgb(0xD5DBE4),
    .text1 = rgb(0x1D232C),
    .text2 = rgb(0x434D5B),
    .text3 = rgb(0x626D7C),
    .accent = rgb(0x4361D8),
    .slider_fill = rgb(0xD9E0FA),
    .select = rgb(0xD3DCFA),
    .ok_chip = rgb(0xD6F3E2),
    .bad_chip = rgb(0xFBDCDC),
    .ramp_stops = kRampStops,
};
} // namespace

const Palette& dark_palette() {
    return kDark;
}

const Palette& light_palette() {
    return kLight;
}

Color ramp(const Palette& palette, float t) {
    constexpr std::size_t kSegments = std::tuple_size_v<decltype(Palette::ramp_stops)> - 1;
    if (!(t > 0.0f)) return palette.ramp_stops.front();
    const float along = std::min(t, 1.0f) * static_cast<float>(kSegments);
    const std::size_t segment = std::min(static_cast<std::size_t>(along), kSegments - 1);
    return mix(palette.ramp_stops[segment], palette.ramp_stops[segment + 1],
               along - static_cast<float>(segment));
}

} // namespace boxwood::draw
