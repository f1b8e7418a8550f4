// The settings of the capture lab, and its report fields. To add a setting: a row here, and row("name") in a panel.
#include "app/labs/capture/capture_lab.hpp"

#include "collision/core/number_text.hpp"
#include "engine/import/text_file.hpp"
#include "engine/json/json.hpp"

#include <charconv>

namespace boxwood {
namespace {

constexpr int kDeepestChoice = 64;
constexpr std::size_t kMaxReported = 1000; // findings in a report

std::string json_text(const std::string& text) {
    return to_text(Json(text));
}

} // namespace

SettingTable CaptureLab::settings() {
    SettingTable table;
    const auto reopen = [this] { open_later(); };
    table.group("Capture");
    table.add(free_text({"capture", "", "Capture to judge, an MCAP file; without one a built-in case"},
                        [this](std::string_view path) -> Status {
                            if (path.empty()) return Error{"capture: needs the path of a capture"};
                            std::error_code unknown;
                            if (!std::filesystem::is_regular_file(path, unknown))
                                return Error{"capture: " + shown(path) + " is no file"};
                            wanted_.file = path;
                            fault_ = 0; // of another case
                            fault_node_.reset();
                            open_later();
                            return ok();
                        }));
    table.add(
        whole({"finding", "",
               "Finding to show, from 1 in the order of `boxwood judge`; without it the first wrong one"},
              {.low = 1, .high = 1e9},
              {{}, [this](double number) { wanted_finding_ = static_cast<std::uint64_t>(number); }}));
    table.group("Fault");
    SettingOptions faults{{"none", "None", "The capture as it is"}};
    for (const judge::FaultKind& kind : judge::list_faults())
        faults.push_back({std::string(kind.name), {}, std::string(kind.meaning)});
    table.add(choice({"fault", "Kind", "Injects a fault into the capture, whose bytes are then judged"},
                     std::move(faults), 0, member(fault_, [this, reopen] {
                         fault_node_.reset();
                         reopen();
                     })));
    table.add(free_text(
        {"fault-node", "", "Node of the hierarchy of a that gets the fault, or auto: one that suits"},
        [this](std::string_view text) -> Status {
            std::uint32_t node = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
            const bool is_number = error == std::errc() && end == text.data() + text.size();
            if (text != "auto" && !is_number)
                return Error{"fault-node: \"" + one_line(text, 40) +
                             "\" is neither auto nor the number of a node"};
            if (fault_ == 0 && is_number) return Error{"fault-node: choose a fault first"};
            fault_node_ = is_number ? std::optional(node) : std::nullopt;
            open_later();
            return ok();
        }));
    table.group("Show");
    table.add(
        flag({"hierarchy", "Hierarchy boxes", "The volumes of the recorded hierarchies at these depths"},
             false, member(show_.hierarchy)));
    table.add(whole({"depth", "Depth from", "Least depth of the volumes on screen; the root has depth 0"},
                    {.low = 0, .high = kDeepestChoice, .reset = 2}, member(show_.depth_low, [this] {
                        show_.depth_high = std::max(show_.depth_high, show_.depth_low);
                    })));
    table.add(whole({"depth-high", "to", "Greatest depth of the volumes on screen"},
                    {.low = 0, .high = kDeepestChoice, .reset = 2}, member(show_.depth_high, [this] {
                        show_.depth_low = std::min(show_.depth_low, show_.depth_high);
                    })));
    table.add(
        flag({"edges", "Mesh edges", "Outlines the triangles of the meshes"}, true, member(show_.edges)));
    table.add(
        choice({"tree", "Tree color", "What the colors of the trees show, node by node"},
               {{"area", "Surface area", "Share of the root's surface area: the terms of the area cost"},
                {"overlap", "Overlap", "What the boxes of the children share, of the node's own box"},
                {"depth", "Depth", "Levels below the root"},
                {"visits", "Visits", "Visits of this query that tested the node"}},
               0, member(measure_, [this] { measure_nodes(); })));
    table.add(whole({"visit", "", "Visit of the query to show, from 0 as the judge counts"},
                    {.low = 0, .high = 1e9},
                    {{}, [this](double number) { wanted_visit_ = static_cast<std::size_t>(number); }}));
    table.add(choice({"page", "",
                      "Page at the bottom: the findings, the recorded trees with the visits, their quality, "
                      "or our builders on the same meshes"},
                     {{"findings", "Findings"},
                      {"trees", "Trees and visits"},
                      {"quality", "Quality"},
                      {"builders", "Our builders"}},
                     0, member(page_))
                  .page());
    return table;
}

std::vector<ReportField> CaptureLab::facts() const {
    std::vector<ReportField> facts;
    const auto add = [&](const char* name, std::string json) { facts.push_back({name, std::move(json)}); };
    add("capture", opened_ ? json_text(opened_->name) : "null");
    add("producer", opened_ ? json_text(opened_->capture.producer) : "null");
    add("fault", json_text(fault_text()));
    add("judging", opener_.is_busy() ? "true" : "false");
    if (!opened_) return facts;
    for (const judge::Outcome outcome : {judge::Outcome::right, judge::Outcome::within_precision,
                                         judge::Outcome::undecided, judge::Outcome::wrong})
        add(judge::kOutcomeNames[static_cast<std::size_t>(outcome)].data(), // literals
            std::to_string(opened_->judged.count(outcome)));
    std::string list;
    for (std::size_t i = 0; i < std::min(opened_->count(), kMaxReported); ++i)
        list += (i == 0 ? "" : ", ") + json_of(opened_->finding(i));
    add("findings", "[" + list + "]");
    add("shown", finding() ? std::to_string(simulation_.frame) : "null");
    add("why", finding() ? json_of(*finding()) : "null");
    add("problems", to_text(Json::array_of(opened_->capture.problems)));
    add("whole", opened_->capture.is_finished && opened_->capture.problems.empty() ? "true" : "false");
    add("picked", picked_ ? "[" + std::to_string(picked_->object) + ", " + std::to_string(picked_->node) + "]"
                          : "null");
    add("sticks_out", stressed_.overhang ? number_text(stressed_.overhang->length) : "null");
    add("visits", std::to_string(seen_.visits.size()));
    add("visit", seen_.visits.empty() ? "null" : std::to_string(visit_));
    add("walked", seen_.is_walked ? "true" : "false");
    add("compared",
        comparison_ ? json_text(comparison_->problem.empty() ? comparison_->sentence : comparison_->problem)
                    : "null");
    add("stressed_nodes", std::to_string(stressed_.nodes.size()));
    add("stressed_triangles", std::to_string(stressed_.triangles.size()));
    return facts;
}

} // namespace boxwood
