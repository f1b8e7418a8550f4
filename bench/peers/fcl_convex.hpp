// What: converts a polytope to FCL's convex shape. This file is empty if FCL is not installed.
#pragma once

#if __has_include(<fcl/geometry/shape/convex.h>)
#include "collision/geometry/polytope/polytope.hpp"

#include <fcl/geometry/shape/convex.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace boxwood {

inline std::shared_ptr<fcl::Convexd> make_fcl(const Polytope& polytope) {
    auto points = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const glm::vec3& p : polytope.positions()) points->emplace_back(p.x, p.y, p.z);
    auto faces = std::make_shared<std::vector<int>>();
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        faces->push_back(static_cast<int>(polytope.face_vertices(f).size()));
        for (const std::uint32_t v : polytope.face_vertices(f)) faces->push_back(static_cast<int>(v));
    }
    return std::make_shared<fcl::Convexd>(points, static_cast<int>(polytope.faces().size()), faces);
}

} // namespace boxwood
#endif
