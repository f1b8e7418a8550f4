// FCL: trees of oriented boxes, in double. Its other volumes copy and refit the second mesh at every query: milliseconds
// that say nothing.
#include "bench/peers/mesh_pairs/contestants.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

namespace boxwood::bench {

namespace {

fcl::Transform3d transform_of(const Pose& pose) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) transform.linear()(row, column) = pose.linear[column][row];
        transform.translation()[column] = pose.origin[column];
    }
    return transform;
}

template <class V>
class FclTree final : public Contestant {
  public:
    explicit FclTree(const Mesh& mesh) {
        std::vector<fcl::Vector3d> points;
        std::vector<fcl::Triangle> triangles;
        for (const glm::vec3& p : mesh.positions) points.emplace_back(p.x, p.y, p.z);
        for (const TriangleIndices& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
        model_.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
        model_.addSubModel(points, triangles);
        model_.endModel();
    }
    void answer(const Placement& at, Wanted wanted, PairAnswer& out) override {
        constexpr std::size_t kMost = 100'000'000;
        const fcl::CollisionRequestd request(wanted == Wanted::first ? 1 : kMost, false);
        fcl::CollisionResultd result;
        fcl::collide(&model_, transform_of(at.a), &model_, transform_of(at.b), request, result);
        out.intersects = result.isCollision();
        for (std::size_t i = 0; i < result.numContacts(); ++i) {
            const fcl::Contactd& contact = result.getContact(i);
            out.pairs.push_back(
                {static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
        }
    }

  private:
    fcl::BVHModel<V> model_;
};

template <class V>
void add(const char* name, std::vector<NamedContestant>& io_all) {
    io_all.push_back({.name = name, .make = [](const Mesh& mesh) -> std::unique_ptr<Contestant> {
                          return std::make_unique<FclTree<V>>(mesh);
                      }});
}

} // namespace

void add_fcl(std::vector<NamedContestant>& io_all) {
    add<fcl::OBBd>("fcl obb", io_all);
    add<fcl::OBBRSSd>("fcl obbrss", io_all);
}

} // namespace boxwood::bench
