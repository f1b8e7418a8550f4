#include "engine/import/formats/poly_file.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace boxwood {
namespace {

// True if the name is one word that has no special meaning in the format.
bool is_name(const std::string& name) {
    const auto is_plain = [](char c) { return c > ' ' && c != '#' && c != 0x7f; };
    return !name.empty() && name.size() <= PolyLimits{}.name_length && name != "-" && name != "*" &&
           std::all_of(name.begin(), name.end(), is_plain);
}

// True if the names can be written: every name is empty or one word, and all names differ. An empty name counts as the
// element's index.
bool are_usable(const std::vector<std::string>& names, std::size_t count) {
    if (names.size() != count) return false;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < count; ++i) {
        if (!names[i].empty() && !is_name(names[i])) return false;
        if (!seen.insert(names[i].empty() ? std::to_string(i) : names[i]).second) return false;
    }
    return true;
}

void append_number(std::string& io_text, float number) {
    std::array<char, 32> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), number); // shortest exact digits
    io_text.append(digits.data(), end.ptr);
}

void append(std::string& io_text, const PolygonMesh& polytope) {
    const bool has_vertex_names = are_usable(polytope.vertex_names, polytope.positions.size());
    const bool has_face_names = are_usable(polytope.face_names, polytope.faces.size());
    // The usable names all differ, so no search as in PolygonMesh::vertex_name() is needed.
    const auto corner_name = [&](std::uint32_t v) {
        const bool has_name = has_vertex_names && v < polytope.vertex_names.size();
        return has_name && !polytope.vertex_names[v].empty() ? polytope.vertex_names[v] : std::to_string(v);
    };
    const auto name_or_dash = [](bool has_names, const std::vector<std::string>& names, std::size_t i) {
        return has_names && !names[i].empty() ? names[i] : std::string("-");
    };
    io_text += "polytope " + (is_name(polytope.name) ? polytope.name : std::string("unnamed")) + "\n";
    for (std::size_t v = 0; v < polytope.positions.size(); ++v) {
        io_text += name_or_dash(has_vertex_names, polytope.vertex_names, v);
        for (int axis = 0; axis < 3; ++axis) {
            io_text += ' ';
            append_number(io_text, polytope.positions[v][axis]);
        }
        io_text += '\n';
    }
    io_text += "*\n";
    for (std::size_t f = 0; f < polytope.faces.size(); ++f) {
        io_text += name_or_dash(has_face_names, polytope.face_names, f);
        for (const std::uint32_t v : polytope.faces[f]) io_text += ' ' + corner_name(v);
        io_text += '\n';
    }
    io_text += "*\n";
}

} // namespace

std::string to_poly_text(std::span<const PolygonMesh> polytopes) {
    std::string text =
        "# Polytopes: vertices as name x y z, faces as name and vertices counter-clockwise from outside\n";
    for (const PolygonMesh& polytope : polytopes) append(text, polytope);
    return text;
}

Status write_poly_file(const std::filesystem::path& path, std::span<const PolygonMesh> polytopes) {
    return write_text_file(path, to_poly_text(polytopes));
}

} // namespace boxwood
