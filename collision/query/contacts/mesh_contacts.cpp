#include "collision/query/contacts/mesh_contacts.hpp"

#include "collision/core/normalized.hpp"
#include "collision/geometry/lexicographic.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Groups pairs of triangles into regions.
class Regions {
  public:
    // Requires sorted pairs.
    Regions(const MeshView& mesh_a, const MeshView& mesh_b, std::span<const PrimitivePair> pairs)
        : pairs_(pairs)
        , parent_(pairs.size()) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
        std::vector<std::size_t> order = parent_;
        join(
            order, mesh_b, [&](std::size_t k) { return pairs_[k].a; },
            [&](std::size_t k) { return pairs_[k].b; });
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t x, std::size_t y) { return pairs_[x].b < pairs_[y].b; });
        join(
            order, mesh_a, [&](std::size_t k) { return pairs_[k].b; },
            [&](std::size_t k) { return pairs_[k].a; });
    }
    // Returns the index of the first pair of the region that contains `pair`.
    std::size_t region_of(std::size_t pair) {
        while (parent_[pair] != pair) pair = parent_[pair] = parent_[parent_[pair]];
        return pair;
    }

  private:
    // Pairs with the same `common` triangle are adjacent in `order`. Joins two such pairs if their other triangles
    // share a vertex position.
    template <class Common, class Other>
    void join(std::span<const std::size_t> order, const MeshView& other_mesh, const Common& common,
              const Other& other) {
        std::vector<std::pair<glm::vec3, std::size_t>> corners; // vertices of the other triangles, and pairs
        for (std::size_t begin = 0; begin < order.size();) {
            std::size_t end = begin;
            corners.clear();
            for (; end < order.size() && common(order[end]) == common(order[begin]); ++end)
                for (const glm::vec3& p : triangle_of(other_mesh, other(order[end])))
                    corners.emplace_back(p, order[end]);
            begin = end;
            std::sort(corners.begin(), corners.end(), [](const auto& x, const auto& y) {
                return std::tie(x.first.x, x.first.y, x.first.z, x.second) <
                       std::tie(y.first.x, y.first.y, y.first.z, y.second);
            });
            for (std::size_t k = 1; k < corners.size(); ++k)
                if (corners[k].first == corners[k - 1].first) unite(corners[k].second, corners[k - 1].second);
        }
    }
    void unite(std::size_t x, std::size_t y) {
        x = region_of(x);
        y = region_of(y);
        parent_[std::max(x, y)] = std::min(x, y);
    }

    std::span<const PrimitivePair> pairs_;
    std::vector<std::size_t> parent_;
};

// Computes the depth of a region. Treats A and B symmetrically, so that swapping them negates the normal.
class RegionDepth {
  public:
    RegionDepth(const MeshOperand& a, const MeshOperand& b, std::span<const PrimitivePair> pairs) {
        std::vector<std::uint32_t> triangles_a, triangles_b;
        for (const PrimitivePair& pair : pairs) {
            triangles_a.push_back(pair.a);
            triangles_b.push_back(pair.b);
        }
        add_side(a, triangles_a, 1.0, points_a_);
        add_side(b, triangles_b, -1.0, points_b_);
        for (std::vector<glm::dvec3>* points : {&points_a_, &points_b_}) {
            std::sort(points->begin(), points->end(), is_before);
            points->erase(std::unique(points->begin(), points->end()), points->end());
        }
        if (pairs.size() <= ContactRegion::kFewPairs) add_cross_products(a, b, pairs);
        add_sums();
        if (lines_.empty())
            for (glm::length_t k = 0; k < 3; ++k) {
                glm::dvec3 axis(0.0);
                axis[k] = 1.0;
                add_line(axis);
            }
    }

    // Returns the smallest depth and its direction. Of several directions with this depth, takes the direction closest
    // to preferred_ and, among ties, the last line in lexicographic order. Neither rule depends on the order of A and
    // B.
    double find(glm::dvec3& out_normal) const {
        double smallest = std::numeric_limits<double>::infinity(), best_similarity = 0.0;
        const auto consider = [&](const glm::dvec3& n, double depth) {
            const double similarity = glm::dot(n, preferred_);
            const bool is_better = depth != smallest ? depth < smallest
                                   : similarity != best_similarity
                                       ? similarity > best_similarity
                                       : is_before(line_of(out_normal), line_of(n));
            if (!is_better) return;
            smallest = depth;
            best_similarity = similarity;
            out_normal = n;
        };
        for (const glm::dvec3& n : lines_) {
            const Range a = range_along(n, points_a_), b = range_along(n, points_b_);
            consider(n, a.upper - b.lower);
            consider(-n, b.upper - a.lower);
        }
        return std::fmax(smallest, 0.0);
    }

