// What: parses comma-separated text, with access by column name.
// Degenerate input: if the number of cells in a row differs from the heading, an Error names the line. Text without a
//     heading is an Error. Empty lines and lines that begin with # are skipped.
#pragma once

#include "collision/core/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct CsvText {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    Result<std::string> at(std::size_t row,
                           std::string_view column) const; // an Error if there is no such column
};

Result<CsvText> read_csv(std::string_view text);

} // namespace boxwood
