#include "engine/meshes/decompose/decompose.hpp"

#include "collision/core/ids.hpp"
#include "collision/geometry/mesh_checks.hpp"
#include "engine/meshes/decompose/choose_cut.hpp"
#include "engine/meshes/decompose/part_error.hpp"
#include "engine/meshes/decompose/piece.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/meshes/polygon_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <tuple>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Points no farther from a plane than this share of the diagonal count as on it.
constexpr double kCutThickness = 1e-6;
// The corresponding share of the largest coordinate. The larger of the two distances counts.
constexpr double kCoordinateRounding = 4.0 * 0x1p-24;
// Largest difference of the two bounds of an error, as a share of the allowed error. The first value applies to cutting
// and merging, if the allowed error lies between the bounds. The second value applies to the reported error.
constexpr double kDecisionGapShare = 0.05;
constexpr double kReportedGapShare = 0.1;
// Share of the allowed error. A cut that leaves a narrower piece is avoided unless the error shrinks by a tenth.
constexpr double kMinWidth = 0.5;
// Cutting ends at this multiple of the allowed number of parts. Merging then reduces the number.
constexpr std::size_t kOversplit = 2;
// If merging leaves too many parts, parts within this share of the diagonal are merged without a limit on the error.
constexpr double kForcedReach = 0.1;

struct WorkPart {
    SolidPiece piece; // after a merge: the surfaces of both parts, which are never cut again
    Polytope hull;
    ErrorBounds error;
    bool is_uncuttable = false;
    bool is_merged_away = false;
};

struct BoundingBox {
    glm::dvec3 lower{std::numeric_limits<double>::infinity()},
        upper{-std::numeric_limits<double>::infinity()};
    void add(const glm::dvec3& p) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    double diagonal() const { return glm::distance(lower, upper); }
};

BoundingBox box_of(const Polytope& polytope) {
    BoundingBox box;
    for (const glm::vec3& p : polytope.positions()) box.add(glm::dvec3(p));
    return box;
}

bool are_within(const BoundingBox& a, const BoundingBox& b, double distance) {
    for (int axis = 0; axis < 3; ++axis)
        if (a.lower[axis] > b.upper[axis] + distance || b.lower[axis] > a.upper[axis] + distance)
            return false;
    return true;
}

// The first directed edge that several triangles traverse, unless equally many traverse it in the opposite direction.
std::optional<std::pair<std::uint32_t, std::uint32_t>>
find_mixed_edge(std::span<const TriangleIndices> triangles) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> uses; // of directed edges
    for (const TriangleIndices& t : triangles)
        for (std::size_t k = 0; k < 3; ++k) ++uses[{t[k], t[(k + 1) % 3]}];
    for (const auto& [edge, count] : uses) {
        const auto other = uses.find({edge.second, edge.first});
        if (count > 1 && (other == uses.end() || other->second != count)) return edge;
    }
    return std::nullopt;
}

// The connected components (triangles that share vertices), in the order of their first triangles.
std::vector<std::vector<TriangleIndices>> components_of(std::size_t vertices,
                                                        std::span<const TriangleIndices> triangles) {
    std::vector<std::uint32_t> parent(vertices);
    for (std::uint32_t v = 0; v < vertices; ++v) parent[v] = v;
    const auto root = [&](std::uint32_t v) {
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const TriangleIndices& t : triangles)
        for (const std::uint32_t v : {t[1], t[2]}) {
            const std::uint32_t a = root(t[0]), b = root(v);
            parent[std::max(a, b)] = std::min(a, b);
        }
    std::vector<std::uint32_t> component_of(vertices, kNone);
    std::vector<std::vector<TriangleIndices>> components;
    for (const TriangleIndices& t : triangles) {
        std::uint32_t& component = component_of[root(t[0])];
        if (component == kNone) {
            component = static_cast<std::uint32_t>(components.size());
            components.emplace_back();
        }
        components[component].push_back(t);
    }
    return components;
}