  private:
    static glm::dvec3 line_of(const glm::dvec3& n) { return is_before(n, -n) ? -n : n; }

    void add_side(const MeshOperand& mesh, std::vector<std::uint32_t>& io_triangles, double sign,
                  std::vector<glm::dvec3>& out_points) {
        std::sort(io_triangles.begin(), io_triangles.end());
        io_triangles.erase(std::unique(io_triangles.begin(), io_triangles.end()), io_triangles.end());
        std::size_t normals = 0;
        for (const std::uint32_t index : io_triangles) {
            const Triangle64 t = world_triangle(*mesh.world_from_mesh, mesh.mesh, index);
            out_points.insert(out_points.end(), t.begin(), t.end());
            const glm::dvec3 area = glm::cross(t[1] - t[0], t[2] - t[0]) * sign;
            sums_[sign > 0.0 ? 0 : 1] += area;
            if (area != glm::dvec3(0.0) && normals++ < ContactRegion::kMaxNormals) add_line(normalized(area));
        }
    }

    // Adds the normals of contacts between an edge of A and an edge of B.
    void add_cross_products(const MeshOperand& a, const MeshOperand& b,
                            std::span<const PrimitivePair> pairs) {
        for (const PrimitivePair& pair : pairs) {
            const Triangle64 x = world_triangle(*a.world_from_mesh, a.mesh, pair.a),
                             y = world_triangle(*b.world_from_mesh, b.mesh, pair.b);
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t j = 0; j < 3; ++j) {
                    const glm::dvec3 n = glm::cross(x[(i + 1) % 3] - x[i], y[(j + 1) % 3] - y[j]);
                    if (n != glm::dvec3(0.0)) add_line(normalized(n));
                }
        }
    }

    void add_sums() {
        for (const glm::dvec3& sum : sums_)
            if (sum != glm::dvec3(0.0)) add_line(normalized(sum));
        const glm::dvec3 both = sums_[0] + sums_[1];
        if (both == glm::dvec3(0.0)) return;
        preferred_ = normalized(both);
        add_line(preferred_);
    }

    // Adds a line. find() tries both of its directions, because surfaces need not be oriented.
    void add_line(const glm::dvec3& n) {
        const glm::dvec3 line = line_of(n);
        if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
    }

    struct Range {
        double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    };
    // Projects the points relative to one of them, which keeps precision far from the origin.
    Range range_along(const glm::dvec3& n, const std::vector<glm::dvec3>& points) const {
        const glm::dvec3& origin = is_before(points_b_[0], points_a_[0]) ? points_b_[0] : points_a_[0];
        Range range;
        for (const glm::dvec3& p : points) {
            const double along = glm::dot(n, p - origin);
            range.lower = along < range.lower ? along : range.lower;
            range.upper = along > range.upper ? along : range.upper;
        }
        return range;
    }

    std::vector<glm::dvec3> points_a_, points_b_;
    std::array<glm::dvec3, 2> sums_{glm::dvec3(0.0), glm::dvec3(0.0)}; // of area vectors: out of A, into B
    glm::dvec3 preferred_{0.0};
    std::vector<glm::dvec3> lines_; // unit vectors, each in the direction that line_of() chooses
};

// The ends of the segment in which a pair intersects; they can coincide. For a coplanar pair, both ends are one common
// point.
std::array<MeshContactPoint, 2> find_ends(const MeshOperand& a, const MeshOperand& b,
                                          const PrimitivePair& pair) {
    const Triangle64 x = world_triangle(*a.world_from_mesh, a.mesh, pair.a),
                     y = world_triangle(*b.world_from_mesh, b.mesh, pair.b);
    const TriangleSection section = find_section(x, y);
    if (!section.is_flat && section.contact != TriangleContact::disjoint) {
        const std::uint8_t first = section.is_forward ? 0 : 1, last = section.is_forward ? 1 : 0;
        return {MeshContactPoint{section.ends[0].point, pair, first}, {section.ends[1].point, pair, last}};
    }
    const MeshContactPoint common{find_closest_points(x, y).point_on_a, pair};
    return {common, common};
}

