#include "bench/experiments/report_page.hpp"

#include "bench/experiments/scaling/load_latency.hpp"
#include "engine/draw/sheet_svg.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::string_view kStyle = R"(
*{box-sizing:border-box}
body{margin:0 auto;padding:32px 24px;max-width:1130px;background:var(--panel);color:var(--text2);
font:14px/1.5 Inter,'DejaVu Sans',system-ui,sans-serif}
h1,h2,h3{color:var(--text1);line-height:1.25}h1{font-size:26px;margin:0 0 4px}
h2{font-size:20px;margin:52px 0 2px;padding-top:14px;border-top:2px solid var(--line2)}h3{font-size:15px;margin:28px 0 4px}
p{max-width:88ch;margin:6px 0}.muted{color:var(--text3)}a{color:var(--text1)}.name{white-space:nowrap}
svg{display:block;width:100%;height:auto;margin:14px 0}
table{border-collapse:collapse;margin:8px 0 14px;font-size:12.5px;width:100%}
caption{text-align:left;color:var(--text2);padding:2px 0;font-size:12.5px}
th{text-align:left;font-weight:600;color:var(--text3);border-bottom:1px solid var(--line2);padding:3px 12px 3px 0;
vertical-align:bottom}
td{border-bottom:1px solid var(--line);padding:3px 12px 3px 0;vertical-align:top}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
th.number{white-space:normal}.wide{overflow-x:auto}
.verdict{white-space:nowrap;color:var(--text1);font-weight:600}
.reproduced::before{content:'✓ ';color:var(--ok)}.not-reproduced::before{content:'✗ ';color:var(--bad)}
.holds::before,.reached::before{content:'✓ ';color:var(--ok)}
.does-not-hold::before,.not-reached::before{content:'✗ ';color:var(--bad)}
.same-direction::before{content:'≈ ';color:var(--text3)}
.unclear::before{content:'? ';color:var(--text3)}.observed::before{content:'· ';color:var(--text3)}
.not-judged::before{content:'– ';color:var(--text3)}
.warning{border-left:3px solid var(--bad);padding-left:12px}
@media print{body{padding:0;max-width:none;background:none;font-size:10.5px;line-height:1.4}
h1{font-size:20px}h2{font-size:16px;margin-top:0}h3{font-size:12px;margin-top:16px}caption{font-size:10px}
p{max-width:none}td{padding-top:2px;padding-bottom:2px}
h2,h3{break-after:avoid}svg,tr{break-inside:avoid}h2{break-before:page}
.wide{overflow:visible}table{font-size:9.5px}.many{font-size:7px}.many th,.many td{padding-right:4px}}
)";

std::string escaped(std::string_view text) {
    return draw::xml_escaped(text);
}
// Escapes text and groups the digits of its numbers.
std::string shown(std::string_view text) {
    return escaped(grouped_text(text));
}

void add_cell(std::string& io_page, const std::string& content, std::string_view attributes = "",
              std::string_view tag = "td") {
    io_page.append("<").append(tag).append(attributes).append(">").append(content);
    io_page.append("</").append(tag).append(">");
}

