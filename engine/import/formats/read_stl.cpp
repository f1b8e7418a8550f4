#include "engine/import/mesh_builder.hpp"
#include "engine/import/readers.hpp"
#include "engine/import/text_scan.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace boxwood {
namespace {

constexpr std::size_t kHeaderBytes = 84; // 80 bytes of comment, then the count
constexpr std::size_t kFacetBytes = 50;  // normal, three corners, two unused bytes

// Compares without regard to case, because some files use capitals.
bool is_word(std::string_view word, std::string_view lower) {
    if (word.size() != lower.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if ((word[i] | 0x20) != lower[i]) return false;
    return true;
}

std::uint64_t declared_facets(std::string_view bytes) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + 80, sizeof count);
    return count;
}

// Text files begin with "solid", but so do the comments of some binary files. The size of the file does not always
// decide, because a binary file can have bytes after its triangles. But a text has no zero byte, and the 4 bytes of the
// count have one if there are fewer than 2^24 triangles.
bool is_binary(std::string_view bytes) {
    if (bytes.size() < kHeaderBytes) return false;
    if (bytes.size() == kHeaderBytes + kFacetBytes * declared_facets(bytes)) return true;
    if (bytes.substr(0, kHeaderBytes).find('\0') != bytes.npos) return true;
    const std::string_view text = without_mark(bytes);
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n\v\f"), text.size());
    return !is_word(text.substr(begin, 5), "solid");
}

Result<Mesh> read_binary(std::string_view bytes) {
    const std::uint64_t declared = declared_facets(bytes), room = (bytes.size() - kHeaderBytes) / kFacetBytes;
    if (declared > room)
        return Error{"is cut off: the header declares " + std::to_string(declared) +
                     " triangles, but the file contains " + std::to_string(room)};
    MeshBuilder builder;
    for (std::uint32_t facet = 0; facet < declared; ++facet) {
        std::array<float, 9> corners{};
        std::memcpy(corners.data(), bytes.data() + kHeaderBytes + kFacetBytes * facet + 12, sizeof corners);
        for (std::size_t k = 0; k < 9; k += 3)
            if (!builder.add_position(corners[k], corners[k + 1], corners[k + 2]))
                return Error{"vertex " + std::to_string(3 * facet + k / 3) + " is not finite (in triangle " +
                             std::to_string(facet) + ")"};
        builder.add_polygon(std::array{3 * facet, 3 * facet + 1, 3 * facet + 2});
    }
    return builder.take();
}

class StlTextReader {
  public:
    explicit StlTextReader(std::string_view text)
        : lines_(text) {}

    Result<Mesh> read() {
        while (lines_.next()) {
            std::string_view line = lines_.line();
            const std::string_view word = take_word(line);
            const Status done = read_line(word, line);
            if (!done) return done.error();
        }
        if (is_open_) return lines_.error("the file ends before endsolid");
        return builder_.take();
    }

  private:
    Status read_line(std::string_view word, std::string_view line) {
        if (is_word(word, "vertex")) return read_vertex(line);
        if (is_word(word, "endloop")) return end_loop();
        if (!word.empty() && !corners_.empty()) return lines_.error("expected endloop, not " + quoted(word));
        if (is_word(word, "solid")) is_open_ = true;
        if (is_word(word, "endsolid")) is_open_ = false;
        for (const char* ignored : {"", "solid", "endsolid", "facet", "endfacet", "outer"})
            if (is_word(word, ignored)) return ok();
        return lines_.error("expected the word facet, outer, vertex, endloop, endfacet or endsolid, not " +
                            quoted(word));
    }

    Status read_vertex(std::string_view line) {
        std::array<float, 3> position{};
        if (const std::string problem = take_position(line, position); !problem.empty())
            return lines_.error(problem);
        corners_.push_back(static_cast<std::uint32_t>(builder_.vertex_count()));
        if (!builder_.add_position(position[0], position[1], position[2]))
            return lines_.error("vertex " + std::to_string(builder_.vertex_count() - 1) + " is not finite");
        return ok();
    }

    Status end_loop() {
        if (corners_.size() < 3) return lines_.error("a facet needs three vertices");
        builder_.add_polygon(corners_);
        corners_.clear();
        return ok();
    }

    LineScanner lines_;
    MeshBuilder builder_;
    std::vector<std::uint32_t> corners_;
    bool is_open_ = false;
};

} // namespace

Result<Mesh> read_stl(std::string_view bytes) {
    return is_binary(bytes) ? read_binary(bytes) : StlTextReader(bytes).read();
}

} // namespace boxwood
