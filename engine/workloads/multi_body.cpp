#include "engine/workloads/multi_body.hpp"

#include "collision/core/numbers/number_text.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/meshes/polygon_mesh.hpp"

#include <array>
#include <cmath>
#include <map>
#include <string>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

constexpr double kRadius = 1.0;
constexpr int kPlacementAttempts = 60;
// The stream of random numbers for the numbers of faces; the shapes use lower streams.
constexpr std::uint64_t kFacesStream = std::uint64_t{1} << 32;

Status check_range(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return ok();
    return Error{std::string(name) + " is " + number_text(value) + ", outside " + range_text(low, high)};
}

Status check_params(const MultiBodyParams& params) {
    const std::array<Status, 11> checks{
        check_range("distinct shapes", params.distinct_shapes, 1, kMaxWorkloadBodies),
        check_range("half side of the room", params.room_half, 0.0, 1e6),
        check_range("bodies", params.bodies, 1, kMaxWorkloadBodies),
        check_range("faces", params.faces, 4, kMaxFaces),
        check_range("maximum number of faces", params.max_faces, 0, kMaxFaces),
        check_range("spin in degrees per step", params.spin_degrees, 0, 180),
        check_range("velocity in percent of the radius", params.speed_percent, 0, 100),
        check_range("density in percent", params.density_percent, 0.01, 40),
        check_range("meshes in percent of the bodies", params.mesh_percent, 0, 100),
        check_range("fixed cubes in percent of the bodies", params.cube_percent, 0, 100),
        check_range("aspect ratio", params.aspect_ratio, 1, 20)};
    for (const Status& check : checks)
        if (!check) return check;
    return ok();
}

double volume_of(const Shape& shape) {
    return shape.polytope() ? shape.polytope()->volume() : std::fabs(signed_volume(shape.mesh()));
}

// Returns a random even number from the range, because closed triangle meshes have an even number of faces. Returns
// `faces` if max_faces is not larger.
std::uint32_t faces_of(const MultiBodyParams& params, std::uint64_t shape) {
    const auto fewest = static_cast<std::uint32_t>(params.faces);
    if (params.max_faces <= params.faces) return fewest;
    const std::uint32_t low = (fewest + 1) / 2, high = static_cast<std::uint32_t>(params.max_faces) / 2;
    Random random(mix_seed(params.seed, kFacesStream + shape));
    return 2 * (low + static_cast<std::uint32_t>(random.below(high - low + 1)));
}

Result<std::vector<std::shared_ptr<Shape>>> make_polytopes(const MultiBodyParams& params, int count) {
    std::vector<std::shared_ptr<Shape>> shapes;
    const auto pool = std::make_shared<PagePool>();
    for (int i = 0; i < std::min(count, params.distinct_shapes); ++i) {
        RandomPolytopeParams one;
        one.faces = faces_of(params, static_cast<std::uint64_t>(i));
        one.seed = mix_seed(params.seed, static_cast<std::uint64_t>(i));
        one.radius = kRadius;
        one.aspect_ratio = params.aspect_ratio;
        Result<Polytope> polytope = make_random_polytope(one);
        if (!polytope) return polytope.error();
        shapes.push_back(make_shape(std::move(*polytope), pool));
    }
    return shapes;
}

// Scales imported polytopes to about the size of the others by a power of two, which is exact.
std::shared_ptr<Shape> scaled_to_others(const std::shared_ptr<Shape>& shape) {
    if (!shape->polytope()) return shape;
    const auto scale = static_cast<float>(std::exp2(std::floor(std::log2(kRadius / shape->radius()))));
    PolygonMesh model = to_polygons(*shape->polytope(), "");
    for (glm::vec3& p : model.positions) p *= scale;
    Result<Polytope> scaled = make_polytope(model.positions, model.faces);
    return scaled ? make_shape(std::move(*scaled)) : shape;
}

Result<std::vector<std::shared_ptr<Shape>>> make_meshes(const MultiBodyParams& params) {
    if (!params.shapes.empty()) {
        std::vector<std::shared_ptr<Shape>> user_meshes;
        for (const std::shared_ptr<Shape>& shape : params.shapes)
            user_meshes.push_back(scaled_to_others(shape));
        return user_meshes;
    }
    std::vector<std::shared_ptr<Shape>> shapes;
    const TorusKnotParams knot{.tube_radius = 0.22, .n_along = 96, .n_around = 10};
    for (const Mesh& mesh : {make_torus(0.7, 0.28, 28, 14), make_torus_knot(knot)}) {
        Result<std::shared_ptr<Shape>> shape = make_shape(mesh.view());
        if (!shape) return shape.error();
        if (Status status = (*shape)->declare_solid(); !status) return status.error();
        shapes.push_back(*shape);
    }
    return shapes;
}

