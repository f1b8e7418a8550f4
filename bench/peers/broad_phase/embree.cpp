// Adds Embree: a tree of user geometry that is rebuilt and collided with itself in each update, on one thread.
#include "bench/peers/broad_phase/competitors.hpp"

#include <embree3/rtcore.h>

namespace boxwood::bench {

namespace {

class EmbreeTree final : public Competitor {
  public:
    EmbreeTree()
        : device_(rtcNewDevice("threads=1"))
        , scene_(rtcNewScene(device_)) {
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
    }
    ~EmbreeTree() override {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    void start(std::span<const Aabb> boxes) override {
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(boxes.size()));
        rtcSetGeometryUserData(geometry, this);
        rtcSetGeometryBoundsFunction(
            geometry,
            [](const RTCBoundsFunctionArguments* arguments) {
                const Aabb& box =
                    static_cast<const EmbreeTree*>(arguments->geometryUserPtr)->boxes_[arguments->primID];
                *arguments->bounds_o = {box.lower.x, box.lower.y, box.lower.z, 0,
                                        box.upper.x, box.upper.y, box.upper.z, 0};
            },
            this);
        geometry_ = geometry;
        boxes_ = boxes;
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene_, geometry);
        rtcReleaseGeometry(geometry);
        update(boxes);
    }
    void update(std::span<const Aabb> boxes) override {
        boxes_ = boxes;
        rtcCommitGeometry(geometry_);
        rtcCommitScene(scene_);
        pairs_.clear();
        rtcCollide(
            scene_, scene_,
            [](void* pairs, RTCCollision* found, unsigned count) {
                for (unsigned i = 0; i < count; ++i)
                    if (found[i].primID0 < found[i].primID1)
                        static_cast<std::vector<BodyPair>*>(pairs)->push_back(
                            {found[i].primID0, found[i].primID1});
            },
            &pairs_);
    }
    // rtcCollide() can report a pair in both orders, so the callback stores only the order with a < b.
    std::vector<BodyPair> list_pairs() const override { return pairs_; }

  private:
    RTCDevice device_;
    RTCScene scene_;
    RTCGeometry geometry_ = nullptr;
    std::span<const Aabb> boxes_;
    std::vector<BodyPair> pairs_;
};

} // namespace

void add_embree(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({"embree rebuild", [] { return std::make_unique<EmbreeTree>(); }});
}

} // namespace boxwood::bench
