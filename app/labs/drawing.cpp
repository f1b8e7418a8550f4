#include "app/labs/drawing.hpp"

#include "collision/world/body_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <glm/gtc/matrix_transform.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kSmoothAbove = 400; // surfaces with more triangles are drawn with averaged normals

} // namespace

glm::mat4 to_mat4(const Pose& world_from_body) {
    glm::mat4 matrix(glm::mat3(world_from_body.linear));
    matrix[3] = glm::vec4(glm::vec3(world_from_body.origin), 1.0f);
    return matrix;
}

std::string body_name(BodyId id) {
    char text[16];
    std::snprintf(text, sizeof text, "b%03u", id);
    return text;
}

std::uint32_t ShapeGallery::add_shape(const std::shared_ptr<Shape>& shape) {
    const auto [place, is_new] = index_.try_emplace(shape.get(), static_cast<std::uint32_t>(meshes_.size()));
    if (!is_new) return place->second;
    const MeshView mesh = shape->mesh();
    draw::MeshData data;
    data.key = draw::next_mesh_key();
    data.positions = mesh.positions;
    data.triangles = mesh.triangles;
    data.smooth = !shape->polytope() && mesh.triangles.size() > kSmoothAbove;
    data.hide_coplanar_edges = shape->polytope() != nullptr;
    meshes_.push_back(data);
    shapes_.push_back(shape);
    coarse_.push_back(make_coarse(*shape));
    return place->second;
}

void ShapeGallery::update(const CollisionWorld& world) {
    const ShapeGallery before = std::exchange(*this, {});
    mesh_of_body_.assign(world.bodies().size(), 0);
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        const std::shared_ptr<Shape>& shape = world.bodies()[id].shape;
        const std::size_t parts = shape->parts() ? shape->parts()->part_count() : 0;
        for (std::uint32_t part = 0; part < parts; ++part) add_shape(shape->part_shape(part));
        mesh_of_body_[id] = add_shape(parts > 0 ? shape->part_shape(0) : shape);
    }
    for (const auto& [shape, place] : index_)
        if (const auto known = before.index_.find(shape); known != before.index_.end()) {
            meshes_[place].key = before.meshes_[known->second].key;
            coarse_[place].key = before.coarse_[known->second].key;
        }
}

namespace {

std::vector<bool> touching_parts(const Simulation& simulation, BodyId id, std::size_t count) {
    std::vector<bool> is_touching(count, false);
    if (count == 0)
        // Most bodies have no parts; a pass over all pairs for each of them would take seconds.
        return is_touching;
    for (const PairResult& pair : simulation.output.pairs) {
        if (pair.bodies.a != id && pair.bodies.b != id) continue;
        for (const PartContact& contact : simulation.output.parts_of(pair)) {
            if (pair.bodies.a == id && contact.part_a < count) is_touching[contact.part_a] = true;
            if (pair.bodies.b == id && contact.part_b < count) is_touching[contact.part_b] = true;
        }
    }
    return is_touching;
}

// Places parts along the ramp by multiples of the golden ratio: consecutive parts get clearly different colors.
draw::Color part_tint(draw::Color own, std::uint32_t part, const draw::Palette& palette) {
    constexpr float kGolden = 0.618034f, kTintOfPart = 0.55f;
    const float place = kGolden * static_cast<float>(part + 1);
    return draw::with_alpha(draw::mix(own, draw::ramp(palette, place - std::floor(place)), kTintOfPart),
                            own.a);
}

} // namespace

void ShapeGallery::add_instances(draw::DrawList& out, const Simulation& simulation, BodyId id,
                                 const draw::MeshInstance& look, const draw::MeshInstance& free_part_look,
                                 const draw::Palette* part_colors) const {
    const Body& body = simulation.world.bodies()[id];
    const std::uint32_t count = surface_count(body);
    const std::vector<bool> is_touching = touching_parts(simulation, id, body.parts ? count : 0);
    for (std::uint32_t k = 0; k < count; ++k) {
        const BodySurface surface = surface_of(body, k);
        draw::MeshInstance instance = body.parts && !is_touching[k] ? free_part_look : look;
        if (part_colors && body.parts && count > 1 && !instance.hatched)
            instance.color = part_tint(instance.color, k, *part_colors);
        instance.mesh = body.parts ? index_.at(surface.shape) : mesh_of_body_[id];
        instance.world_from_mesh = to_mat4(surface.world_from_surface);
        out.instances.push_back(instance);
    }
}

void ShapeGallery::add_meshes(draw::DrawList& out) const {
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        out.meshes.push_back(meshes_[i]);
        if (!shapes_[i]->is_deforming()) continue;
        out.meshes.back().positions = shapes_[i]->mesh().positions;
        // The low 32 bits are enough: they repeat only after 2^32 updates, and no frame is kept that long.
        out.meshes.back().revision = static_cast<std::uint32_t>(shapes_[i]->hierarchy()->revision());
    }
}