void add_paragraphs(std::string& io_page, std::string_view text, std::string_view attributes = "") {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        io_page.append("<p").append(attributes).append(">");
        io_page.append(escaped(text.substr(0, end))).append("</p>\n");
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void add_head(std::string& io_page) {
    io_page += "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width\">\n"
               "<title>Boxwood bench</title>\n<style>\n:root{color-scheme:light dark;";
    io_page += draw::css_variables(draw::light_palette()) + "}\n@media (prefers-color-scheme:dark){:root{" +
               draw::css_variables(draw::dark_palette()) + "}}\n@media print{:root{" +
               draw::css_variables(draw::light_palette()) + "}}";
    io_page += kStyle;
    io_page += "</style></head><body>\n";
}

constexpr std::array kClasses{Verdict::reproduced, Verdict::same_direction, Verdict::not_reproduced,
                              Verdict::not_judged};

struct VerdictCounts {
    std::array<int, kVerdictCount> reported{};   // number of claims per verdict
    std::array<int, 2> own{}, target{}, ratio{}; // number met, number judged
    int count(Verdict verdict) const { return reported[static_cast<std::size_t>(verdict)]; }
    void add(const ClaimResult& claim) {
        const ClaimKind kind = kind_of(claim);
        if (kind == ClaimKind::reported) ++reported[static_cast<std::size_t>(claim.verdict)];
        if (kind == ClaimKind::reported || claim.verdict == Verdict::not_judged) return;
        auto& counts = kind == ClaimKind::own ? own : kind == ClaimKind::target ? target : ratio;
        counts[0] += claim.verdict == Verdict::reproduced ? 1 : 0;
        ++counts[1];
    }
};

VerdictCounts count_verdicts(std::span<const ReportPart> parts) {
    VerdictCounts counts;
    for (const ReportPart& part : parts)
        for (const ClaimResult& claim : part.claims) counts.add(claim);
    return counts;
}

// For example "3 of 4 hold"; empty if none was judged.
std::string met_text(const std::array<int, 2>& counts, const char* met) {
    return counts[1] == 0 ? "" : std::to_string(counts[0]) + " of " + std::to_string(counts[1]) + " " + met;
}

std::string count_cell(int count) {
    return count == 0 ? "–" : std::to_string(count);
}

std::string own_cell(const VerdictCounts& counts) {
    std::string cell;
    for (const std::string& text : {met_text(counts.own, "hold"), met_text(counts.target, "reached"),
                                    met_text(counts.ratio, "by ratio")})
        if (!text.empty()) cell.append(cell.empty() ? "" : ", ").append(text);
    return cell.empty() ? "–" : cell;
}

void add_index(std::string& io_page, std::span<const ReportPart> parts) {
    io_page += "<table><thead><tr><th>experiment</th><th>question</th><th>source</th><th "
               "class=\"number\">reproduced</th><th class=\"number\">same direction</th><th "
               "class=\"number\">not reproduced</th><th class=\"number\">not judged</th><th>own claims, "
               "targets</th><th class=\"number\">seconds</th></tr></thead><tbody>\n";
    for (const ReportPart& one : parts) {
        const std::string name(one.experiment->name);
        const VerdictCounts counts = count_verdicts(std::span(&one, 1));
        io_page += "<tr>";
        add_cell(io_page, "<a class=\"name\" href=\"#" + name + "\">" + name + "</a>");
        add_cell(io_page, escaped(one.experiment->question));
        add_cell(io_page, escaped(one.experiment->source), " class=\"muted\"");
        for (const Verdict verdict : kClasses)
            add_cell(io_page, count_cell(counts.count(verdict)), " class=\"number\"");
        add_cell(io_page, own_cell(counts));
        add_cell(io_page, fixed_number(one.facts.seconds, 1), " class=\"number\"");
        io_page += "</tr>\n";
    }
    io_page += "</tbody></table>\n";
}

std::string build_text(const ReportFacts& facts) {
    return "Measured with Boxwood " + facts.build + " on " + facts.machine + "; times: " + facts.clock;
}

std::string block_size_text() {
    return std::to_string(kLoadBlockBytes >> 20) + " MiB";
}

// For example "; a dependent load from 16 MiB took 20 ns before the experiment, 21 ns after it"; empty if not measured.
std::string loads_text(const ReportFacts& facts) {
    if (facts.load_before_ns <= 0.0) return "";
    return "; a dependent load from " + block_size_text() + " took " + fixed_number(facts.load_before_ns, 0) +
           " ns before the experiment, " + fixed_number(facts.load_after_ns, 0) + " ns after it";
}

// The range of load latencies over all parts, which describes the state of the machine.
std::string loads_range_text(std::span<const ReportPart> parts) {
    double shortest = 0.0, longest = 0.0;
    for (const ReportPart& part : parts)
        for (const double ns : {part.facts.load_before_ns, part.facts.load_after_ns}) {
            if (ns > 0.0) shortest = shortest > 0.0 ? std::min(shortest, ns) : ns;
            longest = std::max(longest, ns);
        }
    if (longest <= 0.0) return "";
    return " Dependent loads from " + block_size_text() + " took " + fixed_number(shortest, 0) + " to " +
           fixed_number(longest, 0) +
           " ns before and after the experiments. If this is more than the latency of the last-level cache, "
           "the cache was smaller or occupied by other processes, and all loads of data outside the inner "
           "caches took longer.";
}

// If all parts used the same build, names it once for the page.
void add_build(std::string& io_page, std::span<const ReportPart> parts) {
    const bool is_one_build = std::all_of(parts.begin(), parts.end(), [&](const ReportPart& part) {
        return build_text(part.facts) == build_text(parts[0].facts);
    });
    if (parts.empty()) return;
    add_paragraphs(io_page,
                   (is_one_build
                        ? build_text(parts[0].facts) + "."
                        : "Measured in runs of several builds or machines, which are named at the end "
                          "of each experiment.") +
                       loads_range_text(parts),
                   " class=\"muted\"");
}

void add_warning(std::string& io_page, std::span<const ReportPart> parts) {
    std::string quick;
    std::size_t count = 0;
    for (const ReportPart& part : parts)
        if (part.facts.is_quick) {
            quick.append(quick.empty() ? "" : ", ").append(part.experiment->name);
            ++count;
        }
    if (count == 0) return;
    add_paragraphs(
        io_page,
        (count == parts.size() ? "A quick run" : "Quick runs (" + quick + ")") +
            ": small input, few repeats. This is not a measurement: claims about counts are judged "
            "for the small input, and times are meaningless.",
        " class=\"warning\"");
}

void add_summary(std::string& io_page, std::span<const ReportPart> parts) {
    const VerdictCounts counts = count_verdicts(parts);
    const std::string own = met_text(counts.own, "hold"), target = met_text(counts.target, "are reached"),
                      ratio = met_text(counts.ratio, "are reached");
    io_page += "<h1>Boxwood: experiments of the papers, and comparisons with other libraries</h1>\n";
    add_build(io_page, parts);
    add_warning(io_page, parts);
    io_page += "<p><b>" + std::to_string(counts.count(Verdict::reproduced)) + " claims reproduced, " +
               std::to_string(counts.count(Verdict::same_direction)) + " in the same direction, " +
               std::to_string(counts.count(Verdict::not_reproduced)) + " not reproduced, " +
               std::to_string(counts.count(Verdict::not_judged)) + " not judged." +
               (own.empty() ? "" : " Of this project's own claims, " + own + ".") +
               (target.empty() ? "" : " Of its targets, " + target + ".") +
               (ratio.empty() ? "" : " Of its target ratios to other libraries, " + ratio + ".") +
               "</b> Each claim of a source has a rule that was written before its result; docs/sources.md "
               "lists all claims. Same direction: the value has the direction that the source states, but "
               "lies outside the range around the source's figure, or that figure is lost. Sources: [S] the "
               "paper's text, [E] found elsewhere, [D] derived, [M] measured for the design. \"own\" is a "
               "claim of this project, which holds or does not hold. A \"target\" is a figure that the "
               "project set for itself. A \"ratio\" follows from a target: the factor by which another "
               "library must be slower than Boxwood in the same run. Figures that are lost in the sources "
               "are not replaced by guesses. Counts are the same on every machine; times are not.</p>\n";
    add_index(io_page, parts);
}

void add_claims(std::string& io_page, std::span<const ClaimResult> claims) {
    if (claims.empty()) return;
    io_page += "<table><thead><tr><th>claim</th><th>source</th><th>figure</th><th>test</th><th>here</"
               "th><th>basis</th>"
               "<th>verdict</th></tr></thead><tbody>\n";
    for (const ClaimResult& claim : claims) {
        const std::string verdict(verdict_name(claim));
        std::string kind = verdict;
        std::replace(kind.begin(), kind.end(), ' ', '-');
        io_page += "<tr>";
        add_cell(io_page, escaped(claim.statement));
        add_cell(io_page, escaped(claim.source), " class=\"muted\"");
        add_cell(io_page, escaped(claim.figure));
        add_cell(io_page, shown(claim.test));
        std::string estimate = shown(claim.estimate);
        if (!claim.note.empty()) estimate.append("<br>").append(shown(claim.note));
        add_cell(io_page, estimate);
        add_cell(io_page, claim.basis == Basis::counts ? "counts" : "times", " class=\"muted\"");
        add_cell(io_page, verdict, " class=\"verdict " + kind + "\"");
        io_page += "</tr>\n";
    }
    io_page += "</tbody></table>\n";
}

constexpr std::size_t kManyColumns = 14; // printed tables with more columns use a smaller font

bool is_number_column(const Table& table, std::size_t column) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [column](const auto& row) { return row[column].is_number; });
}

