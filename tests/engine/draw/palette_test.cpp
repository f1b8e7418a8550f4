#include "engine/draw/palette.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>

namespace boxwood::draw {
namespace {

double linear(std::uint8_t channel) { // from sRGB to linear
    const double x = channel / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

glm::dvec3 linear(Color color) {
    return {linear(color.r), linear(color.g), linear(color.b)};
}

double luminance(glm::dvec3 rgb) {
    return glm::dot(rgb, glm::dvec3(0.2126, 0.7152, 0.0722));
}

// Contrast ratio of WCAG 2.1, section 1.4.3.
double contrast(Color a, Color b) {
    const double x = luminance(linear(a)) + 0.05, y = luminance(linear(b)) + 0.05;
    return std::max(x, y) / std::min(x, y);
}

// CIELAB for the white point D65, from linear sRGB.
glm::dvec3 lab(glm::dvec3 rgb) {
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0; };
    const double x = f((0.4124 * rgb.r + 0.3576 * rgb.g + 0.1805 * rgb.b) / 0.9505);
    const double y = f(luminance(rgb));
    const double z = f((0.0193 * rgb.r + 0.1192 * rgb.g + 0.9505 * rgb.b) / 1.089);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

// Normal vision, protanopia, deuteranopia and tritanopia: [Machado 2009], table 1, severity 1. The table lists rows;
// glm expects columns.
const std::vector<glm::dmat3> kEyes{
    glm::dmat3(1.0),
    glm::transpose(glm::dmat3(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882,
                              -0.048116, 1.051998)),
    glm::transpose(glm::dmat3(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820,
                              0.042940, 0.968881)),
    glm::transpose(glm::dmat3(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733,
                              0.691367, 0.303900)),
};

double least_difference(Color a, Color b) {
    double least = std::numeric_limits<double>::infinity();
    for (const glm::dmat3& eye : kEyes)
        least = std::min(least, glm::distance(lab(eye * linear(a)), lab(eye * linear(b))));
    return least;
}

class PaletteTest : public ::testing::TestWithParam<const Palette*> {};

TEST_P(PaletteTest, text_can_be_read) {
    const Palette& p = *GetParam();
    for (const Color ground : {p.view, p.bar, p.panel, p.raised}) {
        EXPECT_GE(contrast(p.text1, ground), 7.0);
        EXPECT_GE(contrast(p.text2, ground), 4.5);
        EXPECT_GE(contrast(p.text3, ground), 4.5);
    }
    EXPECT_GE(contrast(p.text1, p.select), 7.0);
    EXPECT_GE(contrast(p.ok, p.ok_chip), 3.0);
    EXPECT_GE(contrast(p.bad, p.bad_chip), 3.0);
}

TEST_P(PaletteTest, colors_with_a_meaning_contrast_with_the_view) {
    const Palette& p = *GetParam();
    for (const Color meaning : {p.body_a, p.body_b, p.overlapping, p.pruned, p.current, p.contact, p.closest,
                                p.refit, p.rebuild, p.ok, p.bad, p.left_series, p.right_series, p.accent})
        EXPECT_GE(contrast(meaning, p.view), 3.0)
            << int{meaning.r} << ' ' << int{meaning.g} << ' ' << int{meaning.b};
}

// The two colors of a pair have different meanings in the same view.
TEST_P(PaletteTest, colors_of_different_meanings_differ_for_every_color_vision) {
    const Palette& p = *GetParam();
    constexpr double kEasilySeen = 15.0; // CIELAB; 2.3 is just noticeable
    const std::vector<std::pair<Color, Color>> pairs{
        {p.overlapping, p.pruned}, {p.overlapping, p.current}, {p.overlapping, p.contact},
        {p.current, p.contact},    {p.current, p.pruned},      {p.contact, p.closest},
        {p.contact, p.pruned},     {p.body_a, p.body_b},       {p.ok, p.bad},
        {p.refit, p.rebuild},      {p.contact, p.hatch},       {p.left_series, p.right_series},
    };
    for (std::size_t i = 0; i < pairs.size(); ++i)
        EXPECT_GE(least_difference(pairs[i].first, pairs[i].second), kEasilySeen) << "pair " << i;
}

// The current visit is drawn as a thick line on top of everything, so a smaller difference is enough.
TEST_P(PaletteTest, the_current_visit_differs_from_the_colors_below_it_for_every_color_vision) {
    const Palette& p = *GetParam();
    constexpr double kSeenOnTop = 14.0;
    for (const Color& under : {p.body_a, p.body_b, p.closest, p.view, p.overlapping})
        EXPECT_GE(least_difference(p.current, under), kSeenOnTop)
            << int{under.r} << ' ' << int{under.g} << ' ' << int{under.b};
}

TEST_P(PaletteTest, neighbors_in_stacked_bars_differ_for_every_color_vision) {
    const Palette& p = *GetParam();
    constexpr double kSeen = 10.0;
    const std::vector<Color> stack{p.phase_deform, p.phase_refit,     p.phase_update,  p.phase_broad,
                                   p.phase_narrow, p.phase_highlight, p.phase_respond, p.phase_draw};
    for (std::size_t i = 1; i < stack.size(); ++i)
        EXPECT_GE(least_difference(stack[i - 1], stack[i]), kSeen) << "phase " << i;
    EXPECT_GE(least_difference(p.phase_narrow, p.phase_respond), kSeen)
        << "the two phases are adjacent if nothing is highlighted";
}

TEST_P(PaletteTest, luminance_increases_along_the_whole_ramp) {
    const Palette& p = *GetParam();
    constexpr int kSteps = 64;
    double last = -1.0;
    for (int i = 0; i <= kSteps; ++i) {
        const double now = luminance(linear(ramp(p, static_cast<float>(i) / kSteps)));
        EXPECT_GT(now, last);
        last = now;
    }
}

TEST_P(PaletteTest, ramp_has_its_stops_and_clamps_its_position) {
    const Palette& p = *GetParam();
    EXPECT_EQ(ramp(p, 0.0f), rgb(0x46508F));
    EXPECT_EQ(ramp(p, 1.0f / 3.0f), rgb(0x258793));
    EXPECT_EQ(ramp(p, 2.0f / 3.0f), rgb(0x52BE6B));
    EXPECT_EQ(ramp(p, 1.0f), rgb(0xFDE725));
    EXPECT_EQ(ramp(p, -5.0f), ramp(p, 0.0f));
    EXPECT_EQ(ramp(p, std::numeric_limits<float>::infinity()), ramp(p, 1.0f));
    EXPECT_EQ(ramp(p, std::nanf("")), ramp(p, 0.0f));
}

INSTANTIATE_TEST_SUITE_P(Themes, PaletteTest, ::testing::Values(&dark_palette(), &light_palette()),
                         [](const auto& theme) { return theme.index == 0 ? "dark" : "light"; });

TEST(PaletteTokensTest, dark_theme_has_the_colors_of_the_design) {
    const Palette& p = dark_palette();
    EXPECT_EQ(p.body_a, rgb(0x8FB3D9));
    EXPECT_EQ(p.body_b, rgb(0xD9B38F));
    EXPECT_EQ(p.overlapping, rgb(0x5CC8FF));
    EXPECT_EQ(p.current, rgb(0xFFD84D));
    EXPECT_EQ(p.contact, rgb(0xFF4D4D));
    EXPECT_EQ(p.closest, rgb(0x59E08C));
    EXPECT_EQ(p.view, rgb(0x12151A));
    EXPECT_EQ(p.accent, rgb(0x7C96F5));
}

TEST(PaletteTokensTest, mix_interpolates_linearly_between_two_colors) {
    EXPECT_EQ(mix(rgb(0x000000), rgb(0xFFFFFF), 0.0f), rgb(0x000000));
    EXPECT_EQ(mix(rgb(0x000000), rgb(0xFFFFFF), 1.0f), rgb(0xFFFFFF));
    EXPECT_EQ(mix(rgb(0x204060), rgb(0x406080), 0.5f), rgb(0x305070));
}

} // namespace
} // namespace boxwood::draw
