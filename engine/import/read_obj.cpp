#include "engine/import/mesh_builder.hpp"
#include "engine/import/readers.hpp"
#include "engine/import/text_scan.hpp"

#include <array>

namespace boxwood {
namespace {

// Wavefront OBJ: the words v and f. Groups, materials, normals, texture coordinates, lines, points and curves
// are passed over. A face may name vertices that come later in the file.
class ObjReader {
  public:
    explicit ObjReader(std::string_view text)
        : lines_(text) {}

    Result<Mesh> read() {
        while (lines_.next()) {
            std::string_view line = whole_line();
            const std::string_view word = take_word(line);
            const Status done = word == "v" ? read_vertex(line) : word == "f" ? read_face(line) : ok();
            if (!done) return done.error();
        }
        if (const Status all_there = check_forward_names(); !all_there) return all_there.error();
        return builder_.take();
    }

  private:
    // A backslash at its end joins a line with the next.
    std::string_view whole_line() {
        std::string_view line = lines_.line();
        if (line.empty() || line.back() != '\\') return line;
        joined_.clear();
        do {
            joined_.append(line.substr(0, line.size() - 1)).push_back(' ');
            line = lines_.next() ? lines_.line() : std::string_view{};
        } while (!line.empty() && line.back() == '\\');
        joined_.append(line);
        return joined_;
    }

    Status read_vertex(std::string_view line) {
        std::array<float, 3> position{};
        if (const std::string problem = take_position(line, position); !problem.empty())
            return lines_.error(problem);
        if (!builder_.add_position(position[0], position[1], position[2]))
            return lines_.error("vertex " + std::to_string(builder_.vertex_count() - 1) + " is not finite");
        return ok();
    }

    Status read_face(std::string_view line) {
        corners_.clear();
        for (std::string_view word = take_word(line); !word.empty() && word[0] != '#';
             word = take_word(line)) {
            const std::optional<std::int64_t> name = parse_integer(word.substr(0, word.find('/')));
            if (!name) return lines_.error(quoted(word) + " is not a vertex of a face");
            const auto count = static_cast<std::int64_t>(builder_.vertex_count());
            const std::int64_t index = *name > 0 ? *name - 1 : count + *name;
            if (*name == 0 || index < 0 || index >= static_cast<std::int64_t>(kMaxVertices))
                return lines_.error("face names vertex " + std::to_string(*name) + "; " +
                                    std::to_string(count) + " came before it");
            if (index > farthest_) {
                farthest_ = index;
                farthest_line_ = lines_.number();
            }
            corners_.push_back(static_cast<std::uint32_t>(index));
        }
        builder_.add_polygon(corners_);
        return ok();
    }

    Status check_forward_names() const {
        const auto count = static_cast<std::int64_t>(builder_.vertex_count());
        if (farthest_ < count) return ok();
        return Error{std::string("line ").append(std::to_string(farthest_line_)) + ": face names vertex " +
                     std::to_string(farthest_ + 1) + ", but the file has " + std::to_string(count)};
    }

    LineScanner lines_;
    MeshBuilder builder_;
    std::string joined_;
    std::vector<std::uint32_t> corners_;
    std::int64_t farthest_ = -1; // the highest index that a face named, and where
    std::size_t farthest_line_ = 0;
};

} // namespace

Result<Mesh> read_obj(std::string_view text) {
    return ObjReader(text).read();
}

} // namespace boxwood