void add_table(std::string& io_page, std::string_view experiment, const Table& table) {
    const std::string file = std::string(experiment) + "/" + table.name + ".csv";
    if (!table.is_on_page || table.rows.size() > kMaxRows) {
        io_page += "<p class=\"muted\">" + escaped(table.caption) + ": " + std::to_string(table.rows.size()) +
                   " rows in " + escaped(file) + ".</p>\n";
        return;
    }
    const char* kind = table.columns.size() > kManyColumns ? " class=\"many\"" : "";
    io_page += std::string("<div class=\"wide\"><table") + kind + "><caption>" + escaped(table.caption) +
               " <span class=\"muted\">(" + escaped(file) + ")</span></caption><thead><tr>";
    std::vector<std::string_view> attributes;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        attributes.push_back(is_number_column(table, i) ? " class=\"number\"" : "");
        add_cell(io_page, escaped(heading_text(table.columns[i])), attributes.back(), "th");
    }
    io_page += "</tr></thead><tbody>\n";
    for (const std::vector<Cell>& row : table.rows) {
        io_page += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) add_cell(io_page, shown(row[i].text), attributes[i]);
        io_page += "</tr>\n";
    }
    io_page += "</tbody></table></div>\n";
}

void add_report_fields(std::string& io_page, const ReportFacts& facts) {
    add_paragraphs(io_page,
                   build_text(facts) + "; " + facts.date + ", seed " + std::to_string(facts.seed) +
                       ", took " + fixed_number(facts.seconds, 1) + " s" +
                       (facts.is_quick ? ", a quick run" : "") + loads_text(facts) + ".",
                   " class=\"muted\"");
}

