#include "engine/scene/queries/npy.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

namespace boxwood {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

static_assert(std::endian::native == std::endian::little);

std::size_t little_endian(std::string_view bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

// The header is a Python dictionary on one line. Returns its text after 'key':.
std::optional<std::string_view> text_after_key(std::string_view header, std::string_view key) {
    const std::string quoted = "'" + std::string(key) + "'";
    std::size_t position = header.find(quoted);
    if (position == std::string_view::npos) return std::nullopt;
    position = header.find_first_not_of(" :", position + quoted.size());
    if (position == std::string_view::npos) return std::nullopt;
    return header.substr(position);
}

std::optional<std::vector<std::size_t>> parse_shape(std::string_view text) {
    if (!text.starts_with('(')) return std::nullopt;
    std::vector<std::size_t> shape;
    const char* position = text.data() + 1;
    const char* const end = text.data() + text.size();
    while (true) {
        while (position != end && (*position == ' ' || *position == ',')) ++position;
        if (position == end) return std::nullopt;
        if (*position == ')') return shape;
        std::size_t size = 0;
        const auto [rest, error] = std::from_chars(position, end, size);
        if (error != std::errc{}) return std::nullopt;
        shape.push_back(size);
        position = rest;
    }
}

// Empty if the product does not fit into std::size_t.
std::optional<std::size_t> bytes_of(std::span<const std::size_t> shape) {
    std::size_t bytes = sizeof(double);
    for (const std::size_t size : shape) {
        if (size != 0 && bytes > std::numeric_limits<std::size_t>::max() / size) return std::nullopt;
        bytes *= size;
    }
    return bytes;
}

} // namespace

void NpyArray::read(std::size_t first, std::span<double> out_numbers) const {
    std::memcpy(out_numbers.data(), numbers.data() + first * sizeof(double), out_numbers.size_bytes());
}

bool is_npy(std::string_view content) {
    return content.starts_with(kMagic);
}

std::string shape_text(std::span<const std::size_t> shape) {
    std::string text = "(";
    for (const std::size_t size : shape)
        text.append(text.size() > 1 ? ", " : "").append(std::to_string(size));
    return text + (shape.size() == 1 ? ",)" : ")");
}

Result<NpyArray> parse_npy(std::string_view content, const std::string& source) {
    const auto error = [&source](const std::string& reason) {
        return Error{source + ": NumPy file: " + reason};
    };
    constexpr std::size_t kPrefixBytes = 8; // number of bytes before the length of the header
    if (!is_npy(content) || content.size() < kPrefixBytes + 4) return error("the header is truncated");
    const unsigned version = static_cast<unsigned char>(content[kMagic.size()]);
    if (version < 1 || version > 3) return error("unknown version " + std::to_string(version));
    const std::size_t length_bytes = version == 1 ? 2 : 4, header_begin = kPrefixBytes + length_bytes;
    const std::size_t length = little_endian(content.substr(kPrefixBytes, length_bytes));
    if (content.size() - header_begin < length) return error("the header is truncated");
    const std::string_view header = content.substr(header_begin, length);
    const auto type = text_after_key(header, "descr"), order = text_after_key(header, "fortran_order"),
               shape_value = text_after_key(header, "shape");
    const auto shape = shape_value ? parse_shape(*shape_value) : std::nullopt;
    if (!type || !order || !shape) return error("the header is not understood");
    if (!type->starts_with("'<f8'")) {
        const std::string_view name = type->substr(0, type->find_first_of(",}"));
        return error("has the type " + one_line(name, 20) + "; expected '<f8', that is float64");
    }
    if (!order->starts_with("False"))
        return error("is in Fortran order; save numpy.ascontiguousarray(array) instead");
    const std::optional<std::size_t> bytes = bytes_of(*shape);
    const std::string_view numbers = content.substr(header_begin + length);
    if (!bytes || numbers.size() != *bytes)
        return error("has " + std::to_string(numbers.size()) +
                     " bytes of numbers, which does not match the shape " + shape_text(*shape) +
                     " of float64");
    return NpyArray{*shape, numbers};
}

} // namespace boxwood
