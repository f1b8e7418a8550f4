// Polytope libraries: accepted polytopes read back equal after writing. Prepared polytopes have a positive volume and
// satisfy Euler's formula. The input is also read as a mesh.
#include "engine/import/formats/poly_file.hpp"
#include "engine/import/readers.hpp"
#include "engine/meshes/repair/repair.hpp"
#include "tests/fuzz/mesh_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace boxwood;
    using fuzz::require;
    fuzz::read_any_bytes(&read_poly, data, size);
    const Result<std::vector<PolygonMesh>> read = parse_poly(fuzz::text_of(data, size));
    if (!read) {
        fuzz::check_message(read.error());
        return 0;
    }
    const std::string text = to_poly_text(*read);
    const Result<std::vector<PolygonMesh>> again = parse_poly(text);
    require(bool(again), [&] { return "what was written is refused: " + again.error().message; });
    require(again->size() == read->size(), "another number of polytopes is read back");
    for (std::size_t i = 0; i < read->size(); ++i) {
        require((*again)[i].positions == (*read)[i].positions, "other positions are read back");
        require((*again)[i].faces == (*read)[i].faces, "other faces are read back");
    }
    require(to_poly_text(*again) == text, "writing what was read back gives another text");
    for (const PolygonMesh& model : *read) {
        // Larger models are skipped, because testing all pairs of faces is slow.
        if (model.positions.size() > 40 || model.faces.size() > 60) continue;
        const RepairReport prepared = prepare_polytopes(model);
        for (const PreparedPart& part : prepared.parts) {
            if (!part.polytope) continue;
            require(part.polytope->volume() > 0.0, "a polytope without volume");
            const std::size_t v = part.polytope->positions().size(), e = part.polytope->edges().size(),
                              f = part.polytope->faces().size();
            require(v + f == e + 2, "a polytope does not satisfy Euler's formula");
        }
    }
    return 0;
}
