// Adds FCL's dynamic tree of boxes, which is updated and collided with itself.
#include "bench/peers/broad_phase/competitors.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

namespace boxwood::bench {

namespace {

class FclTree final : public Competitor {
  public:
    void start(std::span<const Aabb> boxes) override {
        for (const Aabb& box : boxes) {
            const fcl::Vector3d size = vector_of(box.upper) - vector_of(box.lower);
            objects_.push_back(std::make_unique<fcl::CollisionObjectd>(std::make_shared<fcl::Boxd>(size)));
            objects_.back()->setUserData(reinterpret_cast<void*>(objects_.size() - 1));
            place(objects_.size() - 1, box);
            manager_.registerObject(objects_.back().get());
        }
        manager_.setup();
        update(boxes);
    }
    void update(std::span<const Aabb> boxes) override {
        for (std::size_t i = 0; i < boxes.size(); ++i) place(i, boxes[i]);
        manager_.update();
        pairs_.clear();
        manager_.collide(&pairs_, [](fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* pairs) {
            static_cast<std::vector<BodyPair>*>(pairs)->push_back(make_pair_of(id_of(a), id_of(b)));
            return false;
        });
    }
    std::vector<BodyPair> list_pairs() const override { return pairs_; }

  private:
    static fcl::Vector3d vector_of(const glm::vec3& v) { return {v.x, v.y, v.z}; }
    static BodyId id_of(const fcl::CollisionObjectd* object) {
        return static_cast<BodyId>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
    }
    void place(std::size_t i, const Aabb& box) {
        objects_[i]->setTranslation(0.5 * (vector_of(box.lower) + vector_of(box.upper)));
        objects_[i]->computeAABB();
    }

    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
    fcl::DynamicAABBTreeCollisionManagerd manager_;
    std::vector<BodyPair> pairs_;
};

} // namespace

void add_fcl(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({"fcl dynamic tree", [] { return std::make_unique<FclTree>(); }});
}

} // namespace boxwood::bench
