#include "engine/draw/sheet_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace boxwood::draw {
namespace {

constexpr float kMargin = 12.0f;
constexpr float kDefaultFontSize = 11.0f;

struct NamedInk {
    Ink ink;
    std::string_view name;
};
constexpr std::array kInks{NamedInk{&Palette::text1, "text1"},
                           NamedInk{&Palette::text2, "text2"},
                           NamedInk{&Palette::text3, "text3"},
                           NamedInk{&Palette::line, "line"},
                           NamedInk{&Palette::line2, "line2"},
                           NamedInk{&Palette::panel, "panel"},
                           NamedInk{&Palette::view, "view"},
                           NamedInk{&Palette::phase_update, "update"},
                           NamedInk{&Palette::phase_broad, "broad"},
                           NamedInk{&Palette::phase_narrow, "narrow"},
                           NamedInk{&Palette::left_series, "left"},
                           NamedInk{&Palette::right_series, "right"},
                           NamedInk{&Palette::contact, "contact"},
                           NamedInk{&Palette::overlapping, "overlapping"},
                           NamedInk{&Palette::ok, "ok"},
                           NamedInk{&Palette::bad, "bad"}};

std::string hex(Color color) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "#%02x%02x%02x", unsigned{color.r}, unsigned{color.g},
                  unsigned{color.b});
    return text.data();
}

std::string paint(Ink ink, SvgColors colors) {
    if (colors == SvgColors::light) return hex(light_palette().*ink);
    if (colors == SvgColors::dark) return hex(dark_palette().*ink);
    for (const NamedInk& named : kInks)
        if (named.ink == ink) return std::string("var(--").append(named.name).append(")");
    return "currentColor";
}

// Returns the number with one decimal, or without decimals if that decimal is 0. Short numbers keep the files small.
std::string number(float value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.1f", static_cast<double>(value));
    std::string text = buffer.data();
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text == "-0" ? "0" : text;
}

bool is_finite(glm::vec2 point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

struct Attribute {
    std::string_view name;
    std::string value;
};
void add_tag(std::string& io_svg, std::string_view name, std::initializer_list<Attribute> attributes,
             bool is_closed = true) {
    io_svg.append("<").append(name);
    for (const Attribute& one : attributes)
        if (!one.value.empty())
            io_svg.append(" ").append(one.name).append("=\"").append(one.value).append("\"");
    io_svg.append(is_closed ? "/>\n" : ">");
}

std::string points_text(const std::vector<glm::vec2>& points) {
    std::string text;
    for (const glm::vec2& point : points)
        if (is_finite(point))
            text.append(text.empty() ? "" : " ").append(number(point.x)).append(",").append(number(point.y));
    return text;
}

void add_line(std::string& io_svg, const SheetLine& line, SvgColors colors) {
    add_tag(io_svg, "polyline",
            {{"points", points_text(line.points)},
             {"stroke", paint(line.ink, colors)},
             {"stroke-width", line.width == 1.0f ? "" : number(line.width)},
             {"stroke-dasharray", line.is_dashed ? "5 3" : ""}});
}

void add_band(std::string& io_svg, const SheetBand& band, SvgColors colors) {
    std::vector<glm::vec2> outline = band.upper;
    outline.insert(outline.end(), band.lower.rbegin(), band.lower.rend());
    add_tag(io_svg, "polygon",
            {{"points", points_text(outline)},
             {"fill", paint(band.ink, colors)},
             {"fill-opacity", number(band.alpha)}});
}

void add_text(std::string& io_svg, const SheetText& text) {
    add_tag(io_svg, "text",
            {{"x", number(text.baseline.x)},
             {"y", number(text.baseline.y)},
             {"font-size", text.size == kDefaultFontSize ? "" : number(text.size)},
             {"font-weight", text.is_bold ? "600" : ""}},
            false);
    io_svg.append(xml_escaped(text.text)).append("</text>\n");
}

// Groups texts by ink and anchor, so that each combination is written only once.
void add_texts(std::string& io_svg, const std::vector<SheetText>& texts, SvgColors colors) {
    constexpr std::array<const char*, 3> kAnchors{"", "middle", "end"};
    std::vector<std::pair<std::string, std::string>> groups; // opening tag, content
    for (const SheetText& text : texts) {
        if (!is_finite(text.baseline)) continue;
        std::string tag;
        add_tag(tag, "g",
                {{"fill", paint(text.ink, colors)},
                 {"text-anchor", kAnchors[static_cast<std::size_t>(text.anchor)]}},
                false);
        auto group =
            std::find_if(groups.begin(), groups.end(), [&](const auto& one) { return one.first == tag; });
        if (group == groups.end()) group = groups.insert(groups.end(), {std::move(tag), ""});
        add_text(group->second, text);
    }
    for (const auto& [tag, content] : groups)
        io_svg.append(tag).append("\n").append(content).append("</g>\n");
}

void add_box(std::string& io_svg, glm::vec2 min, glm::vec2 max, const std::string& fill, bool is_closed) {
    add_tag(io_svg, "rect",
            {{"x", number(min.x)},
             {"y", number(min.y)},
             {"width", number(max.x - min.x)},
             {"height", number(max.y - min.y)},
             {"fill", fill}},
            is_closed);
}

} // namespace

