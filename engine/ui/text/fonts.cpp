#include "engine/ui/text/fonts.hpp"

#include <algorithm>
#include <cmath>
#include <imgui.h>

extern "C" {
extern const unsigned char boxwood_font_regular[];
extern const unsigned char boxwood_font_regular_end[];
extern const unsigned char boxwood_font_semibold[];
extern const unsigned char boxwood_font_semibold_end[];
}

namespace boxwood::ui {

namespace {

// Ascent plus descent of Inter in ems; this is the size that Dear ImGui expects for a font.
constexpr float kLineOverEm = 1.21f;
constexpr float kTracking = 0.06f; // extra space between capitals, in ems

// Latin, arrows, mathematics, ticks and crosses.
constexpr ImWchar kTextGlyphs[] = {
    0x0020, 0x007E, 0x00A0, 0x00FF, 0x0394, 0x0394, 0x03B1, 0x03C9, 0x2009, 0x200A, 0x2010, 0x2015, 0x2018,
    0x201E, 0x2022, 0x2022, 0x2026, 0x2026, 0x2030, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2070, 0x2070,
    0x2074, 0x207B, 0x2080, 0x2089, 0x2190, 0x2193, 0x2202, 0x2202, 0x2206, 0x2206, 0x2211, 0x2212, 0x221A,
    0x221A, 0x221E, 0x221E, 0x2248, 0x2248, 0x2260, 0x2260, 0x2264, 0x2265, 0x25B2, 0x25B2, 0x25BC, 0x25BC,
    0x25C6, 0x25C6, 0x25CF, 0x25CF, 0x2713, 0x2713, 0x2717, 0x2717, 0};
// These characters, and other scripts that occur in file names.
constexpr ImWchar kTextAndScriptGlyphs[] = {
    0x0020, 0x007E, 0x00A0, 0x017F, 0x0370, 0x03FF, 0x0400, 0x045F, 0x2009, 0x200A, 0x2010, 0x2015, 0x2018,
    0x201E, 0x2022, 0x2022, 0x2026, 0x2026, 0x2030, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2070, 0x2070,
    0x2074, 0x207B, 0x2080, 0x2089, 0x2190, 0x2193, 0x2202, 0x2202, 0x2206, 0x2206, 0x2211, 0x2212, 0x221A,
    0x221A, 0x221E, 0x221E, 0x2248, 0x2248, 0x2260, 0x2260, 0x2264, 0x2265, 0x25B2, 0x25B2, 0x25BC, 0x25BC,
    0x25C6, 0x25C6, 0x25CF, 0x25CF, 0x2713, 0x2713, 0x2717, 0x2717, 0};
// The characters of large texts, and of texts without special characters: letters, digits and a few signs.
constexpr ImWchar kLargeTextGlyphs[] = {
    0x0020, 0x007E, 0x00B0, 0x00B0, 0x00B5, 0x00B7, 0x00D7, 0x00D7, 0x2009, 0x200A, 0x2013, 0x2014, 0x2026,
    0x2026, 0x2030, 0x2030, 0x203A, 0x203A, 0x2212, 0x2212, 0x221E, 0x221E, 0x2264, 0x2265, 0};

// One size and weight of the typeface.
struct Cut {
    float em;
    bool bold;
    const ImWchar* glyphs;
    float tracking = 0.0f;
};

constexpr std::array<Cut, kFontCount> kCuts{{
    {13.0f, false, kTextAndScriptGlyphs},
    {13.0f, true, kTextGlyphs},
    {12.0f, false, kTextGlyphs},
    {12.0f, true, kLargeTextGlyphs},
    {11.0f, false, kTextGlyphs},
    {11.0f, true, kLargeTextGlyphs, kTracking},
    {15.0f, false, kLargeTextGlyphs},
    {15.0f, true, kTextGlyphs},
    {20.0f, true, kLargeTextGlyphs},
    {26.0f, true, kLargeTextGlyphs},
}};

// Oversampling improves subpixel positions, which are only visible in small text, and needs texture space.
int oversampling_for(float pixels) {
    if (pixels < 22.0f) return 3;
    return pixels < 40.0f ? 2 : 1;
}

ImFont* add_cut(ImFontAtlas& io_atlas, const Cut& cut, float scale) {
    const unsigned char* begin = cut.bold ? boxwood_font_semibold : boxwood_font_regular;
    const unsigned char* end = cut.bold ? boxwood_font_semibold_end : boxwood_font_regular_end;
    const float pixels = kLineOverEm * cut.em * scale;
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.OversampleH = oversampling_for(pixels);
    config.OversampleV = 1;
    config.GlyphExtraSpacing.x = cut.tracking * cut.em * scale;
    // Dear ImGui takes a mutable pointer but does not modify data that it does not own.
    return io_atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(begin), static_cast<int>(end - begin),
                                         pixels, &config, cut.glyphs);
}

// The rasterizer cannot apply the font's own tabular figures, so each digit is centered in the width of the widest
// digit.
void make_digits_tabular(ImFont& io_font) {
    float widest = 0.0f;
    for (ImWchar digit = '0'; digit <= '9'; ++digit) {
        if (const ImFontGlyph* glyph = io_font.FindGlyphNoFallback(digit))
            widest = std::max(widest, glyph->AdvanceX);
    }
    const float advance = std::round(widest);
    for (ImFontGlyph& glyph : io_font.Glyphs) {
        if (glyph.Codepoint < '0' || glyph.Codepoint > '9') continue;
        const float shift = 0.5f * (advance - glyph.AdvanceX);
        glyph.X0 += shift;
        glyph.X1 += shift;
        glyph.AdvanceX = advance;
    }
    io_font.BuildLookupTable();
}

} // namespace

std::array<ImFont*, kFontCount> build_fonts(ImFontAtlas& io_atlas, float scale) {
    io_atlas.Clear();
    io_atlas.TexDesiredWidth = 2048;
    std::array<ImFont*, kFontCount> fonts{};
    for (std::size_t i = 0; i < kFontCount; ++i) fonts[i] = add_cut(io_atlas, kCuts[i], scale);
    io_atlas.Build();
    for (ImFont* cut : fonts) make_digits_tabular(*cut);
    return fonts;
}

} // namespace boxwood::ui
