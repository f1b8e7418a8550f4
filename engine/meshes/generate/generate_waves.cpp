#include "collision/core/check.hpp"
#include "engine/meshes/generate/bezier.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/weld.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Random heights at the corners of a square grid of patches.
class CornerHeights {
  public:
    CornerHeights(std::uint32_t patches, double height, std::uint64_t seed)
        : count_(patches + 1) {
        Random random(seed);
        for (std::uint32_t i = 0; i < count_ * count_; ++i)
            heights_.push_back(random.uniform(-height, height));
    }

    double at(std::uint32_t i, std::uint32_t k) const { return heights_[i * count_ + k]; }

    // The four Bezier heights from corner (i, k) to corner (i + 1, k).
    std::array<double, 4> row_heights(std::uint32_t i, std::uint32_t k) const {
        return bezier_heights(i, [&](std::uint32_t corner) { return at(corner, k); });
    }
    // The four Bezier heights of the curve from corner `from` to the next corner, through height(corner). Tangents are
    // central differences, so consecutive curves have the same tangent; at the border they are one-sided differences.
    template <class Height>
    std::array<double, 4> bezier_heights(std::uint32_t from, const Height& height) const {
        const auto tangent = [&](std::uint32_t corner) {
            const std::uint32_t before = corner == 0 ? 0 : corner - 1,
                                after = std::min(corner + 1, count_ - 1);
            return (height(after) - height(before)) / (after - before);
        };
        const double start = height(from), end = height(from + 1);
        return {start, start + tangent(from) / 3.0, end - tangent(from + 1) / 3.0, end};
    }

  private:
    std::uint32_t count_;
    std::vector<double> heights_;
};

} // namespace

Mesh make_waves(const WavesParams& params) {
    BOXWOOD_ASSERT(params.patches >= 1 && params.steps >= 1);
    const CornerHeights heights(params.patches, params.height, params.seed);
    Mesh mesh;
    mesh.name = "waves";
    const double side = 2.0 * params.half / params.patches;
    for (std::uint32_t i = 0; i < params.patches; ++i)
        for (std::uint32_t k = 0; k < params.patches; ++k) {
            BezierPatch patch;
            for (std::size_t u = 0; u < 4; ++u) {
                const std::array<double, 4> along_v = heights.bezier_heights(
                    k, [&](std::uint32_t corner) { return heights.row_heights(i, corner)[u]; });
                for (std::size_t v = 0; v < 4; ++v)
                    patch[u][v] = {side * (i + static_cast<double>(u) / 3.0) - params.half, along_v[v],
                                   side * (k + static_cast<double>(v) / 3.0) - params.half};
            }
            append_patch(mesh, patch, params.steps, false, [](const glm::dvec3& p) { return p; });
        }
    weld_vertices(mesh);
    return mesh;
}

} // namespace boxwood
