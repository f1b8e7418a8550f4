#include "engine/import/formats/ply_header.hpp"

#include "engine/import/text_scan.hpp"

#include <array>
#include <optional>

namespace boxwood {
namespace {

constexpr std::size_t kMaxHeaderLines = 10000;

std::optional<PlyType> parse_type(std::string_view word) {
    struct Name {
        std::string_view word;
        PlyType type;
    };
    static constexpr std::array<Name, 16> kNames{{{"char", PlyType::i8},
                                                  {"int8", PlyType::i8},
                                                  {"uchar", PlyType::u8},
                                                  {"uint8", PlyType::u8},
                                                  {"short", PlyType::i16},
                                                  {"int16", PlyType::i16},
                                                  {"ushort", PlyType::u16},
                                                  {"uint16", PlyType::u16},
                                                  {"int", PlyType::i32},
                                                  {"int32", PlyType::i32},
                                                  {"uint", PlyType::u32},
                                                  {"uint32", PlyType::u32},
                                                  {"float", PlyType::f32},
                                                  {"float32", PlyType::f32},
                                                  {"double", PlyType::f64},
                                                  {"float64", PlyType::f64}}};
    for (const Name& name : kNames)
        if (name.word == word) return name.type;
    return std::nullopt;
}

std::optional<PlyCoding> parse_coding(std::string_view word) {
    if (word == "ascii") return PlyCoding::text;
    if (word == "binary_little_endian") return PlyCoding::little_endian;
    if (word == "binary_big_endian") return PlyCoding::big_endian;
    return std::nullopt;
}

// Minimum size of one row of the element, in bytes.
std::size_t smallest_row(const PlyElement& element, PlyCoding coding) {
    std::size_t bytes = 0;
    for (const PlyProperty& property : element.properties) {
        if (coding == PlyCoding::text)
            bytes += 2; // at least a digit and a separator
        else
            bytes += size_of(property.is_list ? property.count_type : property.type);
    }
    return bytes;
}

class HeaderReader {
  public:
    explicit HeaderReader(std::string_view bytes)
        : lines_(bytes) {}

    Result<PlyHeader> read() {
        if (!lines_.next() || lines_.line() != "ply") return Error{"line 1: expected the word ply"};
        while (lines_.number() < kMaxHeaderLines && lines_.next()) {
            std::string_view line = lines_.line();
            const std::string_view word = take_word(line);
            if (word == "end_header") return finish();
            if (const Status done = read_line(word, line); !done) return done.error();
        }
        return lines_.error(lines_.number() < kMaxHeaderLines
                                ? "the file ends inside its header"
                                : "no line \"end_header\" up to this line, the last allowed one");
    }

  private:
    Status read_line(std::string_view word, std::string_view line) {
        if (word == "format") return read_format(line);
        if (word == "element") return read_element(line);
        if (word == "property") return read_property(line);
        if (word == "comment" || word == "obj_info" || word.empty()) return ok();
        return lines_.error("unknown word " + quoted(word) + " in the header");
    }

    Status read_format(std::string_view line) {
        const std::string_view word = take_word(line);
        const std::optional<PlyCoding> coding = parse_coding(word);
        if (!coding) return lines_.error("unknown format " + quoted(word));
        header_.coding = *coding;
        has_format_ = true;
        return ok();
    }

    Status read_element(std::string_view line) {
        const std::string_view name = take_word(line), word = take_word(line);
        const std::optional<std::int64_t> count = parse_integer(word);
        if (!count || *count < 0) return lines_.error(quoted(word) + " is not a number of elements");
        header_.elements.push_back({std::string(name), static_cast<std::uint64_t>(*count), {}});
        return ok();
    }

    Status read_property(std::string_view line) {
        if (header_.elements.empty())
            return lines_.error("the header has a property before its first element");
        PlyProperty property;
        std::string_view word = take_word(line);
        property.is_list = word == "list";
        if (property.is_list) {
            word = take_word(line);
            const std::optional<PlyType> type = parse_type(word);
            if (!type || *type == PlyType::f32 || *type == PlyType::f64)
                return lines_.error(quoted(word) + " is not an integer type for the length of a list");
            property.count_type = *type;
            word = take_word(line);
        }
        const std::optional<PlyType> type = parse_type(word);
        if (!type) return lines_.error("unknown type " + quoted(word));
        property.type = *type;
        property.name = take_word(line);
        header_.elements.back().properties.push_back(std::move(property));
        return ok();
    }

    Result<PlyHeader> finish() {
        if (!has_format_) return lines_.error("the header has no line \"format\"");
        header_.body = lines_.rest();
        header_.lines = lines_.number();
        for (const PlyElement& element : header_.elements) {
            const std::size_t row = smallest_row(element, header_.coding);
            if (row > 0 && element.count > (header_.body.size() + 1) / row)
                return Error{"the header declares " + std::to_string(element.count) + " elements " +
                             quoted(std::string_view(element.name)) + ", but the file is too short for them"};
        }
        return std::move(header_);
    }

    LineScanner lines_;
    PlyHeader header_;
    bool has_format_ = false;
};

} // namespace

std::size_t size_of(PlyType type) {
    static constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 2, 4, 4, 4, 8};
    return kSizes[static_cast<std::size_t>(type)];
}

Result<PlyHeader> read_ply_header(std::string_view bytes) {
    return HeaderReader(bytes).read();
}

} // namespace boxwood
