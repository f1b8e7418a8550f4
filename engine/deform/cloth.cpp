#include "engine/deform/cloth.hpp"

#include "collision/hierarchy/build_top_down.hpp"
#include "collision/hierarchy/refit.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Keeps two vertices as far apart as they were.
struct Thread {
    std::uint32_t a = 0, b = 0;
    double length = 0.0;
};

// Edges, each once, then the far corners of triangles that share one: what resists folding.
std::vector<Thread> find_threads(const Mesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> opposite; // of an edge's first triangle
    std::vector<Thread> edges, folds;
    const auto make = [&](std::uint32_t a, std::uint32_t b) {
        return Thread{a, b, static_cast<double>(glm::distance(mesh.positions[a], mesh.positions[b]))};
    };
    for (const TriangleIndices& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = t[k], b = t[(k + 1) % 3], far = t[(k + 2) % 3];
            const auto [known, is_new] = opposite.try_emplace(std::minmax(a, b), far);
            if (is_new)
                edges.push_back(make(a, b));
            else if (known->second != far)
                folds.push_back(make(known->second, far));
        }
    edges.insert(edges.end(), folds.begin(), folds.end());
    return edges;
}

// [Ericson 2005] section 5.1.5: by the regions of the triangle's corners, edges and face.
glm::dvec3 find_closest_point(const glm::dvec3& p, const Triangle64& t) {
    const glm::dvec3 ab = t[1] - t[0], ac = t[2] - t[0], ap = p - t[0], bp = p - t[1], cp = p - t[2];
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap), d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp),
                 d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d1 <= 0.0 && d2 <= 0.0) return t[0];
    if (d3 >= 0.0 && d4 <= d3) return t[1];
    if (d6 >= 0.0 && d5 <= d6) return t[2];
    const double of_c = d1 * d4 - d3 * d2, of_b = d5 * d2 - d1 * d6, of_a = d3 * d6 - d5 * d4;
    if (of_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return t[0] + d1 / (d1 - d3) * ab;
    if (of_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return t[0] + d2 / (d2 - d6) * ac;
    if (of_a <= 0.0 && d4 >= d3 && d5 >= d6)
        return t[1] + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (t[2] - t[1]);
    const double whole = of_a + of_b + of_c;
    return t[0] + of_b / whole * ab + of_c / whole * ac;
}

// The plane that a vertex may not go behind while it is near: of the nearest triangle, in the rigid mesh's frame.
struct Floor {
    glm::dvec3 point, normal;
};

// The rigid mesh as vertices meet it.
class Surface {
  public:
    explicit Surface(const Mesh& mesh)
        : mesh_(mesh.view()) {
        SerialExecutor serial;
        tree_ = build_top_down(make_primitive_boxes(mesh_), {}, serial);
    }

    // Nothing within reach: none.
    std::optional<Floor> find(const glm::dvec3& p, double reach) {
        const glm::vec3 center(p), half(static_cast<float>(reach));
        const Aabb around{center - half, center + half};
        std::optional<Floor> nearest;
        double least = reach * reach;
        stack_.assign(1, tree_.root());
        while (!stack_.empty()) {
            const std::uint32_t node = stack_.back();
            stack_.pop_back();
            if (!overlap(tree_.volume(node), around)) continue;
            if (tree_.is_leaf(node)) {
                for (const std::uint32_t triangle : tree_.primitives_of(node))
                    meet(p, triangle, least, nearest);
                continue;
            }
            stack_.push_back(tree_.child(node, 1));
            stack_.push_back(tree_.child(node, 0));
        }
        return nearest;
    }

  private:
    void meet(const glm::dvec3& p, std::uint32_t triangle, double& io_least,
              std::optional<Floor>& io_nearest) const {
        const Triangle t = triangle_of(mesh_, triangle);
        const Triangle64 corners{glm::dvec3(t[0]), glm::dvec3(t[1]), glm::dvec3(t[2])};
        const glm::dvec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double length = glm::length(normal);
        if (!(length > 0.0)) return;
        const glm::dvec3 point = find_closest_point(p, corners), between = p - point;
        if (!(glm::dot(between, between) < io_least)) return;
        io_least = glm::dot(between, between);
        io_nearest = Floor{point, normal / length};
    }

    MeshView mesh_;
    Bvh<Aabb> tree_;
    std::vector<std::uint32_t> stack_;
};

class Cloth {
  public:
    Cloth(const ClothInput& input, const ClothConfig& config)
        : input_(input)
        , config_(config)
        , threads_(find_threads(input.cloth))
        , surface_(input.obstacle)
        , radius_(make_rest_mesh(input.cloth).radius) {
        for (const glm::vec3& p : input.cloth.positions) now_.emplace_back(p);
        before_ = now_;
        floors_.resize(now_.size());
    }

    void run_frame(int frame) {
        find_floors(input_.path.at(input_.world_from_obstacle, frame / static_cast<double>(config_.frames)));
        for (int step = 0; step < config_.steps; ++step)
            run_step(frame + static_cast<double>(step + 1) / config_.steps);
    }
    std::vector<glm::vec3> positions() const { return {now_.begin(), now_.end()}; }

  private:
    void run_step(double frame) {
        const double dt = 1.0 / config_.steps, keep = 1.0 - config_.damping * dt;
        const glm::dvec3 pull(0.0, -2.0 * radius_ / (config_.fall * config_.fall) * dt * dt, 0.0);
        for (std::size_t i = 0; i < now_.size(); ++i) {
            const glm::dvec3 next = now_[i] + keep * (now_[i] - before_[i]) + pull;
            before_[i] = now_[i];
            now_[i] = next;
        }
        for (const Thread& thread : threads_) hold(thread);
        const Pose world_from_obstacle =
            input_.path.at(input_.world_from_obstacle, frame / static_cast<double>(config_.frames));
        keep_outside(world_from_obstacle);
    }

    // Both ends go half of the way.
    void hold(const Thread& thread) {
        const glm::dvec3 between = now_[thread.b] - now_[thread.a];
        const double length = glm::length(between);
        if (!(length > 0.0)) return;
        const glm::dvec3 half = 0.5 * (length - thread.length) / length * between;
        now_[thread.a] += half;
        now_[thread.b] -= half;
    }

    // As far as a vertex may come in a frame: what it is past by now, and what the other mesh comes towards it.
    void find_floors(const Pose& world_from_obstacle) {
        const Pose obstacle_from_world = inverse(world_from_obstacle);
        const double ahead = 4.0 * config_.thickness * radius_;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            const double speed = glm::length(now_[i] - before_[i]) * config_.steps;
            floors_[i] = surface_.find(obstacle_from_world * now_[i], ahead + speed);
        }
    }

    void keep_outside(const Pose& world_from_obstacle) {
        const double thickness = config_.thickness * radius_;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            if (!floors_[i]) continue;
            const glm::dvec3 point = world_from_obstacle * floors_[i]->point,
                             normal = glm::normalize(world_from_obstacle.linear * floors_[i]->normal);
            const double height = glm::dot(now_[i] - point, normal);
            if (height >= thickness) continue;
            now_[i] += (thickness - height) * normal;
            const glm::dvec3 moved = now_[i] - before_[i], slid = moved - glm::dot(moved, normal) * normal;
            now_[i] -= config_.friction * slid;
            before_[i] = now_[i] - (1.0 - config_.friction) * slid; // it does not bounce
        }
    }

    const ClothInput& input_;
    ClothConfig config_;
    std::vector<Thread> threads_;
    Surface surface_;
    double radius_ = 1.0;
    std::vector<glm::dvec3> now_, before_;
    std::vector<std::optional<Floor>> floors_; // of each vertex, in this frame
};

} // namespace

MotionClip drape_cloth(const ClothInput& input, const ClothConfig& config) {
    MotionClip clip{"cloth", {input.cloth.positions}};
    Cloth cloth(input, config);
    for (int frame = 0; frame + 1 < config.frames; ++frame) {
        cloth.run_frame(frame);
        clip.frames.push_back(cloth.positions());
    }
    return clip;
}

std::shared_ptr<const MotionClip> record_cloth(const RecordInput& input) {
    return std::make_shared<const MotionClip>(drape_cloth(
        {input.mesh, input.obstacle, input.world_from_obstacle, input.path}, {.frames = input.frames}));
}

} // namespace boxwood
