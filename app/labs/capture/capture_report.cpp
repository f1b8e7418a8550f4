// The setting table and the report of the capture lab.
#include "app/labs/capture/capture_lab.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "engine/json/json.hpp"

namespace boxwood {
namespace {

constexpr std::size_t kMaxReported = 1000; // findings in a report

std::string json_text(const std::string& text) {
    return to_text(Json(text));
}

} // namespace

SettingTable CaptureLab::settings() {
    SettingTable table;
    table.begin_group("Capture");
    source_.add_file_setting(table);
    table.add(whole({"finding", "",
                     "Finding to show, numbered from 1 in the order of `boxwood judge`; by default the first "
                     "wrong finding"},
                    {.low = 1, .high = 1e9}, {{}, [this](double number) {
                                                  requested_finding_ = static_cast<std::uint64_t>(number);
                                              }}));
    source_.add_fault_settings(table);
    display_.add_settings(table);
    measures_.add_setting(table, case_.seen());
    table.add(whole({"visit", "", "Visit of the query to show, numbered from 0 like the judge's visits"},
                    {.low = 0, .high = 1e9},
                    {{}, [this](double number) { visits_.request(static_cast<std::size_t>(number)); }}));
    table.add(choice({"page", "",
                      "Page at the bottom: the findings, the recorded trees with the visits, their quality, "
                      "or Boxwood's builders on the same meshes"},
                     {{"findings", "Findings"},
                      {"trees", "Trees and visits"},
                      {"quality", "Quality"},
                      {"builders", "Boxwood's builders"}},
                     0, member(page_))
                  .page());
    return table;
}

std::vector<ReportField> CaptureLab::report_fields() const {
    std::vector<ReportField> fields;
    const OpenedCapture* opened = source_.opened();
    const auto add = [&](const char* name, std::string json) { fields.push_back({name, std::move(json)}); };
    add("capture", opened ? json_text(opened->name) : "null");
    add("producer", opened ? json_text(opened->capture.producer) : "null");
    add("fault", json_text(source_.fault_text()));
    add("judging", source_.is_judging() ? "true" : "false");
    if (!opened) return fields;
    for (const judge::Outcome outcome : {judge::Outcome::right, judge::Outcome::within_precision,
                                         judge::Outcome::undecided, judge::Outcome::wrong})
        // The names are string literals, so data() is null-terminated.
        add(judge::kOutcomeNames[static_cast<std::size_t>(outcome)].data(),
            std::to_string(opened->judged.count(outcome)));
    std::string list;
    for (std::size_t i = 0; i < std::min(opened->count(), kMaxReported); ++i)
        list += (i == 0 ? "" : ", ") + json_of(opened->finding(i));
    add("findings", "[" + list + "]");
    add("shown", case_.finding() ? std::to_string(simulation_.frame) : "null");
    add("why", case_.finding() ? json_of(*case_.finding()) : "null");
    add("problems", to_text(Json::array_of(opened->capture.problems)));
    add("whole", opened->capture.is_finished && opened->capture.problems.empty() ? "true" : "false");
    add("picked", case_.picked() ? "[" + std::to_string(case_.picked()->object) + ", " +
                                       std::to_string(case_.picked()->node) + "]"
                                 : "null");
    add("sticks_out",
        case_.highlighted().overhang ? number_text(case_.highlighted().overhang->length) : "null");
    add("visits", std::to_string(case_.seen().visits.size()));
    add("visit", case_.seen().visits.empty() ? "null" : std::to_string(visits_.index()));
    add("walked", case_.seen().has_own_visits ? "true" : "false");
    add("compared", quality_.sentence() ? json_text(*quality_.sentence()) : "null");
    add("stressed_nodes", std::to_string(case_.highlighted().nodes.size()));
    add("stressed_triangles", std::to_string(case_.highlighted().triangles.size()));
    return fields;
}

} // namespace boxwood
