#include "engine/meshes/units_hint.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "collision/volumes/aabb.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {

double scaled_diagonal(const MeshView& mesh, const Pose& world_from_mesh) {
    if (mesh.positions.empty()) return 0.0;
    const Aabb box = Aabb::fit(mesh.positions);
    const glm::dmat3& axes = world_from_mesh.linear;
    const double scale = std::max({glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])});
    return scale * glm::distance(glm::dvec3(box.lower), glm::dvec3(box.upper));
}

std::string units_hint(std::string_view name_a, double size_a, std::string_view name_b, double size_b) {
    constexpr int kDigits = 3;
    if (size_a < size_b) {
        std::swap(name_a, name_b);
        std::swap(size_a, size_b);
    }
    if (!(size_b > 0.0) || !(size_a >= kUnlikelySizeRatio * size_b)) return "";
    return std::string(name_a) + " is " + number_text(size_a / size_b, kDigits) + " times as large as " +
           std::string(name_b) + " (" + number_text(size_a, kDigits) + " and " +
           number_text(size_b, kDigits) + " across); are both in the same unit of length?";
}

} // namespace boxwood
