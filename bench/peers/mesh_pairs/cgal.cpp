// Adds CGAL. For first contacts, it uses transformed trees of boxes. For all contacts, it intersects the boxes of the
// triangles in world space, and decides each pair exactly, from the same doubles as Boxwood.
#include "bench/peers/mesh_pairs/competitors.hpp"
#include "collision/geometry/triangle.hpp"

#include <CGAL/box_intersection_d.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include <algorithm>
#include <concepts>
#include <variant>

namespace boxwood::bench {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;

// --- whether two triangles share a point, by exact predicates on the doubles of their vertices ---------------------
// CGAL's test of two triangles requires that neither is_degenerate(); otherwise its result is undefined. Degenerate
// triangles are therefore tested as segments or points.
// The set of points of a triangle that can be degenerate.
using CgalSet = std::variant<Kernel::Triangle_3, Kernel::Segment_3, Kernel::Point_3>;

Kernel::Triangle_3 cgal_triangle_of(const Triangle64& t) {
    const auto point = [](const glm::dvec3& p) { return Kernel::Point_3(p.x, p.y, p.z); };
    return {point(t[0]), point(t[1]), point(t[2])};
}

// If the vertices are on a line, the lexicographically smallest and largest vertex are the ends of the segment.
CgalSet cgal_set_of(const Triangle64& t) {
    const Kernel::Triangle_3 triangle = cgal_triangle_of(t);
    if (!triangle.is_degenerate()) return triangle;
    const auto [first, last] = std::minmax({triangle[0], triangle[1], triangle[2]});
    if (first == last) return first;
    return Kernel::Segment_3(first, last);
}

template <class Set>
bool cgal_has_on(const Set& set, const Kernel::Point_3& p) {
    if constexpr (std::same_as<Set, Kernel::Point_3>)
        return set == p;
    else
        return set.has_on(p);
}

bool cgal_sets_meet(const CgalSet& a, const CgalSet& b) {
    return std::visit(
        []<class A, class B>(const A& x, const B& y) {
            if constexpr (std::same_as<A, Kernel::Point_3>)
                return cgal_has_on(y, x);
            else if constexpr (std::same_as<B, Kernel::Point_3>)
                return cgal_has_on(x, y);
            else
                return CGAL::do_intersect(x, y);
        },
        a, b);
}

// --- the competitors --------------------------------------------------------------------------------------------

CGAL::Aff_transformation_3<Kernel> transform_of(const Pose& p) {
    const glm::dmat3& m = p.linear;
    return {m[0].x, m[1].x,     m[2].x, p.origin.x, m[0].y, m[1].y,
            m[2].y, p.origin.y, m[0].z, m[1].z,     m[2].z, p.origin.z};
}

class CgalTrees final : public Competitor {
  public:
    explicit CgalTrees(const Mesh& mesh) {
        for (const glm::vec3& p : mesh.positions) surface_.add_vertex(Point(p.x, p.y, p.z));
        using Vertex = CGAL::Surface_mesh<Point>::Vertex_index;
        for (const TriangleIndices& t : mesh.triangles)
            is_manifold_ =
                is_manifold_ && surface_.add_face(Vertex(t[0]), Vertex(t[1]), Vertex(t[2])).is_valid();
        if (!is_manifold_) return;
        for (std::size_t& id : ids_)
            id = detection_.add_mesh(surface_, CGAL::parameters::apply_per_connected_component(false));
    }
    bool is_manifold() const { return is_manifold_; } // CGAL's surfaces require a manifold
    void answer(const Placement& at, Wanted, PairAnswer& out) override {
        detection_.set_transformation(ids_[0], transform_of(at.a));
        detection_.set_transformation(ids_[1], transform_of(at.b));
        out.intersects = !detection_.get_all_intersections(ids_[0]).empty();
    }

  private:
    CGAL::Surface_mesh<Point> surface_;
    bool is_manifold_ = true;
    CGAL::Rigid_triangle_mesh_collision_detection<CGAL::Surface_mesh<Point>> detection_;
    std::size_t ids_[2]{};
};

class CgalBoxes final : public Competitor {
  public:
    explicit CgalBoxes(const Mesh& mesh)
        : mesh_(mesh) {
        for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) may_be_flat_.push_back(is_thin(i));
    }
    void answer(const Placement& at, Wanted, PairAnswer& out) override {
        fill(at.a, triangles_a_, boxes_a_);
        fill(at.b, triangles_b_, boxes_b_);
        CGAL::box_intersection_d(boxes_a_.begin(), boxes_a_.end(), boxes_b_.begin(), boxes_b_.end(),
                                 [&](const Box& a, const Box& b) {
                                     const auto i = static_cast<std::uint32_t>(a.handle()),
                                                j = static_cast<std::uint32_t>(b.handle());
                                     if (intersect(i, j)) out.pairs.push_back({i, j});
                                 });
        out.intersects = !out.pairs.empty();
    }

  private:
    using Box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, std::size_t,
                                                            CGAL::Box_intersection_d::ID_EXPLICIT>;
    // Whether a triangle is so thin that rounding of its world-space vertices can make it degenerate. Only pairs with
    // such a triangle use the slower tests of cgal_set_of().
    bool is_thin(std::uint32_t triangle) const {
        constexpr double kThin = 1e-6; // twice the area divided by the square of the longest edge
        const Triangle64 t = world_triangle(Pose{}, mesh_.view(), triangle);
        const glm::dvec3 u = t[1] - t[0], v = t[2] - t[0], w = t[2] - t[1];
        const double longest = std::max({glm::dot(u, u), glm::dot(v, v), glm::dot(w, w)});
        return !(glm::length(glm::cross(u, v)) > kThin * longest);
    }
    bool intersect(std::uint32_t i, std::uint32_t j) const {
        const Triangle64 &a = triangles_a_[i], &b = triangles_b_[j];
        if (may_be_flat_[i] || may_be_flat_[j]) return cgal_sets_meet(cgal_set_of(a), cgal_set_of(b));
        return CGAL::do_intersect(cgal_triangle_of(a), cgal_triangle_of(b));
    }
    void fill(const Pose& pose, std::vector<Triangle64>& out_triangles, std::vector<Box>& out_boxes) const {
        out_triangles.clear();
        out_boxes.clear();
        for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
            const Triangle64 t = world_triangle(pose, mesh_.view(), i);
            out_triangles.push_back(t);
            double lower[3], upper[3];
            for (int k = 0; k < 3; ++k) {
                lower[k] = std::min(t[0][k], std::min(t[1][k], t[2][k]));
                upper[k] = std::max(t[0][k], std::max(t[1][k], t[2][k]));
            }
            out_boxes.emplace_back(lower, upper, i);
        }
    }

    const Mesh& mesh_;
    std::vector<bool> may_be_flat_;
    std::vector<Triangle64> triangles_a_, triangles_b_;
    std::vector<Box> boxes_a_, boxes_b_;
};

} // namespace

void add_cgal(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({.name = "cgal trees",
                      .make = [](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                          auto trees = std::make_unique<CgalTrees>(mesh);
                          return trees->is_manifold() ? std::move(trees) : nullptr;
                      },
                      .has_all = false,
                      .content = AnswerContent::yes_or_no});
    io_all.push_back({.name = kExact,
                      .make = [](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                          return std::make_unique<CgalBoxes>(mesh);
                      },
                      .has_first = false});
}

} // namespace boxwood::bench
