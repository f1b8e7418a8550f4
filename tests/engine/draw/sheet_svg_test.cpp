#include "engine/draw/sheet_svg.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood::draw {
namespace {

Sheet small_sheet() {
    Sheet sheet;
    sheet.size = {100.0f, 50.0f};
    sheet.bars.push_back({{1.0f, 2.0f}, {11.0f, 22.0f}, &Palette::phase_update});
    sheet.lines.push_back({{{0.0f, 0.0f}, {NAN, 1.0f}, {5.0f, 6.5f}}, &Palette::right_series, 1.5f, true});
    sheet.texts.push_back(
        {{50.0f, 40.0f}, "a < b & \"c\"", &Palette::text1, 11.0f, true, TextAnchor::middle});
    sheet.zones.push_back({{0.0f, 0.0f}, {9.0f, 9.0f}, "tip"});
    return sheet;
}

TEST(SheetSvg, elements_are_written_with_their_attributes) {
    const std::string svg = to_svg(small_sheet(), SvgColors::variables, "what it shows");
    EXPECT_NE(svg.find("viewBox=\"0 0 100 50\""), std::string::npos);
    EXPECT_NE(to_svg(small_sheet(), SvgColors::light, "").find("viewBox=\"-12 -12 124 74\""),
              std::string::npos);
    EXPECT_NE(svg.find("x=\"1\" y=\"2\" width=\"10\" height=\"20\" fill=\"var(--update)\"/>"),
              std::string::npos);
    // The point that is not finite is left out.
    EXPECT_NE(svg.find("points=\"0,0 5,6.5\""), std::string::npos);
    EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
    EXPECT_NE(svg.find("<title>tip</title>"), std::string::npos);
    // Texts do not repeat the default font size, which the root of the picture has.
    EXPECT_EQ(svg.find("font-size=\"11\"", svg.find("<text")), std::string::npos);
    Sheet large = small_sheet();
    large.texts[0].size = 13.0f;
    large.lines[0].points[2] = {-0.04f, 6.54f};
    EXPECT_NE(to_svg(large, SvgColors::light, "").find("font-size=\"13\""), std::string::npos);
    EXPECT_NE(to_svg(large, SvgColors::light, "").find("points=\"0,0 0,6.5\""), std::string::npos);
    EXPECT_NE(svg.find("aria-label=\"what it shows\""), std::string::npos);
}

// Texts and zones inherit the fill of their group, because the fill of the root is "none". Without a fill, texts would
// be invisible and zones would receive no mouse events.
TEST(SheetSvg, shared_attributes_are_written_once_on_a_group) {
    Sheet sheet = small_sheet();
    sheet.texts.push_back({{1.0f, 1.0f}, "other", &Palette::text2, 11.0f, false, TextAnchor::middle});
    sheet.texts.push_back({{2.0f, 2.0f}, "alike", &Palette::text1, 11.0f, false, TextAnchor::middle});
    sheet.lines.push_back({{{0.0f, 0.0f}, {1.0f, 1.0f}}, &Palette::line, 1.0f, false});
    const std::string svg = to_svg(sheet, SvgColors::variables, "");
    EXPECT_NE(svg.find("<g fill=\"var(--text1)\" text-anchor=\"middle\">\n"
                       "<text x=\"50\" y=\"40\" font-weight=\"600\">a &lt; b &amp; &quot;c&quot;</text>\n"
                       "<text x=\"2\" y=\"2\">alike</text>\n</g>\n"
                       "<g fill=\"var(--text2)\" text-anchor=\"middle\">\n"
                       "<text x=\"1\" y=\"1\">other</text>\n</g>\n"),
              std::string::npos)
        << svg;
    EXPECT_NE(svg.find("<g fill=\"transparent\">\n<rect x=\"0\" y=\"0\" width=\"9\" height=\"9\"><title>tip"),
              std::string::npos);
    EXPECT_NE(svg.find("<polyline points=\"0,0 1,1\" stroke=\"var(--line)\"/>"), std::string::npos);
    EXPECT_NE(svg.find(" fill=\"none\" "), std::string::npos);
    EXPECT_EQ(to_svg(Sheet{}, SvgColors::variables, "").find("<g"), std::string::npos);
}

TEST(SheetSvg, coordinates_that_are_not_finite_are_not_written) {
    const std::string finite = to_svg(small_sheet(), SvgColors::variables, "");
    for (const float bad : {NAN, INFINITY, -INFINITY}) {
        Sheet sheet = small_sheet();
        for (const glm::vec2 point : {glm::vec2(bad, 1.0f), glm::vec2(1.0f, bad)}) {
            sheet.lines[0].points.push_back(point);
            sheet.bars.push_back({point, {2.0f, 2.0f}});
            sheet.bars.push_back({{2.0f, 2.0f}, point});
            sheet.dots.push_back({point});
            sheet.texts.push_back({point, "lost"});
            sheet.zones.push_back({point, {2.0f, 2.0f}, "lost"});
            sheet.zones.push_back({{2.0f, 2.0f}, point, "lost"});
        }
        EXPECT_EQ(to_svg(sheet, SvgColors::variables, ""), finite);
    }
}

TEST(SheetSvg, colors_are_those_of_the_theme) {
    const auto hex = [](Color color) {
        char text[8];
        std::snprintf(text, sizeof text, "#%02x%02x%02x", unsigned{color.r}, unsigned{color.g},
                      unsigned{color.b});
        return std::string(text);
    };
    const std::string light = to_svg(small_sheet(), SvgColors::light, ""),
                      dark = to_svg(small_sheet(), SvgColors::dark, "");
    EXPECT_NE(light.find(hex(light_palette().phase_update)), std::string::npos);
    EXPECT_NE(dark.find(hex(dark_palette().right_series)), std::string::npos);
    // A standalone file has no page that defines the variables.
    EXPECT_EQ(light.find("var("), std::string::npos);
    EXPECT_NE(css_variables(dark_palette()).find("--update:" + hex(dark_palette().phase_update)),
              std::string::npos);
}

} // namespace
} // namespace boxwood::draw
