// What: draws the things that look the same in all labs: bodies, boxes, colliding triangles, closest points, the room.
// Frame: world.
#pragma once

#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"
#include "engine/sim/simulation.hpp"

#include <glm/mat4x4.hpp>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace boxwood {

glm::mat4 to_mat4(const Pose& world_from_body);

// "b007": at least three digits, so that the names of up to 1000 bodies sort and align.
std::string body_name(BodyId id);

// The geometry of a simulation's shapes. Each shape is uploaded once.
class ShapeGallery {
  public:
    // Registers the shapes of all live bodies and drops all others. Shapes that stay registered keep their mesh keys.
    void update(const CollisionWorld& world);
    // Adds every shape to out.meshes, which must be empty. Afterwards, mesh_of(id) is the index of the body's shape in
    // out.meshes; for a compound, of its first part.
    void add_meshes(draw::DrawList& out) const;
    std::uint32_t mesh_of(BodyId id) const { return mesh_of_body_[id]; }
    // Registers a shape and returns its index in out.meshes. The shape need not belong to a world.
    std::uint32_t add_shape(const std::shared_ptr<Shape>& shape);
    // Adds a body as one instance with the style `look`. A compound becomes one instance per part: `look` for parts in
    // contact, `free_part_look` for the others. The meshes and poses in both styles are ignored. With `part_colors`,
    // every part of a body with several parts has its own tint, unless its style is hatched.
    void add_instances(draw::DrawList& out, const Simulation& simulation, BodyId id,
                       const draw::MeshInstance& look, const draw::MeshInstance& free_part_look,
                       const draw::Palette* part_colors = nullptr) const;
    // For each polytope, adds an octahedron of about the same size. It stands in for bodies that cover only a few
    // pixels. Call it right after add_meshes().
    void add_coarse_meshes(draw::DrawList& out) const;
    // Index of the body's octahedron in out.meshes; none for a mesh or a compound.
    std::optional<std::uint32_t> coarse_mesh_of(const Body& body, BodyId id) const;

  private:
    std::vector<draw::MeshData> meshes_;
    std::vector<std::shared_ptr<Shape>> shapes_; // keeps the spans in meshes_ alive
    std::unordered_map<const Shape*, std::uint32_t> index_;
    std::vector<std::uint32_t> mesh_of_body_;
    struct Coarse {
        std::array<glm::vec3, 6> positions{};
        draw::MeshKey key = 0;
    };
    static Coarse make_coarse(const Shape& shape);
    std::vector<Coarse> coarse_; // per mesh; key 0: the shape is not a polytope
};

struct LineLook {
    draw::Color color;
    float width = 1.0f;
    bool dashed = false;
    draw::Layer layer = draw::Layer::depth_tested;
};

// Adds a box that is axis-aligned in the frame that `world_from_box` maps to the world.
void add_box(draw::DrawList& out, const Aabb& box, const glm::mat4& world_from_box, const LineLook& look);

// Adds the segment between the closest points of two bodies, with a dot at each end.
void add_closest_line(draw::DrawList& out, const glm::dvec3& point_on_a_w, const glm::dvec3& point_on_b_w,
                      const LineLook& look);

// The color of a body in contact: its own color, tinted. (Its colliding triangles are solid red.)
draw::Color contact_tint(draw::Color own, const draw::Palette& palette);

// Adds every intersecting triangle of both bodies once, filled and outlined. `shows(body, triangle)` returns whether to
// draw a triangle; `body` is 0 for the pair's first body and 1 for its second. If `shows` is empty, all triangles are
// drawn.
void add_colliding_triangles(draw::DrawList& out, const Simulation& simulation, const PairResult& pair,
                             const draw::Palette& palette,
                             const std::function<bool(std::size_t, std::uint32_t)>& shows = {});

// Adds the triangles of deforming bodies that intersect other triangles of the same body.
void add_self_contacts(draw::DrawList& out, const Simulation& simulation, const draw::Palette& palette);

// add_room() adds the edges of the room and the ground grid; add_ground() adds only the ground grid. The spacing of the
// grid is round_spacing() of its full width. `extent` is half of that width.
void add_room(draw::DrawList& out, const glm::dvec3& half, const draw::Palette& palette);
void add_ground(draw::DrawList& out, float height, float extent);
float round_spacing(
    float extent); // the smallest number >= extent / 10 that is 1, 2 or 5 times a power of ten

} // namespace boxwood
