#include "engine/judge/exact_answer.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace boxwood::judge {
namespace {

using LongVec = glm::vec<3, long double>;
using LongTriangle = std::array<LongVec, 3>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kMaxSide = 256; // cells along an axis
constexpr std::uint64_t kMaxReferences = 200'000'000;

struct Box {
    glm::dvec3 lower{kInfinity}, upper{-kInfinity};
    void include(const glm::dvec3& p) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    bool overlaps(const Box& other) const {
        return glm::all(glm::lessThanEqual(lower, other.upper)) &&
               glm::all(glm::lessThanEqual(other.lower, upper));
    }
    Box grown(double by) const { return {lower - by, upper + by}; }
    double distance_to(const Box& other) const {
        const glm::dvec3 gap = glm::max(glm::max(lower - other.upper, other.lower - upper), glm::dvec3(0));
        return glm::length(gap);
    }
};

std::vector<Box> boxes_of(const WorldTriangles& triangles) {
    std::vector<Box> boxes(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i)
        for (const glm::dvec3& corner : triangles[i]) boxes[i].include(corner);
    return boxes;
}

Box box_around(const std::vector<Box>& boxes) {
    Box all;
    for (const Box& box : boxes) {
        all.include(box.lower);
        all.include(box.upper);
    }
    return all;
}

// A uniform grid over the region. Each cell lists the triangles of one mesh whose boxes touch the cell.
class Grid {
  public:
    Grid(const Box& region, const std::vector<Box>& boxes, const std::vector<std::uint32_t>& members)
        : region_(region) {
        const glm::dvec3 extent = glm::max(region.upper - region.lower, glm::dvec3(0));
        const double longest = std::max({extent.x, extent.y, extent.z, 1e-300});
        auto side = static_cast<std::uint32_t>(std::cbrt(4.0 * static_cast<double>(members.size()))) + 1;
        for (side = std::min(side, kMaxSide);; side = side / 2) {
            cell_ = longest / side;
            for (int axis = 0; axis < 3; ++axis)
                sides_[axis] = static_cast<std::uint32_t>(
                    std::clamp(std::ceil(extent[axis] / cell_), 1.0, double(kMaxSide)));
            std::uint64_t references = 0;
            for (const std::uint32_t i : members) references += count(range_of(boxes[i]));
            if (references <= kMaxReferences || side <= 1) break;
        }
        starts_.assign(std::size_t{sides_.x} * sides_.y * sides_.z + 1, 0);
        for (const std::uint32_t i : members)
            for_cells(range_of(boxes[i]), [&](std::size_t c) { ++starts_[c + 1]; });
        for (std::size_t c = 1; c < starts_.size(); ++c) starts_[c] += starts_[c - 1];
        entries_.resize(starts_.back());
        std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
        for (const std::uint32_t i : members)
            for_cells(range_of(boxes[i]), [&](std::size_t c) { entries_[next[c]++] = i; });
    }

    // Calls report(i) for every member in a cell that the box touches, possibly several times for the same member.
    template <class Report>
    void find(const Box& box, Report&& report) const {
        if (!box.overlaps(region_)) return;
        for_cells(range_of(box), [&](std::size_t c) {
            for (std::uint64_t k = starts_[c]; k < starts_[c + 1]; ++k) report(entries_[k]);
        });
    }

  private:
    using Cell = glm::uvec3;
    struct Range {
        Cell first, last;
    };
    Range range_of(const Box& box) const {
        Range range{};
        for (int axis = 0; axis < 3; ++axis) {
            const auto cell = [&](double x) {
                const double i = std::floor((x - region_.lower[axis]) / cell_);
                return static_cast<std::uint32_t>(std::clamp(i, 0.0, static_cast<double>(sides_[axis] - 1)));
            };
            range.first[axis] = cell(box.lower[axis]);
            range.last[axis] = cell(box.upper[axis]);
        }
        return range;
    }
    static std::uint64_t count(const Range& range) {
        const glm::uvec3 n = range.last - range.first + 1u;
        return std::uint64_t{n.x} * n.y * n.z;
    }
    template <class Use>
    void for_cells(const Range& range, Use&& use) const {
        for (std::uint32_t z = range.first.z; z <= range.last.z; ++z)
            for (std::uint32_t y = range.first.y; y <= range.last.y; ++y)
                for (std::uint32_t x = range.first.x; x <= range.last.x; ++x)
                    use((std::size_t{z} * sides_.y + y) * sides_.x + x);
    }

