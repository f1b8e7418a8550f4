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

// Distance constraint between two vertices at its rest length.
struct Thread {
    std::uint32_t a = 0, b = 0;
    double length = 0.0;
};

// Each edge once, then the opposite corners of triangles that share an edge, which resist bending.
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

// Reorders the constraints without changing the result: each vertex keeps the order of its constraints, and consecutive
// constraints share no vertex, so that the processor can overlap their latencies.
std::vector<Thread> spread(const std::vector<Thread>& threads, std::size_t vertices) {
    std::vector<std::uint32_t> level_of_vertex(vertices, 0), level(threads.size());
    for (std::size_t i = 0; i < threads.size(); ++i) {
        std::uint32_t &a = level_of_vertex[threads[i].a], &b = level_of_vertex[threads[i].b];
        level[i] = std::max(a, b);
        a = b = level[i] + 1;
    }
    std::vector<std::uint32_t> order(threads.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t i, std::uint32_t j) { return level[i] < level[j]; });
    std::vector<Thread> ordered;
    ordered.reserve(threads.size());
    for (const std::uint32_t i : order) ordered.push_back(threads[i]);
    return ordered;
}

// [Ericson 2005] section 5.1.5: by the Voronoi regions of the triangle's corners, edges and face.
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

// The plane of the nearest triangle, in the rigid mesh's frame; a nearby vertex must not pass behind it.
struct Floor {
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

    // The nearest triangle within reach; of equally near ones the first in leaf order. None if nothing is within reach.
    std::optional<Floor> find(const glm::dvec3& p, double reach) {
        const glm::vec3 center(p), half(static_cast<float>(reach));
        const Aabb around{center - half, center + half};
        Nearest nearest{reach * reach};
        const double rounding = kRounding * (extent_ + reach) * (extent_ + reach);
        stack_.assign(1, {tree_.root(), 0.0});
        while (!stack_.empty()) {
            const auto [node, gap] = stack_.back();
            stack_.pop_back();
            if (gap > nearest.least + rounding || !overlap(tree_.volume(node), around)) continue;
            if (tree_.is_leaf(node)) {
                for (const std::uint32_t triangle : tree_.primitives_of(node)) meet(p, triangle, nearest);
                continue;
            }
            Open near = open(p, tree_.child(node, 0)), far = open(p, tree_.child(node, 1));
            if (far.gap < near.gap) std::swap(near, far);
            stack_.push_back(far);
            stack_.push_back(near);
        }
        return nearest.floor;
    }

  private:
    // relative, of squared distances, far above their rounding error
    static constexpr double kRounding = 1e-12;
    struct Open {
        std::uint32_t node = 0;
        double gap = 0.0; // squared distance lower bound from the point to the node's box
    };
    struct Nearest {
        double least = 0.0; // squared distance
        std::uint32_t rank = 0;
        std::optional<Floor> floor{};
    };

    Open open(const glm::dvec3& p, std::uint32_t node) const {
        const Aabb& box = tree_.volume(node);
        const glm::dvec3 gap =
            glm::max(glm::max(glm::dvec3(box.lower) - p, p - glm::dvec3(box.upper)), glm::dvec3(0.0));
        return {node, glm::dot(gap, gap)};
    }

    void meet(const glm::dvec3& p, std::uint32_t triangle, Nearest& io_nearest) const {
        const Triangle t = triangle_of(mesh_, triangle);
        const Triangle64 corners{glm::dvec3(t[0]), glm::dvec3(t[1]), glm::dvec3(t[2])};
        const glm::dvec3 normal = glm::cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double length = glm::length(normal);
        if (!(length > 0.0)) return;
        const glm::dvec3 point = find_closest_point(p, corners), between = p - point;
        const double distance = glm::dot(between, between);
        const bool is_first = io_nearest.floor && rank_[triangle] < io_nearest.rank;
        if (!(distance < io_nearest.least || (distance == io_nearest.least && is_first))) return;
        io_nearest = {distance, rank_[triangle], Floor{point, normal / length}};
    }

    std::shared_ptr<const Mesh> owner_;
    MeshView mesh_;
    Bvh2<Aabb> tree_;
    double extent_ = 0.0;             // largest coordinate
    std::vector<std::uint32_t> rank_; // per triangle: its position in leaf order
    std::vector<Open> stack_;
};

class Cloth {
  public:
    Cloth(const ClothInput& input, const ClothConfig& config)
        : world_from_obstacle_(input.world_from_obstacle)
        , path_(input.path)
        , config_(config)
        , threads_(spread(find_threads(input.cloth), input.cloth.positions.size()))
        , surface_(input.obstacle)
        , radius_(make_rest_mesh(input.cloth).radius) {
        for (const glm::vec3& p : input.cloth.positions) now_.emplace_back(p);
        before_ = now_;
        floors_.resize(now_.size());
    }

    void run_frame(int frame) {
        find_floors(path_.at(world_from_obstacle_, frame / static_cast<double>(config_.frames)));
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
            path_.at(world_from_obstacle_, frame / static_cast<double>(config_.frames));
        keep_outside(world_from_obstacle);
    }

    // Each end moves by half of the correction.
    void hold(const Thread& thread) {
        const glm::dvec3 between = now_[thread.b] - now_[thread.a];
        const double length = glm::length(between);
        if (!(length > 0.0)) return;
        const glm::dvec3 half = 0.5 * (length - thread.length) / length * between;
        now_[thread.a] += half;
        now_[thread.b] -= half;
    }

    // The search distance covers the motion of the vertex in a frame, plus a margin for the motion of the other mesh.
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
            before_[i] = now_[i] - (1.0 - config_.friction) * slid; // removes the normal velocity: no bounce
        }
    }

    Pose world_from_obstacle_; // at the start
    ObstaclePath path_;
    ClothConfig config_;
    std::vector<Thread> threads_;
    Surface surface_;
    double radius_ = 1.0;
    std::vector<glm::dvec3> now_, before_;
    std::vector<std::optional<Floor>> floors_; // per vertex, in this frame
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
