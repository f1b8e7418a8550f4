#include "engine/explain/explanations/voronoi_region.hpp"

#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

RegionPlane plane_through(const glm::dvec3& point, const glm::dvec3& inward, Feature beyond) {
    return {inward, glm::dot(inward, point), beyond};
}

glm::dvec3 position(const Polytope& polytope, std::uint32_t vertex) {
    return glm::dvec3(polytope.positions()[vertex]);
}

void add_vertex_planes(const Polytope& polytope, std::uint32_t vertex, std::vector<RegionPlane>& out_planes) {
    for (std::size_t k = 0; k < polytope.vertices()[vertex].degree; ++k)
        out_planes.push_back(plane_through(position(polytope, vertex), -polytope.vertex_directions(vertex)[k],
                                           {FeatureKind::edge, polytope.vertex_edges(vertex)[k]}));
}

void add_edge_planes(const Polytope& polytope, std::uint32_t index, std::vector<RegionPlane>& out_planes) {
    const Polytope::Edge& edge = polytope.edges()[index];
    const glm::dvec3 tail = position(polytope, edge.tail), head = position(polytope, edge.head);
    out_planes.push_back(plane_through(tail, edge.direction, {FeatureKind::vertex, edge.tail}));
    out_planes.push_back(plane_through(head, -edge.direction, {FeatureKind::vertex, edge.head}));
    out_planes.push_back(plane_through(tail, edge.out_of_left, {FeatureKind::face, edge.left}));
    out_planes.push_back(plane_through(tail, edge.out_of_right, {FeatureKind::face, edge.right}));
}

void add_face_planes(const Polytope& polytope, std::uint32_t index, std::vector<RegionPlane>& out_planes) {
    const auto sides = polytope.face_sides(index);
    for (std::size_t k = 0; k < sides.size(); ++k)
        out_planes.push_back(
            {-sides[k].normal, -sides[k].offset, {FeatureKind::edge, polytope.face_edges(index)[k]}});
    const Polytope::Face& face = polytope.faces()[index];
    out_planes.push_back({face.normal, face.offset, {FeatureKind::face, index}});
}

// A direction that points from the feature out of the solid; the height of walls is measured along it.
glm::dvec3 outward_of(const Polytope& polytope, Feature feature) {
    if (feature.kind == FeatureKind::face) return polytope.faces()[feature.index].normal;
    glm::dvec3 sum(0.0);
    if (feature.kind == FeatureKind::edge) {
        const Polytope::Edge& edge = polytope.edges()[feature.index];
        sum = polytope.faces()[edge.left].normal + polytope.faces()[edge.right].normal;
    } else {
        for (const glm::dvec3& direction : polytope.vertex_directions(feature.index)) sum -= direction;
    }
    const double length = glm::length(sum);
    return length > 0.0 ? sum / length : glm::dvec3(0.0, 1.0, 0.0);
}

glm::dvec3 middle_of_feature(const Polytope& polytope, Feature feature) {
    if (feature.kind == FeatureKind::vertex) return position(polytope, feature.index);
    if (feature.kind == FeatureKind::edge) {
        const Polytope::Edge& edge = polytope.edges()[feature.index];
        return 0.5 * (position(polytope, edge.tail) + position(polytope, edge.head));
    }
    glm::dvec3 sum(0.0);
    const auto corners = polytope.face_vertices(feature.index);
    for (const std::uint32_t vertex : corners) sum += position(polytope, vertex);
    return sum / static_cast<double>(corners.size());
}

struct Frame {
    glm::dvec3 up, side, third;
};

Frame frame_of(const glm::dvec3& up) {
    const glm::dvec3 helper = std::fabs(up.x) < 0.7 ? glm::dvec3(1.0, 0.0, 0.0) : glm::dvec3(0.0, 1.0, 0.0);
    const glm::dvec3 side = glm::normalize(glm::cross(up, helper));
    return {up, side, glm::cross(up, side)};
}

// The planes that clip the walls: one at `height` above the feature, and four around it that bound wide regions.
std::vector<RegionPlane> cap_planes(const Polytope& polytope, Feature feature, double height) {
    const Frame frame = frame_of(outward_of(polytope, feature));
    const glm::dvec3 middle = middle_of_feature(polytope, feature);
    const double half_width = 1.5 * height + (feature.kind == FeatureKind::vertex ? 0.0 : polytope.radius());
    std::vector<RegionPlane> caps{plane_through(middle + height * frame.up, -frame.up, feature)};
    for (const glm::dvec3& direction : {frame.side, -frame.side, frame.third, -frame.third})
        caps.push_back(plane_through(middle + half_width * direction, -direction, feature));
    return caps;
}

// Clips a convex polygon by one plane [Sutherland and Hodgman].
std::vector<glm::dvec3> clipped(const std::vector<glm::dvec3>& polygon, const RegionPlane& plane) {
    std::vector<glm::dvec3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec3 &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        const double h_from = plane.height(from), h_to = plane.height(to);
        if (h_from >= 0.0) kept.push_back(from);
        if ((h_from < 0.0) != (h_to < 0.0)) kept.push_back(from + h_from / (h_from - h_to) * (to - from));
    }
    return kept;
}

double area_of(const std::vector<glm::dvec3>& polygon) {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 2; i < polygon.size(); ++i)
        sum += glm::cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return 0.5 * glm::length(sum);
}

} // namespace

std::vector<RegionPlane> voronoi_planes(const Polytope& polytope, Feature feature) {
    std::vector<RegionPlane> planes;
    if (feature.kind == FeatureKind::vertex) add_vertex_planes(polytope, feature.index, planes);
    if (feature.kind == FeatureKind::edge) add_edge_planes(polytope, feature.index, planes);
    if (feature.kind == FeatureKind::face) add_face_planes(polytope, feature.index, planes);
    return planes;
}

int find_most_violated(const std::vector<RegionPlane>& planes, const glm::dvec3& point) {
    int worst = -1;
    double lowest = 0.0;
    for (std::size_t k = 0; k < planes.size(); ++k) {
        const double height = planes[k].height(point);
        if (height >= lowest) continue;
        lowest = height;
        worst = static_cast<int>(k);
    }
    return worst;
}

std::vector<RegionWall> region_walls(const Polytope& polytope, Feature feature, double height) {
    const std::vector<RegionPlane> planes = voronoi_planes(polytope, feature);
    const std::vector<RegionPlane> caps = cap_planes(polytope, feature, height);
    const glm::dvec3 middle = middle_of_feature(polytope, feature);
    const double reach = 8.0 * (height + polytope.radius());
    std::vector<RegionWall> walls;
    for (std::size_t k = 0; k < planes.size(); ++k) {
        const Frame frame = frame_of(planes[k].inward);
        const glm::dvec3 foot = middle - planes[k].height(middle) * planes[k].inward;
        std::vector<glm::dvec3> polygon;
        for (const glm::dvec2& corner :
             {glm::dvec2(-1, -1), glm::dvec2(1, -1), glm::dvec2(1, 1), glm::dvec2(-1, 1)})
            polygon.push_back(foot + reach * (corner.x * frame.side + corner.y * frame.third));
        for (std::size_t other = 0; other < planes.size() && !polygon.empty(); ++other)
            if (other != k) polygon = clipped(polygon, planes[other]);
        for (const RegionPlane& cap : caps)
            if (!polygon.empty()) polygon = clipped(polygon, cap);
        if (area_of(polygon) > 1e-9 * height * height)
            walls.push_back({static_cast<int>(k), planes[k].beyond, std::move(polygon)});
    }
    return walls;
}

} // namespace boxwood