// Describes a body; scales a mesh to the size of the polytopes.
BodyDesc describe(const std::shared_ptr<Shape>& shape, BoxKind box) {
    BodyDesc body{shape, {}, box};
    if (!shape->polytope()) body.transform.s = glm::dvec3(kRadius / std::max(shape->radius(), 1e-9));
    return body;
}

// Distributes the fixed cubes evenly over the bodies.
BoxKind box_of(const MultiBodyParams& params, int body) {
    const auto cubes_before = [&params](int count) {
        return std::floor(count * params.cube_percent / 100.0);
    };
    return cubes_before(body + 1) > cubes_before(body) ? BoxKind::fixed_cube : params.box;
}

double world_volume(const BodyDesc& body) {
    const glm::dvec3& s = body.transform.s;
    return volume_of(*body.shape) * s.x * s.y * s.z;
}

Motion make_motion(const MultiBodyParams& params, Random& io_random) {
    Motion motion;
    motion.velocity_w = io_random.unit_vector() * (params.speed_percent / 100.0 * kRadius);
    motion.spin_axis_w = io_random.unit_vector();
    motion.spin = glm::radians(params.spin_degrees);
    return motion;
}

// The centers of the placed bodies, in a grid whose cells are as wide as a body.
class OccupiedGrid {
  public:
    bool is_free(const glm::dvec3& center_w) const {
        const Cell middle = cell_of(center_w);
        for (int offset = 0; offset < 27; ++offset) {
            const auto found = cells_.find(
                {middle[0] + offset % 3 - 1, middle[1] + offset / 3 % 3 - 1, middle[2] + offset / 9 - 1});
            if (found == cells_.end()) continue;
            for (const glm::dvec3& other_w : found->second)
                if (glm::distance(center_w, other_w) < 2.0 * kRadius) return false;
        }
        return true;
    }
    void add(const glm::dvec3& center_w) { cells_[cell_of(center_w)].push_back(center_w); }

  private:
    using Cell = std::array<int, 3>;
    static Cell cell_of(const glm::dvec3& center_w) {
        const glm::dvec3 cell = glm::floor(center_w / (2.0 * kRadius));
        return {static_cast<int>(cell.x), static_cast<int>(cell.y), static_cast<int>(cell.z)};
    }
    std::map<Cell, std::vector<glm::dvec3>> cells_;
};

// Places the body at a free position, disjoint from all others. If no free position is found in a crowded room, the
// body can overlap others at the start.
void place_randomly(BodyDesc& io_body, const glm::dvec3& room_half, Random& io_random,
                    OccupiedGrid& io_occupied) {
    io_body.transform.q = io_random.rotation();
    const glm::dvec3 free = glm::max(room_half - kRadius, glm::dvec3(0.0));
    glm::dvec3 center_w = io_random.in_box(free);
    for (int attempt = 0; attempt < kPlacementAttempts && !io_occupied.is_free(center_w); ++attempt)
        center_w = io_random.in_box(free);
    io_occupied.add(center_w);
    io_body.transform.t = center_w - io_body.transform.q * (io_body.shape->center() * io_body.transform.s);
}

} // namespace

Result<Simulation> make_multi_body(const MultiBodyParams& params) {
    if (Status status = check_params(params); !status) return status.error();
    const int mesh_count = static_cast<int>(std::lround(params.bodies * params.mesh_percent / 100.0));
    Result<std::vector<std::shared_ptr<Shape>>> polytopes =
        make_polytopes(params, params.bodies - mesh_count);
    if (!polytopes) return polytopes.error();
    Result<std::vector<std::shared_ptr<Shape>>> meshes = make_meshes(params);
    if (!meshes) return meshes.error();

    std::vector<BodyDesc> bodies;
    double volume = 0.0;
    for (int i = 0; i < params.bodies; ++i) {
        const std::vector<std::shared_ptr<Shape>>& shapes = i < mesh_count ? *meshes : *polytopes;
        bodies.push_back(describe(shapes[static_cast<std::size_t>(i) % shapes.size()], box_of(params, i)));
        volume += world_volume(bodies.back());
    }

    Simulation simulation;
    const double side = std::cbrt(volume / (params.density_percent / 100.0));
    simulation.room_half =
        glm::dvec3(std::max(params.room_half > 0.0 ? params.room_half : 0.5 * side, 1.5 * kRadius));
    Random random(params.seed);
    OccupiedGrid occupied;
    for (BodyDesc& body : bodies) {
        place_randomly(body, simulation.room_half, random, occupied);
        simulation.motions.push_back(make_motion(params, random));
    }
    if (Result<std::vector<BodyHandle>> ids = simulation.world.add_bodies(bodies); !ids) return ids.error();
    return simulation;
}

} // namespace boxwood