// Chooses the point farthest from the center, then repeatedly the point farthest from the points chosen so far.
void choose_points(std::vector<MeshContactPoint>& io_points, ContactRegion& out_region) {
    const auto before = [](const MeshContactPoint& p, const MeshContactPoint& q) {
        if (p.point_w != q.point_w) return is_before(p.point_w, q.point_w);
        return std::tie(p.triangles, p.end) < std::tie(q.triangles, q.end);
    };
    std::sort(io_points.begin(), io_points.end(), before);
    const auto square = [](const glm::dvec3& p, const glm::dvec3& q) { return glm::dot(p - q, p - q); };
    const auto farthest_from = [&](const auto& distance_of) {
        std::size_t best = 0;
        double largest = -1.0;
        for (std::size_t i = 0; i < io_points.size(); ++i)
            if (const double distance = distance_of(io_points[i].point_w); distance > largest) {
                largest = distance;
                best = i;
            }
        return std::pair(best, largest);
    };
    const auto take = [&](std::size_t i) { out_region.points[out_region.point_count++] = io_points[i]; };
    take(farthest_from([&](const glm::dvec3& p) { return square(p, out_region.center_w); }).first);
    while (out_region.point_count < ContactRegion::kMaxPoints) {
        const auto [next, distance] = farthest_from([&](const glm::dvec3& p) {
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < out_region.point_count; ++k)
                nearest = std::fmin(nearest, square(p, out_region.points[k].point_w));
            return nearest;
        });
        if (!(distance > 0.0)) return;
        take(next);
    }
}

ContactRegion make_region(const MeshOperand& a, const MeshOperand& b, std::span<const PrimitivePair> pairs) {
    ContactRegion region;
    std::vector<MeshContactPoint> points;
    const glm::dvec3 origin = find_ends(a, b, pairs[0])[0].point_w;
    glm::dvec3 sum(0.0);
    for (const PrimitivePair& pair : pairs) {
        const auto ends = find_ends(a, b, pair);
        sum += 0.5 * ((ends[0].point_w - origin) + (ends[1].point_w - origin));
        points.insert(points.end(), ends.begin(), ends.end());
    }
    region.center_w = origin + sum / static_cast<double>(pairs.size());
    choose_points(points, region);
    region.depth = RegionDepth(a, b, pairs).find(region.normal_w);
    return region;
}

} // namespace

Status find_mesh_contacts(const MeshOperand& a, const MeshOperand& b, const MeshContactsRequest& request,
                          MeshContactsScratch& io_scratch, MeshContacts& out_contacts) {
    out_contacts.regions.clear();
    out_contacts.pairs.clear();
    out_contacts.is_truncated = false;
    QueryResult& found = io_scratch.pairs;
    if (Status status = query_meshes(a, b, {.mode = QueryMode::all}, io_scratch.query, found); !status)
        return status;
    if (found.pairs.size() > request.max_pairs) {
        found.pairs.resize(request.max_pairs);
        out_contacts.is_truncated = true;
    }
    if (found.pairs.empty()) return ok();

    // Sorts the pairs by region and within each region. Regions are in the order of their first pairs.
    Regions regions(a.mesh, b.mesh, found.pairs);
    std::vector<std::pair<std::size_t, PrimitivePair>> keyed;
    for (std::size_t k = 0; k < found.pairs.size(); ++k)
        keyed.emplace_back(regions.region_of(k), found.pairs[k]);
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t begin = 0; begin < keyed.size();) {
        std::size_t end = begin;
        while (end < keyed.size() && keyed[end].first == keyed[begin].first)
            out_contacts.pairs.push_back(keyed[end++].second);
        ContactRegion region = make_region(a, b, std::span(out_contacts.pairs).subspan(begin, end - begin));
        region.first_pair = begin;
        region.pair_count = end - begin;
        out_contacts.regions.push_back(region);
        begin = end;
    }
    return ok();
}

} // namespace boxwood
