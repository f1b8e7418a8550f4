// What: builds shapes from their descriptions; every file is read once, however many bodies use it.
// Frame: paths are relative to a folder.
// Degenerate input: any defect of a file, a model or the parts is an Error that names it.
#pragma once

#include "collision/world/shape.hpp"
#include "engine/meshes/mesh.hpp"
#include "engine/scene/shape_description.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace boxwood {

// A surface to draw, of some parts of a shape: exactly the boundary of their union.
struct ShapeSurface {
    std::shared_ptr<const Mesh>
        mesh; // in the frame of these parts; null: the mesh of the single part or of the whole shape
    std::uint32_t first_part = 0, part_count = 1;
    std::string material; // empty: that of the body
};

struct BuiltShape {
    std::shared_ptr<Shape> shape;
    std::vector<ShapeSurface> surfaces;
};

class ShapeBuilder {
  public:
    explicit ShapeBuilder(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    // `copy`: index among the bodies of one description; seeds random polytopes. `is_solid` declares a mesh solid, which is
    // an Error if it is not closed. Equal descriptions share one shape.
    Result<BuiltShape> build(const ShapeDescription& shape, std::uint32_t copy, bool is_solid = false);

  private:
    struct Piece { // of a part: its polytopes and the surface that displays them
        std::vector<Polytope> polytopes;
        std::shared_ptr<const Mesh> surface;
    };

    Result<BuiltShape> rebuild_from_scratch(const ShapeDescription& shape, std::uint32_t copy);
    Result<BuiltShape> build_solid(const MeshRecipe& recipe);
    Result<Piece> make_pieces(const PartShape& shape);
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
    std::vector<Built> built_;
};

} // namespace boxwood
