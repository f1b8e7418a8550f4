// What: reads the header of a PLY file: its elements, their properties and the encoding.
#pragma once

#include "collision/core/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

enum class PlyCoding : std::uint8_t { text, little_endian, big_endian };
enum class PlyType : std::uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::f32;
    bool is_list = false;
    PlyType count_type = PlyType::u8; // of the list's length
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;
};

struct PlyHeader {
    PlyCoding coding = PlyCoding::text;
    std::vector<PlyElement> elements;
    std::string_view body; // the bytes after the header
    std::size_t lines = 0; // number of lines of the header
};

std::size_t size_of(PlyType type);

// Returns an Error if the header is invalid, or if the rows of an element do not fit into the body.
Result<PlyHeader> read_ply_header(std::string_view bytes);

} // namespace boxwood