double six_volumes(std::span<const glm::dvec3> positions, std::span<const TriangleIndices> triangles) {
    double sum = 0.0;
    const glm::dvec3 origin = positions[triangles[0][0]];
    for (const TriangleIndices& t : triangles)
        sum += glm::dot(positions[t[0]] - origin,
                        glm::cross(positions[t[1]] - origin, positions[t[2]] - origin));
    return sum;
}

// Closes every hole by a fan of triangles from the mean of its border. Every edge is then used equally often in both
// directions. Returns twice the largest distance of a border vertex from the mean of its hole's border. Holes are
// closed loops, because the border of a set of triangles always consists of closed loops.
double close_holes(std::vector<glm::dvec3>& io_positions, std::vector<TriangleIndices>& io_triangles) {
    // For each edge: the number of uses from its lower to its higher vertex minus the number of opposite uses.
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> surplus;
    for (const TriangleIndices& t : io_triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = t[k], b = t[(k + 1) % 3];
            surplus[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    // For each vertex, the ends of the border edges that start there, in the direction of their triangles.
    std::map<std::uint32_t, std::vector<std::uint32_t>> next;
    for (const auto& [edge, count] : surplus)
        for (int k = 0; k < std::abs(count); ++k)
            count > 0 ? next[edge.first].push_back(edge.second) : next[edge.second].push_back(edge.first);
    double widest = 0.0;
    for (auto& [start, ends] : next)
        while (!ends.empty()) {
            std::vector<std::uint32_t> loop;
            std::uint32_t at = start;
            do {
                loop.push_back(at);
                std::vector<std::uint32_t>& onwards = next[at];
                at = onwards.back();
                onwards.pop_back();
            } while (at != start);
            glm::dvec3 middle(0.0);
            for (const std::uint32_t v : loop) middle += io_positions[v] / static_cast<double>(loop.size());
            const auto center = static_cast<std::uint32_t>(io_positions.size());
            io_positions.push_back(middle);
            for (std::size_t k = 0; k < loop.size(); ++k) {
                io_triangles.push_back({loop[(k + 1) % loop.size()], loop[k], center});
                widest = std::max(widest, 2.0 * glm::distance(io_positions[loop[k]], middle));
            }
        }
    return widest;
}

class Decomposer {
  public:
    Decomposer(std::vector<glm::dvec3> positions, std::vector<TriangleIndices> triangles,
               const DecomposeSettings& settings)
        : positions_(std::move(positions))
        , triangles_(std::move(triangles))
        , settings_(settings) {
        for (const glm::dvec3& p : positions_) box_.add(p);
        const glm::dvec3 largest = glm::max(glm::abs(box_.lower), glm::abs(box_.upper));
        thickness_ = std::max(kCutThickness * box_.diagonal(),
                              kCoordinateRounding * std::max({largest.x, largest.y, largest.z}));
        limit_ = settings.concavity * box_.diagonal();
        gap_ = kDecisionGapShare * limit_;
    }

    Result<Decomposition> run() {
        if (thickness_ > 0.05 * limit_)
            return Error{"the mesh is too far from the origin for its size: rounding of its coordinates to " +
                         number_text(thickness_ / box_.diagonal()) +
                         " of its diagonal is too coarse for this concavity"};
        if (six_volumes(positions_, triangles_) < 0.0)
            for (TriangleIndices& t : triangles_) std::swap(t[1], t[2]);
        solid_ = std::make_unique<SolidField>(positions_, triangles_);
        if (solid_->triangles().empty()) return Error{"every triangle has zero area"};
        edges_ = find_concave_edges(positions_, triangles_);
        error_ = std::make_unique<PartError>(*solid_);
        if (Status started = add_initial_parts(); !started) return started.error();
        cut_worst();
        merge(false);
        if (count() > settings_.max_parts) merge(true);
        return finish();
    }

  private:
    static std::string number_text(double value) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.2g", value);
        return text.data();
    }

    ConvexCell bounding_cell() const {
        const glm::dvec3 margin(0.01 * box_.diagonal());
        return ConvexCell(box_.lower - margin, box_.upper + margin);
    }

    // If every component encloses a positive volume, each is decomposed separately, and the solid is their union.
    // Otherwise some components are cavities or flat, and all components are cut together.
    Status add_initial_parts() {
        std::vector<std::vector<TriangleIndices>> components = components_of(positions_.size(), triangles_);
        const auto is_solid = [&](const std::vector<TriangleIndices>& triangles) {
            return six_volumes(positions_, triangles) > 0.0;
        };
        if (components.size() == 1 || !std::all_of(components.begin(), components.end(), is_solid))
            return add_initial_part(triangles_, *solid_);
        for (const std::vector<TriangleIndices>& triangles : components) {
            component_fields_.push_back(std::make_unique<SolidField>(positions_, triangles));
            if (component_fields_.back()->triangles().empty()) continue;
            if (Status added = add_initial_part(triangles, *component_fields_.back()); !added) return added;
        }
        return ok();
    }

    Status add_initial_part(std::span<const TriangleIndices> triangles, const SolidField& solid) {
        SurfacePolygons surface;
        for (const TriangleIndices& t : triangles) {
            const std::array<glm::dvec3, 3> corners{positions_[t[0]], positions_[t[1]], positions_[t[2]]};
            surface.add(corners, glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
        }
        SolidPiece piece = make_piece(std::move(surface), bounding_cell(), solid, thickness_);
        Result<Polytope> hull = make_hull(piece.hull_points());
        if (!hull) return hull.error();
        add(std::move(piece), std::move(*hull));
        return ok();
    }

    void add(SolidPiece piece, Polytope hull) {
        WorkPart part{std::move(piece), std::move(hull), {}, false, false};
        part.error = error_->measure(part.hull, gap_, limit_);
        parts_.push_back(std::move(part));
    }

    std::size_t count() const {
        return static_cast<std::size_t>(std::count_if(
            parts_.begin(), parts_.end(), [](const WorkPart& part) { return !part.is_merged_away; }));
    }

    // Cuts the part with the largest error, until every part meets the limit or cannot be cut, or until there are too
    // many parts.
    void cut_worst() {
        while (parts_.size() < kOversplit * settings_.max_parts) {
            std::size_t worst = parts_.size();
            for (std::size_t k = 0; k < parts_.size(); ++k) {
                const WorkPart& part = parts_[k];
                if (part.is_uncuttable || part.error.at_most <= limit_) continue;
                if (worst == parts_.size() || part.error.at_least > parts_[worst].error.at_least) worst = k;
            }
            if (worst == parts_.size()) return;
            cut(worst);
        }
    }

    void cut(std::size_t index) {
        const std::vector<CutPlane> cuts =
            choose_cuts(parts_[index].piece, parts_[index].hull, parts_[index].error,
                        {*solid_, edges_, thickness_, kMinWidth * limit_});
        for (const CutPlane& plane : cuts) {
            auto [under, over] = split(parts_[index].piece, plane, thickness_);
            if (under.is_empty() || over.is_empty()) continue;
            Result<Polytope> hull_under = make_hull(under.hull_points());
            if (!hull_under) continue;
            Result<Polytope> hull_over = make_hull(over.hull_points());
            if (!hull_over) continue;
            parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(index));
            add(std::move(under), std::move(*hull_under));
            add(std::move(over), std::move(*hull_over));
            return;
        }
        parts_[index].is_uncuttable = true;
    }

    struct Merge {
        double excess; // volume of the hull of both parts minus the sum of their volumes
        std::size_t a, b;
        bool operator<(const Merge& other) const { // a priority queue returns the smallest excess first
            return std::tie(other.excess, other.a, other.b) < std::tie(excess, a, b);
        }
    };

    Result<Polytope> hull_of_both(std::size_t a, std::size_t b) const {
        std::vector<glm::vec3> points(parts_[a].hull.positions().begin(), parts_[a].hull.positions().end());
        points.insert(points.end(), parts_[b].hull.positions().begin(), parts_[b].hull.positions().end());
        return make_hull(points);
    }

    // Merges neighbors while the error stays within the limit. If forced, merges without a limit on the error until
    // there are at most max_parts.
    void merge(bool is_forced) {
        std::vector<BoundingBox> boxes;
        for (const WorkPart& part : parts_) boxes.push_back(box_of(part.hull));
        std::priority_queue<Merge> queue;
        const auto push_candidate = [&](std::size_t a, std::size_t b) {
            if (parts_[a].is_merged_away || parts_[b].is_merged_away) return;
            if (!are_within(boxes[a], boxes[b], is_forced ? kForcedReach * box_.diagonal() : limit_)) return;
            const Result<Polytope> hull = hull_of_both(a, b);
            if (hull) queue.push({hull->volume() - parts_[a].hull.volume() - parts_[b].hull.volume(), a, b});
        };
        for (std::size_t a = 0; a < parts_.size(); ++a)
            for (std::size_t b = a + 1; b < parts_.size(); ++b) push_candidate(a, b);
        std::size_t left = count();
        while (!queue.empty() && (!is_forced || left > settings_.max_parts)) {
            const auto [excess, a, b] = queue.top();
            queue.pop();
            if (parts_[a].is_merged_away || parts_[b].is_merged_away) continue;
            Result<Polytope> hull = hull_of_both(a, b);
            const ErrorBounds error = is_forced
                                          ? ErrorBounds{0.0, std::numeric_limits<double>::infinity(), {}}
                                          : error_->measure(*hull, gap_, limit_);
            if (!is_forced && error.at_most > limit_) continue;
            WorkPart both{std::move(parts_[a].piece), std::move(*hull), error, true, false};
            both.piece.surface.append(parts_[b].piece.surface);
            parts_[a].is_merged_away = parts_[b].is_merged_away = true;
            boxes.push_back(box_of(both.hull));
            parts_.push_back(std::move(both));
            --left;
            for (std::size_t k = 0; k + 1 < parts_.size(); ++k) push_candidate(k, parts_.size() - 1);
        }
    }

    // The largest height of a point above the faces of a part. The points are corners of the part's own surface, and
    // known inner points of the solid. For an inner point, the part with the smallest height counts.
    double measure_coverage(std::span<const WorkPart> parts) const {
        double coverage = 0.0;
        std::vector<std::vector<CutPlane>> planes;
        const auto above = [&](std::size_t part, const glm::dvec3& p, double cutoff) {
            double highest = 0.0;
            for (const CutPlane& plane : planes[part]) {
                highest = std::max(highest, plane.signed_distance(p));
                if (highest > cutoff) break;
            }
            return highest;
        };
        for (std::size_t k = 0; k < parts.size(); ++k) {
            planes.push_back(planes_of(parts[k].hull));
            for (const glm::dvec3& p : parts[k].piece.surface.all_corners())
                coverage = std::max(coverage, above(k, p, std::numeric_limits<double>::infinity()));
        }
        error_->for_each_inner_point([&](const glm::dvec3& p) {
            double lowest = std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < parts.size() && lowest > coverage; ++k)
                lowest = std::min(lowest, above(k, p, lowest));
            coverage = std::max(coverage, lowest);
        });
        return coverage;
    }

    Decomposition finish() {
        std::erase_if(parts_, [](const WorkPart& part) { return part.is_merged_away; });
        std::stable_sort(parts_.begin(), parts_.end(), [](const WorkPart& a, const WorkPart& b) {
            return a.hull.volume() > b.hull.volume();
        });
        Decomposition result;
        result.diagonal = box_.diagonal();
        for (WorkPart& part : parts_) {
            const ErrorBounds finer = error_->measure(part.hull, kReportedGapShare * limit_);
            part.error.at_least = std::max(part.error.at_least, finer.at_least);
            part.error.at_most = std::min(part.error.at_most, finer.at_most);
            result.error_at_least = std::max(result.error_at_least, part.error.at_least);
            result.error_at_most = std::max(result.error_at_most, part.error.at_most);
        }
        result.coverage = measure_coverage(parts_);
        for (WorkPart& part : parts_)
            result.parts.push_back({std::move(part.hull), part.error.at_least, part.error.at_most});
        result.meets_settings =
            result.hausdorff_error() <= limit_ && result.parts.size() <= settings_.max_parts;
        return result;
    }

    std::vector<glm::dvec3> positions_;
    std::vector<TriangleIndices> triangles_;
    DecomposeSettings settings_;
    BoundingBox box_;
    double thickness_ = 0.0, limit_ = 0.0, gap_ = 0.0;
    std::unique_ptr<SolidField> solid_;
    std::vector<std::unique_ptr<SolidField>> component_fields_;
    std::vector<ConcaveEdge> edges_;
    std::unique_ptr<PartError> error_;
    std::vector<WorkPart> parts_;
};

