#include "app/cli/parts_scene.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace boxwood {
namespace {

// Consecutive hues differ by the golden angle, so that any number of hues is well distributed. Every second color is
// darker.
ColorBytes color_of(std::size_t index) {
    const double hue = 6.0 * std::fmod(0.08 + 0.6180339887498949 * static_cast<double>(index), 1.0);
    const double value = index % 2 == 0 ? 235.0 : 175.0, saturation = 0.62;
    // Converts from HSV. `peak` is the hue at which this channel has its maximum.
    const auto channel = [&](double peak) {
        const double distance = std::fabs(std::fmod(hue - peak + 9.0, 6.0) - 3.0);
        const double share = std::clamp(2.0 - distance, 0.0, 1.0);
        return static_cast<std::uint8_t>(std::lround(value * (1.0 - saturation * (1.0 - share))));
    };
    return {channel(0.0), channel(2.0), channel(4.0)};
}

glm::dvec3 middle_of(const PolygonMesh& part) {
    glm::dvec3 sum(0.0);
    for (const glm::vec3& p : part.positions) sum += glm::dvec3(p);
    return sum / static_cast<double>(part.positions.size());
}

// Arranges the parts as a binary tree. Each part is represented by the mean of its vertices. The root of each branch is
// the part nearest to the center of the bounding box of these means. The other parts are sorted along the longest axis
// of the box and halved; the two halves are the child branches.
class BranchWriter {
  public:
    BranchWriter(std::span<const PolygonMesh> parts, const std::filesystem::path& library)
        : parts_(parts)
        , library_(library) {
        for (const PolygonMesh& part : parts) middles_.push_back(middle_of(part));
    }
    PartsDescription write() {
        std::vector<std::size_t> order(parts_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        add(order, kNone);
        return std::move(description_);
    }

  private:
    void add(std::span<std::size_t> order, std::uint32_t parent) {
        if (order.empty()) return;
        glm::dvec3 lower(middles_[order[0]]), upper(lower);
        for (const std::size_t k : order) {
            lower = glm::min(lower, middles_[k]);
            upper = glm::max(upper, middles_[k]);
        }
        const glm::dvec3 size = upper - lower, middle = 0.5 * (lower + upper);
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const auto nearest = std::min_element(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return glm::distance(middles_[a], middle) < glm::distance(middles_[b], middle);
        });
        std::iter_swap(order.begin(), nearest);
        PartDescription part;
        part.name = parts_[order[0]].name;
        part.shape = PolytopeFile{library_.generic_string(), part.name};
        part.parent = parent;
        part.material = "part " + std::to_string(order[0] + 1);
        description_.parts.push_back(std::move(part));
        const auto self = static_cast<std::uint32_t>(description_.parts.size() - 1);
        const auto rest = order.subspan(1);
        std::sort(rest.begin(), rest.end(), [&](std::size_t a, std::size_t b) {
            return middles_[a][axis] != middles_[b][axis] ? middles_[a][axis] < middles_[b][axis] : a < b;
        });
        add(rest.first(rest.size() / 2), self);
        add(rest.subspan(rest.size() / 2), self);
    }

    std::span<const PolygonMesh> parts_;
    std::filesystem::path library_;
    std::vector<glm::dvec3> middles_;
    PartsDescription description_;
};

} // namespace

SceneDescription make_parts_scene(std::span<const PartsOfModel> models,
                                  const std::filesystem::path& library) {
    SceneDescription scene;
    scene.name = models.size() == 1 ? "Convex parts of " + models[0].name : "Convex parts of models";
    std::size_t max_part_count = 0;
    for (const PartsOfModel& model : models) {
        BodyDescription body;
        body.name = model.name;
        body.shape = BranchWriter(model.parts, library).write();
        scene.bodies.push_back(std::move(body));
        max_part_count = std::max(max_part_count, model.parts.size());
    }
    for (std::size_t k = 0; k < max_part_count; ++k)
        scene.materials.push_back({"part " + std::to_string(k + 1), color_of(k), 0.8});
    return scene;
}

} // namespace boxwood
