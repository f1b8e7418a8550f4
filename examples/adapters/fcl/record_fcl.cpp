// Records hierarchies of FCL (BVHModel) with any of its volumes, and the triangle pairs that FCL's contact queries
// find at several poses.
//   record_fcl OUT.mcap [VOLUME [SEED]]
// VOLUME is aabb, obb, rss, obbrss (default), kios, kdop16, kdop18 or kdop24. `boxwood judge OUT.mcap` then checks
// hierarchies and answers. FCL does not record its visits.
#include "boxwood_capture.h"
#include "example_meshes.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <fcl/fcl.h>
#include <memory>
#include <set>
#include <string>

namespace {

using Numbers = std::vector<double>;
using Arrays = std::vector<std::pair<bwc_bounds, Numbers>>; // one array per volume type

void append(Numbers& out, const fcl::Vector3d& v) {
    out.insert(out.end(), {v[0], v[1], v[2]});
}
void append_columns(Numbers& out, const fcl::Matrix3d& m) {
    for (int i = 0; i < 3; ++i) append(out, m.col(i));
}

bwc_bounds bounds_of(const char* type) {
    bwc_bounds bounds = bwc_bounds_init;
    bounds.type = type;
    return bounds;
}

// There are two functions for each volume of FCL: arrays_of() creates its arrays, and write() appends its numbers.
Arrays arrays_of(const fcl::AABBd&) {
    return {{bounds_of("aabb"), {}}};
}
void write(const fcl::AABBd& v, Arrays& io) {
    append(io[0].second, v.min_);
    append(io[0].second, v.max_);
}
void write_obb(const fcl::OBBd& v, Numbers& out) {
    append(out, v.To);
    append(out, v.extent);
    append_columns(out, v.axis);
}
Arrays arrays_of(const fcl::OBBd&) {
    return {{bounds_of("obb"), {}}};
}
void write(const fcl::OBBd& v, Arrays& io) {
    write_obb(v, io[0].second);
}
void write_rss(const fcl::RSSd& v, Numbers& out) {
    append(out, v.To);
    append_columns(out, v.axis);
    out.insert(out.end(), {v.l[0], v.l[1], v.r});
}
Arrays arrays_of(const fcl::RSSd&) {
    return {{bounds_of("rss"), {}}};
}
void write(const fcl::RSSd& v, Arrays& io) {
    write_rss(v, io[0].second);
}
Arrays arrays_of(const fcl::OBBRSSd&) {
    return {{bounds_of("obb"), {}}, {bounds_of("rss"), {}}};
}
void write(const fcl::OBBRSSd& v, Arrays& io) {
    write_obb(v.obb, io[0].second);
    write_rss(v.rss, io[1].second);
}
// A kIOS has up to five spheres and a box. A node with fewer spheres repeats the first one.
constexpr std::size_t kSpheres = 5;
Arrays arrays_of(const fcl::kIOSd&) {
    Arrays arrays(kSpheres, {bounds_of("sphere"), {}});
    arrays.push_back({bounds_of("obb"), {}});
    return arrays;
}
void write(const fcl::kIOSd& v, Arrays& io) {
    for (std::size_t i = 0; i < kSpheres; ++i) {
        const auto& sphere = v.spheres[i < v.num_spheres ? i : 0];
        append(io[i].second, sphere.o);
        io[i].second.push_back(sphere.r);
    }
    write_obb(v.obb, io[kSpheres].second);
}
const double kNormals[] = {1, 0, 0,  0, 1,  0, 0,  0,  1, 1, 1, 0,
                           1, 0, 1,  0, 1,  1, 1,  -1, 0, 1, 0, -1, // kdop16
                           0, 1, -1,                                // kdop18
                           1, 1, -1, 1, -1, 1, -1, 1,  1};          // kdop24
template <std::size_t N>
Arrays arrays_of(const fcl::KDOP<double, N>&) {
    bwc_bounds bounds = bounds_of("kdop");
    bounds.k = N;
    bounds.normals.doubles = kNormals;
    bounds.normals.count = 3 * N / 2;
    return {{bounds, {}}};
}
template <std::size_t N>
void write(const fcl::KDOP<double, N>& v, Arrays& io) {
    for (std::size_t i = 0; i < N; ++i) io[0].second.push_back(v.dist(i));
}

template <class Volume>
std::shared_ptr<fcl::BVHModel<Volume>> make_model(const example::Mesh& mesh) {
    auto model = std::make_shared<fcl::BVHModel<Volume>>();
    std::vector<fcl::Vector3d> points;
    for (std::size_t i = 0; i < mesh.positions.size(); i += 3)
        points.emplace_back(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]);
    std::vector<fcl::Triangle> triangles;
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        triangles.emplace_back(mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]);
    model->beginModel();
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

