// What: reads arrays of float64 in NumPy's file format (.npy), versions 1 to 3.
// Invariants: numbers are in C order.
// Degenerate input: the Error names the source and the defect: another version or type, Fortran order, a truncated or
//     invalid header, or a wrong number of bytes for the shape.
// Cost: parse_npy copies no numbers; read() copies only the requested numbers.
// Source: NEP 1, "A simple file format for NumPy arrays".
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct NpyArray {
    std::vector<std::size_t> shape;
    std::string_view numbers; // little-endian bytes, a view into the parsed content

    // Copies out_numbers.size() numbers, starting at index `first`.
    void read(std::size_t first, std::span<double> out_numbers) const;
};

bool is_npy(std::string_view content);
Result<NpyArray> parse_npy(std::string_view content, const std::string& source);

// "(2, 4, 4)", as Python prints it.
std::string shape_text(std::span<const std::size_t> shape);

} // namespace boxwood