    Box region_;
    double cell_ = 1;
    glm::uvec3 sides_{1};
    std::vector<std::uint64_t> starts_;
    std::vector<std::uint32_t> entries_;
};

// Calls report(i, j) once for every pair of triangles whose boxes overlap after the box of i has grown by `reach`. If
// `reach` is not 0, also reports some pairs that are farther away by a rounding error.
template <class Report>
void for_near_pairs(const std::vector<Box>& a, const std::vector<Box>& b, double reach, Report&& report) {
    Box around_a = box_around(a);
    const Box around_b = box_around(b);
    if (reach > 0) {
        // Covers the rounding of the grown boxes, so that no pair at a distance of exactly `reach` is lost.
        double largest = reach;
        for (const Box* box : {&std::as_const(around_a), &around_b})
            for (int axis = 0; axis < 3; ++axis)
                largest = std::max({largest, std::abs(box->lower[axis]), std::abs(box->upper[axis])});
        reach += 1e-15 * largest;
    }
    around_a = around_a.grown(reach);
    const Box region{glm::max(around_a.lower, around_b.lower), glm::min(around_a.upper, around_b.upper)};
    if (glm::any(glm::greaterThan(region.lower, region.upper))) return;
    std::vector<std::uint32_t> members;
    for (std::uint32_t j = 0; j < b.size(); ++j)
        if (b[j].overlaps(region)) members.push_back(j);
    const Grid grid(region, b, members);
    constexpr std::uint32_t kNever = 0xFFFFFFFF;
    std::vector<std::uint32_t> last_seen(b.size(), kNever);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        const Box box = a[i].grown(reach);
        grid.find(box, [&](std::uint32_t j) {
            if (last_seen[j] == i || !box.overlaps(b[j])) return;
            last_seen[j] = i;
            report(i, j);
        });
    }
}

LongTriangle to_long(const Triangle64& t) {
    return {LongVec(t[0]), LongVec(t[1]), LongVec(t[2])};
}

struct Nearest {
    long double square = std::numeric_limits<long double>::infinity();
    LongVec on_a{0}, on_b{0};
    void consider(const LongVec& p, const LongVec& q) {
        const LongVec offset = p - q;
        const long double square_here = glm::dot(offset, offset);
        if (square_here < square) *this = {square_here, p, q};
    }
};

// Finds the closest points of two segments. Candidates are the closest points of every end point and the other segment,
// and the closest points of the two lines if they lie on the segments.
void consider_segments(const LongVec& p0, const LongVec& p1, const LongVec& q0, const LongVec& q1,
                       Nearest& io_nearest) {
    const LongVec u = p1 - p0, v = q1 - q0, w = p0 - q0;
    const long double uu = glm::dot(u, u), vv = glm::dot(v, v), uv = glm::dot(u, v), uw = glm::dot(u, w),
                      vw = glm::dot(v, w);
    const auto on = [](long double top, long double bottom) {
        return bottom > 0 ? std::clamp(top / bottom, 0.0L, 1.0L) : 0.0L;
    };
    io_nearest.consider(p0, q0 + on(vw, vv) * v);
    io_nearest.consider(p1, q0 + on(vw + uv, vv) * v);
    io_nearest.consider(p0 + on(-uw, uu) * u, q0);
    io_nearest.consider(p0 + on(uv - uw, uu) * u, q1);
    const long double determinant = uu * vv - uv * uv;
    if (!(determinant > 0)) return;
    const long double s = (uv * vw - vv * uw) / determinant, t = (uu * vw - uv * uw) / determinant;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) io_nearest.consider(p0 + s * u, q0 + t * v);
}

