// What: builds shapes from their descriptions. Bodies with the same description share the shape, except copies of a
//     random polytope.
// Frame: paths are absolute, or relative to a folder.
// Degenerate input: any defect of a file, a model or the parts is an Error that names the defect.
#pragma once

#include "collision/world/shape.hpp"
#include "engine/meshes/mesh.hpp"
#include "engine/scene/shape_description.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace boxwood {

// A surface to draw. It is exactly the boundary of the union of some consecutive parts of a shape.
struct ShapeSurface {
    // In the frame of the parts. If null, the mesh of the single part or of the complete shape is drawn.
    std::shared_ptr<const Mesh> mesh;
    std::uint32_t first_part = 0, part_count = 1;
    std::string material; // empty: the material of the body
};

struct BuiltShape {
    std::shared_ptr<Shape> shape;
    std::vector<ShapeSurface> surfaces;
};

class ShapeBuilder {
  public:
    explicit ShapeBuilder(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    // `copy`: the index of the body among the bodies with this description; it varies the seed of random polytopes.
    // `is_solid` declares a mesh solid, which is an Error if the mesh is not closed.
    Result<BuiltShape> build(const ShapeDescription& shape, std::uint32_t copy, bool is_solid = false);

  private:
    struct PartPieces { // the polytopes of a part, and the surface that is drawn for them
        std::vector<Polytope> polytopes;
        std::shared_ptr<const Mesh> surface;
    };

    Result<BuiltShape> build_uncached(const ShapeDescription& shape, std::uint32_t copy);
    Result<BuiltShape> build_solid(const MeshRecipe& recipe);
    Result<PartPieces> make_pieces(const PartShape& shape);
    Result<BuiltShape> build_solid_mesh(const ShapeDescription& shape);
    Result<std::shared_ptr<Shape>> build_mesh(const MeshFile& file);
    Result<BuiltShape> build_parts(const PartsDescription& parts);
    Result<Polytope> make_part(const PartShape& shape);
    Result<Polytope> find_polytope(const PolytopeFile& file);

    std::filesystem::path folder_;
    std::map<std::string, std::shared_ptr<Shape>> files_;
    struct Built {
        ShapeDescription description;
        bool is_solid = false;
        BuiltShape shape;
    };
    std::unordered_multimap<std::size_t, Built> built_; // by the hash of the description
};

} // namespace boxwood
