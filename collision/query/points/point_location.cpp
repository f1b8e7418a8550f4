#include "collision/query/points/point_location.hpp"

#include "collision/geometry/mesh_shells.hpp"
#include "collision/geometry/predicates.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "collision/query/dispatch/mixed_tree.hpp"
#include "collision/volumes/body_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

int sign_of(double x) {
    return (x > 0.0) - (x < 0.0);
}

// A ray from a point along a world axis, in its positive or negative direction, and the sum of its signed crossings.
// The ray's origin is moved by (e, e^2) along the other two axes, with e infinitely small. The moved ray meets no edge
// or vertex, so a crossing at an edge or vertex is counted for exactly one of the adjacent triangles.
class AxisRay {
  public:
    AxisRay(const glm::dvec3& origin, glm::length_t axis, bool is_upwards)
        : origin_(origin)
        , k_(axis)
        , u_((axis + 1) % 3)
        , v_((axis + 2) % 3)
        , is_upwards_(is_upwards) {}

    bool may_meet(const CoordinateBounds& box) const {
        return box.lower[u_] <= origin_[u_] && origin_[u_] <= box.upper[u_] && box.lower[v_] <= origin_[v_] &&
               origin_[v_] <= box.upper[v_] &&
               (is_upwards_ ? box.upper[k_] >= origin_[k_] : box.lower[k_] <= origin_[k_]);
    }

    void add_triangle(const Triangle64& t) {
        const CoordinateBounds box{glm::min(t[0], glm::min(t[1], t[2])),
                                   glm::max(t[0], glm::max(t[1], t[2]))};
        if (!may_meet(box)) return;
        const int orientation = orientation_around_origin(t);
        const bool may_contain_origin =
            is_upwards_ ? box.lower[k_] <= origin_[k_] : box.upper[k_] >= origin_[k_];
        if (orientation == 0 && !may_contain_origin) return;
        const int side = orient3d(t[0], t[1], t[2], origin_);
        if (may_contain_origin && side == 0 && triangles_intersect(t, {origin_, origin_, origin_})) {
            is_on_surface_ = true;
            return;
        }
        if (side * orientation == (is_upwards_ ? -1 : 1))
            winding_ += is_upwards_ ? orientation : -orientation;
    }

    PointLocation answer() const {
        if (is_on_surface_) return PointLocation::on_surface;
        return winding_ != 0 ? PointLocation::inside : PointLocation::outside;
    }
    bool is_on_surface() const { return is_on_surface_; }

  private:
    // On which side of the line from p to q the moved origin lies, in the projection along the axis; 0 if p and q
    // coincide in the projection. If the determinant is 0, its derivatives by the coordinates of the origin decide.
    int side_of_edge(const glm::dvec3& p, const glm::dvec3& q) const {
        const int side = orient2d({p[u_], p[v_]}, {q[u_], q[v_]}, {origin_[u_], origin_[v_]});
        if (side != 0) return side;
        return q[v_] != p[v_] ? sign_of(p[v_] - q[v_]) : sign_of(q[u_] - p[u_]);
    }

    // 1 if the triangle surrounds the moved origin counter-clockwise, -1 if clockwise, 0 if not at all.
    int orientation_around_origin(const Triangle64& t) const {
        const int first = side_of_edge(t[0], t[1]);
        if (first == 0 || side_of_edge(t[1], t[2]) != first || side_of_edge(t[2], t[0]) != first) return 0;
        return first;
    }

    glm::dvec3 origin_;
    glm::length_t k_, u_, v_; // the axis of the ray and the other two axes, right-handed
    bool is_upwards_;
    bool is_on_surface_ = false;
    int winding_ = 0;
};

