#include "engine/import/mesh_builder.hpp"
#include "engine/import/readers.hpp"
#include "engine/import/text_scan.hpp"

#include <array>

namespace boxwood {
namespace {

// Reads the Object File Format: the keyword [ST][C][N]OFF, the numbers of vertices, faces and edges, then one line per
// vertex and one line per face. Additional data on a line, such as colors, are ignored.
class OffReader {
  public:
    explicit OffReader(std::string_view text)
        : lines_(text) {}

    Result<Mesh> read() {
        if (const Status header = read_header(); !header) return header.error();
        for (std::int64_t v = 0; v < vertices_; ++v)
            if (const Status vertex = read_vertex(); !vertex) return vertex.error();
        for (std::int64_t f = 0; f < faces_; ++f)
            if (const Status face = read_face(); !face) return face.error();
        return builder_.take();
    }

  private:
    // Advances to the next line that has a word outside comments.
    bool next_line() {
        while (lines_.next()) {
            line_ = lines_.line();
            line_ = line_.substr(0, line_.find('#'));
            std::string_view probe = line_;
            if (!take_word(probe).empty()) return true;
        }
        return false;
    }

    Status read_header() {
        if (!next_line()) return Error{"is empty"};
        std::string_view keyword = take_word(line_);
        for (const char* prefix : {"ST", "C", "N"})
            if (keyword.starts_with(prefix)) keyword.remove_prefix(std::string_view(prefix).size());
        if (keyword != "OFF") return lines_.error("expected OFF, not " + quoted(keyword));
        std::string_view probe = line_;
        const std::string_view next = take_word(probe);
        if (next == "BINARY")
            return lines_.error("binary OFF files are not supported; convert the file to text");
        if (next.empty() && !next_line()) return lines_.error("the counts are missing");
        const auto vertices = parse_integer(take_word(line_)), faces = parse_integer(take_word(line_));
        if (!vertices || !faces || *vertices < 0 || *faces < 0)
            return lines_.error("expected the counts of vertices, faces and edges");
        // Every vertex takes at least six characters, and every face takes at least two.
        const auto room = static_cast<std::int64_t>(lines_.rest().size()) + 1;
        if (*vertices > room / 6 || *faces > room / 2)
            return lines_.error("declares " + std::to_string(*vertices) + " vertices and " +
                                std::to_string(*faces) + " faces, but the file is too short for them");
        vertices_ = *vertices;
        faces_ = *faces;
        return ok();
    }

    Status read_vertex() {
        const std::string index = std::to_string(builder_.vertex_count());
        if (!next_line()) return lines_.error("the file ends before vertex " + index);
        std::array<float, 3> position{};
        if (const std::string problem = take_position(line_, position); !problem.empty())
            return lines_.error(problem);
        if (!builder_.add_position(position[0], position[1], position[2]))
            return lines_.error("vertex " + index + " is not finite");
        return ok();
    }

    Status read_face() {
        if (!next_line()) return lines_.error("the file ends before its last face");
        const std::string_view count_word = take_word(line_);
        const auto count = parse_integer(count_word);
        if (!count || *count < 0) return lines_.error(quoted(count_word) + " is not a number of corners");
        corners_.clear();
        for (std::int64_t k = 0; k < *count; ++k) {
            const std::string_view word = take_word(line_);
            const auto index = parse_integer(word);
            if (!index)
                return lines_.error("expected " + std::to_string(*count) + " corners, found " +
                                    std::to_string(k));
            if (*index < 0 || *index >= vertices_)
                return lines_.error("face uses vertex " + std::to_string(*index) + ", but there are " +
                                    std::to_string(vertices_) + ", counted from 0");
            corners_.push_back(static_cast<std::uint32_t>(*index));
        }
        builder_.add_polygon(corners_);
        return ok();
    }

    LineScanner lines_;
    std::string_view line_;
    std::int64_t vertices_ = 0, faces_ = 0;
    MeshBuilder builder_;
    std::vector<std::uint32_t> corners_;
};

} // namespace

Result<Mesh> read_off(std::string_view text) {
    return OffReader(text).read();
}

} // namespace boxwood
