// Records the quantized tree of a triangle mesh in Bullet. Also records for several poses whether, according to Bullet,
// a convex hull touches the mesh.
//   record_bullet OUT.mcap [SEED]
// Neither shape has a margin. Bullet computes in single precision and does not record its visits. It does not support
// collisions between two triangle meshes, so each query is about a hull and a mesh.
#include "boxwood_capture.h"
#include "example_meshes.hpp"

#include <btBulletCollisionCommon.h>

#include <array>
#include <cstdio>
#include <cstring>

namespace {

// Gives access to the protected quantization of a tree.
struct QuantizationAccess : btQuantizedBvh {
    static const btVector3& origin(const btQuantizedBvh& tree) {
        return tree.*(&QuantizationAccess::m_bvhAabbMin);
    }
    static const btVector3& scale(const btQuantizedBvh& tree) {
        return tree.*(&QuantizationAccess::m_bvhQuantization);
    }
};

void record_tree(bwc_capture& io_capture, btOptimizedBvh& tree, std::uint64_t mesh) {
    const QuantizedNodeArray& nodes = tree.getQuantizedNodeArray();
    std::vector<std::uint32_t> volumes, first_child, child_count, first_primitive, primitive_count, children,
        primitives, quantized;
    const int count =
        nodes[0].isLeafNode() ? 1 : nodes[0].getEscapeIndex(); // excludes unused entries at the end
    for (int i = 0; i < count; ++i) {
        const btQuantizedBvhNode& node = nodes[i];
        volumes.push_back(static_cast<std::uint32_t>(i));
        for (const unsigned short* corner : {node.m_quantizedAabbMin, node.m_quantizedAabbMax})
            for (int axis = 0; axis < 3; ++axis) quantized.push_back(corner[axis]);
        first_child.push_back(static_cast<std::uint32_t>(children.size()));
        first_primitive.push_back(static_cast<std::uint32_t>(primitives.size()));
        child_count.push_back(node.isLeafNode() ? 0 : 2);
        primitive_count.push_back(node.isLeafNode() ? 1 : 0);
        if (node.isLeafNode()) {
            primitives.push_back(static_cast<std::uint32_t>(node.getTriangleIndex()));
            continue;
        }
        // The nodes are in depth-first order: the left child follows its parent, and the right child follows the left
        // subtree.
        const int left = i + 1, right = left + (nodes[left].isLeafNode() ? 1 : nodes[left].getEscapeIndex());
        children.push_back(static_cast<std::uint32_t>(left));
        children.push_back(static_cast<std::uint32_t>(right));
    }
    const btVector3 &origin = QuantizationAccess::origin(tree), &scale = QuantizationAccess::scale(tree);
    const std::array<float, 3> origins{origin[0], origin[1], origin[2]}, scales{scale[0], scale[1], scale[2]};
    bwc_bounds bounds = bwc_bounds_init;
    bounds.type = "aabb-quantized";
    bounds.quantized = quantized.data();
    bounds.quantized_count = quantized.size();
    bounds.origin.singles = origins.data();
    bounds.scale.singles = scales.data();
    bounds.origin.count = bounds.scale.count = 3;
    bounds.rule = "origin+q/scale";
    const std::uint32_t root = 0;
    bwc_hierarchy record = bwc_hierarchy_init;
    record.id = record.mesh = mesh;
    record.name = "btOptimizedBvh, quantized";
    record.library = "Bullet";
    record.scalar_bits = 32;
    record.roots = &root;
    record.root_count = 1;
    record.node_count = volumes.size();
    record.node_bounds = volumes.data();
    record.first_child = first_child.data();
    record.child_count = child_count.data();
    record.first_primitive = first_primitive.data();
    record.primitive_count = primitive_count.data();
    record.children = children.data();
    record.child_list_count = children.size();
    record.primitives = primitives.data();
    record.primitive_list_count = primitives.size();
    record.bounds = &bounds;
    record.bounds_count = 1;
    bwc_write_hierarchy(&io_capture, 0, &record);
}

// Sets a flag if any contact point has a distance of at most 0.
struct TouchCallback : btCollisionWorld::ContactResultCallback {
    bool touches = false;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        touches = touches || point.getDistance() <= 0;
        return 0;
    }
};

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "record_bullet OUT.mcap [SEED]\n");
        return 2;
    }
    bwc_capture capture;
    if (const int error = bwc_open(&capture, arguments[1], "Bullet")) {
        std::fprintf(stderr, "%s: %s\n", arguments[1], std::strerror(error));
        return 2;
    }
    const std::uint64_t seed = example::seed_of(count, arguments, 2);
    example::Mesh hull = example::make_solid(8, 12, seed), torus = example::make_surface(24, 12, seed);
    example::record_mesh(capture, hull, 0, "hull");
    example::record_mesh(capture, torus, 1, "torus");

    btTriangleIndexVertexArray arrays(static_cast<int>(torus.triangles.size() / 3),
                                      reinterpret_cast<int*>(torus.triangles.data()), 3 * sizeof(int),
                                      static_cast<int>(torus.positions.size() / 3), torus.positions.data(),
                                      3 * sizeof(float));
    btBvhTriangleMeshShape mesh_shape(&arrays, true);
    mesh_shape.setMargin(0);
    record_tree(capture, *mesh_shape.getOptimizedBvh(), 1);
    btConvexHullShape hull_shape(hull.positions.data(), static_cast<int>(hull.positions.size() / 3),
                                 3 * sizeof(float));
    hull_shape.setMargin(0);

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broad_phase;
    btCollisionWorld world(&dispatcher, &broad_phase, &configuration);
    btCollisionObject a, b;
    a.setCollisionShape(&hull_shape);
    b.setCollisionShape(&mesh_shape);
    world.addCollisionObject(&a);
    world.addCollisionObject(&b);
    for (std::uint64_t i = 0; i < example::kPoses; ++i) {
        const std::array<double, 12> pose = example::pose(i, seed);
        const auto at = [&pose](std::size_t k) { return static_cast<btScalar>(pose[k]); };
        b.setWorldTransform(
            btTransform(btMatrix3x3(at(0), at(1), at(2), at(4), at(5), at(6), at(8), at(9), at(10)),
                        btVector3(at(3), at(7), at(11))));
        TouchCallback result;
        world.contactPairTest(&a, &b, result);
        bwc_query query = bwc_query_init;
        query.id = query.frame = i;
        query.mode = "any";
        query.scalar_bits = 32;
        query.sides[0].mesh = 0;
        query.sides[0].is_solid = 1;
        query.sides[1].mesh = query.sides[1].hierarchy = 1;
        query.sides[1].pose = pose.data();
        query.verdict = result.touches ? 1 : 0;
        bwc_write_query(&capture, i, &query);
    }
    if (const int error = bwc_close(&capture)) {
        std::fprintf(stderr, "%s: %s\n", arguments[1], std::strerror(error));
        return 2;
    }
    return 0;
}