// The projection of a point onto a triangle's plane, if it lies in the triangle.
std::optional<LongVec> foot_in(const LongTriangle& t, const LongVec& p) {
    const LongVec u = t[1] - t[0], v = t[2] - t[0], normal = glm::cross(u, v);
    const long double square = glm::dot(normal, normal);
    if (!(square > 0)) return std::nullopt;
    const LongVec w = p - t[0];
    const long double beta = glm::dot(glm::cross(w, v), normal) / square,
                      gamma = glm::dot(glm::cross(u, w), normal) / square;
    if (beta < 0 || gamma < 0 || beta + gamma > 1) return std::nullopt;
    return t[0] + beta * u + gamma * v;
}

// Considers the points where an edge of the triangle `edges` passes through the triangle `t`.
void consider_piercing_points(const LongTriangle& edges, const LongTriangle& t, Nearest& io_nearest) {
    const LongVec normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        const LongVec &from = edges[i], &to = edges[(i + 1) % 3];
        const long double before = glm::dot(normal, from - t[0]), after = glm::dot(normal, to - t[0]);
        if (!(before * after < 0)) continue;
        const LongVec point = from + (before / (before - after)) * (to - from);
        if (foot_in(t, point)) io_nearest.consider(point, point);
    }
}

} // namespace

ExactDistance triangle_distance(const Triangle64& a, const Triangle64& b) {
    const LongTriangle ta = to_long(a), tb = to_long(b);
    Nearest nearest;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j)
            consider_segments(ta[i], ta[(i + 1) % 3], tb[j], tb[(j + 1) % 3], nearest);
        if (const auto foot = foot_in(tb, ta[i])) nearest.consider(ta[i], *foot);
        if (const auto foot = foot_in(ta, tb[i])) nearest.consider(*foot, tb[i]);
    }
    const bool are_intersecting = triangles_intersect(a, b);
    if (are_intersecting) {
        consider_piercing_points(ta, tb, nearest);
        consider_piercing_points(tb, ta, nearest);
    }
    ExactDistance out;
    out.on_a = glm::dvec3(nearest.on_a);
    out.on_b = glm::dvec3(nearest.on_b);
    out.distance = are_intersecting ? 0.0 : static_cast<double>(std::sqrt(nearest.square));
    return out;
}

double overlap_depth(const Triangle64& a, const Triangle64& b) {
    const LongTriangle ta = to_long(a), tb = to_long(b);
    long double smallest = std::numeric_limits<long double>::infinity();
    const auto try_axis = [&](const LongVec& axis) {
        const long double length = glm::length(axis);
        if (!(length > 1e-150L)) return;
        long double low_a = HUGE_VALL, high_a = -HUGE_VALL, low_b = HUGE_VALL, high_b = -HUGE_VALL;
        for (std::size_t i = 0; i < 3; ++i) {
            const long double on_a = glm::dot(ta[i], axis), on_b = glm::dot(tb[i], axis);
            low_a = std::min(low_a, on_a);
            high_a = std::max(high_a, on_a);
            low_b = std::min(low_b, on_b);
            high_b = std::max(high_b, on_b);
        }
        smallest = std::min(smallest, std::max(std::min(high_a - low_b, high_b - low_a), 0.0L) / length);
    };
    const LongVec normal_a = glm::cross(ta[1] - ta[0], ta[2] - ta[0]),
                  normal_b = glm::cross(tb[1] - tb[0], tb[2] - tb[0]);
    try_axis(normal_a);
    try_axis(normal_b);
    for (std::size_t i = 0; i < 3; ++i) {
        const LongVec edge_a = ta[(i + 1) % 3] - ta[i], edge_b = tb[(i + 1) % 3] - tb[i];
        try_axis(glm::cross(edge_a, normal_a));
        try_axis(glm::cross(edge_b, normal_b));
        for (std::size_t j = 0; j < 3; ++j) try_axis(glm::cross(edge_a, tb[(j + 1) % 3] - tb[j]));
    }
    return std::isfinite(static_cast<double>(smallest)) ? static_cast<double>(smallest) : 0.0;
}

