// What: shapes from their descriptions; every file is read once, however many bodies use it.
// Frame: paths are relative to a folder.
// Degenerate input: whatever is wrong in a file, a model or the parts is an Error that names it.
#pragma once

#include "collision/world/shape.hpp"
#include "engine/scene/shape_description.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace boxwood {

class ShapeBuilder {
  public:
    explicit ShapeBuilder(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    // `copy`: which of several bodies of one description; polytopes drawn at random differ by it.
    Result<std::shared_ptr<Shape>> build(const ShapeDescription& shape, std::uint32_t copy);

  private:
    Result<std::shared_ptr<Shape>> build_mesh(const MeshFile& file);
    Result<std::shared_ptr<Shape>> build_parts(const PartsDescription& parts);
    Result<Polytope> make_part(const PartShape& shape);
    Result<Polytope> find_polytope(const PolytopeFile& file);

    std::filesystem::path folder_;
    std::map<std::string, std::shared_ptr<Shape>> files_;
};

} // namespace boxwood