template <class Volume>
void record_hierarchy(bwc_capture& io_capture, const fcl::BVHModel<Volume>& model, std::uint64_t id,
                      const char* name) {
    const auto nodes = static_cast<std::uint32_t>(model.getNumBVs());
    std::vector<std::uint32_t> volumes, first_child, child_count, first_primitive, primitive_count, children,
        primitives;
    Arrays arrays = arrays_of(Volume{});
    for (std::uint32_t i = 0; i < nodes; ++i) {
        const auto& node = model.getBV(static_cast<int>(i));
        volumes.push_back(i);
        write(node.bv, arrays);
        first_child.push_back(static_cast<std::uint32_t>(children.size()));
        first_primitive.push_back(static_cast<std::uint32_t>(primitives.size()));
        child_count.push_back(node.isLeaf() ? 0 : 2);
        primitive_count.push_back(node.isLeaf() ? 1 : 0);
        if (node.isLeaf()) {
            primitives.push_back(static_cast<std::uint32_t>(node.primitiveId()));
        } else {
            children.push_back(static_cast<std::uint32_t>(node.leftChild()));
            children.push_back(static_cast<std::uint32_t>(node.rightChild()));
        }
    }
    std::vector<bwc_bounds> bounds;
    for (auto& [one, numbers] : arrays) {
        one.values.doubles = numbers.data();
        one.values.count = numbers.size();
        bounds.push_back(one);
    }
    const std::uint32_t root = 0;
    bwc_hierarchy tree = bwc_hierarchy_init;
    tree.id = tree.mesh = id;
    tree.name = name;
    tree.library = "FCL " FCL_VERSION;
    tree.roots = &root;
    tree.root_count = 1;
    tree.node_count = nodes;
    tree.node_bounds = volumes.data();
    tree.first_child = first_child.data();
    tree.child_count = child_count.data();
    tree.first_primitive = first_primitive.data();
    tree.primitive_count = primitive_count.data();
    tree.children = children.data();
    tree.child_list_count = children.size();
    tree.primitives = primitives.data();
    tree.primitive_list_count = primitives.size();
    tree.bounds = bounds.data();
    tree.bounds_count = bounds.size();
    bwc_write_hierarchy(&io_capture, 0, &tree);
}

template <class Volume>
int record(const char* path, const char* name, std::uint64_t seed) {
    bwc_capture capture;
    if (const int error = bwc_open(&capture, path, "FCL " FCL_VERSION)) return error;
    const std::array<example::Mesh, 2> meshes{example::make_solid(12, 20, seed),
                                              example::make_surface(24, 12, seed)};
    std::array<std::shared_ptr<fcl::BVHModel<Volume>>, 2> models;
    for (std::uint64_t id = 0; id < 2; ++id) {
        example::record_mesh(capture, meshes[id], id, id == 0 ? "sphere" : "torus");
        models[id] = make_model<Volume>(meshes[id]);
        record_hierarchy(capture, *models[id], id, name);
    }
    for (std::uint64_t i = 0; i < example::kPoses; ++i) {
        const std::array<double, 12> pose = example::pose(i, seed);
        fcl::Transform3d world_from_b = fcl::Transform3d::Identity();
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
                world_from_b.matrix()(row, column) = pose[static_cast<std::size_t>(4 * row + column)];
        fcl::CollisionRequestd request;
        request.num_max_contacts = 1000000;
        request.enable_contact = true;
        fcl::CollisionResultd result;
        fcl::collide(models[0].get(), fcl::Transform3d::Identity(), models[1].get(), world_from_b, request,
                     result);
        std::vector<fcl::Contactd> contacts;
        result.getContacts(contacts);
        std::vector<std::uint32_t> a, b;
        std::set<std::pair<int, int>> seen; // a pair of triangles can have several contacts
        for (const fcl::Contactd& contact : contacts) {
            if (!seen.emplace(contact.b1, contact.b2).second) continue;
            a.push_back(static_cast<std::uint32_t>(contact.b1));
            b.push_back(static_cast<std::uint32_t>(contact.b2));
        }
        bwc_query query = bwc_query_init;
        query.id = query.frame = i;
        for (std::uint64_t side = 0; side < 2; ++side)
            query.sides[side].mesh = query.sides[side].hierarchy = side;
        query.sides[1].pose = pose.data();
        query.verdict = result.isCollision() ? 1 : 0;
        query.pairs_a = a.data();
        query.pairs_b = b.data();
        query.pair_count = a.size();
        bwc_write_query(&capture, i, &query);
    }
    return bwc_close(&capture);
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "record_fcl OUT.mcap [aabb|obb|rss|obbrss|kios|kdop16|kdop18|kdop24 [SEED]]\n");
        return 2;
    }
    const std::string volume = count > 2 ? arguments[2] : "obbrss";
    const std::uint64_t seed = example::seed_of(count, arguments, 3);
    int error = -1;
    if (volume == "aabb") error = record<fcl::AABBd>(arguments[1], "AABB", seed);
    if (volume == "obb") error = record<fcl::OBBd>(arguments[1], "OBB", seed);
    if (volume == "rss") error = record<fcl::RSSd>(arguments[1], "RSS", seed);
    if (volume == "obbrss") error = record<fcl::OBBRSSd>(arguments[1], "OBBRSS", seed);
    if (volume == "kios") error = record<fcl::kIOSd>(arguments[1], "kIOS", seed);
    if (volume == "kdop16") error = record<fcl::KDOP<double, 16>>(arguments[1], "16-DOP", seed);
    if (volume == "kdop18") error = record<fcl::KDOP<double, 18>>(arguments[1], "18-DOP", seed);
    if (volume == "kdop24") error = record<fcl::KDOP<double, 24>>(arguments[1], "24-DOP", seed);
    if (error == 0) return 0;
    if (error < 0)
        std::fprintf(stderr, "%s: unknown volume\n", volume.c_str());
    else
        std::fprintf(stderr, "%s: %s\n", arguments[1], std::strerror(error));
    return 2;
}
