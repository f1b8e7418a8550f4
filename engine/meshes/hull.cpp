#include "engine/meshes/hull.hpp"

#include "collision/geometry/mesh_checks.hpp"
#include "engine/meshes/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <glm/geometric.hpp>

#include <libqhull_r/libqhull_r.h>

namespace boxwood {
namespace {

using FacetVertices = std::vector<std::uint32_t>;

// One run of Qhull with its memory and messages.
class QhullRun {
  public:
    explicit QhullRun(std::span<const glm::vec3> points) {
        for (const glm::vec3& p : points) coordinates_.insert(coordinates_.end(), {p.x, p.y, p.z});
        message_stream_ = open_memstream(&message_buffer_, &message_size_);
        qh_zero(&qh_, message_stream_);
    }
    ~QhullRun() {
        int left = 0, left_bytes = 0;
        qh_freeqhull(&qh_, !qh_ALL);
        qh_memfreeshort(&qh_, &left, &left_bytes);
        close_messages();
        std::free(message_buffer_);
    }
    QhullRun(const QhullRun&) = delete;
    QhullRun& operator=(const QhullRun&) = delete;

    // 0, or Qhull's exit code.
    int run(bool triangulate) {
        std::string command = triangulate ? "qhull Qt Pp" : "qhull Pp";
        return qh_new_qhull(&qh_, 3, static_cast<int>(coordinates_.size() / 3), coordinates_.data(), False,
                            command.data(), nullptr, message_stream_);
    }

    // Faces as indices of points, counter-clockwise seen from outside.
    std::vector<FacetVertices> faces() {
        std::vector<FacetVertices> found;
        for (facetT* facet = qh_.facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next)
            found.push_back(polygon(*facet));
        return found;
    }

    // The first line of Qhull's messages.
    std::string first_message() {
        close_messages();
        const std::string all(message_buffer_ == nullptr ? "" : message_buffer_, message_size_);
        return all.substr(0, all.find('\n'));
    }

  private:
    glm::dvec3 point(std::uint32_t index) const {
        return {coordinates_[3 * index], coordinates_[3 * index + 1], coordinates_[3 * index + 2]};
    }

    // Sorts the vertices of a facet by angle about their mean: Qhull returns them unordered, and a facet is convex.
    FacetVertices polygon(const facetT& facet) {
        FacetVertices corners;
        vertexT *vertex = nullptr, **vertexp = nullptr;
        FOREACHvertex_(facet.vertices)
            corners.push_back(static_cast<std::uint32_t>(qh_pointid(&qh_, vertex->point)));
        glm::dvec3 middle(0.0);
        for (const std::uint32_t corner : corners)
            middle += point(corner) / static_cast<double>(corners.size());
        const glm::dvec3 normal(facet.normal[0], facet.normal[1], facet.normal[2]);
        const glm::dvec3 u = glm::normalize(point(corners[0]) - middle), v = glm::cross(normal, u);
        const auto angle = [&](std::uint32_t corner) {
            const glm::dvec3 arm = point(corner) - middle;
            return std::atan2(glm::dot(arm, v), glm::dot(arm, u));
        };
        std::sort(corners.begin(), corners.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return angle(a) < angle(b); });
        return corners;
    }

    void close_messages() {
        if (message_stream_ != nullptr) std::fclose(message_stream_);
        message_stream_ = nullptr;
    }

    qhT qh_{};
    std::vector<double> coordinates_;
    std::FILE* message_stream_ = nullptr;
    char* message_buffer_ = nullptr;
    std::size_t message_size_ = 0;
};

constexpr const char* kFlat = "the points lie on a plane, a line or a point, up to rounding";

Status check_points(std::span<const glm::vec3> points) {
    if (points.size() < 4) return Error{"a hull needs at least 4 points"};
    if (points.size() > kMaxVertices / 4) return Error{"too many points for a hull"};
    for (std::size_t i = 0; i < points.size(); ++i)
        for (int axis = 0; axis < 3; ++axis)
            if (!(std::fabs(points[i][axis]) <= kMaxCoordinate))
                return Error{"point " + std::to_string(i) + " is not finite or is beyond 1e12"};
    const auto is_first = [&points](const glm::vec3& p) { return p == points[0]; };
    if (std::all_of(points.begin(), points.end(), is_first))
        return Error{kFlat}; // Qhull would report an internal error
    return ok();
}

// Copies the points that faces reference, in their order, and renumbers the corners of the faces.
void compact(std::span<const glm::vec3> points, std::vector<FacetVertices>& io_faces,
             std::vector<glm::vec3>& out_used) {
    std::vector<std::uint32_t> new_index(points.size(), kNone);
    for (const FacetVertices& face : io_faces)
        for (const std::uint32_t corner : face) new_index[corner] = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (new_index[i] == kNone) continue;
        new_index[i] = static_cast<std::uint32_t>(out_used.size());
        out_used.push_back(points[i]);
    }
    for (FacetVertices& face : io_faces)
        for (std::uint32_t& corner : face) corner = new_index[corner];
}

Result<std::vector<FacetVertices>> run_qhull(std::span<const glm::vec3> points, bool triangulate) {
    QhullRun qhull(points);
    const int code = qhull.run(triangulate);
    if (code == qh_ERRsingular) return Error{kFlat};
    if (code != qh_ERRnone) return Error{"no hull found: " + qhull.first_message()};
    return qhull.faces();
}

Result<Polytope> run_hull(std::span<const glm::vec3> points, bool triangulate) {
    Result<std::vector<FacetVertices>> faces = run_qhull(points, triangulate);
    if (!faces) return faces.error();
    std::vector<glm::vec3> used;
    compact(points, *faces, used);
    return make_polytope(used, *faces);
}

} // namespace

Result<Polytope> make_hull(std::span<const glm::vec3> points) {
    if (const Status usable = check_points(points); !usable) return usable.error();
    Result<Polytope> merged = run_hull(points, false);
    if (merged) return merged;
    // Qhull merges facets within its own tolerance, which can exceed the planarity tolerance of make_polytope.
    Result<Polytope> triangulated = run_hull(points, true);
    return triangulated ? std::move(triangulated) : std::move(merged);
}

Result<std::vector<FacetVertices>> find_hull_faces(std::span<const glm::vec3> points) {
    if (const Status usable = check_points(points); !usable) return usable.error();
    return run_qhull(points, false);
}

} // namespace boxwood