ExactContacts find_contacts(const WorldTriangles& a, const WorldTriangles& b) {
    ExactContacts out;
    if (a.empty() || b.empty()) return out;
    for_near_pairs(boxes_of(a), boxes_of(b), 0.0, [&](std::uint32_t i, std::uint32_t j) {
        if (triangles_intersect(a[i], b[j])) out.pairs.emplace_back(i, j);
    });
    std::sort(out.pairs.begin(), out.pairs.end());
    return out;
}

ExactContacts find_near_pairs(const WorldTriangles& a, const WorldTriangles& b, double reach) {
    ExactContacts out;
    if (a.empty() || b.empty()) return out;
    for_near_pairs(boxes_of(a), boxes_of(b), reach, [&](std::uint32_t i, std::uint32_t j) {
        if (triangle_distance(a[i], b[j]).distance <= reach) out.pairs.emplace_back(i, j);
    });
    std::sort(out.pairs.begin(), out.pairs.end());
    return out;
}

ExactDistance find_distance(const WorldTriangles& a, const WorldTriangles& b, double reach) {
    ExactDistance best;
    best.distance = kInfinity;
    if (a.empty() || b.empty()) return best;
    const std::vector<Box> boxes_a = boxes_of(a), boxes_b = boxes_of(b);
    double bound = reach;
    if (!std::isfinite(bound)) {
        // The search radius is the distance of b from the triangle of a whose box is nearest to the box of b.
        const Box around = box_around(boxes_b);
        std::uint32_t near_a = 0;
        for (std::uint32_t i = 1; i < a.size(); ++i)
            if (boxes_a[i].distance_to(around) < boxes_a[near_a].distance_to(around)) near_a = i;
        for (std::uint32_t j = 0; j < b.size(); ++j)
            bound = std::min(bound, triangle_distance(a[near_a], b[j]).distance);
    }
    for_near_pairs(boxes_a, boxes_b, bound, [&](std::uint32_t i, std::uint32_t j) {
        // The factor covers rounding: the computed distance of the boxes can exceed the distance of the triangles.
        if (boxes_a[i].distance_to(boxes_b[j]) * (1 - 1e-12) > std::min(bound, best.distance)) return;
        ExactDistance one = triangle_distance(a[i], b[j]);
        if (one.distance < best.distance ||
            (one.distance == best.distance && TrianglePair{i, j} < best.pair)) {
            best = one;
            best.pair = {i, j};
        }
    });
    if (best.distance > reach) best.distance = kInfinity;
    return best;
}

