// What: a mesh that the user imported, validated and ready for collision queries.
#pragma once

#include "collision/world/shape.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace boxwood {

struct UserMesh {
    std::string name; // file name for display
    std::filesystem::path path;
    std::shared_ptr<Shape> shape;
};

} // namespace boxwood
