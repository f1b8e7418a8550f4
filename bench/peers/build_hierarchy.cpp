// Building and refitting a hierarchy over the same triangles: of boxes by every builder of ours, of 18-DOPs and oriented
// boxes by the fastest rule of division, and by the peers that are installed. Methods interleaved, median over rounds,
// processor time per triangle. Writes CSV; "ratio" is the method's time to that of our fastest of the same volume in
// the run. See bench/build_hierarchy.cpp on memory.
// Options: bench/peers/options.hpp. Without --mesh: rocks of 69 620 and 1 104 500 triangles.
#include "bench/peers/options.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "engine/meshes/generators.hpp"

#ifdef BOXWOOD_HAS_FCL
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/utility.h>
#endif
#ifdef BOXWOOD_HAS_BULLET
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#endif
#ifdef BOXWOOD_HAS_EMBREE
#include <embree3/rtcore.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace boxwood {
namespace {

constexpr std::size_t kFewestRounds = 3; // however long they take

struct Contender {
    std::string name, what;
    std::function<void()> run;
    std::vector<double> seconds;

    double spent() const { return std::accumulate(seconds.begin(), seconds.end(), 0.0); }
    double median() {
        std::sort(seconds.begin(), seconds.end());
        return seconds[seconds.size() / 2];
    }
};
using Contenders = std::vector<Contender>;

double processor_time() {
    return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

template <Volume V>
void add_ours_of(const Mesh& mesh, Contenders& out) {
    const std::string name = "boxwood " + std::string(V::kName), of = " " + std::string(V::kName);
    const auto build = [&mesh] {
        SerialExecutor serial;
        return BvhKind::build<V>(mesh.view(), kAllBuilders[0], 1, serial);
    };
    if constexpr (!std::same_as<V, Aabb>)
        out.push_back({name,
                       "build" + of,
                       [build] {
                           if (build().nodes.empty()) std::abort();
                       },
                       {}});
    const auto tree = std::make_shared<Bvh<V>>(build());
    out.push_back({name, "refit" + of, [&mesh, tree] { refit(*tree, mesh.view()); }, {}});
}

// From the mesh, as the peers do: the boxes of the triangles are part of the time.
void add_ours(const Mesh& mesh, Contenders& out) {
    for (const Builder& builder : kAllBuilders) {
        if (builder.name == "least-overlap" || builder.name.starts_with("insertion"))
            continue; // slow by design
        out.push_back({"boxwood " + std::string(builder.name),
                       "build aabb",
                       [&mesh, &builder] {
                           SerialExecutor serial;
                           const auto tree = builder.build(make_primitive_boxes(mesh.view()), 1, serial);
                           if (tree.nodes.empty()) std::abort();
                       },
                       {}});
    }
    add_ours_of<Aabb>(mesh, out);
    add_ours_of<Kdop18>(mesh, out);
    add_ours_of<Obb>(mesh, out);
}

#ifdef BOXWOOD_HAS_FCL
template <class V>
void add_fcl(const Mesh& mesh, const std::string& volume, Contenders& out) {
    auto points = std::make_shared<std::vector<fcl::Vector3f>>();
    for (const glm::vec3& p : mesh.positions) points->emplace_back(p.x, p.y, p.z);
    auto triangles = std::make_shared<std::vector<fcl::Triangle>>();
    for (const TriangleIndices& t : mesh.triangles) triangles->emplace_back(t[0], t[1], t[2]);
    using Model = fcl::BVHModel<V>;
    const auto build = [points, triangles](Model& model) {
        model.beginModel(static_cast<int>(triangles->size()), static_cast<int>(points->size()));
        model.addSubModel(*points, *triangles);
        model.endModel();
    };
    out.push_back({"fcl " + volume,
                   "build " + volume,
                   [build] {
                       Model model;
                       build(model);
                   },
                   {}});
    auto model = std::make_shared<Model>();
    build(*model);
    out.push_back({"fcl " + volume,
                   "refit " + volume,
                   [model, points] {
                       model->beginReplaceModel();
                       model->replaceSubModel(*points);
                       model->endReplaceModel(true, true);
                   },
                   {}});
}
#endif

#ifdef BOXWOOD_HAS_BULLET
void add_bullet(const Mesh& mesh, Contenders& out) {
    auto indices = std::make_shared<std::vector<int>>();
    for (const TriangleIndices& t : mesh.triangles)
        for (const std::uint32_t v : t) indices->push_back(static_cast<int>(v));
    auto arrays = std::make_shared<btTriangleIndexVertexArray>();
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(mesh.triangles.size());
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices->data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = static_cast<int>(mesh.positions.size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(mesh.positions.data());
    part.m_vertexStride = sizeof(glm::vec3);
    part.m_vertexType = PHY_FLOAT;
    arrays->addIndexedMesh(part);
    out.push_back({"bullet quantized",
                   "build aabb",
                   [arrays, indices] { btBvhTriangleMeshShape shape(arrays.get(), true, true); },
                   {}});
}
#endif

#ifdef BOXWOOD_HAS_EMBREE
void add_embree(const Mesh& mesh, Contenders& out) {
    const std::shared_ptr<RTCDeviceTy> device(rtcNewDevice("threads=1"), rtcReleaseDevice);
    const auto build = [&mesh, device](RTCBuildQuality quality) {
        RTCScene scene = rtcNewScene(device.get());
        rtcSetSceneBuildQuality(scene, quality);
        RTCGeometry geometry = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
        void* points = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                               sizeof(glm::vec3), mesh.positions.size());
        std::copy(mesh.positions.begin(), mesh.positions.end(), static_cast<glm::vec3*>(points));
        void* triangles = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                  sizeof(TriangleIndices), mesh.triangles.size());
        std::copy(mesh.triangles.begin(), mesh.triangles.end(), static_cast<TriangleIndices*>(triangles));
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
        rtcReleaseGeometry(geometry);
        rtcCommitScene(scene);
        rtcReleaseScene(scene);
    };
    out.push_back({"embree scene low", "build aabb", [build] { build(RTC_BUILD_QUALITY_LOW); }, {}});
    out.push_back({"embree scene medium", "build aabb", [build] { build(RTC_BUILD_QUALITY_MEDIUM); }, {}});
}
#endif

void compare(const Mesh& mesh, const bench::PeerOptions& options, std::FILE* out) {
    Contenders contenders;
    add_ours(mesh, contenders);
#ifdef BOXWOOD_HAS_FCL
    add_fcl<fcl::AABB<float>>(mesh, "aabb", contenders);
    add_fcl<fcl::KDOP<float, 18>>(mesh, "kdop18", contenders);
    add_fcl<fcl::OBB<float>>(mesh, "obb", contenders);
#endif
#ifdef BOXWOOD_HAS_BULLET
    add_bullet(mesh, contenders);
#endif
#ifdef BOXWOOD_HAS_EMBREE
    add_embree(mesh, contenders);
#endif
    for (std::size_t round = 0; round < options.rounds; ++round)
        for (Contender& contender : contenders) {
            if (contender.spent() > options.seconds && contender.seconds.size() >= kFewestRounds) continue;
            const double start = processor_time();
            contender.run();
            contender.seconds.push_back(processor_time() - start);
        }
    for (const std::string what :
         {"build aabb", "refit aabb", "build kdop18", "refit kdop18", "build obb", "refit obb"}) {
        double fastest = 0.0;
        for (Contender& c : contenders)
            if (c.what == what && c.name.starts_with("boxwood"))
                fastest = fastest == 0.0 ? c.median() : std::min(fastest, c.median());
        for (Contender& c : contenders)
            if (c.what == what)
                std::fprintf(out, "%s,%zu,%s,%s,%.2f,%.2f,%zu\n", mesh.name.c_str(), mesh.triangles.size(),
                             what.c_str(), c.name.c_str(),
                             1e9 * c.median() / static_cast<double>(mesh.triangles.size()),
                             c.median() / fastest, c.seconds.size());
        std::fflush(out);
    }
}

} // namespace
} // namespace boxwood

int main(int count, char** arguments) {
    using namespace boxwood;
    const bench::PeerOptions options = bench::read_peer_options(count, arguments);
    std::vector<Mesh> meshes = bench::load_meshes(options.files);
    if (options.files.empty())
        for (const std::uint32_t frequency : options.is_quick ? std::vector{8u} : std::vector{59u, 235u})
            meshes.push_back(make_bumpy_sphere({.frequency = frequency}));
    std::FILE* out = bench::open_out(options);
    std::fprintf(out, "mesh,triangles,what,method,ns_per_triangle,ratio,rounds\n");
    for (const Mesh& mesh : meshes) compare(mesh, options, out);
    if (out != stdout) std::fclose(out);
    return 0;
}
