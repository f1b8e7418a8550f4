#include "engine/import/polytope_library.hpp"

#include "engine/import/text_file.hpp"
#include "engine/meshes/repair/repair.hpp"

namespace boxwood {

Result<std::vector<NamedPolytope>> load_polytopes(const std::filesystem::path& path) {
    const Result<std::vector<PolygonMesh>> models = read_poly_file(path);
    if (!models) return models.error();
    std::vector<NamedPolytope> polytopes;
    for (const PolygonMesh& model : *models) {
        RepairReport prepared = prepare_polytopes(model);
        if (!prepared.is_usable()) {
            std::string reason = prepared.first_refusal();
            if (!reason.starts_with(model.name)) reason = model.name + ": " + reason;
            return Error{shown(path) + ": " + reason + " (for a full report, run `boxwood prepare`)"};
        }
        for (PreparedPart& part : prepared.parts) polytopes.push_back({part.name, std::move(*part.polytope)});
    }
    return polytopes;
}

} // namespace boxwood
