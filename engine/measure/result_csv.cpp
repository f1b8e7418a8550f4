#include "engine/measure/result_csv.hpp"

#include <array>
#include <cstdio>

namespace boxwood {
namespace {

std::vector<Cell> start_row(const SweepResult& result, std::size_t point, std::size_t box) {
    const Graph& graph = result.sweep.graph;
    return {graph.number, graph.name, Cell::exact(result.sweep.points[point]),
            box_kind_name(result.sweep.boxes[box])};
}

template <class Row>
void for_each_point(const SweepResult& result, const Row& row) {
    for (std::size_t point = 0; point < result.sweep.points.size(); ++point)
        for (std::size_t box = 0; box < result.sweep.boxes.size(); ++box) row(point, box);
}

void add_runs(const SweepResult& result, std::size_t point, std::size_t box, Table& io_table) {
    for (std::size_t seed = 0; seed < static_cast<std::size_t>(result.sweep.seeds); ++seed) {
        const Sample& sample = result.at({point, box, seed});
        if (!sample.is_measured) continue;
        std::vector<Cell> row = start_row(result, point, box);
        row.emplace_back(result.sweep.base.seed + seed);
        for (const double value : sample.values) row.push_back(Cell::exact(value));
        std::array<char, 17> hash{};
        std::snprintf(hash.data(), hash.size(), "%016llx",
                      static_cast<unsigned long long>(sample.state_hash));
        row.emplace_back(hash.data());
        io_table.add(std::move(row));
    }
}

void add_estimates(const SweepResult& result, std::size_t point, std::size_t box, Table& io_table) {
    for (std::size_t m = 0; m < kMeasureCount; ++m) {
        const std::vector<double> values = result.values_of(point, box, static_cast<Measure>(m));
        if (values.empty()) continue;
        const Interval interval = mean_interval(values);
        std::vector<Cell> row = start_row(result, point, box);
        row.emplace_back(kMeasureNames[m]);
        for (const double value : {interval.value, median_of(values), interval.low, interval.high})
            row.push_back(Cell::exact(value));
        row.emplace_back(values.size());
        io_table.add(std::move(row));
    }
}

} // namespace

Table runs_table(std::span<const SweepResult> results) {
    Table table{"runs", "Every run", {"graph", "name", "value", "boxes", "seed"}};
    table.columns.insert(table.columns.end(), kMeasureNames.begin(), kMeasureNames.end());
    table.columns.emplace_back("state_hash");
    table.is_on_page = false;
    for (const SweepResult& result : results)
        for_each_point(result,
                       [&](std::size_t point, std::size_t box) { add_runs(result, point, box, table); });
    return table;
}

Table graph_table(const SweepResult& result) {
    const Graph& graph = result.sweep.graph;
    Table table{"graph-" + std::to_string(graph.number) + "-" + std::string(graph.name),
                "Estimates per point",
                {"graph", "name", "value", "boxes", "measure", "mean", "median", "low", "high", "seeds"}};
    table.is_on_page = false;
    for_each_point(result,
                   [&](std::size_t point, std::size_t box) { add_estimates(result, point, box, table); });
    return table;
}

} // namespace boxwood