namespace {

// The time when a moving point reaches a triangle; HUGE_VALL if it does not within [0, 1].
long double time_to_triangle(const LongVec& p, const LongVec& motion, const LongTriangle& t) {
    const LongVec u = t[1] - t[0], v = t[2] - t[0], normal = glm::cross(u, v);
    const long double slope = glm::dot(normal, motion);
    if (slope == 0) return HUGE_VALL; // parallel to the plane: time_to_edge() handles the triangle's edges
    const long double time = glm::dot(normal, t[0] - p) / slope;
    if (!(time >= 0 && time <= 1)) return HUGE_VALL;
    const LongVec w = p + time * motion - t[0];
    const long double square = glm::dot(normal, normal);
    const long double beta = glm::dot(glm::cross(w, v), normal) / square,
                      gamma = glm::dot(glm::cross(u, w), normal) / square;
    return beta < 0 || gamma < 0 || beta + gamma > 1 ? HUGE_VALL : time;
}

// The time when a moving segment intersects another segment. HUGE_VALL if they do not intersect within [0, 1]; also if
// they are parallel, or if the motion is parallel to their plane. time_to_edge() handles the last two cases.
long double time_to_segment(const LongVec& p0, const LongVec& p1, const LongVec& motion, const LongVec& q0,
                            const LongVec& q1) {
    const LongVec u = p1 - p0, v = q1 - q0, normal = glm::cross(u, v);
    const long double slope = glm::dot(normal, motion);
    if (slope == 0) return HUGE_VALL;
    const long double time = glm::dot(normal, q0 - p0) / slope;
    if (!(time >= 0 && time <= 1)) return HUGE_VALL;
    const LongVec w = q0 - (p0 + time * motion);
    const long double square = glm::dot(normal, normal);
    const long double s = glm::dot(glm::cross(w, v), normal) / square,
                      t = glm::dot(glm::cross(w, u), normal) / square;
    return s < 0 || s > 1 || t < 0 || t > 1 ? HUGE_VALL : time;
}

// The time when a moving point reaches a segment that lies in one plane with the point's path. HUGE_VALL if it does not
// reach the segment within [0, 1], if there is no such plane, or if the path is parallel to the segment.
long double time_to_edge(const LongVec& p, const LongVec& motion, const LongVec& q0, const LongVec& q1) {
    const LongVec v = q1 - q0, normal = glm::cross(motion, v), w = q0 - p;
    const long double square = glm::dot(normal, normal),
                      scale = glm::length(normal) * (glm::length(w) + glm::length(v));
    if (!(square > 0) || std::abs(glm::dot(normal, w)) > 1e-17L * scale) return HUGE_VALL;
    const long double time = glm::dot(glm::cross(w, v), normal) / square,
                      s = glm::dot(glm::cross(w, motion), normal) / square;
    return s < 0 || s > 1 || !(time >= 0 && time <= 1) ? HUGE_VALL : time;
}

} // namespace

ExactImpact find_impact(const WorldTriangles& a, const WorldTriangles& b, const glm::dvec3& motion) {
    ExactImpact best{kInfinity, {}};
    if (a.empty() || b.empty()) return best;
    std::vector<Box> swept = boxes_of(a);
    for (Box& box : swept) {
        // Grows the box by more than the rounding error of its end position.
        const Box end{box.lower + motion, box.upper + motion};
        box.include(end.lower);
        box.include(end.upper);
        box = box.grown(1e-15 * (glm::length(box.lower) + glm::length(box.upper)));
    }
    const LongVec long_motion(motion);
    for_near_pairs(swept, boxes_of(b), 0.0, [&](std::uint32_t i, std::uint32_t j) {
        long double time = HUGE_VALL;
        if (triangles_intersect(a[i], b[j])) {
            time = 0;
        } else {
            const LongTriangle ta = to_long(a[i]), tb = to_long(b[j]);
            for (std::size_t k = 0; k < 3; ++k) {
                time = std::min(time, time_to_triangle(ta[k], long_motion, tb));
                time = std::min(time, time_to_triangle(tb[k], -long_motion, ta));
                for (std::size_t m = 0; m < 3; ++m) {
                    time = std::min(time, time_to_edge(ta[k], long_motion, tb[m], tb[(m + 1) % 3]));
                    time = std::min(time, time_to_edge(tb[k], -long_motion, ta[m], ta[(m + 1) % 3]));
                    time = std::min(
                        time, time_to_segment(ta[k], ta[(k + 1) % 3], long_motion, tb[m], tb[(m + 1) % 3]));
                }
            }
        }
        const auto rounded = static_cast<double>(time);
        if (rounded < best.time || (rounded == best.time && rounded <= 1 && TrianglePair{i, j} < best.pair))
            best = {rounded, {i, j}};
    });
    return best;
}

} // namespace boxwood::judge
