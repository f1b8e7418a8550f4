// Adds Embree, which collides trees of user geometry only in one frame. For each placement, the second copy is
// transformed to the frame of the first copy and its tree is rebuilt; this is not timed. The timed query lists the
// pairs of overlapping boxes, without triangle tests. It serves only as a reference for the speed of wide nodes.
#include "bench/peers/mesh_pairs/competitors.hpp"

#include <embree3/rtcore.h>

namespace boxwood::bench {

namespace {

class EmbreeScene {
  public:
    EmbreeScene(RTCDevice device, const Mesh& mesh)
        : mesh_(mesh)
        , scene_(rtcNewScene(device))
        , geometry_(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER)) {
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_MEDIUM);
        rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(mesh.triangles.size()));
        rtcSetGeometryUserData(geometry_, this);
        rtcSetGeometryBoundsFunction(
            geometry_,
            [](const RTCBoundsFunctionArguments* arguments) {
                static_cast<const EmbreeScene*>(arguments->geometryUserPtr)
                    ->bound(arguments->primID, *arguments->bounds_o);
            },
            nullptr);
        rtcAttachGeometry(scene_, geometry_);
    }
    ~EmbreeScene() {
        rtcReleaseGeometry(geometry_);
        rtcReleaseScene(scene_);
    }
    void place(const Pose& pose) {
        pose_ = pose;
        rtcCommitGeometry(geometry_);
        rtcCommitScene(scene_);
    }
    RTCScene scene() const { return scene_; }

  private:
    void bound(unsigned triangle, RTCBounds& out) const {
        Aabb box;
        BoxFitter fitter;
        for (const glm::dvec3& p : world_triangle(pose_, mesh_.view(), triangle)) fitter.add(glm::vec3(p));
        box = fitter.box();
        out = {box.lower.x, box.lower.y, box.lower.z, 0.0f, box.upper.x, box.upper.y, box.upper.z, 0.0f};
    }

    const Mesh& mesh_;
    Pose pose_;
    RTCScene scene_;
    RTCGeometry geometry_;
};

class EmbreeTrees final : public Competitor {
  public:
    explicit EmbreeTrees(const Mesh& mesh)
        : device_(rtcNewDevice("threads=1"), rtcReleaseDevice)
        , a_(device_.get(), mesh)
        , b_(device_.get(), mesh) {
        a_.place(Pose{});
    }
    void prepare(const Placement& at) override { b_.place(inverse(at.a) * at.b); }
    void answer(const Placement&, Wanted, PairAnswer& out) override {
        rtcCollide(
            a_.scene(), b_.scene(),
            [](void* pairs, RTCCollision* found, unsigned count) {
                auto& list = *static_cast<std::vector<PrimitivePair>*>(pairs);
                for (unsigned i = 0; i < count; ++i) list.push_back({found[i].primID0, found[i].primID1});
            },
            &out.pairs);
        out.intersects = !out.pairs.empty();
    }

  private:
    std::shared_ptr<RTCDeviceTy> device_;
    EmbreeScene a_, b_;
};

} // namespace

void add_embree(std::vector<NamedCompetitor>& io_all) {
    io_all.push_back({.name = "embree, boxes in one frame",
                      .make = [](const Mesh& mesh) -> std::unique_ptr<Competitor> {
                          return std::make_unique<EmbreeTrees>(mesh);
                      },
                      .has_first = false,
                      .content = AnswerContent::candidates});
}

} // namespace boxwood::bench
