#include "engine/import/readers.hpp"

#include "engine/import/text_file.hpp"
#include "engine/meshes/checked.hpp"
#include "engine/meshes/weld.hpp"

#include <limits>

namespace boxwood {
namespace {

Result<Mesh> parse(const std::filesystem::path& path, std::optional<double> moment) {
    using Reader = Result<Mesh> (*)(std::string_view);
    const std::string ending = lower_case_ending(path);
    const Reader reader = ending == ".obj"    ? &read_obj
                          : ending == ".ply"  ? &read_ply
                          : ending == ".stl"  ? &read_stl
                          : ending == ".off"  ? &read_off
                          : ending == ".poly" ? &read_poly
                                              : nullptr;
    if (reader == nullptr) return read_with_assimp(path, moment);
    const Result<std::string> bytes = read_text_file(path, std::numeric_limits<std::uint64_t>::max());
    if (!bytes) return bytes.error();
    return reader(*bytes);
}

} // namespace

Result<Mesh> read_mesh_file(const std::filesystem::path& path, std::optional<double> moment) {
    Result<Mesh> parsed = parse(path, moment);
    if (!parsed) return parsed;
    if (parsed->triangles.empty()) return Error{"has no triangles; is it a mesh file?"};
    Result<Mesh> checked = check_mesh(std::move(*parsed));
    if (!checked) return checked;
    checked->source_vertices = checked->positions.size();
    weld_vertices(*checked);
    drop_unused_vertices(*checked);
    return checked;
}

} // namespace boxwood
