#include "engine/meshes/decompose/part_error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr std::size_t kMaxFaceCells = 200'000;
constexpr std::size_t kMaxVolumeCells = 1'000'000;
constexpr double kRelativeGap = 0.1;
constexpr double kFaceGapShare = 0.2; // share of the gap for faces, which are cheaper to refine than volumes
// The share of the accepted error that the bound for the faces can use. The rest is for the depth of the solid's
// surface below the faces, which measure() adds to this bound.
constexpr double kFaceShare = 0.9;

double cube_circumradius(double half_side) {
    return std::sqrt(3.0) * half_side;
}

// A triangle of the part's surface. The cell with the largest bound is refined first; of equal cells, the oldest.
struct FaceCell {
    double bound;
    std::size_t order;
    std::array<glm::dvec3, 3> corners;
    glm::dvec3 center;
    SolidField::Nearest nearest; // distance and triangle of the surface nearest to the center
    int side;                    // 1: the center is inside the solid, -1: outside, 0: not computed
    friend bool operator<(const FaceCell& a, const FaceCell& b) {
        return a.bound != b.bound ? a.bound < b.bound : a.order > b.order;
    }
};

struct VolumeCell {
    double bound;
    std::uint32_t cell;
    std::uint32_t first_plane, plane_count; // range of the pool: planes of the part that cross the cell
    friend bool operator<(const VolumeCell& a, const VolumeCell& b) {
        return a.bound != b.bound ? a.bound < b.bound : a.cell > b.cell;
    }
};

double depth_below(const std::vector<CutPlane>& planes, const glm::dvec3& p) {
    double depth = kUnbounded;
    for (const CutPlane& plane : planes) depth = std::min(depth, -plane.signed_distance(p));
    return depth;
}

void raise_lower_bound(ErrorBounds& io_bounds, double distance, const glm::dvec3& where) {
    if (distance <= io_bounds.at_least) return;
    io_bounds.at_least = distance;
    io_bounds.where = where;
}

// Whether the bounds of an error are close enough. An upper bound within the accepted error is always close enough. If
// only the lower bound is within the accepted error, the part can still be accepted, so the bounds must differ by at
// most `gap`. Otherwise a relative difference is enough.
bool is_tight_enough(const ErrorBounds& bounds, double at_most, double gap, double accepted_error) {
    if (at_most <= accepted_error) return true;
    const bool may_still_pass = accepted_error > 0.0 && bounds.at_least <= accepted_error;
    return at_most <=
           bounds.at_least + (may_still_pass ? gap : std::max(gap, kRelativeGap * bounds.at_least));
}

} // namespace

std::vector<CutPlane> planes_of(const Polytope& polytope) {
    std::vector<CutPlane> planes;
    for (const Polytope::Face& face : polytope.faces()) planes.push_back({face.normal, face.offset});
    return planes;
}

PartError::PartError(const SolidField& solid)
    : solid_(solid) {
    glm::dvec3 lower(kUnbounded), upper(-kUnbounded);
    for (const Triangle64& t : solid.triangles())
        for (const glm::dvec3& p : t) {
            lower = glm::min(lower, p);
            upper = glm::max(upper, p);
        }
    const glm::dvec3 size = upper - lower;
    Cell root;
    root.center = 0.5 * (lower + upper);
    root.half = 0.5 * 1.001 * std::max({size.x, size.y, size.z});
    const SolidField::Nearest near = solid.find_nearest(root.center);
    root.distance = near.distance;
    root.nearest = near.triangle;
    cells_.push_back(root);
}

bool PartError::is_inside(std::uint32_t cell) {
    Cell& c = cells_[cell];
    if (c.side == Side::unknown) c.side = solid_.contains(c.center) ? Side::inside : Side::outside;
    return c.side == Side::inside;
}

void PartError::split(std::uint32_t cell) {
    if (cells_[cell].child != 0) return;
    const Cell parent = cells_[cell];
    cells_[cell].child = static_cast<std::uint32_t>(cells_.size());
    for (int k = 0; k < 8; ++k) {
        Cell child;
        child.half = 0.5 * parent.half;
        child.center =
            parent.center + child.half * glm::dvec3((k & 1) != 0 ? 1.0 : -1.0, (k & 2) != 0 ? 1.0 : -1.0,
                                                    (k & 4) != 0 ? 1.0 : -1.0);
        const SolidField::Nearest near = solid_.find_nearest(child.center, parent.nearest);
        child.distance = near.distance;
        child.nearest = near.triangle;
        // No surface lies between the two centers if the child's center is in the empty ball about the parent's center.
        const bool is_same_side = cube_circumradius(child.half) < 0.999 * parent.distance;
        if (is_same_side) child.side = parent.side;
        cells_.push_back(child);
    }
}