std::string make_section(const Experiment& experiment, const ExperimentResult& result,
                         const ReportFacts& facts) {
    const std::string name(experiment.name);
    std::string section = section_start(name) + "<h2>" + escaped(experiment.question) +
                          "</h2>\n<p class=\"muted\"><b>" + name + "</b> · " + escaped(experiment.source) +
                          "</p>\n";
    for (const ExperimentSection& part : result.sections) {
        if (!part.title.empty()) section += "<h3>" + escaped(part.title) + "</h3>\n";
        add_paragraphs(section, part.text);
        add_claims(section, part.claims);
        for (const Picture& picture : part.pictures)
            section += draw::to_svg(picture.sheet, draw::SvgColors::variables, picture.title);
        for (const Table& table : part.tables) add_table(section, name, table);
    }
    add_paragraphs(section, "How it was measured: " + result.method, " class=\"muted\"");
    add_report_fields(section, facts);
    section += kSectionEnd;
    return section;
}

} // namespace

std::string section_start(std::string_view experiment) {
    return "<section id=\"" + std::string(experiment) + "\">";
}

ReportPart make_report_part(const Experiment& experiment, const ExperimentResult& result,
                            const ReportFacts& facts) {
    return {&experiment, facts, claims_of(result), make_section(experiment, result, facts)};
}

std::string report_page(std::span<const ReportPart> parts) {
    std::string page;
    add_head(page);
    add_summary(page, parts);
    for (const ReportPart& part : parts) page += part.section;
    page += "</body></html>\n";
    return page;
}

} // namespace boxwood
