// Adds Embree: new scenes with low (Morton) and medium (binned) build quality, a scene with low quality that is
//     rebuilt in its existing memory, and a scene that is refitted.
#include "bench/peers/build_hierarchy/competitors.hpp"

#include <embree3/rtcore.h>

namespace boxwood::bench {
namespace {

using Device = std::shared_ptr<RTCDeviceTy>;
using Scene = std::shared_ptr<RTCSceneTy>;
using Geometry = std::shared_ptr<RTCGeometryTy>;

Geometry make_geometry(const Mesh& mesh, RTCDevice device) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                           sizeof(glm::vec3), mesh.positions.size());
    std::copy(mesh.positions.begin(), mesh.positions.end(), static_cast<glm::vec3*>(points));
    void* triangles = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                              sizeof(TriangleIndices), mesh.triangles.size());
    std::copy(mesh.triangles.begin(), mesh.triangles.end(), static_cast<TriangleIndices*>(triangles));
    return {geometry, rtcReleaseGeometry};
}

Scene build(const Geometry& geometry, RTCDevice device, RTCBuildQuality quality, RTCSceneFlags flags) {
    const RTCScene scene = rtcNewScene(device);
    rtcSetSceneFlags(scene, flags);
    rtcSetSceneBuildQuality(scene, quality);
    rtcCommitGeometry(geometry.get());
    rtcAttachGeometry(scene, geometry.get());
    rtcCommitScene(scene);
    return {scene, rtcReleaseScene};
}

} // namespace

void add_embree(const Mesh& mesh, Competitors& io_all) {
    const Device device(rtcNewDevice("threads=1"), rtcReleaseDevice);
    const auto add = [&](const char* name, RTCBuildQuality quality) {
        io_all.push_back({name, "build aabb", [&mesh, device, quality] {
                              build(make_geometry(mesh, device.get()), device.get(), quality,
                                    RTC_SCENE_FLAG_NONE);
                          }});
    };
    add("embree scene low", RTC_BUILD_QUALITY_LOW);
    add("embree scene medium", RTC_BUILD_QUALITY_MEDIUM);
    const auto add_update = [&](const char* name, const char* what, RTCBuildQuality quality) {
        const Geometry geometry = make_geometry(mesh, device.get());
        rtcSetGeometryBuildQuality(geometry.get(), quality);
        const Scene scene = build(geometry, device.get(), RTC_BUILD_QUALITY_LOW, RTC_SCENE_FLAG_DYNAMIC);
        io_all.push_back({name, what, [device, geometry, scene] {
                              rtcUpdateGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0);
                              rtcCommitGeometry(geometry.get());
                              rtcCommitScene(scene.get());
                          }});
    };
    add_update("embree in place", "build aabb", RTC_BUILD_QUALITY_LOW);
    add_update("embree refit", "refit aabb", RTC_BUILD_QUALITY_REFIT);
}

} // namespace boxwood::bench
