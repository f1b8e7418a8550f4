#include "bench/experiments/csv_text.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Splits a line into cells. Cells can be quoted; a quotation mark inside quotes is doubled.
std::vector<std::string> split_line(std::string_view line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (is_quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += '"';
            ++i;
        } else if (c == '"')
            is_quoted = !is_quoted;
        else if (c == ',' && !is_quoted)
            cells.emplace_back();
        else if (c != '\r')
            cells.back() += c;
    }
    return cells;
}

} // namespace

Result<std::string> CsvText::at(std::size_t row, std::string_view column) const {
    const auto found = std::find(columns.begin(), columns.end(), column);
    if (found == columns.end()) return Error{"no column " + std::string(column)};
    return rows[row][static_cast<std::size_t>(found - columns.begin())];
}

Result<CsvText> read_csv(std::string_view text) {
    CsvText csv;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') continue;
        std::vector<std::string> cells = split_line(line);
        if (csv.columns.empty()) {
            csv.columns = std::move(cells);
            continue;
        }
        if (cells.size() != csv.columns.size())
            return Error{"line " + std::to_string(number) + ": " + std::to_string(cells.size()) +
                         " cells, not " + std::to_string(csv.columns.size())};
        csv.rows.push_back(std::move(cells));
    }
    if (csv.columns.empty()) return Error{"the table is empty"};
    return csv;
}

} // namespace boxwood
