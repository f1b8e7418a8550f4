// Adds Bullet's GImpact: a quantized tree of boxes, and triangle tests by clipping. It supports only queries for all
// contacts.
#include "bench/peers/mesh_pairs/competitors.hpp"

#include <btBulletCollisionCommon.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

namespace boxwood::bench {

namespace {

btTransform transform_of(const Pose& pose) {
    btTransform transform;
    btMatrix3x3 rotation;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            rotation[row][column] = static_cast<btScalar>(pose.linear[column][row]);
    transform.setBasis(rotation);
    transform.setOrigin({static_cast<btScalar>(pose.origin.x), static_cast<btScalar>(pose.origin.y),
                         static_cast<btScalar>(pose.origin.z)});
    return transform;
}

// Stores the pairs of triangles that touch, without contact points.
class PairSink final : public btManifoldResult {
  public:
    PairSink(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b,
             std::vector<PrimitivePair>& out)
        : btManifoldResult(a, b)
        , out_(out) {}
    void setShapeIdentifiersA(int, int index) override { pair_.a = static_cast<std::uint32_t>(index); }
    void setShapeIdentifiersB(int, int index) override { pair_.b = static_cast<std::uint32_t>(index); }
    void addContactPoint(const btVector3&, const btVector3&, btScalar) override {
        if (out_.empty() || !(out_.back() == pair_)) out_.push_back(pair_);
    }

  private:
    PrimitivePair pair_;
    std::vector<PrimitivePair>& out_;
};

class GImpact final : public Competitor {
  public:
    explicit GImpact(const Mesh& mesh)
        : dispatcher_(&configuration_) {
        for (const TriangleIndices& t : mesh.triangles)
            for (const std::uint32_t v : t) indices_.push_back(static_cast<int>(v));
        positions_ = mesh.positions;
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(mesh.triangles.size());
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices_.data());
        part.m_triangleIndexStride = 3 * sizeof(int);
        part.m_numVertices = static_cast<int>(positions_.size());
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(positions_.data());
        part.m_vertexStride = sizeof(glm::vec3);
        part.m_vertexType = PHY_FLOAT;
        arrays_.addIndexedMesh(part);
        shape_ = std::make_unique<btGImpactMeshShape>(&arrays_);
        shape_->setMargin(0.0f);
        shape_->updateBound();
        for (btCollisionObject& object : objects_) object.setCollisionShape(shape_.get());
    }
    void answer(const Placement& at, Wanted, PairAnswer& out) override {
        objects_[0].setWorldTransform(transform_of(at.a));
        objects_[1].setWorldTransform(transform_of(at.b));
        const btCollisionObjectWrapper a(nullptr, shape_.get(), &objects_[0], objects_[0].getWorldTransform(),
                                         -1, -1);
        const btCollisionObjectWrapper b(nullptr, shape_.get(), &objects_[1], objects_[1].getWorldTransform(),
                                         -1, -1);
        btCollisionAlgorithmConstructionInfo info;
        info.m_dispatcher1 = &dispatcher_;
        btGImpactCollisionAlgorithm algorithm(info, &a, &b);
        PairSink sink(&a, &b, out.pairs);
        algorithm.processCollision(&a, &b, btDispatcherInfo(), &sink);
        out.intersects = !out.pairs.empty();
    }

  private:
    std::vector<int> indices_;
    std::vector<glm::vec3> positions_;
    btTriangleIndexVertexArray arrays_;
    std::unique_ptr<btGImpactMeshShape> shape_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btCollisionObject objects_[2];
};

} // namespace

void add_bullet(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({.name = "bullet gimpact",
                      .make = [](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                          return std::make_unique<GImpact>(mesh);
                      },
                      .has_first = false});
}

} // namespace boxwood::bench