// The part at the scale of the mesh. The scale is a power of two, so the multiplication is exact.
Result<Polytope> scaled(const Polytope& polytope, double scale) {
    std::vector<glm::vec3> positions;
    for (const glm::vec3& p : polytope.positions()) positions.emplace_back(glm::dvec3(p) * scale);
    return make_polytope(positions, to_polygons(polytope, "").faces);
}

} // namespace

Result<Decomposition> decompose(const MeshView& mesh, const DecomposeSettings& settings) {
    if (const Status usable = check_mesh(mesh); !usable) return usable.error();
    if (!(settings.concavity >= kMinConcavity && settings.concavity <= kMaxConcavity))
        return Error{
            "the concavity of a decomposition must be from 0.001 to 1 times the diagonal of the mesh's box"};
    if (settings.max_parts < 1 || settings.max_parts > kMaxDecomposedParts)
        return Error{"the largest number of parts of a decomposition must be from 1 to 1000"};
    const MeshReport report = make_report(mesh);
    if (!report.is_oriented) {
        const auto edge = find_mixed_edge(mesh.triangles);
        return Error{
            "neighboring triangles have opposite orientation" +
            (edge ? ", first at edge " + std::to_string(edge->first) + "-" + std::to_string(edge->second)
                  : std::string())};
    }
    BoundingBox box;
    for (const TriangleIndices& t : mesh.triangles)
        for (const std::uint32_t v : t) box.add(glm::dvec3(mesh.positions[v]));
    if (!(box.diagonal() > 0.0)) return Error{"the mesh is a single point"};
    const double scale = std::ldexp(1.0, std::ilogb(box.diagonal())); // to a diagonal from 1 to 2
    // Drops vertices without triangles, because they would enlarge the box.
    std::vector<glm::dvec3> positions;
    std::vector<std::uint32_t> new_index(mesh.positions.size(), kNone);
    std::vector<TriangleIndices> triangles;
    for (const TriangleIndices& t : mesh.triangles) {
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
        TriangleIndices renumbered{};
        for (std::size_t k = 0; k < 3; ++k) {
            std::uint32_t& index = new_index[t[k]];
            if (index == kNone) {
                index = static_cast<std::uint32_t>(positions.size());
                positions.push_back(glm::dvec3(mesh.positions[t[k]]) / scale);
            }
            renumbered[k] = index;
        }
        triangles.push_back(renumbered);
    }
    if (triangles.empty()) return Error{"every triangle has zero area"};
    const double widest_hole = close_holes(positions, triangles);
    Result<Decomposition> result = Decomposer(std::move(positions), std::move(triangles), settings).run();
    if (!result) return result.error();
    result->open_edges = report.border_edges;
    result->widest_hole = widest_hole;
    for (double* length : {&result->diagonal, &result->error_at_least, &result->error_at_most,
                           &result->coverage, &result->widest_hole})
        *length *= scale;
    for (DecomposedPart& part : result->parts) {
        part.error_at_least *= scale;
        part.error_at_most *= scale;
        Result<Polytope> polytope = scaled(part.polytope, scale);
        if (!polytope)
            return Error{"a part cannot be represented at this scale: " + polytope.error().message};
        part.polytope = std::move(*polytope);
    }
    return result;
}

} // namespace boxwood
