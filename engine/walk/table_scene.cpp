#include "engine/walk/table_scene.hpp"

#include "engine/meshes/hull.hpp"
#include "engine/walk/dynamics/hull_of.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace boxwood {
namespace {

Polytope make_box(const glm::dvec3& half) {
    std::vector<glm::vec3> corners;
    for (int corner = 0; corner < 8; ++corner)
        corners.emplace_back((corner & 1) ? half.x : -half.x, (corner & 2) ? half.y : -half.y,
                             (corner & 4) ? half.z : -half.z);
    return hull_of(corners);
}

// A convex solid of revolution about the y axis. The profile lists radius and height from the bottom up.
Polytope make_solid_of_revolution(std::span<const glm::dvec2> profile, int sides) {
    std::vector<glm::vec3> points;
    for (const glm::dvec2& ring : profile)
        for (int k = 0; k < sides; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / sides;
            points.emplace_back(ring.x * std::cos(angle), ring.y, ring.x * std::sin(angle));
        }
    return hull_of(points);
}

// A hollow cup: a bottom and a wall of convex staves.
HullHierarchy make_cup(double radius, double height, int staves) {
    std::vector<HullNode> nodes{{.parent = kNone, .parent_from_node = {}, .joint = {}, .polytope = {}}};
    constexpr double kWall = 0.005;
    const std::array<glm::dvec2, 2> bottom{glm::dvec2{0.9 * radius, -0.5 * height},
                                           {0.9 * radius, -0.5 * height + kWall}};
    nodes.push_back({.parent = 0,
                     .parent_from_node = {},
                     .joint = {},
                     .polytope = make_solid_of_revolution(bottom, staves)});
    for (int k = 0; k < staves; ++k) {
        std::vector<glm::vec3> points;
        for (const int side : {0, 1})
            for (const double r : {radius - kWall, radius})
                for (const double y : {-0.5 * height, 0.5 * height}) {
                    const double angle = 2.0 * std::numbers::pi * (k + side) / staves;
                    points.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
                }
        nodes.push_back({.parent = 0, .parent_from_node = {}, .joint = {}, .polytope = hull_of(points)});
    }
    nodes.front().tests_children = false;
    Result<HullHierarchy> cup = make_hull_hierarchy(std::move(nodes), &make_hull);
    BOXWOOD_ASSERT(cup);
    return std::move(*cup);
}

class SceneMaker {
  public:
    WalkScene make();

  private:
    void add(WalkBody body, std::shared_ptr<Shape> shape, const glm::dvec3& at);
    void add_box(const char* name, const glm::dvec3& half, const glm::dvec3& at, double kilograms = 0.0) {
        add({.name = name, .is_movable = kilograms > 0.0, .kilograms = kilograms, .hinge = {}},
            make_shape(make_box(half)), at);
    }
    WalkScene scene_;
};

void SceneMaker::add(WalkBody body, std::shared_ptr<Shape> shape, const glm::dvec3& at) {
    const Result<BodyHandle> id = scene_.simulation.world.add_body({std::move(shape), {.t = at}});
    BOXWOOD_ASSERT(id && id->id == scene_.bodies.size());
    scene_.bodies.push_back(std::move(body));
}

WalkScene SceneMaker::make() {
    scene_.name = "table";
    add_box("floor", {3.0, 0.05, 3.0}, {0.0, -0.05, 0.0});
    add_box("back wall", {3.0, 1.4, 0.05}, {0.0, 1.4, -3.05});
    add_box("front wall", {3.0, 1.4, 0.05}, {0.0, 1.4, 3.05});
    add_box("left wall", {0.05, 1.4, 3.0}, {-3.05, 1.4, 0.0});
    add_box("right wall", {0.05, 1.4, 3.0}, {3.05, 1.4, 0.0});
    add_box("step", {0.6, 0.08, 0.6}, {2.3, 0.08, 0.0});
    add_box("table top", {0.8, 0.02, 0.4}, {0.0, 0.74, -0.6});
    for (const double x : {-0.74, 0.74})
        for (const double z : {-0.94, -0.26}) add_box("table leg", {0.03, 0.36, 0.03}, {x, 0.36, z});
    const double top = 0.76 + 0.0002;
    add({.name = "cup", .is_movable = true, .kilograms = 0.3, .hinge = {}},
        make_shape(make_cup(0.04, 0.095, 12)), {0.0, top + 0.0475, -0.5});
    add_box("block", {0.03, 0.045, 0.03}, {0.25, top + 0.045, -0.55}, 0.2);
    const std::array<glm::dvec2, 5> apple{
        glm::dvec2{0.018, -0.034}, {0.036, -0.016}, {0.038, 0.006}, {0.03, 0.026}, {0.012, 0.034}};
    add({.name = "apple", .is_movable = true, .kilograms = 0.15, .hinge = {}},
        make_shape(make_solid_of_revolution(apple, 12)), {-0.25, top + 0.034, -0.5});
    add_box("board", {0.25, 0.015, 0.12}, {-1.6, 0.75, 0.0});
    scene_.bodies.back().kilograms = 4.0;
    scene_.bodies.back().hinge = WalkHinge{.point_w = {-1.6, 2.4, 0.0}, .axis_w = {1.0, 0.0, 0.0}};
    scene_.start = {.feet_w = {0.0, 0.001, 0.35}};
    return std::move(scene_);
}

} // namespace

WalkScene make_table_scene() {
    return SceneMaker().make();
}

} // namespace boxwood
