// Adds FCL's trees of OBBs for contacts, of RSSs for distances, and of OBBRSSs for both, in double. FCL's other volumes
// are left out, because FCL then copies and refits the second mesh at every query, which takes milliseconds.
#include "bench/peers/mesh_pairs/competitors.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>

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
class FclTree final : public Competitor {
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
        if (wanted == Wanted::distance) return measure(at, out);
        constexpr std::size_t kMax = 100'000'000;
        const fcl::CollisionRequestd request(wanted == Wanted::first ? 1 : kMax, false);
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
    // If the meshes intersect, FCL returns the distance -1.
    void measure(const Placement& at, PairAnswer& out) {
        const fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        fcl::distance(&model_, transform_of(at.a), &model_, transform_of(at.b), request, result);
        out.distance = std::max(0.0, result.min_distance);
        out.intersects = result.min_distance <= 0.0;
    }

    fcl::BVHModel<V> model_;
};

template <class V>
void add(const char* name, bool has_contacts, bool has_distance, std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({.name = name,
                      .make = [](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                          return std::make_unique<FclTree<V>>(mesh);
                      },
                      .has_first = has_contacts,
                      .has_all = has_contacts,
                      .has_distance = has_distance});
}

} // namespace

void add_fcl(std::vector<NamedCompetitor>& io_all) {
    add<fcl::OBBd>("fcl obb", true, false, io_all);
    add<fcl::OBBRSSd>("fcl obbrss", true, true, io_all);
    add<fcl::RSSd>("fcl rss", false, true, io_all);
}

} // namespace boxwood::bench
