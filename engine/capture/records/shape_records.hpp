// What: the messages of a capture about shapes: meshes, polytopes and their hierarchies, from any program.
// Frame: positions and bounds are in the mesh's own frame, in the length unit that the hierarchy states.
// Format: docs/capture.md, which lists these fields (checked by tests/engine/capture/capture_test.cpp).
#pragma once

#include "engine/capture/records/fields.hpp"

#include <array>

namespace boxwood::capture {

struct MeshRecord {
    static constexpr std::string_view kTopic = "/mesh";
    std::uint64_t id = 0;
    std::uint64_t revision = 0;
    std::string name{};
    Reals positions{};
    std::vector<std::uint32_t> triangles{};
    std::vector<std::uint32_t> face_sizes{}, face_vertices{};
    std::uint64_t is_solid = 0;

    std::size_t vertex_count() const { return positions.size() / 3; }
    std::size_t triangle_count() const { return triangles.size() / 3; }
};

template <class Visitor>
void fields(Visitor& field, MeshRecord& record) {
    field("id", "of the mesh, in this capture", record.id);
    field("revision",
          "counts changes of the mesh from 0; a deforming mesh is written again with the next revision",
          record.revision);
    field("name", "for people", record.name);
    field("positions", "x, y, z per vertex, as the producer holds them (4 or 8 bytes)", record.positions);
    field("triangles", "three vertices per triangle; empty for a polytope", record.triangles);
    field("face_sizes", "vertices per face of a convex polytope; empty for a mesh", record.face_sizes);
    field("face_vertices", "the vertices of all faces, counter-clockwise seen from outside",
          record.face_vertices);
    field("is_solid", "1: points inside belong to the object; 0: the mesh is a surface", record.is_solid);
}

// One array of volumes of one type. If the volume of a node is an intersection of volumes of several types, the node
// has an entry in several arrays.
struct BoundsRecord {
    std::string type{};
    std::uint64_t k = 0;
    Reals values{};
    Reals normals{};
    std::vector<std::uint32_t> quantized{};
    Reals origin{}, scale{};
    std::string rule{};
    Reals margins{};
};

template <class Visitor>
void fields(Visitor& field, BoundsRecord& record) {
    field("type", "aabb, sphere, obb, kdop, capsule, rss, box-tree, or aabb-quantized", record.type);
    field("k", "of a k-DOP: the number of its planes, twice the number of its normals", record.k);
    field("values",
          "per volume: aabb min and max (6); sphere center and radius (4); obb center, half extents and "
          "three axes (15); "
          "kdop k/2 lower, then k/2 upper bounds; capsule two ends and radius (7); rss corner, three axes, "
          "two lengths and "
          "radius (15); box-tree axis, side (0 lower, 1 upper) and offset (3), after the root's box (6)",
          record.values);
    field("normals", "of a k-DOP: x, y, z per pair of planes", record.normals);
    field("quantized", "of aabb-quantized: min and max per volume (6)", record.quantized);
    field("origin", "of aabb-quantized: x, y, z, once or per volume", record.origin);
    field("scale", "of aabb-quantized: x, y, z, once or per volume", record.scale);
    field("rule", "of aabb-quantized: origin+q*scale, or origin+q/scale", record.rule);
    field("margins",
          "by which the producer enlarges each volume before its tests: none, one, or one per volume",
          record.margins);
}

struct HierarchyRecord {
    static constexpr std::string_view kTopic = "/hierarchy";
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    std::uint64_t id = 0;
    std::uint64_t revision = 0;
    std::uint64_t mesh = 0;
    std::uint64_t mesh_revision = 0;
    std::string name{}, library{};
    std::string primitive = "triangle";
    std::uint64_t scalar_bits = 64;
    std::uint64_t may_repeat = 0;
    std::string length_unit{};
    std::vector<std::uint32_t> roots{};
    std::vector<std::uint32_t> node_bounds{};
    std::vector<std::uint32_t> first_child{}, child_count{};
    std::vector<std::uint32_t> first_primitive{}, primitive_count{};
    std::vector<std::uint32_t> children{};
    std::vector<std::uint32_t> edge_bounds{};
    std::vector<std::uint32_t> primitives{}, parts{};
    std::vector<BoundsRecord> bounds{};
    Reals primitive_margins{};
    std::vector<std::uint64_t> instance_hierarchies{};
    Reals instance_matrices{};
    std::vector<std::uint32_t> instance_masks{};

    std::size_t node_count() const { return node_bounds.size(); }
};

template <class Visitor>
void fields(Visitor& field, HierarchyRecord& record) {
    field("id", "of the hierarchy, in this capture", record.id);
    field("revision", "counts its changes from 0", record.revision);
    field("mesh", "the mesh that it was built over", record.mesh);
    field("mesh_revision", "the revision of the mesh that it was built or refitted for",
          record.mesh_revision);
    field("name", "for people", record.name);
    field("library", "name and version of the program that built it", record.library);
    field("primitive", "triangle, box, instance, or user", record.primitive);
    field("scalar_bits", "of the producer's arithmetic: 32 or 64", record.scalar_bits);
    field("may_repeat", "1: a primitive can be in several leaves; 0: each primitive is in exactly one leaf",
          record.may_repeat);
    field("length_unit", "such as m; empty: unknown", record.length_unit);
    field("roots", "nodes; one per tree", record.roots);
    field("node_bounds", "per node: index of its volume in each array of bounds", record.node_bounds);
    field("first_child", "per node: index into children", record.first_child);
    field("child_count", "per node", record.child_count);
    field("first_primitive", "per node: index into primitives", record.first_primitive);
    field("primitive_count", "per node; 0 for inner nodes", record.primitive_count);
    field("children", "nodes, in any order", record.children);
    field("edge_bounds",
          "per entry of children: the parent's copy of the child's volume; empty: the child's own",
          record.edge_bounds);
    field("primitives", "indices of primitives of the mesh", record.primitives);
    field("parts", "per entry of primitives: the part of a compound; empty: no parts", record.parts);
    field(
        "bounds",
        "the volumes; with several arrays, a node's volume is the intersection of its volumes in all arrays",
        record.bounds);
    field("primitive_margins", "by which primitives are enlarged: none, one, or one per primitive",
          record.primitive_margins);
    field("instance_hierarchies", "per instance: the id of the instanced hierarchy",
          record.instance_hierarchies);
    field("instance_matrices",
          "per instance: twelve numbers, rows of the 3x4 matrix to this frame from the instance's",
          record.instance_matrices);
    field("instance_masks", "per instance: the mask that a query must share; empty: all",
          record.instance_masks);
}

} // namespace boxwood::capture
