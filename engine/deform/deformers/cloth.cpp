#include "engine/deform/deformers/cloth.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "engine/deform/deformers/motion_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Keeps two vertices at the distance `length`.
struct DistanceConstraint {
    std::uint32_t a = 0, b = 0;
    double length = 0.0;
};

// One constraint per edge; then, for each pair of adjacent triangles, one between the two corners that are not on their
// common edge, which resists bending.
std::vector<DistanceConstraint> find_constraints(const Mesh& mesh) {
    // The third corner of each edge's first triangle.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> opposite;
    std::vector<DistanceConstraint> edges, folds;
    const auto make = [&](std::uint32_t a, std::uint32_t b) {
        return DistanceConstraint{a, b,
                                  static_cast<double>(glm::distance(mesh.positions[a], mesh.positions[b]))};
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

// Reorders the constraints without changing the result: the constraints of each vertex keep their order. Consecutive
// constraints rarely share a vertex afterwards, so that the processor can overlap their latencies.
std::vector<DistanceConstraint> reorder_for_latency(const std::vector<DistanceConstraint>& constraints,
                                                    std::size_t vertices) {
    std::vector<std::uint32_t> level_of_vertex(vertices, 0), level(constraints.size());
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        std::uint32_t &a = level_of_vertex[constraints[i].a], &b = level_of_vertex[constraints[i].b];
        level[i] = std::max(a, b);
        a = b = level[i] + 1;
    }
    std::vector<std::uint32_t> order(constraints.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t i, std::uint32_t j) { return level[i] < level[j]; });
    std::vector<DistanceConstraint> ordered;
    ordered.reserve(constraints.size());
    for (const std::uint32_t i : order) ordered.push_back(constraints[i]);
    return ordered;
}

// The closest point of a triangle, by the Voronoi regions of its corners, edges and face [Ericson 2005, section 5.1.5].
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
    const double sum = of_a + of_b + of_c;
    return t[0] + of_b / sum * ab + of_c / sum * ac;
}

// The plane of the triangle nearest to a vertex, in the rigid mesh's frame. The vertex must not pass behind the plane.
struct ContactPlane {
    glm::dvec3 point, normal;
};

// The rigid mesh with its hierarchy, for closest-point queries of vertices.
class Surface {
  public:
    explicit Surface(std::shared_ptr<const Mesh> mesh)
        : owner_(std::move(mesh))
        , mesh_(owner_->view()) {
        SerialExecutor serial;
        tree_ = build_top_down(make_primitive_boxes(mesh_), {}, serial);
        const Aabb& box = tree_.volume(tree_.root());
        for (int axis = 0; axis < 3; ++axis)
            extent_ = std::max({extent_, std::fabs(static_cast<double>(box.lower[axis])),
                                std::fabs(static_cast<double>(box.upper[axis]))});
        rank_.resize(mesh_.triangles.size());
        std::uint32_t rank = 0;
        for (std::vector<std::uint32_t> open{tree_.root()}; !open.empty();) {
            const std::uint32_t node = open.back();
            open.pop_back();
            if (tree_.is_leaf(node)) {
                for (const std::uint32_t triangle : tree_.primitives_of(node)) rank_[triangle] = rank++;
                continue;
            }
            open.push_back(tree_.child(node, 1));
            open.push_back(tree_.child(node, 0));
        }
    }

    // The plane of the nearest triangle within `reach`. Among equally near triangles, the first in leaf order counts.
    // Empty if no triangle is within `reach`.
    std::optional<ContactPlane> find(const glm::dvec3& p, double reach) {
        const glm::vec3 center(p), half(static_cast<float>(reach));
        const Aabb around{center - half, center + half};
        Nearest nearest{reach * reach};
        const double rounding = kRounding * (extent_ + reach) * (extent_ + reach);
        stack_.assign(1, {tree_.root(), 0.0});
        while (!stack_.empty()) {
            const auto [node, gap] = stack_.back();
            stack_.pop_back();
            if (gap > nearest.squared_distance + rounding || !overlap(tree_.volume(node), around)) continue;
            if (tree_.is_leaf(node)) {
                for (const std::uint32_t triangle : tree_.primitives_of(node)) consider(p, triangle, nearest);
                continue;
            }
            StackEntry near = entry_of(p, tree_.child(node, 0)), far = entry_of(p, tree_.child(node, 1));
            if (far.gap < near.gap) std::swap(near, far);
            stack_.push_back(far);
            stack_.push_back(near);
        }
        return nearest.plane;
    }

  private:
    // Relative error bound of squared distances, far above their rounding error.
    static constexpr double kRounding = 1e-12;
    struct StackEntry {
        std::uint32_t node = 0;
        double gap = 0.0; // squared distance from the point to the node's box
    };
    struct Nearest {
        double squared_distance = 0.0;
        std::uint32_t rank = 0;
        std::optional<ContactPlane> plane{};
    };

    StackEntry entry_of(const glm::dvec3& p, std::uint32_t node) const {
        const Aabb& box = tree_.volume(node);
        const glm::dvec3 gap =
            glm::max(glm::max(glm::dvec3(box.lower) - p, p - glm::dvec3(box.upper)), glm::dvec3(0.0));
        return {node, glm::dot(gap, gap)};
    }