// The ray to the nearest side of the mesh's box.
AxisRay shortest_ray(const glm::dvec3& point_w, const CoordinateBounds& box_w) {
    glm::length_t axis = 0;
    bool is_upwards = true;
    double shortest = std::numeric_limits<double>::infinity();
    for (glm::length_t k = 0; k < 3; ++k)
        for (const bool upwards : {true, false}) {
            const double length = upwards ? box_w.upper[k] - point_w[k] : point_w[k] - box_w.lower[k];
            if (!(length < shortest)) continue;
            shortest = length;
            axis = k;
            is_upwards = upwards;
        }
    return {point_w, axis, is_upwards};
}

struct RayCast {
    const MixedTree& tree;
    const MeshOperand& solid;
    AxisRay& io_ray;

    void visit(const MixedTree::Cursor& at) const {
        if (io_ray.is_on_surface() || !io_ray.may_meet(world_bounds(at.box, *solid.world_from_mesh))) return;
        if (!at.is_leaf) {
            visit(tree.child(at, 0));
            visit(tree.child(at, 1));
            return;
        }
        for (const std::uint32_t triangle : tree.primitives_of(at))
            io_ray.add_triangle(world_triangle(*solid.world_from_mesh, solid.mesh, triangle));
    }
};

double distance_to(const Aabb& box, const glm::dvec3& point) {
    const glm::dvec3 gap =
        glm::max(glm::dvec3(0.0), glm::max(glm::dvec3(box.lower) - point, point - glm::dvec3(box.upper)));
    return glm::length(gap);
}

// Computes the distance of a triangle that is at most 1 / kFraction times as far away as the nearest triangle.
// Skips nodes that are not nearer than kFraction times the smallest distance found. An exact search would be slow near
// the center of a solid: it would visit the many triangles that are about as near as the nearest one.
struct NearestSearch {
    static constexpr double kFraction = 0.5;

    const MixedTree& tree;
    const MeshView& mesh;
    const glm::dvec3& point;
    double nearest = std::numeric_limits<double>::infinity();

    void visit(const MixedTree::Cursor& at) {
        if (at.is_leaf) {
            for (const std::uint32_t index : tree.primitives_of(at)) {
                const Triangle t = triangle_of(mesh, index);
                const TriangleDistance found = find_closest_points(
                    {point, point, point}, {glm::dvec3(t[0]), glm::dvec3(t[1]), glm::dvec3(t[2])});
                nearest = std::min(nearest, found.distance);
            }
            return;
        }
        std::array<MixedTree::Cursor, 2> children{tree.child(at, 0), tree.child(at, 1)};
        std::array<double, 2> gaps{distance_to(children[0].box, point), distance_to(children[1].box, point)};
        const std::size_t nearer = gaps[1] < gaps[0] ? 1 : 0;
        for (const std::size_t which : {nearer, 1 - nearer})
            if (gaps[which] < kFraction * nearest) visit(children[which]);
    }
};

} // namespace

namespace detail {

PointLocation locate(const MeshOperand& solid, const glm::dvec3& point_w) {
    const MixedTree tree(solid.hierarchy->tree());
    const MixedTree::Cursor root = tree.root();
    AxisRay ray = shortest_ray(point_w, world_bounds(root.box, *solid.world_from_mesh));
    RayCast{tree, solid, ray}.visit(root);
    return ray.answer();
}

double clearance_of(const MeshOperand& solid, const glm::dvec3& point) {
    constexpr double kRounding = 1e-6; // far above the relative rounding errors of both distances
    const MixedTree tree(solid.hierarchy->tree());
    NearestSearch search{tree, solid.mesh, point};
    search.visit(tree.root());
    return NearestSearch::kFraction * search.nearest * (1.0 - kRounding);
}

} // namespace detail

Result<PointLocation> locate_point(const MeshOperand& solid, const glm::dvec3& point_w) {
    if (Status status = check_operand(solid, "solid"); !status) return status.error();
    if (solid.shells == nullptr || !solid.shells->is_solid())
        return Error{"solid: the mesh is not declared solid"};
    if (!(std::isfinite(point_w.x) && std::isfinite(point_w.y) && std::isfinite(point_w.z)))
        return Error{"point: is not finite"};
    return detail::locate(solid, point_w);
}

} // namespace boxwood
