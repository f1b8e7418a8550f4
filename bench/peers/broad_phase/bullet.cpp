// Adds Bullet's dynamic tree and its 32-bit sweep and prune, both with Bullet's pair cache.
#include "bench/peers/broad_phase/competitors.hpp"

#include <btBulletCollisionCommon.h>

namespace boxwood::bench {

namespace {

template <class Broadphase>
class BulletPhase final : public Competitor {
  public:
    void start(std::span<const Aabb> boxes) override {
        float sum = 0.0f;
        for (const Aabb& box : boxes) sum += box.longest_side();
        scale_ = static_cast<float>(boxes.size()) / sum;
        if constexpr (std::is_same_v<Broadphase, bt32BitAxisSweep3>)
            phase_ = std::make_unique<Broadphase>(scale_ * btVector3(-1, -1, -1), scale_ * btVector3(3, 3, 3),
                                                  static_cast<unsigned>(boxes.size()) + 2, nullptr, true);
        else
            phase_ = std::make_unique<Broadphase>();
        for (std::size_t i = 0; i < boxes.size(); ++i)
            proxies_.push_back(phase_->createProxy(scaled(boxes[i].lower), scaled(boxes[i].upper), 0,
                                                   reinterpret_cast<void*>(i), 1, -1, nullptr));
        phase_->calculateOverlappingPairs(nullptr);
    }
    void update(std::span<const Aabb> boxes) override {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            phase_->setAabb(proxies_[i], scaled(boxes[i].lower), scaled(boxes[i].upper), nullptr);
        phase_->calculateOverlappingPairs(nullptr);
    }
    std::vector<BodyPair> list_pairs() const override {
        std::vector<BodyPair> pairs;
        const btBroadphasePairArray& all = phase_->getOverlappingPairCache()->getOverlappingPairArray();
        for (int i = 0; i < all.size(); ++i)
            pairs.push_back(make_pair_of(id_of(all[i].m_pProxy0), id_of(all[i].m_pProxy1)));
        return pairs;
    }

  private:
    // Bullet's dynamic tree enlarges boxes by 0.05 units, which suits boxes of about one unit. The boxes are therefore
    // scaled to a mean size of 1.
    btVector3 scaled(const glm::vec3& v) const { return {scale_ * v.x, scale_ * v.y, scale_ * v.z}; }
    static BodyId id_of(const btBroadphaseProxy* proxy) {
        return static_cast<BodyId>(reinterpret_cast<std::uintptr_t>(proxy->m_clientObject));
    }

    float scale_ = 1.0f;
    std::unique_ptr<Broadphase> phase_;
    std::vector<btBroadphaseProxy*> proxies_;
};

} // namespace

void add_bullet(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back(
        {"bullet dynamic tree", [] { return std::make_unique<BulletPhase<btDbvtBroadphase>>(); }});
    io_all.push_back(
        {"bullet sweep and prune", [] { return std::make_unique<BulletPhase<bt32BitAxisSweep3>>(); }});
}

} // namespace boxwood::bench