ErrorBounds PartError::measure_faces(const Polytope& part, double gap, double accepted_error) const {
    ErrorBounds bounds;
    std::priority_queue<FaceCell> queue;
    std::size_t cell_count = 0;
    const auto add = [&](const std::array<glm::dvec3, 3>& corners, const FaceCell* parent) {
        const glm::dvec3 center = (corners[0] + corners[1] + corners[2]) / 3.0;
        const SolidField::Nearest near = solid_.find_nearest(center, parent ? parent->nearest.triangle : 0);
        double radius = 0.0, to_triangle = 0.0;
        for (const glm::dvec3& p : corners) {
            radius = std::max(radius, glm::distance(p, center));
            to_triangle = std::max(to_triangle, solid_.distance_to(near.triangle, p));
        }
        double bound = std::min(near.distance + radius, to_triangle);
        if (bound <= bounds.at_least) return;
        int side = 0;
        if (bound > std::max(accepted_error, gap)) {
            const bool is_same_side =
                parent && glm::distance(center, parent->center) < 0.999 * parent->nearest.distance;
            if (is_same_side) side = parent->side;
            if (side == 0) side = solid_.contains(center) ? 1 : -1;
            if (side > 0)
                bound = std::min(bound, std::max(0.0, radius - near.distance));
            else
                raise_lower_bound(bounds, near.distance, center);
        }
        if (bound > bounds.at_least) queue.push({bound, cell_count++, corners, center, near, side});
    };
    const MeshView mesh = part.mesh();
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle corners = triangle_of(mesh, t);
        add({glm::dvec3(corners[0]), glm::dvec3(corners[1]), glm::dvec3(corners[2])}, nullptr);
    }
    while (!queue.empty()) {
        const FaceCell top = queue.top();
        if (is_tight_enough(bounds, top.bound, gap, accepted_error) || cell_count > kMaxFaceCells) {
            bounds.at_most = std::max(top.bound, bounds.at_least);
            return bounds;
        }
        queue.pop();
        const auto& c = top.corners;
        const std::array<double, 3> lengths{glm::distance(c[0], c[1]), glm::distance(c[1], c[2]),
                                            glm::distance(c[2], c[0])};
        const auto k =
            static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end()) - lengths.begin());
        const glm::dvec3 &a = c[k], &b = c[(k + 1) % 3], &apex = c[(k + 2) % 3], middle = 0.5 * (a + b);
        add({a, middle, apex}, &top);
        add({middle, b, apex}, &top);
    }
    bounds.at_most = bounds.at_least;
    return bounds;
}

ErrorBounds PartError::measure_volume(const std::vector<CutPlane>& planes, double gap, double accepted_error,
                                      ErrorBounds bounds) {
    std::vector<std::uint32_t> pool(planes.size());
    for (std::uint32_t k = 0; k < planes.size(); ++k) pool[k] = k;
    std::priority_queue<VolumeCell> queue;
    queue.push({kUnbounded, 0, 0, static_cast<std::uint32_t>(planes.size())});
    std::size_t visited = 0;
    bounds.at_most = bounds.at_least;
    while (!queue.empty()) {
        const VolumeCell top = queue.top();
        if (is_tight_enough(bounds, top.bound, gap, accepted_error) || visited > kMaxVolumeCells) {
            bounds.at_most = std::max(top.bound, bounds.at_least);
            return bounds;
        }
        queue.pop();
        split(top.cell);
        for (std::uint32_t child = cells_[top.cell].child; child < cells_[top.cell].child + 8; ++child) {
            const Cell& cell = cells_[child];
            ++visited;
            double bound = std::min(top.bound, cell.distance + cube_circumradius(cell.half));
            if (bound <= bounds.at_least) continue;
            const auto first = static_cast<std::uint32_t>(pool.size());
            bool is_outside = false, is_center_in_part = true;
            for (std::uint32_t k = top.first_plane; k < top.first_plane + top.plane_count && !is_outside;
                 ++k) {
                const CutPlane& plane = planes[pool[k]];
                const double height = plane.signed_distance(cell.center);
                const double extent = cell.half * (std::fabs(plane.normal.x) + std::fabs(plane.normal.y) +
                                                   std::fabs(plane.normal.z));
                is_outside = height > extent;
                is_center_in_part = is_center_in_part && height <= 0.0;
                if (height > -extent) pool.push_back(pool[k]);
            }
            if (is_outside) {
                pool.resize(first);
                continue;
            }
            if (bound > std::max(accepted_error, gap)) {
                if (is_inside(child))
                    bound = std::min(bound, cube_circumradius(cell.half) - cell.distance);
                else if (is_center_in_part)
                    raise_lower_bound(bounds, cell.distance, cell.center);
            }
            queue.push({bound, child, first, static_cast<std::uint32_t>(pool.size()) - first});
        }
    }
    return bounds;
}

// An upper bound on the depth of any point of the surface below the faces of the part. For each plane, no point of a
// triangle is deeper than its deepest corner. The smallest of these depths bounds the triangle.
double PartError::surface_depth(const std::vector<CutPlane>& planes) const {
    double deepest = 0.0;
    for (const Triangle64& t : solid_.triangles()) {
        double triangle_depth = kUnbounded;
        for (const CutPlane& plane : planes) {
            const double depth = -std::min(
                {plane.signed_distance(t[0]), plane.signed_distance(t[1]), plane.signed_distance(t[2])});
            triangle_depth = std::min(triangle_depth, depth);
            if (triangle_depth <= deepest) break;
        }
        deepest = std::max(deepest, triangle_depth);
    }
    return deepest;
}

ErrorBounds PartError::measure(const Polytope& part, double gap, std::optional<double> limit) {
    const double accepted_error = limit.value_or(0.0);
    ErrorBounds bounds = measure_faces(part, kFaceGapShare * gap, kFaceShare * accepted_error);
    if (limit && bounds.at_least > *limit) { // points inside the part can be farther than its faces
        bounds.at_most = kUnbounded;
        return bounds;
    }
    const std::vector<CutPlane> planes = planes_of(part);
    // The points of the part deeper than `depth` form a convex set that contains no surface. This set is inside the
    // solid if the centroid is inside. All other points are within `depth` of the faces.
    double at_most = kUnbounded;
    const double depth = surface_depth(planes);
    if (depth < depth_below(planes, part.centroid()) && solid_.contains(part.centroid()))
        at_most = bounds.at_most + depth;
    if (is_tight_enough(bounds, at_most, gap, accepted_error)) {
        bounds.at_most = at_most;
        return bounds;
    }
    bounds = measure_volume(planes, gap, accepted_error, bounds);
    bounds.at_most = std::min(bounds.at_most, at_most);
    return bounds;
}

} // namespace boxwood