namespace {

constexpr std::array<std::array<std::uint32_t, 3>, 8> kOctahedron{
    {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
// Half the diagonal of the octahedron, divided by half the extent of the box. The octahedron then has about 70 % of the
// volume of the ellipsoid inscribed in the box.
constexpr float kOctahedronReach = 1.3f;

} // namespace

ShapeGallery::Coarse ShapeGallery::make_coarse(const Shape& shape) {
    Coarse coarse;
    if (!shape.polytope()) return coarse;
    coarse.key = draw::next_mesh_key();
    const glm::vec3 center(shape.bounds().center()), half(shape.bounds().half());
    for (int k = 0; k < 6; ++k) {
        glm::vec3& corner = coarse.positions[static_cast<std::size_t>(k)];
        corner = center;
        corner[k / 2] += (k % 2 == 0 ? kOctahedronReach : -kOctahedronReach) * half[k / 2];
    }
    return coarse;
}

void ShapeGallery::add_coarse_meshes(draw::DrawList& out) const {
    for (const Coarse& coarse : coarse_) {
        draw::MeshData data;
        data.key = coarse.key;
        if (coarse.key != 0) {
            data.positions = coarse.positions;
            data.triangles = kOctahedron;
        }
        out.meshes.push_back(data);
    }
}

std::optional<std::uint32_t> ShapeGallery::coarse_mesh_of(const Body& body, BodyId id) const {
    if (body.parts || coarse_[mesh_of_body_[id]].key == 0) return std::nullopt;
    return static_cast<std::uint32_t>(meshes_.size()) + mesh_of_body_[id];
}

void add_box(draw::DrawList& out, const Aabb& box, const glm::mat4& world_from_box, const LineLook& look) {
    glm::mat4 placed = glm::translate(world_from_box, box.center());
    placed = glm::scale(placed, box.half());
    out.boxes.push_back({placed, look.color, look.width, look.dashed, look.layer});
}

void add_closest_line(draw::DrawList& out, const glm::dvec3& point_on_a_w, const glm::dvec3& point_on_b_w,
                      const LineLook& look) {
    const glm::vec3 from_w(point_on_a_w), to_w(point_on_b_w);
    out.lines.push_back({from_w, to_w, look.color, look.width, look.dashed, look.layer});
    out.points.push_back({from_w, look.color, 3.0f * look.width, look.layer});
    out.points.push_back({to_w, look.color, 3.0f * look.width, look.layer});
}

draw::Color contact_tint(draw::Color own, const draw::Palette& palette) {
    constexpr float kTint = 0.45f;
    return draw::mix(own, palette.contact, kTint);
}

namespace {

void add_triangles_of(draw::DrawList& out, const Body& body, std::vector<std::uint32_t> triangles,
                      const draw::Palette& palette) {
    std::sort(triangles.begin(), triangles.end());
    triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
    std::uint32_t k = 0;
    BodySurface surface = surface_of(body, 0);
    for (const std::uint32_t index : triangles) { // ascending, like the surfaces' ranges
        while (index - surface.first_triangle >= surface.shape->mesh().triangles.size())
            surface = surface_of(body, ++k);
        const Triangle64 t_w =
            world_triangle(surface.world_from_surface, surface.shape->mesh(), index - surface.first_triangle);
        out.triangles.push_back({glm::vec3(t_w[0]), glm::vec3(t_w[1]), glm::vec3(t_w[2]), palette.contact,
                                 false, draw::Layer::xray});
    }
}

} // namespace

void add_colliding_triangles(draw::DrawList& out, const Simulation& simulation, const PairResult& pair,
                             const draw::Palette& palette,
                             const std::function<bool(std::size_t, std::uint32_t)>& shows) {
    std::vector<std::uint32_t> of_a, of_b;
    for (const PrimitivePair& triangles : simulation.output.triangles_of(pair)) {
        if (!shows || shows(0, triangles.a)) of_a.push_back(triangles.a);
        if (!shows || shows(1, triangles.b)) of_b.push_back(triangles.b);
    }
    const std::span<const Body> bodies = simulation.world.bodies();
    add_triangles_of(out, bodies[pair.bodies.a], std::move(of_a), palette);
    add_triangles_of(out, bodies[pair.bodies.b], std::move(of_b), palette);
}

void add_self_contacts(draw::DrawList& out, const Simulation& simulation, const draw::Palette& palette) {
    for (const SelfContactResult& contacts : simulation.output.self_contacts) {
        std::vector<std::uint32_t> triangles;
        for (const PrimitivePair& pair : simulation.output.triangles_of(contacts))
            triangles.insert(triangles.end(), {pair.a, pair.b});
        add_triangles_of(out, simulation.world.bodies()[contacts.body], std::move(triangles), palette);
    }
}

float round_spacing(float extent) {
    const float rough = extent / 10.0f;
    const float decade = std::pow(10.0f, std::floor(std::log10(rough)));
    for (const float step : {1.0f, 2.0f, 5.0f})
        if (step * decade >= rough) return step * decade;
    return 10.0f * decade;
}

void add_ground(draw::DrawList& out, float height, float extent) {
    out.grid_height = height;
    out.grid_extent = extent;
    out.grid_spacing = round_spacing(2.0f * extent);
}

void add_room(draw::DrawList& out, const glm::dvec3& half, const draw::Palette& palette) {
    const glm::vec3 size(half);
    add_box(out, {-size, size}, glm::mat4(1.0f), {palette.walls, 1.25f});
    add_ground(out, -size.y, std::max(size.x, size.z));
}

} // namespace boxwood
