#include "engine/walk/dynamics/slide.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr int kMaxSlides = 24;
constexpr double kNear = 0.5 * (kTouch - kSkin); // beyond the skin: nearer obstacles count as reached
constexpr double kMeshStep = 0.002;
constexpr double kMinWay = 1e-7; // metres; shorter motions are not worth a query
constexpr double kAlong = 1e-9;  // metres: a motion into a plane by less runs along it

struct Plane {
    glm::dvec3 normal_w{0.0};
};

bool is_free(const glm::dvec3& way, std::span<const Plane> planes) {
    return std::all_of(planes.begin(), planes.end(),
                       [&](const Plane& p) { return glm::dot(way, p.normal_w) >= -kAlong; });
}

// The direction nearest to `way` that leads into none of the planes: along none, one or two of them.
glm::dvec3 turned_along(const glm::dvec3& way, std::span<const Plane> planes) {
    if (is_free(way, planes)) return way;
    glm::dvec3 best(0.0);
    const auto try_way = [&](const glm::dvec3& candidate) {
        if (glm::dot(candidate, way) > glm::dot(best, way) && is_free(candidate, planes)) best = candidate;
    };
    for (const Plane& p : planes) try_way(way - glm::dot(way, p.normal_w) * p.normal_w);
    if (best != glm::dvec3(0.0)) return best;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const glm::dvec3 crease = glm::cross(planes[i].normal_w, planes[j].normal_w);
            const double square = glm::dot(crease, crease);
            if (square > 1e-12) try_way(crease * (glm::dot(way, crease) / square));
        }
    return best;
}

// The fraction of `way` that is safe before `clearance` must be recomputed.
double safe_share(const Clearance& clearance, const glm::dvec3& way) {
    const double approach = -glm::dot(way, clearance.normal_w), length = glm::length(way);
    const double room = std::max(clearance.distance - kSkin, 0.0);
    if (clearance.is_convex) return approach <= kAlong ? 1.0 : std::min(1.0, room / approach);
    return std::min(1.0, std::max(room, kMeshStep) / length);
}

struct Step {
    double share = 1.0;
    bool is_inside_mesh = false;
    std::vector<Plane> planes; // of the obstacles
    std::vector<Obstacle> obstacles;
};

class Slider {
  public:
    Slider(const SlideRequest& request, std::span<const NearSurface> near, ClearanceScratch& io_scratch)
        : request_(request)
        , near_(near)
        , scratch_(io_scratch) {}

    void look(const glm::dvec3& gone, const glm::dvec3& rest, Step& out_step);

  private:
    void look_at(const Piece& piece, const NearSurface& other, const glm::dvec3& rest, Step& io_step);

    const SlideRequest& request_;
    std::span<const NearSurface> near_;
    ClearanceScratch& scratch_;
};

void Slider::look(const glm::dvec3& gone, const glm::dvec3& rest, Step& out_step) {
    out_step = {};
    for (const Piece& piece : request_.pieces) {
        Piece here = piece;
        here.surface.world_from_surface.origin += gone;
        here.box_w = shifted(piece.box_w, gone);
        const Aabb swept = grown(merge(here.box_w, shifted(here.box_w, rest)), kTouch);
        for (const NearSurface& other : near_)
            if (overlap(swept, other.box_w)) look_at(here, other, rest, out_step);
    }
}

void Slider::look_at(const Piece& piece, const NearSurface& other, const glm::dvec3& rest, Step& io_step) {
    const Clearance clearance = find_clearance(piece, other.surface, scratch_);
    if (!clearance.is_convex && clearance.status != ContactStatus::disjoint) {
        io_step.is_inside_mesh = true;
        io_step.obstacles.push_back({other.body, -glm::normalize(rest), clearance.on_a_w, rest});
        return;
    }
    if (clearance.distance <= kSkin + kNear && glm::dot(rest, clearance.normal_w) < -kAlong) {
        io_step.planes.push_back({clearance.normal_w});
        io_step.obstacles.push_back({other.body, clearance.normal_w, clearance.on_b_w,
                                     glm::dot(rest, clearance.normal_w) * clearance.normal_w});
        return;
    }
    io_step.share = std::min(io_step.share, safe_share(clearance, rest));
}

} // namespace

glm::dvec3 slide(const CollisionWorld& world, const SlideRequest& request, const glm::dvec3& way_w,
                 ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles) {
    if (request.pieces.empty() || glm::length(way_w) < kMinWay) return glm::dvec3(0.0);
    Aabb around;
    for (const Piece& piece : request.pieces)
        around = merge(around, merge(piece.box_w, shifted(piece.box_w, way_w)));
    // After deflection by obstacles, the motion can lead anywhere within its length.
    std::vector<NearSurface> near;
    find_near(world, grown(around, glm::length(way_w) + kTouch), request.skips, io_scratch, near);
    Slider slider(request, near, io_scratch);
    glm::dvec3 gone(0.0), before(0.0), rest = way_w;
    std::vector<Plane> planes;
    Step step;
    for (int i = 0; i < kMaxSlides && glm::length(rest) > kMinWay; ++i) {
        slider.look(gone, rest, step);
        if (step.is_inside_mesh && i > 0) { // the previous step ended inside
            gone = before;
            io_obstacles.insert(io_obstacles.end(), step.obstacles.begin(), step.obstacles.end());
            break;
        }
        if (!step.planes.empty()) {
            io_obstacles.insert(io_obstacles.end(), step.obstacles.begin(), step.obstacles.end());
            if (!request.slides) break;
            planes.insert(planes.end(), step.planes.begin(), step.planes.end());
            rest = turned_along(rest, planes);
            continue;
        }
        before = gone;
        gone += step.share * rest;
        rest *= 1.0 - step.share;
    }
    return gone;
}

LeastClearance find_least_clearance(std::span<const Piece> pieces, std::span<const NearSurface> near,
                                    double reach, ClearanceScratch& io_scratch) {
    LeastClearance least;
    least.clearance.distance = reach;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        for (const NearSurface& other : near) {
            if (!overlap(grown(pieces[i].box_w, std::max(least.clearance.distance, 0.0)), other.box_w))
                continue;
            const Clearance clearance = find_clearance(pieces[i], other.surface, io_scratch);
            if (clearance.distance < least.clearance.distance) least = {clearance, other.body, i};
        }
    }
    return least;
}

} // namespace boxwood
