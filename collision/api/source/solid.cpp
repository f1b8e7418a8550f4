#include "collision/api/solid.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/api/detail/read_arrays.hpp"
#include "collision/api/detail/shape_data.hpp"
#include "collision/geometry/hull/hull_polytope.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace boxwood::api {
namespace {

std::shared_ptr<detail::ShapeData> make_data(ShapeKind kind, std::shared_ptr<boxwood::Shape> solid) {
    auto data = std::make_shared<detail::ShapeData>();
    data->kind = kind;
    data->solid = std::move(solid);
    return data;
}

// The tree of a compound's parts: inner nodes first, then the parts in the caller's order, so part numbers are the
// caller's. Each inner node splits its parts into two halves along the longest side of the box of their centers.
class PartTree {
  public:
    explicit PartTree(std::span<const Compound::Part> parts)
        : parts_(parts)
        , order_(parts.size())
        , parents_(parts.size(), 0) {
        std::iota(order_.begin(), order_.end(), 0u);
        for (const Compound::Part& part : parts)
            centers_.push_back(detail::to_layer(part.pose) * detail::to_layer(part.shape.centroid()));
        split(kNone, 0, parts.size());
    }

    std::vector<HullNode> nodes() {
        std::vector<HullNode> all = std::move(inner_);
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            HullNode& node = all.emplace_back();
            node.parent = parents_[i];
            node.parent_from_node = detail::to_layer(parts_[i].pose);
            node.polytope = *parts_[i].shape.data().solid->polytope();
        }
        return all;
    }

  private:
    void split(std::uint32_t parent, std::size_t begin, std::size_t end) {
        if (end - begin == 1 && parent != kNone) {
            parents_[order_[begin]] = parent;
            return;
        }
        const auto node = static_cast<std::uint32_t>(inner_.size());
        inner_.emplace_back().parent = parent;
        if (end - begin == 1) {
            parents_[order_[begin]] = node;
            return;
        }
        glm::dvec3 lower(std::numeric_limits<double>::infinity()), upper = -lower;
        for (std::size_t i = begin; i < end; ++i) {
            lower = glm::min(lower, centers_[order_[i]]);
            upper = glm::max(upper, centers_[order_[i]]);
        }
        const glm::dvec3 size = upper - lower;
        const glm::length_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        std::sort(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                  order_.begin() + static_cast<std::ptrdiff_t>(end), [&](std::uint32_t x, std::uint32_t y) {
                      return centers_[x][axis] != centers_[y][axis] ? centers_[x][axis] < centers_[y][axis]
                                                                    : x < y;
                  });
        const std::size_t middle = begin + (end - begin) / 2;
        split(node, begin, middle);
        split(node, middle, end);
    }

    std::span<const Compound::Part> parts_;
    std::vector<glm::dvec3> centers_;
    std::vector<std::uint32_t> order_, parents_;
    std::vector<HullNode> inner_;
};

// Inner nodes of a compound have boxes instead of hulls. This Error makes make_error_bounded_hull() use a box.
Result<Polytope> no_hull(std::span<const glm::vec3>) {
    return Error{"a box is used instead"};
}

using MakePolytope = Result<Polytope> (*)(std::span<const glm::vec3>,
                                          std::span<const std::vector<std::uint32_t>>);

Result<std::shared_ptr<detail::ShapeData>>
make_convex(PointsView positions, std::span<const std::vector<std::uint32_t>> faces, MakePolytope make) {
    std::vector<glm::vec3> points;
    if (const Status status = detail::read_points(positions, std::numeric_limits<double>::infinity(), points);
        !status)
        return Error{"convex: " + status.error().message};
    Result<Polytope> polytope = make(points, faces);
    if (!polytope) return Error{"convex: " + polytope.error().message};
    return make_data(ShapeKind::convex, make_shape(std::move(*polytope)));
}

} // namespace

Result<Convex> detail::restore_convex(PointsView positions,
                                      std::span<const std::vector<std::uint32_t>> faces) {
    Result<std::shared_ptr<ShapeData>> data = make_convex(positions, faces, restore_polytope);
    if (!data) return data.error();
    return Convex(std::move(*data));
}

Result<Convex> Convex::create(PointsView positions, std::span<const std::vector<std::uint32_t>> faces) {
    Result<std::shared_ptr<detail::ShapeData>> data = make_convex(positions, faces, make_polytope);
    if (!data) return data.error();
    return Convex(std::move(*data));
}

Result<Convex> Convex::create(PointsView positions, TrianglesView triangles) {
    std::vector<TriangleIndices> indices;
    if (const Status status = detail::read_triangles(triangles, positions.size(), indices); !status)
        return Error{"convex: " + status.error().message};
    std::vector<std::vector<std::uint32_t>> faces;
    faces.reserve(indices.size());
    for (const TriangleIndices& t : indices) faces.emplace_back(t.begin(), t.end());
    return create(positions, faces);
}

Result<Convex> Convex::hull(PointsView points) {
    std::vector<glm::vec3> positions;
    if (const Status status = detail::read_points(points, std::numeric_limits<double>::infinity(), positions);
        !status)
        return Error{"convex: " + status.error().message};
    Result<HullPolytope> hull = make_hull_polytope(positions);
    if (!hull) return Error{"convex: " + hull.error().message};
    return Convex(make_data(ShapeKind::convex, make_shape(std::move(hull->polytope))));
}

Result<Convex> Convex::box(const Vec3& half) {
    Result<Polytope> polytope =
        make_box_polytope({detail::to_float(half.x), detail::to_float(half.y), detail::to_float(half.z)});
    if (!polytope) return Error{"convex: " + polytope.error().message};
    return Convex(make_data(ShapeKind::convex, make_shape(std::move(*polytope))));
}

double Convex::volume() const {
    return data().solid->polytope()->volume();
}

Vec3 Convex::centroid() const {
    return detail::to_api(data().solid->polytope()->centroid());
}

Result<Compound> Compound::create(std::span<const Part> parts) {
    constexpr std::size_t kMaxParts = kMaxTreeNodes / 2 - 1;
    if (parts.empty()) return Error{"compound: has no parts"};
    if (parts.size() > kMaxParts)
        return Error{"compound: has " + std::to_string(parts.size()) + " parts; the limit is " +
                     std::to_string(kMaxParts)};
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!parts[i].pose.is_rigid())
            return Error{"compound: part " + std::to_string(i) +
                         ": its pose must be a rotation and a translation"};
    Result<HullHierarchy> tree = make_hull_hierarchy(PartTree(parts).nodes(), no_hull);
    if (!tree) return Error{"compound: " + tree.error().message};
    std::shared_ptr<detail::ShapeData> data = make_data(ShapeKind::compound, make_shape(std::move(*tree)));
    data->at_rest = std::make_unique<const HullHierarchyState>(*data->solid->parts());
    return Compound(std::move(data));
}

std::size_t Compound::part_count() const {
    return data().at_rest->tree().part_count();
}

} // namespace boxwood::api