    void consider(const glm::dvec3& p, std::uint32_t triangle, Nearest& io_nearest) const {
        const Triangle t = triangle_of(mesh_, triangle);
        const Triangle64 corners{glm::dvec3(t[0]), glm::dvec3(t[1]), glm::dvec3(t[2])};
        const glm::dvec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double length = glm::length(normal);
        if (!(length > 0.0)) return;
        const glm::dvec3 point = find_closest_point(p, corners), offset = p - point;
        const double distance = glm::dot(offset, offset);
        const bool is_first = io_nearest.plane && rank_[triangle] < io_nearest.rank;
        if (!(distance < io_nearest.squared_distance ||
              (distance == io_nearest.squared_distance && is_first)))
            return;
        io_nearest = {distance, rank_[triangle], ContactPlane{point, normal / length}};
    }

    std::shared_ptr<const Mesh> owner_;
    MeshView mesh_;
    Bvh2<Aabb> tree_;
    double extent_ = 0.0;             // largest absolute coordinate
    std::vector<std::uint32_t> rank_; // per triangle: its position in leaf order
    std::vector<StackEntry> stack_;
};

class Cloth {
  public:
    Cloth(const ClothInput& input, const ClothConfig& config)
        : world_from_obstacle_(input.world_from_obstacle)
        , path_(input.path)
        , config_(config)
        , constraints_(reorder_for_latency(find_constraints(input.cloth), input.cloth.positions.size()))
        , surface_(input.obstacle)
        , radius_(make_rest_mesh(input.cloth).radius) {
        for (const glm::vec3& p : input.cloth.positions) now_.emplace_back(p);
        before_ = now_;
        contact_planes_.resize(now_.size());
    }

    void run_frame(int frame) {
        find_contact_planes(path_.at(world_from_obstacle_, frame / static_cast<double>(config_.frames)));
        for (int step = 0; step < config_.steps; ++step)
            run_step(frame + static_cast<double>(step + 1) / config_.steps);
    }
    std::vector<glm::vec3> positions() const { return {now_.begin(), now_.end()}; }

  private:
    void run_step(double frame) {
        const double dt = 1.0 / config_.steps, velocity_factor = 1.0 - config_.damping * dt;
        const glm::dvec3 gravity(0.0, -2.0 * radius_ / (config_.fall * config_.fall) * dt * dt, 0.0);
        for (std::size_t i = 0; i < now_.size(); ++i) {
            const glm::dvec3 next = now_[i] + velocity_factor * (now_[i] - before_[i]) + gravity;
            before_[i] = now_[i];
            now_[i] = next;
        }
        for (const DistanceConstraint& constraint : constraints_) apply(constraint);
        const Pose world_from_obstacle =
            path_.at(world_from_obstacle_, frame / static_cast<double>(config_.frames));
        keep_outside(world_from_obstacle);
    }

    // Restores the rest length; each end moves by half of the correction.
    void apply(const DistanceConstraint& constraint) {
        const glm::dvec3 offset = now_[constraint.b] - now_[constraint.a];
        const double length = glm::length(offset);
        if (!(length > 0.0)) return;
        const glm::dvec3 half = 0.5 * (length - constraint.length) / length * offset;
        now_[constraint.a] += half;
        now_[constraint.b] -= half;
    }

    // Finds the contact plane of each vertex. The search distance is the motion of the vertex in one frame, plus a
    // margin for the motion of the rigid mesh.
    void find_contact_planes(const Pose& world_from_obstacle) {
        const Pose obstacle_from_world = inverse(world_from_obstacle);
        const double margin = 4.0 * config_.thickness * radius_;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            const double speed = glm::length(now_[i] - before_[i]) * config_.steps;
            contact_planes_[i] = surface_.find(obstacle_from_world * now_[i], margin + speed);
        }
    }

    void keep_outside(const Pose& world_from_obstacle) {
        const double thickness = config_.thickness * radius_;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            if (!contact_planes_[i]) continue;
            const glm::dvec3 point = world_from_obstacle * contact_planes_[i]->point,
                             normal = glm::normalize(world_from_obstacle.linear * contact_planes_[i]->normal);
            const double height = glm::dot(now_[i] - point, normal);
            if (height >= thickness) continue;
            now_[i] += (thickness - height) * normal;
            const glm::dvec3 moved = now_[i] - before_[i],
                             tangential = moved - glm::dot(moved, normal) * normal;
            now_[i] -= config_.friction * tangential;
            // Removes the normal velocity, so that the vertex does not bounce.
            before_[i] = now_[i] - (1.0 - config_.friction) * tangential;
        }
    }

    Pose world_from_obstacle_; // at the start
    ObstaclePath path_;
    ClothConfig config_;
    std::vector<DistanceConstraint> constraints_;
    Surface surface_;
    double radius_ = 1.0;
    std::vector<glm::dvec3> now_, before_;
    std::vector<std::optional<ContactPlane>> contact_planes_; // per vertex, in this frame
};

class ClothRecorder final : public MotionRecorder {
  public:
    ClothRecorder(const ClothInput& input, const ClothConfig& config)
        : MotionRecorder({"cloth", {input.cloth.positions}}, static_cast<std::size_t>(config.frames))
        , cloth_(input, config) {}

  private:
    std::vector<glm::vec3> simulate_next() override {
        cloth_.run_frame(static_cast<int>(frames_recorded()) - 1);
        return cloth_.positions();
    }

    Cloth cloth_;
};

} // namespace

MotionClip drape_cloth(const ClothInput& input, const ClothConfig& config) {
    ClothRecorder recorder(input, config);
    return recorder.record(recorder.length() - 1);
}

std::shared_ptr<MotionRecorder> record_cloth(const RecordInput& input) {
    return std::make_shared<ClothRecorder>(
        ClothInput{input.mesh, input.obstacle, input.world_from_obstacle, input.path},
        ClothConfig{.frames = input.frames});
}

} // namespace boxwood
