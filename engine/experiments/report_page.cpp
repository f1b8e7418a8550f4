#include "engine/experiments/report_page.hpp"

#include "engine/draw/sheet_svg.hpp"
#include "engine/experiments/graph_picture.hpp"

#include <array>
#include <cstdio>

namespace boxwood {
namespace {

constexpr glm::vec2 kTimes{1080.0f, 300.0f}, kCauses{1080.0f, 240.0f}; // sizes of the pictures

constexpr std::string_view kStyle = R"(
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px;max-width:1130px;background:var(--panel);color:var(--text2);
font:14px/1.5 Inter,'DejaVu Sans',system-ui,sans-serif}
h1,h2,h3{color:var(--text1);line-height:1.25}h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:40px 0 4px}
p{max-width:78ch;margin:6px 0}.muted{color:var(--text3)}
svg{display:block;width:100%;height:auto;margin:14px 0}
table{border-collapse:collapse;width:100%;margin:10px 0;font-size:13px}
th{text-align:left;font-weight:600;color:var(--text3);border-bottom:1px solid var(--line2);padding:4px 12px 4px 0}
td{border-bottom:1px solid var(--line);padding:4px 12px 4px 0;vertical-align:top}
td.number{white-space:nowrap;font-variant-numeric:tabular-nums}
.verdict{white-space:nowrap;color:var(--text1);font-weight:600}
.reproduced::before{content:'✓ ';color:var(--ok)}.not-reproduced::before{content:'✗ ';color:var(--bad)}
.unclear::before{content:'? ';color:var(--text3)}.observed::before{content:'· ';color:var(--text3)}
.warning{border-left:3px solid var(--bad);padding-left:12px}
@media print{body{padding:0;max-width:none}h2{break-after:avoid}svg,tr{break-inside:avoid}section{break-inside:avoid-page}}
)";

std::string escaped(std::string_view text) {
    return draw::xml_escaped(text);
}

std::string text_of(const char* format, auto... values) {
    std::array<char, 1600> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

void add_head(std::string& io_page) {
    io_page +=
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>The I-COLLIDE graphs, measured with Boxwood</title>\n<style>\n:root{color-scheme:light dark;";
    io_page += draw::css_variables(draw::light_palette()) + "}\n@media (prefers-color-scheme:dark){:root{" +
               draw::css_variables(draw::dark_palette()) + "}}\n@media print{:root{" +
               draw::css_variables(draw::light_palette()) + "}}";
    io_page += kStyle;
    io_page += "</style></head><body>\n";
}

void add_summary(std::string& io_page, std::span<const Finding> findings, const ReportFacts& facts) {
    std::array<int, 5> counts{};
    for (const Finding& finding : findings) ++counts[static_cast<std::size_t>(finding.judgement.verdict)];
    io_page += "<h1>The I-COLLIDE graphs</h1>\n<p class=\"muted\">Measured with Boxwood " +
               escaped(facts.build) + " on " + escaped(facts.machine) + "; times: " + escaped(facts.clock) +
               ".</p>\n";
    if (facts.is_quick)
        io_page += "<p class=\"warning\">A quick look: few points, few frames, small scenes. Not a "
                   "measurement.</p>\n";
    io_page +=
        text_of("<p><b>%d shapes reproduced, %d not reproduced, %d unclear.</b> Each shape that the paper "
                "reports is a stated test; a disagreement is a finding.</p>\n",
                counts[0], counts[1], counts[2]);
}

constexpr const char* kScene = R"(<h2>How it was measured</h2>
<p>Random convex polytopes of radius 1 move and turn in a closed room, rebound from its walls and exchange velocities
when they touch. The time of a frame is that of collision detection: box update, sort of the three endpoint lists
(%s), exact detection of the pairs whose boxes overlap (%s). Making matrices, drawing and the start are not in it.</p>
)";
constexpr const char* kDefaults =
    R"(<p>What is not swept is held at %d polytopes of %d faces, %g° and %g %% of the
radius per frame, %g %% of the volume; boxes are not fattened, because fattening grows with velocity. <b>These defaults,
the sample points and the ranges of the tests are this project's choices</b>: the paper's are lost.</p>
)";
constexpr const char* kRuns =
    R"(<p>Every point is run with %d seeds, %d frames each after %d to settle, pass by pass
