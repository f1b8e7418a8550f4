// Adds Bullet's quantized tree for static meshes, and the tree of GImpact, which is meant for moving meshes.
#include "bench/peers/build_hierarchy/competitors.hpp"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

namespace boxwood::bench {
namespace {

struct Arrays {
    explicit Arrays(const Mesh& mesh) {
        for (const TriangleIndices& t : mesh.triangles)
            for (const std::uint32_t v : t) indices.push_back(static_cast<int>(v));
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(mesh.triangles.size());
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices.data());
        part.m_triangleIndexStride = 3 * sizeof(int);
        part.m_numVertices = static_cast<int>(mesh.positions.size());
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(mesh.positions.data());
        part.m_vertexStride = sizeof(glm::vec3);
        part.m_vertexType = PHY_FLOAT;
        triangles.addIndexedMesh(part);
    }
    std::vector<int> indices;
    btTriangleIndexVertexArray triangles;
};

} // namespace

void add_bullet(const Mesh& mesh, Competitors& io_all) {
    const auto arrays = std::make_shared<Arrays>(mesh);
    io_all.push_back({"bullet quantized", "build aabb",
                      [arrays] { btBvhTriangleMeshShape shape(&arrays->triangles, true, true); }});
    const auto shape = std::make_shared<btBvhTriangleMeshShape>(&arrays->triangles, true, true);
    io_all.push_back({"bullet quantized", "refit aabb", [arrays, shape] {
                          shape->refitTree(shape->getLocalAabbMin(), shape->getLocalAabbMax());
                      }});
    io_all.push_back({"bullet gimpact", "build aabb", [arrays] {
                          btGImpactMeshShape impact(&arrays->triangles);
                          impact.updateBound();
                      }});
    const auto impact = std::make_shared<btGImpactMeshShape>(&arrays->triangles);
    impact->updateBound();
    io_all.push_back({"bullet gimpact", "refit aabb", [arrays, impact] {
                          impact->postUpdate();
                          impact->updateBound();
                      }});
}

} // namespace boxwood::bench
