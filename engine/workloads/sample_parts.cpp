#include "engine/workloads/sample_parts.hpp"

#include "engine/meshes/hull.hpp"

#include <cmath>

#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

using NodePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Polytope box_between(const glm::dvec3& lower, const glm::dvec3& upper) {
    std::vector<glm::vec3> corners;
    for (int corner = 0; corner < 8; ++corner)
        corners.emplace_back((corner & 1) ? upper.x : lower.x, (corner & 2) ? upper.y : lower.y,
                             (corner & 4) ? upper.z : lower.z);
    Result<Polytope> box = make_hull(corners);
    BOXWOOD_ASSERT(box);
    return std::move(*box);
}

// A link along +x from the origin, with an octagonal cross-section, tapered towards the tip.
Polytope make_link(double length, double thickness) {
    std::vector<glm::vec3> points;
    for (int k = 0; k < 8; ++k) {
        const double angle = 0.7853981633974483 * (k + 0.5);
        const double y = 0.5 * thickness * std::cos(angle), z = 0.5 * thickness * std::sin(angle);
        points.emplace_back(0.0, y, z);
        points.emplace_back(length, 0.8 * y, 0.8 * z);
    }
    Result<Polytope> link = make_hull(points);
    BOXWOOD_ASSERT(link);
    return std::move(*link);
}

HullHierarchy finish(std::vector<HullNode> nodes, const NodePairs& disabled = {}) {
    Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), &make_hull, disabled);
    BOXWOOD_ASSERT(tree);
    return std::move(*tree);
}

Pose at(const glm::dvec3& origin, double degrees_about_z = 0.0) {
    const double half = 0.5 * degrees_about_z * 0.017453292519943295;
    return {glm::mat3_cast(glm::dquat(std::cos(half), 0.0, 0.0, std::sin(half))), origin};
}

struct LinkJoint {
    Pose parent_from_link;
    glm::dvec3 axis_p;
    double lower = 0.0, upper = 0.0;
};

// The indices of two nodes: the link, and the group that is its parent. The joint rotates the group about its own
// origin. The group of the next link is also a child of this group.
struct Link {
    std::uint32_t group = 0, part = 0;
};
Link add_link(std::vector<HullNode>& io_nodes, std::uint32_t parent, const LinkJoint& place, double length,
              double thickness, HullMode mode) {
    const Joint joint{place.parent_from_link.origin, place.axis_p, place.lower, place.upper};
    io_nodes.push_back({.parent = parent,
                        .parent_from_node = place.parent_from_link,
                        .joint = joint,
                        .polytope = {},
                        .mode = mode});
    const auto group = static_cast<std::uint32_t>(io_nodes.size() - 1);
    io_nodes.push_back({.parent = group,
                        .parent_from_node = {},
                        .joint = {},
                        .polytope = make_link(length, thickness),
                        .mode = mode});
    return {group, group + 1};
}

HullNode root_of(HullMode mode) {
    return {.parent = kNone, .parent_from_node = {}, .joint = {}, .polytope = {}, .mode = mode};
}

// Adds three links in series. The group of the first is a child of the root, which has the frame of the palm. The pair
// of the first link and the palm is disabled.
void add_finger(std::vector<HullNode>& io_nodes, NodePairs& io_disabled, const Pose& palm_from_finger,
                double length, HullMode mode) {
    constexpr std::uint32_t kPalm = 1;
    const double thickness = 0.45 * length;
    std::uint32_t parent = 0, before = kPalm;
    LinkJoint place{palm_from_finger, palm_from_finger.linear[1], -0.2, 1.5};
    for (int k = 0; k < 3; ++k) {
        const Link link = add_link(io_nodes, parent, place, length, thickness * (1.0 - 0.15 * k), mode);
        io_disabled.emplace_back(before, link.part);
        parent = link.group;
        before = link.part;
        place = {at({length, 0.0, 0.0}), {0.0, 1.0, 0.0}, 0.0, 1.6};
    }
}

} // namespace

HullHierarchy make_hand(double size, HullMode mode) {
    std::vector<HullNode> nodes{root_of(mode)};
    NodePairs disabled;
    const double u = 0.5 * size;
    nodes.push_back({.parent = 0,
                     .parent_from_node = {},
                     .joint = {},
                     .polytope = box_between({-1.4 * u, -0.75 * u, -0.2 * u}, {0.4 * u, 0.75 * u, 0.2 * u}),
                     .mode = mode});
    for (int finger = 0; finger < 4; ++finger) {
        const double y = (-0.57 + 0.38 * finger) * u;
        add_finger(nodes, disabled, at({0.42 * u, y, 0.0}, 3.0 * (finger - 1.5)), 0.52 * u, mode);
    }
    add_finger(nodes, disabled, at({-0.7 * u, -0.78 * u, 0.0}, -50.0), 0.5 * u, mode);
    return finish(std::move(nodes), disabled);
}

HullHierarchy make_chain(int links, double size, HullMode mode) {
    BOXWOOD_ASSERT(links >= 2 && links <= 64);
    std::vector<HullNode> nodes{root_of(mode)};
    NodePairs disabled;
    const double length = 2.0 * size / links;
    nodes.push_back({.parent = 0,
                     .parent_from_node = at({-size, 0.0, 0.0}),
                     .joint = {},
                     .polytope = make_link(length, 0.5 * length),
                     .mode = mode});
    std::uint32_t parent = 0, before = 1;
    for (int k = 1; k < links; ++k) {
        const glm::dvec3 axis_p = k % 2 == 0 ? glm::dvec3(0.0, 0.0, 1.0) : glm::dvec3(0.0, 1.0, 0.0);
        const Pose place = at({k == 1 ? length - size : length, 0.0, 0.0});
        const Link link = add_link(nodes, parent, {place, axis_p, -0.5, 0.5}, length, 0.5 * length, mode);
        disabled.emplace_back(before, link.part);
        parent = link.group;
        before = link.part;
    }
    return finish(std::move(nodes), disabled);
}

HullHierarchy make_c_shape(double size) {
    std::vector<HullNode> nodes{root_of(HullMode::recompute)};
    const double s = 0.8 * size, t = 0.25 * size, d = 0.4 * size; // half size, thickness, half depth
    const auto add = [&](const glm::dvec3& lower, const glm::dvec3& upper) {
        nodes.push_back(
            {.parent = 0, .parent_from_node = {}, .joint = {}, .polytope = box_between(lower, upper)});
    };
    add({-s, -s, -d}, {-s + t, s, d});
    add({-s + t, s - t, -d}, {s, s, d});
    add({-s + t, -s, -d}, {s, -s + t, d});
    add({s - t, 0.45 * s, -d}, {s, s - t, d});
    add({s - t, -s + t, -d}, {s, -0.45 * s, d});
    nodes.front().tests_children = false;
    return finish(std::move(nodes));
}

} // namespace boxwood