over all points and with both kinds of box right after each other. A run's time is the mean of the middle half of its
frames. Bands and intervals are 95 %% confidence of the mean over the seeds (Student's t). A verdict is
<i>reproduced</i> if the interval of the estimate lies within the stated range, <i>not reproduced</i> if outside, else
<i>unclear</i>. Causes are judged on counts, which are the same on every machine.</p>
<p>Sources: [S] the paper's text (Cohen, Lin, Manocha, Ponamgi, I-COLLIDE, 1995); [E: abstract] its abstract in open
copies.</p>
)";

void add_method(std::string& io_page, const Sweep& sweep) {
    const MultiBodyParams& base = sweep.base;
    io_page += text_of(kScene, sweep.broad_phase.c_str(), sweep.narrow_phase.c_str());
    io_page += text_of(kDefaults, base.bodies, base.faces, base.spin_degrees, base.speed_percent,
                       base.density_percent);
    io_page += text_of(kRuns, sweep.seeds, sweep.frames, sweep.warm_frames);
}

void add_cell(std::string& io_page, const std::string& content, std::string_view attributes = "") {
    io_page.append("<td").append(attributes).append(">").append(content).append("</td>");
}

void add_claims(std::string& io_page, std::span<const Finding> findings) {
    if (findings.empty()) return;
    io_page += "<table><thead><tr><th>reported shape</th><th>source</th><th>test</th><th>estimate (95 %)</th>"
               "<th>verdict</th></tr></thead><tbody>\n";
    for (const Finding& finding : findings) {
        const Claim& claim = *finding.claim;
        std::string verdict(verdict_name(finding.judgement.verdict)), kind = verdict;
        if (const std::size_t space = kind.find(' '); space != std::string::npos) kind[space] = '-';
        io_page.append("<tr>");
        add_cell(io_page, escaped(claim.shape));
        add_cell(io_page, escaped(claim.source), " class=\"muted\"");
        add_cell(io_page, escaped(claim.test));
        std::string estimate = escaped(estimate_text(claim, finding.judgement.estimate));
        if (!finding.judgement.note.empty()) estimate.append("<br>").append(escaped(finding.judgement.note));
        add_cell(io_page, estimate, " class=\"number\"");
        add_cell(io_page, verdict, " class=\"verdict " + kind + "\"");
        io_page.append("</tr>\n");
    }
    io_page += "</tbody></table>\n";
}

void add_graph(std::string& io_page, Results results, const SweepResult& result) {
    const Graph& graph = result.sweep.graph;
    io_page += text_of("<section><h2>Graph %d. ", graph.number);
    io_page += escaped(graph.question) + "</h2>\n<p class=\"muted\">Swept: " + escaped(axis_text(graph)) +
               text_of(", %g to %g in %zu points.</p>\n", result.sweep.points.front(),
                       result.sweep.points.back(), result.sweep.points.size());
    io_page += draw::to_svg(times_picture(result, kTimes), draw::SvgColors::variables, graph.question);
    io_page += draw::to_svg(causes_picture(result, kCauses), draw::SvgColors::variables,
                            std::string("Counts behind it: ").append(graph.axis));
    add_claims(io_page, judge_graph(results, graph.number));
    io_page += "</section>\n";
}

} // namespace

std::string report_page(Results results, const ReportFacts& facts) {
    std::string page;
    add_head(page);
    add_summary(page, judge_all(results), facts);
    page += "<section><h2>Over all graphs</h2>\n";
    add_claims(page, judge_graph(results, kHeadline));
    page += "</section>\n";
    for (const SweepResult& result : results)
        if (result.sweep.graph.number != kHeadline) add_graph(page, results, result);
    if (!results.empty()) add_method(page, results.front().sweep);
    page += "</body></html>\n";
    return page;
}

} // namespace boxwood
