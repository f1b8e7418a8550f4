#include "engine/deform/deformers/deformer.hpp"
#include "engine/meshes/generate/random.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

std::vector<std::uint32_t> make_permutation(std::size_t count, std::uint64_t seed) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    Random random(seed);
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

} // namespace

void deform_permute(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const std::vector<glm::vec3>& from = input.rest.mesh.positions;
    const std::vector<std::uint32_t> to = make_permutation(from.size(), input.seed);
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(from[i]);
        out_positions[i] = glm::vec3(p + input.amplitude * (glm::dvec3(from[to[i]]) - p));
    }
}

} // namespace boxwood
