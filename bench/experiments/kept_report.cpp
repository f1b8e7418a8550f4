#include "bench/experiments/kept_report.hpp"

#include "bench/experiments/csv_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace boxwood {
namespace {

constexpr std::array<std::string_view, 10> kColumns{"experiment",     "build",        "machine", "clock",
                                                    "seed",           "quick",        "date",    "seconds",
                                                    "load_before_ns", "load_after_ns"};

const Experiment* find_experiment(std::string_view name) {
    for (const Experiment& one : all_experiments())
        if (one.name == name) return &one;
    return nullptr;
}

template <class T>
Status read_number(const std::string& text, const char* what, T& out_value) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, out_value);
    if (error == std::errc() && stop == end) return ok();
    return Error{"the " + std::string(what) + " '" + text + "' is not a number"};
}

Result<ReportPart> read_facts(const std::vector<std::string>& row) {
    ReportPart part{.experiment = find_experiment(row[0]),
                    .facts = {.build = row[1],
                              .machine = row[2],
                              .clock = row[3],
                              .date = row[6],
                              .is_quick = row[5] == "yes"},
                    .claims = {},
                    .section = {}};
    if (part.experiment == nullptr) return Error{"no experiment is named '" + row[0] + "'"};
    if (Status status = read_number(row[4], "seed", part.facts.seed); !status) return status.error();
    if (Status status = read_number(row[7], "time", part.facts.seconds); !status) return status.error();
    if (Status status = read_number(row[8], "load", part.facts.load_before_ns); !status)
        return status.error();
    if (Status status = read_number(row[9], "load", part.facts.load_after_ns); !status) return status.error();
    return part;
}

Result<std::string> find_section(std::string_view page, std::string_view experiment) {
    const std::size_t start = page.find(section_start(experiment)),
                      end = page.find(kSectionEnd, std::min(start, page.size()));
    if (end == std::string_view::npos) return Error{"no section '" + std::string(experiment) + "'"};
    return std::string(page.substr(start, end + kSectionEnd.size() - start));
}

// The page section of an experiment for which only the tables exist.
std::string section_without_page(const Experiment& experiment) {
    const std::string name(experiment.name);
    return section_start(name) + "<h2>" + std::string(experiment.question) +
           "</h2>\n<p class=\"muted\">Measured earlier; its tables are in the folder <b>" + name +
           "</b>.</p>\n" + std::string(kSectionEnd);
}

// Sets the verdict whose name for claims of io_claim.source is `name`.
Status read_verdict(const std::string& name, ClaimResult& io_claim) {
    for (std::size_t verdict = 0; verdict < kVerdictCount; ++verdict) {
        io_claim.verdict = static_cast<Verdict>(verdict);
        if (verdict_name(io_claim) == name) return ok();
    }
    return Error{"unknown verdict '" + name + "'"};
}

Result<std::vector<ClaimResult>> read_claims_table(const std::string& text) {
    const Result<CsvText> csv = read_csv(text);
    if (!csv) return csv.error();
    std::vector<ClaimResult> claims;
    for (std::size_t row = 0; row < csv->rows.size(); ++row) {
        const Result<std::string> source = csv->at(row, "source"), verdict = csv->at(row, "verdict");
        if (!source || !verdict) return source ? verdict.error() : source.error();
        ClaimResult claim{.statement = {}, .source = *source, .test = {}, .estimate = {}};
        if (Status status = read_verdict(*verdict, claim); !status) return status.error();
        claims.push_back(std::move(claim));
    }
    return claims;
}

Error in_file(std::string_view file, const Error& error) {
    return Error{std::string(file) + ": " + error.message};
}

} // namespace

Table make_about_table(std::span<const ReportPart> parts) {
    Table table{"about", "Conditions of each measurement", {kColumns.begin(), kColumns.end()}};
    for (const ReportPart& part : parts) {
        const ReportFacts& facts = part.facts;
        table.add({part.experiment->name, facts.build, facts.machine, facts.clock, facts.seed,
                   facts.is_quick ? "yes" : "no", facts.date, Cell(facts.seconds, 1),
                   Cell(facts.load_before_ns, 1), Cell(facts.load_after_ns, 1)});
    }
    return table;
}

Result<std::vector<ReportPart>> read_report(std::string_view page, std::string_view about,
                                            const ReadClaims& read_claims) {
    const Result<CsvText> csv = read_csv(about);
    if (!csv) return in_file("about.csv", csv.error());
    if (!std::equal(kColumns.begin(), kColumns.end(), csv->columns.begin(), csv->columns.end()))
        return Error{"about.csv: its columns differ from the columns that this version writes"};
    std::vector<ReportPart> parts;
    for (const std::vector<std::string>& row : csv->rows) {
        Result<ReportPart> part = read_facts(row);
        if (!part) return in_file("about.csv", part.error());
        Result<std::string> section =
            page.empty() ? section_without_page(*part->experiment) : find_section(page, row[0]);
        if (!section) return in_file("report.html", section.error());
        const Result<std::string> text = read_claims(row[0]);
        if (!text) return text.error();
        Result<std::vector<ClaimResult>> claims = read_claims_table(*text);
        if (!claims) return in_file(row[0] + "/claims.csv", claims.error());
        part->section = std::move(*section);
        part->claims = std::move(*claims);
        put_part(parts, std::move(*part));
    }
    return parts;
}

void put_part(std::vector<ReportPart>& io_parts, ReportPart part) {
    const auto found = std::find_if(io_parts.begin(), io_parts.end(), [&](const ReportPart& other) {
        return other.experiment->name == part.experiment->name;
    });
    if (found != io_parts.end()) {
        *found = std::move(part);
        return;
    }
    const auto list_position = [](const ReportPart& one) {
        const std::span<const Experiment> all = all_experiments();
        return std::find_if(all.begin(), all.end(),
                            [&](const Experiment& other) { return other.name == one.experiment->name; });
    };
    const auto next = std::find_if(io_parts.begin(), io_parts.end(), [&](const ReportPart& other) {
        return list_position(part) < list_position(other);
    });
    io_parts.insert(next, std::move(part));
}

} // namespace boxwood
