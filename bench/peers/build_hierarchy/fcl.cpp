// Adds FCL's BVHModel with AABBs, 18-DOPs and OBBs.
#include "bench/peers/build_hierarchy/competitors.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/utility.h>

namespace boxwood::bench {
namespace {

template <class V>
void add(const Mesh& mesh, const std::string& volume, Competitors& io_all) {
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
    io_all.push_back({"fcl " + volume, "build " + volume, [build] {
                          Model model;
                          build(model);
                      }});
    auto model = std::make_shared<Model>();
    build(*model);
    io_all.push_back({"fcl " + volume, "refit " + volume, [model, points] {
                          model->beginReplaceModel();
                          model->replaceSubModel(*points);
                          model->endReplaceModel(true, true);
                      }});
}

} // namespace

void add_fcl(const Mesh& mesh, Competitors& io_all) {
    add<fcl::AABB<float>>(mesh, "aabb", io_all);
    add<fcl::KDOP<float, 18>>(mesh, "kdop18", io_all);
    add<fcl::OBB<float>>(mesh, "obb", io_all);
}

} // namespace boxwood::bench
