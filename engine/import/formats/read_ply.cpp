#include "collision/geometry/mesh_checks.hpp"
#include "engine/import/formats/ply_header.hpp"
#include "engine/import/mesh_builder.hpp"
#include "engine/import/readers.hpp"
#include "engine/import/text_scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace boxwood {
namespace {

template <class T>
T load(const char* bytes, bool swap) {
    std::array<char, sizeof(T)> raw{};
    std::memcpy(raw.data(), bytes, sizeof raw);
    if (swap) std::reverse(raw.begin(), raw.end());
    return std::bit_cast<T>(raw);
}

// Reads numbers from the body of a PLY file in any encoding.
class PlyNumbers {
  public:
    PlyNumbers(const PlyHeader& header)
        : coding_(header.coding)
        , rest_(header.body) {}

    // Empty at the end of the file, or if the word is not a number. A decimal number in text is rounded only once, to
    // float. Binary i32, u32 and f64 values can be rounded to float, too; all other types fit a float exactly.
    std::optional<float> take_float(PlyType type) {
        if (coding_ == PlyCoding::text) return parse_float(next_word());
        const std::optional<double> number = take_binary(type);
        return number ? std::optional<float>(static_cast<float>(*number)) : std::nullopt;
    }

    std::optional<std::int64_t> take_integer(PlyType type) {
        if (coding_ == PlyCoding::text) return parse_integer(next_word());
        const std::optional<double> number = take_binary(type);
        // Some files store indices as floating-point numbers.
        if (!number || !(*number >= -1e15 && *number <= 1e15)) return std::nullopt;
        return static_cast<std::int64_t>(*number);
    }

  private:
    std::string_view next_word() {
        constexpr std::string_view kBlanks = " \t\r\n\v\f";
        rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
        const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
        rest_.remove_prefix(word.size());
        return word;
    }

    std::optional<double> take_binary(PlyType type) {
        const std::size_t size = size_of(type);
        if (rest_.size() < size) return std::nullopt;
        const char* bytes = rest_.data();
        rest_.remove_prefix(size);
        const bool swap = (coding_ == PlyCoding::big_endian) != (std::endian::native == std::endian::big);
        switch (type) {
        case PlyType::i8:
            return load<std::int8_t>(bytes, swap);
        case PlyType::u8:
            return load<std::uint8_t>(bytes, swap);
        case PlyType::i16:
            return load<std::int16_t>(bytes, swap);
        case PlyType::u16:
            return load<std::uint16_t>(bytes, swap);
        case PlyType::i32:
            return load<std::int32_t>(bytes, swap);
        case PlyType::u32:
            return load<std::uint32_t>(bytes, swap);
        case PlyType::f32:
            return load<float>(bytes, swap);
        case PlyType::f64:
            return load<double>(bytes, swap);
        }
        return std::nullopt;
    }

    PlyCoding coding_;
    std::string_view rest_;
};

class PlyReader {
  public:
    explicit PlyReader(const PlyHeader& header)
        : header_(header)
        , numbers_(header) {}

    Result<Mesh> read() {
        for (const PlyElement& element : header_.elements) {
            if (element.properties.empty()) continue;
            if (element.name == "vertex")
                if (const Status found = find_axes(element); !found) return found.error();
            for (row_ = 0; row_ < element.count; ++row_)
                if (const Status row = read_row(element); !row) return row.error();
        }
        // Faces can precede vertices, so indices are checked at the end.
        if (const Status in_range = check_indices(builder_.mesh().view()); !in_range) return in_range.error();
        return builder_.take();
    }

  private:
    static bool has_corners(const PlyElement& element, const PlyProperty& property) {
        return element.name == "face" && property.is_list &&
               (property.name == "vertex_indices" || property.name == "vertex_index");
    }

    Status find_axes(const PlyElement& element) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string name(1, static_cast<char>('x' + axis));
            const auto is_axis = [&name](const PlyProperty& p) { return p.name == name && !p.is_list; };
            const auto found = std::find_if(element.properties.begin(), element.properties.end(), is_axis);
            if (found == element.properties.end()) return Error{"the vertices have no property " + name};
            axes_[axis] = static_cast<std::size_t>(found - element.properties.begin());
        }
        return ok();
    }

    Error cut_off(const PlyElement& element) const {
        return Error{"element " + quoted(std::string_view(element.name)) + " " + std::to_string(row_) +
                     " is damaged or cut off"};
    }

    Status read_row(const PlyElement& element) {
        std::array<float, 3> position{};
        for (std::size_t k = 0; k < element.properties.size(); ++k) {
            const PlyProperty& property = element.properties[k];
            if (property.is_list) {
                if (const Status list = read_list(element, property); !list) return list.error();
                continue;
            }
            const std::optional<float> number = numbers_.take_float(property.type);
            if (!number) return cut_off(element);
            for (std::size_t axis = 0; axis < 3; ++axis)
                if (axes_[axis] == k) position[axis] = *number;
        }
        if (element.name == "vertex" && !builder_.add_position(position[0], position[1], position[2]))
            return Error{"vertex " + std::to_string(row_) + " is not finite"};
        return ok();
    }

    Status read_list(const PlyElement& element, const PlyProperty& property) {
        const std::optional<std::int64_t> count = numbers_.take_integer(property.count_type);
        if (!count || *count < 0) return cut_off(element);
        corners_.clear();
        for (std::int64_t k = 0; k < *count; ++k) {
            if (!has_corners(element, property)) {
                if (!numbers_.take_float(property.type)) return cut_off(element);
                continue;
            }
            const std::optional<std::int64_t> index = numbers_.take_integer(property.type);
            if (!index) return cut_off(element);
            if (*index < 0 || *index >= static_cast<std::int64_t>(kMaxVertices))
                return Error{"face " + std::to_string(row_) + " uses vertex " + std::to_string(*index) +
                             ", which is not a valid index"};
            corners_.push_back(static_cast<std::uint32_t>(*index));
        }
        if (!has_corners(element, property)) return ok();
        builder_.add_polygon(corners_);
        return ok();
    }

    const PlyHeader& header_;
    PlyNumbers numbers_;
    MeshBuilder builder_;
    std::array<std::size_t, 3> axes_{}; // the indices of the vertex properties x, y and z
    std::vector<std::uint32_t> corners_;
    std::uint64_t row_ = 0;
};

} // namespace

Result<Mesh> read_ply(std::string_view bytes) {
    const Result<PlyHeader> header = read_ply_header(bytes);
    if (!header) return header.error();
    return PlyReader(*header).read();
}

} // namespace boxwood
