#include "engine/experiments/result_csv.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

std::string number(double value) {
    if (!std::isfinite(value)) return "";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

std::string csv_quoted(std::string_view text) {
    std::string out(1, '"');
    for (const char c : text) out.append(c == '"' ? 2 : 1, c);
    out.push_back('"');
    return out;
}

// One more cell of the last line.
void add(std::string& io_text, std::string_view cell) {
    if (!io_text.empty() && io_text.back() != '\n') io_text.push_back(',');
    io_text.append(cell);
}

void start_row(std::string& io_text, const SweepResult& result, std::size_t point, std::size_t box) {
    const Graph& graph = result.sweep.graph;
    add(io_text, std::to_string(graph.number));
    add(io_text, graph.name);
    add(io_text, number(result.sweep.points[point]));
    add(io_text, box_kind_name(result.sweep.boxes[box]));
}

template <class Row>
void for_each_point(const SweepResult& result, const Row& row) {
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point)
        for (std::size_t box = 0; box < result.sweep.boxes.size(); ++box) row(point, box);
}

void add_runs(const SweepResult& result, std::size_t point, std::size_t box, std::string& io_text) {
    for (std::size_t seed = 0; seed < static_cast<std::size_t>(result.sweep.seeds); ++seed) {
        const Sample& sample = result.at({point, box, seed});
        if (!sample.is_measured) continue;
        start_row(io_text, result, point, box);
        add(io_text, std::to_string(result.sweep.base.seed + seed));
        for (const double value : sample.values) add(io_text, number(value));
        std::array<char, 17> hash{};
        std::snprintf(hash.data(), hash.size(), "%016llx",
                      static_cast<unsigned long long>(sample.state_hash));
        add(io_text, hash.data());
        io_text.push_back('\n');
    }
}

void add_estimates(const SweepResult& result, std::size_t point, std::size_t box, std::string& io_text) {
    for (std::size_t m = 0; m < kMeasureCount; ++m) {
        const std::vector<double> values = result.values_of(point, box, static_cast<Measure>(m));
        if (values.empty()) continue;
        const Interval interval = mean_interval(values);
        start_row(io_text, result, point, box);
        add(io_text, kMeasureNames[m]);
        for (const double value : {interval.mean, median_of(values), interval.low, interval.high})
            add(io_text, number(value));
        add(io_text, std::to_string(values.size()));
        io_text.push_back('\n');
    }
}

} // namespace

std::string runs_csv(Results results) {
    std::string text = "graph,name,value,boxes,seed";
    for (const std::string_view name : kMeasureNames) add(text, name);
    text += ",state_hash\n";
    for (const SweepResult& result : results)
        for_each_point(result,
                       [&](std::size_t point, std::size_t box) { add_runs(result, point, box, text); });
    return text;
}

std::string graph_csv(const SweepResult& result) {
    std::string text = "graph,name,value,boxes,measure,mean,median,low,high,seeds\n";
    for_each_point(result,
                   [&](std::size_t point, std::size_t box) { add_estimates(result, point, box, text); });
    return text;
}

std::string claims_csv(std::span<const Finding> findings) {
    std::string text = "graph,shape,source,test,verdict,estimate,low,high,note\n";
    for (const Finding& finding : findings) {
        const Claim& claim = *finding.claim;
        const Interval& estimate = finding.judgement.estimate;
        add(text, std::to_string(claim.graph));
        for (const std::string_view words : {claim.shape, claim.source, claim.test}) add(text, csv_quoted(words));
        add(text, verdict_name(finding.judgement.verdict));
        for (const double value : {estimate.mean, estimate.low, estimate.high}) add(text, number(value));
        add(text, csv_quoted(finding.judgement.note));
        text.push_back('\n');
    }
    return text;
}

} // namespace boxwood
