#include "collision/geometry/mesh_checks.hpp"
#include "engine/import/formats/obj_polygons.hpp"
#include "engine/import/formats/poly_file.hpp"
#include "engine/import/mesh_builder.hpp"
#include "engine/import/readers.hpp"
#include "engine/import/text_file.hpp"
#include "engine/import/text_scan.hpp"

#include <array>
#include <cmath>

namespace boxwood {
namespace {

struct TriangleBuilder : MeshBuilder {
    void add_face(std::span<const std::uint32_t> corners, std::size_t) { add_polygon(corners); }
};

// Builds polygons and names vertices by their number in the file, and faces by their number and line.
class PolygonBuilder {
  public:
    bool add_position(float x, float y, float z) {
        model_.positions.emplace_back(x, y, z);
        model_.vertex_names.push_back(std::to_string(model_.positions.size()));
        return std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
    }
    void add_face(std::span<const std::uint32_t> corners, std::size_t line) {
        model_.faces.emplace_back(corners.begin(), corners.end());
        model_.face_names.push_back(std::to_string(model_.faces.size()) + " (line " + std::to_string(line) +
                                    ")");
    }
    std::size_t vertex_count() const { return model_.positions.size(); }
    PolygonMesh take() { return std::move(model_); }

  private:
    PolygonMesh model_;
};

// Reads the keywords v and f of Wavefront OBJ. Groups, materials, normals, texture coordinates, lines, points and
// curves are ignored. A face can refer to vertices that come later in the file.
template <class Builder>
class ObjReader {
  public:
    explicit ObjReader(std::string_view text)
        : lines_(text) {}

    auto read() -> Result<decltype(std::declval<Builder&>().take())> {
        while (lines_.next()) {
            const std::size_t number = lines_.number(); // of the first joined line
            std::string_view line = joined_line();
            const std::string_view word = take_word(line);
            const Status done = word == "v"   ? read_vertex(line)
                                : word == "f" ? read_face(line, number)
                                              : ok();
            if (!done) return done.error();
        }
        if (const Status all_there = check_forward_references(); !all_there) return all_there.error();
        return builder_.take();
    }

  private:
    // True if the line ends with a backslash outside of comments. A backslash at the end of a comment, such as the end
    // of a Windows path, does not count.
    static bool is_continued(std::string_view line) {
        if (line.empty() || line.back() != '\\') return false;
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line))
            if (word[0] == '#') return false;
        return true;
    }

    // The current line. While it is continued, the next line is joined to it.
    std::string_view joined_line() {
        std::string_view line = lines_.line();
        if (!is_continued(line)) return line;
        joined_.clear();
        do {
            joined_.append(line.substr(0, line.size() - 1)).push_back(' ');
            line = lines_.next() ? lines_.line() : std::string_view{};
        } while (is_continued(line));
        joined_.append(line);
        return joined_;
    }

    Status read_vertex(std::string_view line) {
        std::array<float, 3> position{};
        if (const std::string problem = take_position(line, position); !problem.empty())
            return lines_.error(problem);
        const bool is_finite = builder_.add_position(position[0], position[1], position[2]);
        // After add_position(), the count is the number of this vertex: the format counts from 1.
        const auto fail = [this](const char* reason) {
            return lines_.error("vertex " + std::to_string(builder_.vertex_count()) + reason);
        };
        if (!is_finite) return fail(" is not finite");
        for (const float coordinate : position)
            if (std::fabs(coordinate) > kMaxCoordinate) return fail(" has a coordinate beyond 1e12");
        return ok();
    }

    Status read_face(std::string_view line, std::size_t first_line) {
        corners_.clear();
        for (std::string_view word = take_word(line); !word.empty() && word[0] != '#';
             word = take_word(line)) {
            const std::optional<std::int64_t> name = parse_integer(word.substr(0, word.find('/')));
            if (!name) return lines_.error(quoted(word) + " is not a vertex of a face");
            const auto count = static_cast<std::int64_t>(builder_.vertex_count());
            const std::int64_t index = *name > 0 ? *name - 1 : count + *name;
            if (*name == 0 || index < 0 || index >= static_cast<std::int64_t>(kMaxVertices))
                return lines_.error("the face refers to vertex " + std::to_string(*name) + "; " +
                                    std::to_string(count) +
                                    (count == 1 ? " vertex precedes" : " vertices precede") + " the face");
            if (index > farthest_) {
                farthest_ = index;
                farthest_line_ = lines_.number();
            }
            corners_.push_back(static_cast<std::uint32_t>(index));
        }
        builder_.add_face(corners_, first_line);
        return ok();
    }

    Status check_forward_references() const {
        const auto count = static_cast<std::int64_t>(builder_.vertex_count());
        if (farthest_ < count) return ok();
        return Error{std::string("line ").append(std::to_string(farthest_line_)) + ": face uses vertex " +
                     std::to_string(farthest_ + 1) + ", but the file has " + std::to_string(count)};
    }

    LineScanner lines_;
    Builder builder_;
    std::string joined_;
    std::vector<std::uint32_t> corners_;
    std::int64_t farthest_ = -1;    // the highest vertex index in a face
    std::size_t farthest_line_ = 0; // the line of that face
};

// Checks limits that a polytope library also has.
Status check_sizes(const PolygonMesh& model) {
    if (model.faces.empty()) return Error{"has no faces; is it a mesh file?"};
    for (std::size_t f = 0; f < model.faces.size(); ++f)
        if (model.faces[f].size() > PolyLimits{}.corners)
            return Error{"face " + model.face_names[f] + " has " + std::to_string(model.faces[f].size()) +
                         " corners, at most " + std::to_string(PolyLimits{}.corners) + " are allowed"};
    return ok();
}

} // namespace

Result<Mesh> read_obj(std::string_view text) {
    return ObjReader<TriangleBuilder>(text).read();
}

bool is_obj_file(const std::filesystem::path& path) {
    return lower_case_ending(path) == ".obj";
}

Result<PolygonMesh> read_obj_polygons(const std::filesystem::path& path) {
    if (const Status usable = check_input_file(path, kMaxObjBytes); !usable) return usable.error();
    const Result<std::string> text = read_text_file(path, kMaxObjBytes);
    if (!text) return text.error();
    Result<PolygonMesh> model = ObjReader<PolygonBuilder>(*text).read();
    if (!model) return Error{shown(path) + ": " + model.error().message};
    if (const Status fits = check_sizes(*model); !fits)
        return Error{shown(path) + ": " + fits.error().message};
    model->name = shown(path.filename());
    return model;
}

} // namespace boxwood