float rough_text_width(std::string_view text, float size) {
    std::size_t letters = 0; // UTF-8: continuation bytes are not counted
    for (const char c : text) letters += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u ? 1 : 0;
    return 0.55f * size * static_cast<float>(letters);
}

std::string xml_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out.append("&lt;");
        else if (c == '>')
            out.append("&gt;");
        else if (c == '&')
            out.append("&amp;");
        else if (c == '"')
            out.append("&quot;");
        else
            out.push_back(c);
    }
    return out;
}

std::string css_variables(const Palette& palette) {
    std::string css;
    for (const NamedInk& named : kInks)
        css.append("--").append(named.name).append(":").append(hex(palette.*named.ink)).append(";");
    return css;
}

std::string to_svg(const Sheet& sheet, SvgColors colors, std::string_view title) {
    // A standalone file gets a margin around the picture; a page has its own margin.
    const glm::vec2 margin(colors == SvgColors::variables ? 0.0f : kMargin),
        picture_size = sheet.size + 2.0f * margin;
    std::string svg;
    add_tag(svg, "svg",
            {{"xmlns", "http://www.w3.org/2000/svg"},
             {"viewBox", number(-margin.x) + " " + number(-margin.y) + " " + number(picture_size.x) + " " +
                             number(picture_size.y)},
             {"width", number(picture_size.x)},
             {"height", number(picture_size.y)},
             {"fill", "none"},
             {"stroke-linejoin", "round"},
             {"role", "img"},
             {"aria-label", xml_escaped(title)},
             {"font-family", "Inter, 'DejaVu Sans', system-ui, sans-serif"},
             {"font-size", number(kDefaultFontSize)}},
            false);
    svg.push_back('\n');
    if (colors != SvgColors::variables)
        add_box(svg, -margin, sheet.size + margin, paint(&Palette::panel, colors), true);
    for (const SheetLine& line : sheet.grid) add_line(svg, line, colors);
    for (const SheetBand& band : sheet.bands) add_band(svg, band, colors);
    for (const SheetBar& bar : sheet.bars)
        if (is_finite(bar.min) && is_finite(bar.max))
            add_box(svg, bar.min, bar.max, paint(bar.ink, colors), true);
    for (const SheetLine& line : sheet.lines) add_line(svg, line, colors);
    for (const SheetDot& dot : sheet.dots) {
        if (!is_finite(dot.center)) continue;
        add_tag(svg, "circle",
                {{"cx", number(dot.center.x)},
                 {"cy", number(dot.center.y)},
                 {"r", number(dot.radius)},
                 {"fill", paint(dot.ink, colors)}});
    }
    add_texts(svg, sheet.texts, colors);
    if (!sheet.zones.empty()) svg.append("<g fill=\"transparent\">\n");
    for (const SheetZone& zone : sheet.zones) {
        if (!is_finite(zone.min) || !is_finite(zone.max)) continue;
        add_box(svg, zone.min, zone.max, "", false);
        svg.append("<title>").append(xml_escaped(zone.text)).append("</title></rect>\n");
    }
    if (!sheet.zones.empty()) svg.append("</g>\n");
    return svg.append("</svg>\n");
}

} // namespace boxwood::draw
