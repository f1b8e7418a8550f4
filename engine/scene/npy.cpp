#include "engine/scene/npy.hpp"

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

// The text after 'key': in the header, which is a Python dictionary on one line.
std::optional<std::string_view> text_after_key(std::string_view header, std::string_view key) {
    const std::string quoted = "'" + std::string(key) + "'";
    std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) return std::nullopt;
    at = header.find_first_not_of(" :", at + quoted.size());
    if (at == std::string_view::npos) return std::nullopt;
    return header.substr(at);
}

std::optional<std::vector<std::size_t>> parse_shape(std::string_view text) {
    if (!text.starts_with('(')) return std::nullopt;
    std::vector<std::size_t> shape;
    const char* at = text.data() + 1;
    const char* const end = text.data() + text.size();
    while (true) {
        while (at != end && (*at == ' ' || *at == ',')) ++at;
        if (at == end) return std::nullopt;
        if (*at == ')') return shape;
        std::size_t size = 0;
        const auto [rest, error] = std::from_chars(at, end, size);
        if (error != std::errc{}) return std::nullopt;
        shape.push_back(size);
        at = rest;
    }
}

// Nothing if the product does not fit.
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
    const auto error = [&source](const std::string& why) { return Error{source + ": NumPy file: " + why}; };
    constexpr std::size_t kVersion = 8; // bytes before the length of the header
    if (!is_npy(content) || content.size() < kVersion + 4) return error("the header is cut off");
    const unsigned version = static_cast<unsigned char>(content[kMagic.size()]);
    if (version < 1 || version > 3) return error("unknown version " + std::to_string(version));
    const std::size_t length_bytes = version == 1 ? 2 : 4, header_begin = kVersion + length_bytes;
    const std::size_t length = little_endian(content.substr(kVersion, length_bytes));
    if (content.size() - header_begin < length) return error("the header is cut off");
    const std::string_view header = content.substr(header_begin, length);
    const auto type = text_after_key(header, "descr"), order = text_after_key(header, "fortran_order"),
               shape_value = text_after_key(header, "shape");
    const auto shape = shape_value ? parse_shape(*shape_value) : std::nullopt;
    if (!type || !order || !shape) return error("the header is not understood");
    if (!type->starts_with("'<f8'")) {
        const std::string_view name = type->substr(0, type->find_first_of(",}"));
        return error("has the type " + one_line(name, 20) + "; expected '<f8', that is float64");
    }
    if (!order->starts_with("False")) return error("is in Fortran order; save numpy.ascontiguousarray of it");
    const std::optional<std::size_t> bytes = bytes_of(*shape);
    const std::string_view numbers = content.substr(header_begin + length);
    if (!bytes || numbers.size() != *bytes)
        return error("has " + std::to_string(numbers.size()) + " bytes of numbers, which is not the shape " +
                     shape_text(*shape) + " of float64");
    return NpyArray{*shape, numbers};
}

} // namespace boxwood
