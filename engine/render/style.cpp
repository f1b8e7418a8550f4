#include "engine/render/style.hpp"

namespace boxwood::render {

namespace {
constexpr int kMiddleGrey = 128;
constexpr std::uint8_t kLightEdge = 80, kDarkEdge = 110;
} // namespace

Style make_style(const draw::Palette& palette) {
    Style style;
    style.background = palette.view;
    style.grid = palette.grid;
    style.hatch = palette.hatch;
    style.edge_dark = draw::with_alpha(draw::dark_palette().view, kDarkEdge);
    style.edge_light = draw::with_alpha(draw::dark_palette().text2, kLightEdge);
    if (palette.view.g > kMiddleGrey) { // on a light background, bodies are brighter and edges are dark
        style.key_light = 0.42f;
        style.sky_light = 0.62f;
        style.ground_light = 0.46f;
        style.edge_light = style.edge_dark;
    }
    return style;
}

} // namespace boxwood::render
