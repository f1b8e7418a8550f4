#include "app/labs/multi_body/scene/scene_numbers.hpp"

#include "engine/meshes/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

double volume_of(const Shape& shape) {
    return shape.polytope() ? shape.polytope()->volume() : std::fabs(signed_volume(shape.mesh()));
}

// The mean of the positive values.
class Mean {
  public:
    void add(double value) {
        if (!(value > 0.0)) return;
        sum_ += value;
        ++count_;
    }
    double value() const { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }

  private:
    double sum_ = 0.0;
    std::size_t count_ = 0;
};

} // namespace

double find_world_radius(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::max({s.x, s.y, s.z});
}

SceneNumbers read_numbers(const Simulation& simulation) {
    SceneNumbers numbers;
    MultiBodyParams& params = numbers.params;
    std::size_t meshes = 0, min_faces = std::numeric_limits<std::size_t>::max(), max_faces = 0;
    double volume = 0.0;
    Mean spin, speed;
    std::map<const Shape*, double> volumes;
    const CollisionWorld& world = simulation.world;
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const Body& body = world.bodies()[id];
        const auto known = volumes.find(body.shape.get());
        const double of_shape =
            known != volumes.end() ? known->second : volumes[body.shape.get()] = volume_of(*body.shape);
        const glm::dvec3 s = glm::abs(body.transform.s);
        volume += of_shape * s.x * s.y * s.z;
        if (body.polytope) {
            min_faces = std::min(min_faces, body.shape->mesh().triangles.size());
            max_faces = std::max(max_faces, body.shape->mesh().triangles.size());
        } else {
            ++meshes;
        }
        if (id >= simulation.motions.size()) continue;
        const Motion& motion = simulation.motions[id];
        spin.add(glm::degrees(std::fabs(motion.spin)));
        if (const double radius = find_world_radius(body); radius > 0.0)
            speed.add(100.0 * glm::length(motion.velocity_w) / radius);
    }
    const std::size_t bodies = world.body_count();
    params.bodies = static_cast<int>(std::min<std::size_t>(bodies, kMaxWorkloadBodies));
    params.mesh_percent =
        bodies == 0 ? 0.0 : 100.0 * static_cast<double>(meshes) / static_cast<double>(bodies);
    params.spin_degrees = spin.value();
    params.speed_percent = speed.value();
    if (max_faces > 0) {
        numbers.has_faces = true;
        params.faces = static_cast<int>(std::min<std::size_t>(min_faces, kMaxFaces));
        params.max_faces =
            max_faces > min_faces ? static_cast<int>(std::min<std::size_t>(max_faces, kMaxFaces)) : 0;
    }
    const glm::dvec3 room = 2.0 * simulation.room_half;
    if (const double room_volume = room.x * room.y * room.z; room_volume > 0.0) {
        numbers.has_density = true;
        params.density_percent = 100.0 * volume / room_volume;
    }
    return numbers;
}

} // namespace boxwood
