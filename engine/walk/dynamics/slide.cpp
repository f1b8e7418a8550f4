#include "engine/walk/dynamics/slide.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr int kMaxSlides = 24;
constexpr double kNear = 0.5 * (kTouch - kSkin); // beyond the skin; nearer obstacles count as reached
constexpr double kMeshStep = 0.002;
constexpr double kMinMotion = 1e-7; // meters; shorter motions are ignored
constexpr double kAlong = 1e-9;     // meters; smaller components into a plane count as parallel to it

struct Plane {
    glm::dvec3 normal_w{0.0};
};

bool is_free(const glm::dvec3& motion, std::span<const Plane> planes) {
    return std::all_of(planes.begin(), planes.end(),
                       [&](const Plane& p) { return glm::dot(motion, p.normal_w) >= -kAlong; });
}

// The motion nearest to `motion` that leads into none of the planes. It is `motion` itself, parallel to one or two of
// the planes, or 0.
glm::dvec3 deflect(const glm::dvec3& motion, std::span<const Plane> planes) {
    if (is_free(motion, planes)) return motion;
    glm::dvec3 best(0.0);
    const auto try_motion = [&](const glm::dvec3& candidate) {
        if (glm::dot(candidate, motion) > glm::dot(best, motion) && is_free(candidate, planes))
            best = candidate;
    };
    for (const Plane& p : planes) try_motion(motion - glm::dot(motion, p.normal_w) * p.normal_w);
    if (best != glm::dvec3(0.0)) return best;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const glm::dvec3 crease = glm::cross(planes[i].normal_w, planes[j].normal_w);
            const double square = glm::dot(crease, crease);
            if (square > 1e-12) try_motion(crease * (glm::dot(motion, crease) / square));
        }
    return best;
}

// The fraction of `motion` after which `clearance` must be recomputed. For a convex obstacle, the motion up to there is
// safe. For a mesh, the motion is at least kMeshStep long and can end inside; the next step detects this.
double safe_fraction(const Clearance& clearance, const glm::dvec3& motion) {
    const double approach = -glm::dot(motion, clearance.normal_w), length = glm::length(motion);
    const double room = std::max(clearance.distance - kSkin, 0.0);
    if (clearance.is_convex) return approach <= kAlong ? 1.0 : std::min(1.0, room / approach);
    return std::min(1.0, std::max(room, kMeshStep) / length);
}

struct Step {
    double fraction = 1.0;
    bool is_inside_mesh = false;
    bool may_end_inside = false; // the motion can be longer than the distance to a mesh
    std::vector<Plane> planes;   // of the obstacles that are reached
    std::vector<Obstacle> obstacles;
};

class Slider {
  public:
    Slider(const SlideRequest& request, std::span<const NearSurface> near, ClearanceScratch& io_scratch)
        : request_(request)
        , near_(near)
        , scratch_(io_scratch) {}

    void find_step(const glm::dvec3& moved, const glm::dvec3& remaining, Step& out_step);

  private:
    void test_surface(const Piece& piece, const NearSurface& other, const glm::dvec3& remaining,
                      Step& io_step);

    const SlideRequest& request_;
    std::span<const NearSurface> near_;
    ClearanceScratch& scratch_;
};

void Slider::find_step(const glm::dvec3& moved, const glm::dvec3& remaining, Step& out_step) {
    out_step = {};
    for (const Piece& piece : request_.pieces) {
        Piece here = piece;
        here.surface.world_from_surface.origin += moved;
        here.box_w = shifted(piece.box_w, moved);
        const Aabb swept = grown(merge(here.box_w, shifted(here.box_w, remaining)), kTouch);
        for (const NearSurface& other : near_)
            if (overlap(swept, other.box_w)) test_surface(here, other, remaining, out_step);
    }
}

void Slider::test_surface(const Piece& piece, const NearSurface& other, const glm::dvec3& remaining,
                          Step& io_step) {
    const Clearance clearance = find_clearance(piece, other.surface, scratch_);
    if (!clearance.is_convex && clearance.status != ContactStatus::disjoint) {
        io_step.is_inside_mesh = true;
        io_step.obstacles.push_back({other.body, -glm::normalize(remaining), clearance.on_a_w, remaining});
        return;
    }
    if (clearance.distance <= kSkin + kNear && glm::dot(remaining, clearance.normal_w) < -kAlong) {
        io_step.planes.push_back({clearance.normal_w});
        io_step.obstacles.push_back({other.body, clearance.normal_w, clearance.on_b_w,
                                     glm::dot(remaining, clearance.normal_w) * clearance.normal_w});
        return;
    }
    io_step.may_end_inside |= !clearance.is_convex && clearance.distance - kSkin < kMeshStep;
    io_step.fraction = std::min(io_step.fraction, safe_fraction(clearance, remaining));
}

} // namespace

glm::dvec3 slide(const CollisionWorld& world, const SlideRequest& request, const glm::dvec3& motion_w,
                 ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles) {
    if (request.pieces.empty() || glm::length(motion_w) < kMinMotion) return glm::dvec3(0.0);
    Aabb around;
    for (const Piece& piece : request.pieces)
        around = merge(around, merge(piece.box_w, shifted(piece.box_w, motion_w)));
    // After deflection by obstacles, the motion can lead in any direction, but not farther than its length.
    std::vector<NearSurface> near;
    find_near(world, grown(around, glm::length(motion_w) + kTouch), request.skips, io_scratch, near);
    Slider slider(request, near, io_scratch);
    glm::dvec3 moved(0.0), before(0.0), remaining = motion_w;
    std::vector<Plane> planes;
    Step step;
    const auto go_back = [&] { // the last step ended inside a mesh
        io_obstacles.insert(io_obstacles.end(), step.obstacles.begin(), step.obstacles.end());
        return before;
    };
    for (int i = 0; i < kMaxSlides && glm::length(remaining) > kMinMotion; ++i) {
        slider.find_step(moved, remaining, step);
        if (step.is_inside_mesh && i > 0) return go_back();
        if (!step.planes.empty()) {
            io_obstacles.insert(io_obstacles.end(), step.obstacles.begin(), step.obstacles.end());
            if (!request.slides) break;
            planes.insert(planes.end(), step.planes.begin(), step.planes.end());
            remaining = deflect(remaining, planes);
            continue;
        }
        before = moved;
        moved += step.fraction * remaining;
        remaining *= 1.0 - step.fraction;
    }
    if (step.may_end_inside && moved != before) {
        slider.find_step(moved, motion_w, step);
        if (step.is_inside_mesh) return go_back();
    }
    return moved;
}

SmallestClearance find_smallest_clearance(std::span<const Piece> pieces, std::span<const NearSurface> near,
                                          double reach, ClearanceScratch& io_scratch) {
    SmallestClearance smallest;
    smallest.clearance.distance = reach;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        for (const NearSurface& other : near) {
            if (!overlap(grown(pieces[i].box_w, std::max(smallest.clearance.distance, 0.0)), other.box_w))
                continue;
            const Clearance clearance = find_clearance(pieces[i], other.surface, io_scratch);
            if (clearance.distance < smallest.clearance.distance) smallest = {clearance, other.body, i};
        }
    }
    return smallest;
}

} // namespace boxwood
