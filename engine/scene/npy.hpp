// What: arrays of float64 in NumPy's file format (.npy), versions 1 to 3.
// Invariants: numbers are in C order. The Error names the source and the defect: another type, Fortran order, a header that
//     is cut or not understood, more or fewer bytes than the shape needs.
// Cost: nothing is copied; read() copies the numbers it is asked for.
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
    std::string_view numbers; // bytes, little-endian; those of the parsed content

    // Copies out_numbers.size() numbers from the index `first` on.
    void read(std::size_t first, std::span<double> out_numbers) const;
};

bool is_npy(std::string_view content);
Result<NpyArray> parse_npy(std::string_view content, const std::string& source);

// "(2, 4, 4)", as Python prints it.
std::string shape_text(std::span<const std::size_t> shape);

} // namespace boxwood
