// Adds ODE's hash space.
#include "bench/peers/broad_phase/competitors.hpp"

#include <ode/ode.h>

namespace boxwood::bench {

namespace {

class OdeHash final : public Competitor {
  public:
    OdeHash() {
        dInitODE2(0);
        space_ = dHashSpaceCreate(nullptr);
    }
    ~OdeHash() override {
        dSpaceDestroy(space_);
        dCloseODE();
    }
    void start(std::span<const Aabb> boxes) override {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const glm::vec3 size = boxes[i].extent();
            geoms_.push_back(dCreateBox(space_, size.x, size.y, size.z));
            dGeomSetData(geoms_.back(), reinterpret_cast<void*>(i));
        }
        update(boxes);
    }
    void update(std::span<const Aabb> boxes) override {
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const glm::vec3 center = boxes[i].center();
            dGeomSetPosition(geoms_[i], center.x, center.y, center.z);
        }
        pairs_.clear();
        dSpaceCollide(space_, &pairs_, [](void* pairs, dGeomID a, dGeomID b) {
            const auto id_of = [](dGeomID g) {
                return static_cast<BodyId>(reinterpret_cast<std::uintptr_t>(dGeomGetData(g)));
            };
            static_cast<std::vector<BodyPair>*>(pairs)->push_back(make_pair_of(id_of(a), id_of(b)));
        });
    }
    std::vector<BodyPair> list_pairs() const override { return pairs_; }

  private:
    dSpaceID space_ = nullptr;
    std::vector<dGeomID> geoms_;
    std::vector<BodyPair> pairs_;
};

} // namespace

void add_ode(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({"ode hash space", [] { return std::make_unique<OdeHash>(); }});
}

} // namespace boxwood::bench
