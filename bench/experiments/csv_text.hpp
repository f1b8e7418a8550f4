// What: comma-separated text read back, by the names of its columns.
// Degenerate input: a row with another number of cells than the heading is an Error that names its line; lines that begin
//                   with # and empty ones are left out.
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
