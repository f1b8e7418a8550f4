#include "engine/scene/scattering.hpp"

#include "engine/meshes/generate/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr int kAttempts = 60;

// Spheres by the grid cell of their centers. A cell is as wide as the largest diameter. The spheres that can overlap a
// given sphere are therefore in 27 cells.
class SphereGrid {
  public:
    explicit SphereGrid(double largest_radius)
        : cell_size_(std::max(2.0 * largest_radius, 1e-300)) {}

    bool is_clear(const Ball& sphere) const {
        const Cell middle = cell_of(sphere.center_w);
        for (int offset = 0; offset < 27; ++offset) {
            const auto found = cells_.find(
                {middle[0] + offset % 3 - 1, middle[1] + offset / 3 % 3 - 1, middle[2] + offset / 9 - 1});
            if (found == cells_.end()) continue;
            for (const Ball& other : found->second)
                if (glm::distance(sphere.center_w, other.center_w) < sphere.radius + other.radius)
                    return false;
        }
        return true;
    }
    void add(const Ball& sphere) { cells_[cell_of(sphere.center_w)].push_back(sphere); }

  private:
    using Cell = std::array<std::int64_t, 3>;
    Cell cell_of(const glm::dvec3& p) const {
        const auto index = [this](double x) {
            return static_cast<std::int64_t>(std::clamp(std::floor(x / cell_size_), -1e15, 1e15));
        };
        return {index(p.x), index(p.y), index(p.z)};
    }

    double cell_size_;
    std::map<Cell, std::vector<Ball>> cells_;
};

} // namespace

std::vector<glm::dvec3> scatter(std::span<const double> radii, std::span<const Ball> obstacles,
                                const glm::dvec3& room_half, std::uint64_t seed) {
    double largest = 0.0;
    for (const double radius : radii) largest = std::max(largest, radius);
    for (const Ball& sphere : obstacles) largest = std::max(largest, sphere.radius);
    SphereGrid grid(largest);
    for (const Ball& sphere : obstacles) grid.add(sphere);
    Random random(seed);
    std::vector<glm::dvec3> centers_w;
    for (const double radius : radii) {
        const glm::dvec3 range = glm::max(room_half - radius, glm::dvec3(0.0));
        Ball sphere{random.in_box(range), radius};
        for (int attempt = 0; attempt < kAttempts && !grid.is_clear(sphere); ++attempt)
            sphere.center_w = random.in_box(range);
        grid.add(sphere);
        centers_w.push_back(sphere.center_w);
    }
    return centers_w;
}

} // namespace boxwood
