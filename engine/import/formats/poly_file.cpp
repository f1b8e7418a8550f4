#include "engine/import/formats/poly_file.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "engine/import/text_file.hpp"
#include "engine/import/text_scan.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace boxwood {
namespace {

class PolyReader {
  public:
    PolyReader(std::string_view text, const PolyLimits& limits)
        : lines_(text)
        , limits_(limits) {}

    Result<std::vector<PolygonMesh>> read() {
        std::vector<PolygonMesh> polytopes;
        while (next_line()) {
            if (polytopes.size() == limits_.polytopes)
                return fail("more than " + std::to_string(limits_.polytopes) + " polytopes");
            Result<PolygonMesh> polytope = read_polytope();
            if (!polytope) return polytope.error();
            polytopes.push_back(std::move(*polytope));
        }
        if (polytopes.empty())
            return Error{"has no polytopes; a polytope begins with a line \"polytope NAME\""};
        return polytopes;
    }

  private:
    // An Error at the position of the last word read.
    Error fail(const std::string& reason) const {
        return Error{"line " + std::to_string(lines_.number()) + ", column " + std::to_string(column_) +
                     ": " + reason};
    }

    // Advances to the next line that has a word outside comments, and reads its first word.
    bool next_line() {
        while (lines_.next()) {
            rest_ = lines_.line().substr(0, lines_.line().find('#'));
            if (next_word()) return true;
        }
        column_ = lines_.line().size() + 1;
        return false;
    }

    bool next_word() {
        word_ = take_word(rest_);
        const std::string_view line = lines_.line();
        column_ = 1 + (word_.empty() ? std::min(line.find('#'), line.size())
                                     : static_cast<std::size_t>(word_.data() - line.data()));
        return !word_.empty();
    }

    Result<PolygonMesh> read_polytope() {
        if (word_ != "polytope") return fail("expected \"polytope NAME\", not " + quoted(word_));
        if (!next_word()) return fail("the polytope's name is missing");
        if (Status name = check_name(); !name) return name.error();
        PolygonMesh polytope;
        polytope.name = std::string(word_);
        if (next_word()) return fail("unexpected " + quoted(word_) + " after the name");
        vertices_.clear();
        if (Status read = read_list("vertices", [&] { return read_vertex(polytope); }); !read)
            return read.error();
        if (Status read = read_list("faces", [&] { return read_face(polytope); }); !read) return read.error();
        return polytope;
    }

    // Reads lines up to and including a line "*".
    template <class ReadLine>
    Status read_list(const char* what, ReadLine&& read_line) {
        while (true) {
            if (!next_line()) return fail(std::string("the file ends before the \"*\" after the ") + what);
            if (word_ == "*") break;
            if (Status read = read_line(); !read) return read;
        }
        if (next_word()) return fail("unexpected " + quoted(word_) + " after \"*\"");
        return ok();
    }

    Status check_name() const {
        if (word_.size() > limits_.name_length)
            return fail("a name has at most " + std::to_string(limits_.name_length) + " characters");
        return ok();
    }

    // Appends the name in word_; "-" gives an empty name.
    Status take_name(std::vector<std::string>& io_names) {
        if (io_names.size() == limits_.vertices)
            return fail("more than " + std::to_string(limits_.vertices) +
                        " vertices or faces in one polytope");
        if (Status name = check_name(); !name) return name;
        io_names.emplace_back(word_ == "-" ? std::string_view{} : word_);
        return ok();
    }

    Status read_vertex(PolygonMesh& io_polytope) {
        const auto index = static_cast<std::uint32_t>(io_polytope.positions.size());
        if (Status name = take_name(io_polytope.vertex_names); !name) return name;
        const std::string name = word_ == "-" ? std::to_string(index) : std::string(word_);
        if (!vertices_.emplace(name, index).second)
            return fail("the vertex name " + quoted(std::string_view(name)) + " is already in use");
        glm::vec3 position(0.0f);
        for (int axis = 0; axis < 3; ++axis) {
            if (!next_word()) return fail("a vertex needs a name and three numbers");
            const std::optional<float> number = parse_float(word_);
            if (!number) return fail(quoted(word_) + " is not a number");
            if (!std::isfinite(*number) || std::fabs(*number) > kMaxCoordinate)
                return fail(quoted(word_) + " is not finite or is beyond 1e12");
            position[axis] = *number;
        }
        if (next_word()) return fail("unexpected " + quoted(word_) + " after three numbers");
        io_polytope.positions.push_back(position);
        return ok();
    }

    Status read_face(PolygonMesh& io_polytope) {
        if (Status name = take_name(io_polytope.face_names); !name) return name;
        Polygon face;
        while (next_word()) {
            const auto found = vertices_.find(word_);
            if (found == vertices_.end()) return fail("there is no vertex " + quoted(word_));
            if (face.size() == limits_.corners)
                return fail("a face has at most " + std::to_string(limits_.corners) + " corners");
            face.push_back(found->second);
        }
        if (face.size() < 3) return fail("a face needs a name and at least three vertices");
        io_polytope.faces.push_back(std::move(face));
        return ok();
    }

    LineScanner lines_;
    PolyLimits limits_;
    std::string_view rest_, word_;
    std::size_t column_ = 1;
    std::map<std::string, std::uint32_t, std::less<>> vertices_;
};

} // namespace

bool is_poly_file(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending == ".poly";
}

Result<std::vector<PolygonMesh>> parse_poly(std::string_view text, const PolyLimits& limits) {
    return PolyReader(text, limits).read();
}

Result<std::vector<PolygonMesh>> read_poly_file(const std::filesystem::path& path, const PolyLimits& limits) {
    if (const Status usable = check_input_file(path, limits.bytes); !usable) return usable.error();
    const Result<std::string> text = read_text_file(path, limits.bytes);
    if (!text) return text.error();
    Result<std::vector<PolygonMesh>> polytopes = parse_poly(*text, limits);
    if (!polytopes) return Error{shown(path) + ": " + polytopes.error().message};
    return polytopes;
}

} // namespace boxwood
