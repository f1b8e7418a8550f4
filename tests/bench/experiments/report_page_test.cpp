// The page contains every claim, table and picture, escapes special characters and loads nothing from elsewhere. Tables
// and bars show their values.
#include "bench/experiments/report_page.hpp"

#include "bench/experiments/bar_panel.hpp"
#include "engine/measure/chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr Experiment kSample{"sample", "Is 1 < 2?", "[Nobody 1900]", nullptr};

ExperimentResult make_result() {
    ExperimentSection section{"First", "One line.\nAnother & more."};
    section.claims.push_back({"a <b> holds", "[S]", "above 1", "1.5", Verdict::not_reproduced, Basis::times,
                              "a note", "a", "two"});
    section.claims.push_back({"c holds", "[E: x]", "above 2", "2.5", Verdict::reproduced});
    Table small{"small", "A few", {"model", "query_us"}};
    small.add({"rock, \"big\"", {12.345, 2}});
    small.add({"knot, 20088 triangles", 1104500});
    Table large{"large", "Many", {"n"}};
    for (std::size_t i = 0; i <= kMaxRows; ++i) large.add({i});
    section.tables = {small, large};
    const BarPanel panel{"Bars", "µs", {{"one", 1.0, "1.0"}, {"two", 2.0, "2.0"}}};
    section.pictures.push_back({"bars", "Two bars", draw_bar_panels({&panel, 1}, kPictureWidth, 1)});
    return {{section}, "with care"};
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST(ReportPage, contains_all_results_and_loads_no_resources) {
    const ReportPart part = make_report_part(
        kSample, make_result(),
        {.build = "1 <&>", .machine = "m", .clock = "c", .date = "2001-12-31", .is_quick = true});
    const std::string page = report_page({&part, 1});
    for (const char* words :
         {"Is 1 &lt; 2?", "[Nobody 1900]", "a &lt;b&gt; holds", "a note", "Another &amp; more.",
          "1 &lt;&amp;&gt;", "2001-12-31", "not a measurement",
          "1 claims reproduced, 0 in the same direction, 1 not reproduced, 0 not judged",
          "class=\"verdict not-reproduced\"", "rock, &quot;big&quot;", "query, µs", "with care",
          "sample/small.csv", "knot, 20\u202f088 triangles", ">1\u202f104\u202f500<",
          "41 rows in sample/large.csv", "id=\"sample\"", "href=\"#sample\""})
        EXPECT_NE(page.find(words), std::string::npos) << words;
    EXPECT_EQ(count(page, "<svg"), 1u);
    EXPECT_EQ(count(page, "href="), count(page, "href=\"#"));
    for (const char* loads : {"src=", "@import", "url(", "<script", "nan", "NaN"})
        EXPECT_EQ(page.find(loads), std::string::npos) << loads;
    for (const char* tag : {"section", "table", "tr", "td", "th", "p", "svg", "div"})
        EXPECT_EQ(count(page, std::string("<") + tag + ">") + count(page, std::string("<") + tag + " "),
                  count(page, std::string("</") + tag + ">"))
            << tag;
}

TEST(ReportPage, the_index_counts_each_kind_of_claim) {
    const auto index_of = [](std::vector<ClaimResult> claims) {
        const ReportPart part{&kSample, {}, std::move(claims), {}};
        const std::string page = report_page({&part, 1});
        return page.substr(page.find("<tbody>"), page.find("</tbody>") - page.find("<tbody>"));
    };
    const auto claim = [](const char* source, Verdict verdict) {
        return ClaimResult{"s", source, "t", "e", verdict};
    };
    EXPECT_NE(index_of({claim("ratio", Verdict::reproduced)}).find("<td>1 of 1 by ratio</td>"),
              std::string::npos);
    EXPECT_NE(index_of({claim("own", Verdict::reproduced), claim("target", Verdict::not_reproduced),
                        claim("ratio", Verdict::unclear)})
                  .find("<td>1 of 1 hold, 0 of 1 reached, 0 of 1 by ratio</td>"),
              std::string::npos);
    const std::string none = index_of({claim("[S]", Verdict::reproduced), claim("own", Verdict::not_judged)});
    EXPECT_NE(none.find("<td>–</td>"), std::string::npos);
    EXPECT_NE(none.find("<td class=\"number\">1</td>"), std::string::npos);
}

TEST(ReportPage, claims_are_also_written_as_a_table) {
    const Table claims = make_claims_table(make_result());
    ASSERT_EQ(claims.rows.size(), 2u);
    EXPECT_EQ(to_csv(claims), "section,key,shape,source,figure,test,estimate,verdict,basis,note\n"
                              "First,a,a <b> holds,[S],two,above 1,1.5,not reproduced,times,a note\n"
                              "First,,c holds,[E: x],,above 2,2.5,reproduced,counts,\n");
}

TEST(Table, formats_numbers_headings_and_cells) {
    EXPECT_EQ(short_number(0.0), "0");
    EXPECT_EQ(short_number(0.012344), "0.01234");
    EXPECT_EQ(short_number(12.3456), "12.35");
    EXPECT_EQ(short_number(123456.0), "123456");
    EXPECT_EQ(short_number(1.5e9), "1.500e+09");
    EXPECT_EQ(short_number(std::nan("")), "");
    EXPECT_EQ(exact_number(0.1), "0.1");
    EXPECT_EQ(heading_text("build_ns_per_triangle"), "build ns per triangle");
    EXPECT_EQ(heading_text("build_ms"), "build, ms");
    EXPECT_EQ(heading_text("T_total_ms"), "T_total, ms");
    Table table{"t", "", {"a", "b"}};
    table.add({"x,y", "say \"z\""});
    EXPECT_EQ(to_csv(table), "a,b\n\"x,y\",\"say \"\"z\"\"\"\n");
}

TEST(Table, thousands_are_grouped_in_texts_but_not_in_csv) {
    EXPECT_EQ(grouped_text("9999"), "9999");
    EXPECT_EQ(grouped_text("-10000"), "-10\u202f000");
    EXPECT_EQ(grouped_text("rock, 1104500 triangles"), "rock, 1\u202f104\u202f500 triangles");
    EXPECT_EQ(grouped_text("12345.678901 s"), "12\u202f345.678901 s");
    for (const char* stays : {"0.1234567", "x12345", "12345a", "n_12345", "0x1234567", "1.500e+09", "", "µ"})
        EXPECT_EQ(grouped_text(stays), stays);
    Table table{"t", "", {"n"}};
    table.add({123456});
    EXPECT_EQ(to_csv(table), "n\n123456\n");
}

TEST(BarPanel, lengths_are_proportional_to_values_or_their_logarithms) {
    const BarPanel linear{"l", "µs", {{"a", 1.0, "1"}, {"b", 4.0, "4"}, {"none", std::nan(""), "–"}}};
    const draw::Sheet sheet = draw_bar_panels({&linear, 1}, 600.0f, 1);
    ASSERT_EQ(sheet.bars.size(), 2u);
    const auto length = [](const draw::SheetBar& bar) { return bar.max.x - bar.min.x; };
    EXPECT_NEAR(length(sheet.bars[1]) / length(sheet.bars[0]), 4.0f, 0.01f);
    for (const draw::SheetText& text : sheet.texts) EXPECT_LE(text.baseline.y, sheet.size.y);
    const BarPanel powers{
        "p", "n", {{"a", 10.0, ""}, {"b", 100.0, ""}, {"c", 1000.0, ""}, {"zero", 0.0, "0"}}, true};
    const draw::Sheet logarithmic = draw_bar_panels({&powers, 1}, 600.0f, 1);
    ASSERT_EQ(logarithmic.bars.size(), 3u);
    EXPECT_TRUE(logarithmic.lines.empty());
    EXPECT_NEAR(length(logarithmic.bars[2]) - length(logarithmic.bars[1]),
                length(logarithmic.bars[1]) - length(logarithmic.bars[0]), 0.01f);
    BarPanel marked = powers;
    marked.mark = 100.0;
    const draw::Sheet with_mark = draw_bar_panels({&marked, 1}, 600.0f, 1);
    ASSERT_EQ(with_mark.lines.size(), 1u);
    EXPECT_NEAR(with_mark.lines[0].points[0].x, with_mark.bars[1].max.x, 0.01f);
}

TEST(Chart, powers_of_ten_are_equally_far_apart) {
    draw::Sheet sheet;
    Chart chart(sheet, {.max = {800.0f, 300.0f},
                        .x_low = 1e3,
                        .x_high = 1e6,
                        .y_high = 100.0,
                        .y_low = 0.1,
                        .is_log_x = true,
                        .is_log_y = true});
    const std::vector<Chart::Point> points{
        {1e3, 0.1, 0, 0, ""}, {1e4, 1.0, 0, 0, ""}, {1e6, 100.0, 0, 0, ""}};
    chart.add_curve(points, {});
    ASSERT_EQ(sheet.dots.size(), 3u);
    const auto at = [&](std::size_t i) { return sheet.dots[i].center; };
    EXPECT_NEAR(at(2).x - at(1).x, 2.0f * (at(1).x - at(0).x), 0.01f);
    EXPECT_NEAR(at(2).y - at(1).y, 2.0f * (at(1).y - at(0).y), 0.01f);
    for (const char* tick : {"1 k", "100 k", "1 M", "0.1", "100"})
        EXPECT_TRUE(std::any_of(sheet.texts.begin(), sheet.texts.end(), [&](const draw::SheetText& text) {
            return text.text == tick;
        })) << tick;
}

TEST(Chart, logarithmic_axes_end_at_the_next_tick) {
    for (const double unit : {1e-3, 1.0, 1e6}) {
        for (const double tick : {1.0, 2.0, 5.0, 10.0}) {
            EXPECT_DOUBLE_EQ(draw::log_end_below(tick * unit), tick * unit);
            EXPECT_DOUBLE_EQ(draw::log_end_above(tick * unit), tick * unit);
        }
        EXPECT_DOUBLE_EQ(draw::log_end_above(1.1 * unit), 2.0 * unit);
        EXPECT_DOUBLE_EQ(draw::log_end_above(2.3 * unit), 5.0 * unit);
        EXPECT_DOUBLE_EQ(draw::log_end_above(5.1 * unit), 10.0 * unit);
        EXPECT_DOUBLE_EQ(draw::log_end_below(1.9 * unit), unit);
        EXPECT_DOUBLE_EQ(draw::log_end_below(4.9 * unit), 2.0 * unit);
        EXPECT_DOUBLE_EQ(draw::log_end_below(9.9 * unit), 5.0 * unit);
    }
    for (const double none : {0.0, -1.0, std::nan("")})
        EXPECT_LT(draw::log_end_below(none), draw::log_end_above(none));
}

TEST(Chart, part_names_move_closer_together_if_they_do_not_fit) {
    const auto last_name_ends_at = [](float width) {
        draw::Sheet sheet;
        Chart chart(sheet, {.max = {width, 200.0f}, .x_high = 2.0, .y_high = 3.0, .y_label = "µs per frame"});
        const std::array parts{Chart::Part{&draw::Palette::phase_update, "box update"},
                               Chart::Part{&draw::Palette::phase_broad, "sort"},
                               Chart::Part{&draw::Palette::phase_narrow, "exact"}};
        chart.add_bars({}, parts, 1.0);
        EXPECT_EQ(sheet.texts.back().text, "exact");
        return sheet.texts.back().baseline.x + draw::rough_text_width("exact", 11.0f);
    };
    EXPECT_LE(last_name_ends_at(290.0f), 290.0f);
    // With enough room, the columns do not move.
    EXPECT_EQ(last_name_ends_at(500.0f), last_name_ends_at(1000.0f));
    EXPECT_GT(last_name_ends_at(500.0f), last_name_ends_at(290.0f));
}

} // namespace
} // namespace boxwood
