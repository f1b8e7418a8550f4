// Records an AABB_tree of CGAL and its answers: all intersecting pairs of triangles, all hits of rays, and closest
// points.
//   record_cgal OUT.mcap [SEED]
// CGAL's traversal makes its decisions in a traits class of the caller. The class in this file also records the visits
// of rays.
#include "boxwood_capture.h"
#include "example_meshes.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/version.h>

#include <cstdio>
#include <cstring>
#include <map>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Triangle = Kernel::Triangle_3;
using Triangles = std::vector<Triangle>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Traits = CGAL::AABB_traits<Kernel, Primitive>;
using Tree = CGAL::AABB_tree<Traits>;
using Node = CGAL::AABB_node<Traits>;

constexpr const char* kLibrary = "CGAL " CGAL_VERSION_STR;

Triangles triangles_of(const example::Mesh& mesh, const std::array<double, 12>& m) {
    Triangles out;
    const auto corner = [&](std::uint32_t vertex) {
        const float* p = mesh.positions.data() + 3 * std::size_t{vertex};
        std::array<double, 3> w{};
        for (std::size_t row = 0; row < 3; ++row)
            w[row] = m[4 * row] * double(p[0]) + m[4 * row + 1] * double(p[1]) +
                     m[4 * row + 2] * double(p[2]) + m[4 * row + 3];
        return Point(w[0], w[1], w[2]);
    };
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3)
        out.emplace_back(corner(mesh.triangles[i]), corner(mesh.triangles[i + 1]),
                         corner(mesh.triangles[i + 2]));
    return out;
}

// Converts a tree to the arrays of a capture. A node of CGAL stores neither its number of triangles nor a box for a
// single triangle, so a leaf with one triangle gets the box of its parent.
struct TreeRecorder {
    Triangles::const_iterator first;
    std::vector<double> boxes{};
    std::vector<std::uint32_t> volumes{}, first_child{}, child_count{}, first_primitive{}, primitive_count{},
        children{}, primitives{};
    std::map<const Node*, std::uint32_t> index_of{};

    std::uint32_t add(std::uint32_t volume) {
        volumes.push_back(volume);
        first_child.push_back(0);
        child_count.push_back(0);
        first_primitive.push_back(0);
        primitive_count.push_back(0);
        return static_cast<std::uint32_t>(volumes.size() - 1);
    }
    void add_triangle(const Primitive& primitive) {
        primitives.push_back(static_cast<std::uint32_t>(primitive.id() - first));
    }
    std::uint32_t add_node(const Node& node, std::size_t triangles) {
        const auto volume = static_cast<std::uint32_t>(boxes.size() / 6);
        const CGAL::Bbox_3& box = node.bbox();
        boxes.insert(boxes.end(), {box.xmin(), box.ymin(), box.zmin(), box.xmax(), box.ymax(), box.zmax()});
        const std::uint32_t index = add(volume);
        index_of[&node] = index;
        if (triangles == 2) {
            first_primitive[index] = static_cast<std::uint32_t>(primitives.size());
            primitive_count[index] = 2;
            add_triangle(node.left_data());
            add_triangle(node.right_data());
            return index;
        }
        std::uint32_t left = 0;
        if (triangles == 3) {
            left = add(volume);
            first_primitive[left] = static_cast<std::uint32_t>(primitives.size());
            primitive_count[left] = 1;
            add_triangle(node.left_data());
        } else {
            left = add_node(node.left_child(), triangles / 2);
        }
        const std::uint32_t right =
            add_node(node.right_child(), triangles - (triangles == 3 ? 1 : triangles / 2));
        first_child[index] = static_cast<std::uint32_t>(children.size());
        child_count[index] = 2;
        children.insert(children.end(), {left, right});
        return index;
    }
    void write(bwc_capture& io_capture, std::uint64_t id) const {
        const std::uint32_t root = 0;
        bwc_bounds bounds = bwc_bounds_init;
        bounds.values.doubles = boxes.data();
        bounds.values.count = boxes.size();
        bwc_hierarchy tree = bwc_hierarchy_init;
        tree.id = tree.mesh = id;
        tree.name = "AABB_tree";
        tree.library = kLibrary;
        tree.roots = &root;
        tree.root_count = 1;
        tree.node_count = volumes.size();
        tree.node_bounds = volumes.data();
        tree.first_child = first_child.data();
        tree.child_count = child_count.data();
        tree.first_primitive = first_primitive.data();
        tree.primitive_count = primitive_count.data();
        tree.children = children.data();
        tree.child_list_count = children.size();
        tree.primitives = primitives.data();
        tree.primitive_list_count = primitives.size();
        tree.bounds = &bounds;
        tree.bounds_count = 1;
        bwc_write_hierarchy(&io_capture, 0, &tree);
    }
};

// Makes the same decisions as CGAL's own traversal traits, and records them.
struct RecordingTraits {
    const Traits& traits;
    const TreeRecorder& tree;
    std::vector<bwc_visit> visits{};
    std::vector<std::uint32_t> hits{};

    bool go_further() const { return true; }
    template <class Query>
    void intersection(const Query& query, const Primitive& primitive) {
        const bool is_hit = traits.do_intersect_object()(query, primitive);
        const auto triangle = static_cast<std::uint32_t>(primitive.id() - tree.first);
        visits.push_back({triangle, 0, 0, 1, std::uint8_t{is_hit}, -1, 0});
        if (is_hit) hits.push_back(triangle);
    }
    template <class Query>
    bool do_intersect(const Query& query, const Node& node) {
        const bool is_open = traits.do_intersect_object()(query, node.bbox());
        visits.push_back({tree.index_of.at(&node), 0, 0, 0, std::uint8_t{is_open}, -1, 0});
        return is_open;
    }
};

bwc_query one_sided(std::uint64_t id, const char* kind, const char* mode, const double* origin) {
    bwc_query query = bwc_query_init;
    query.id = query.frame = id;
    query.kind = kind;
    query.mode = mode;
    query.sides[0].mesh = query.sides[0].hierarchy = 0;
    query.origin = origin;
    return query;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "record_cgal OUT.mcap [SEED]\n");
        return 2;
    }
    bwc_capture capture;
    if (const int error = bwc_open(&capture, arguments[1], kLibrary)) {
        std::fprintf(stderr, "%s: %s\n", arguments[1], std::strerror(error));
        return 2;
    }
    const std::uint64_t seed = example::seed_of(count, arguments, 2);
    const example::Mesh sphere = example::make_solid(12, 20, seed),
                        torus = example::make_surface(24, 12, seed);
    example::record_mesh(capture, sphere, 0, "sphere");
    example::record_mesh(capture, torus, 1, "torus");
    constexpr std::array<double, 12> kIdentity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const Triangles triangles = triangles_of(sphere, kIdentity);
    Tree tree(triangles.begin(), triangles.end());
    tree.build();
    TreeRecorder recorder{triangles.begin()};
    recorder.add_node(*tree.root_node(), triangles.size());
    recorder.write(capture, 0);

    for (std::uint64_t i = 0; i < example::kPoses; ++i) {
        const std::array<double, 12> pose = example::pose(i, seed);
        std::vector<std::uint32_t> a, b;
        const Triangles moved = triangles_of(torus, pose);
        for (std::size_t k = 0; k < moved.size(); ++k) {
            std::vector<Primitive::Id> intersected;
            tree.all_intersected_primitives(moved[k], std::back_inserter(intersected));
            for (const Primitive::Id& id : intersected) {
                a.push_back(static_cast<std::uint32_t>(id - triangles.begin()));
                b.push_back(static_cast<std::uint32_t>(k));
            }
        }
        bwc_query query = bwc_query_init;
        query.id = query.frame = i;
        query.sides[0].mesh = query.sides[0].hierarchy = 0;
        query.sides[1].mesh = 1;
        query.sides[1].pose = pose.data();
        query.verdict = a.empty() ? 0 : 1;
        query.pairs_a = a.data();
        query.pairs_b = b.data();
        query.pair_count = a.size();
        bwc_write_query(&capture, i, &query);
    }
    for (std::uint64_t i = 0; i < example::kPoses; ++i) {
        const double t = 0.6 * static_cast<double>(i + seed);
        const std::array<double, 3> from{2.5 * std::cos(t), 2.5 * std::sin(t), std::sin(0.3 * t)},
            to{-std::cos(1.3 * t), -std::sin(0.9 * t), 0.1};
        const Kernel::Ray_3 ray(Point(from[0], from[1], from[2]), Kernel::Vector_3(to[0], to[1], to[2]));
        RecordingTraits traits{tree.traits(), recorder};
        tree.traversal(ray, traits);
        bwc_query query = one_sided(100 + i, "ray", "all", from.data());
        query.direction = to.data();
        query.verdict = traits.hits.empty() ? 0 : 1;
        query.pairs_a = query.pairs_b = traits.hits.data();
        query.pair_count = traits.hits.size();
        bwc_write_query(&capture, 0, &query);
        bwc_write_visits(&capture, 0, query.id, traits.visits.size(), traits.visits.data(),
                         traits.visits.size());

        const Point closest = tree.closest_point(Point(from[0], from[1], from[2]));
        const std::array<double, 3> witness{closest.x(), closest.y(), closest.z()};
        query = one_sided(200 + i, "point", "distance", from.data());
        query.distance = std::hypot(witness[0] - from[0], witness[1] - from[1], witness[2] - from[2]);
        query.declared_error = 1e-12; // CGAL rounds the points that it computes
        query.witness_a = witness.data();
        bwc_write_query(&capture, 0, &query);
    }
    if (const int error = bwc_close(&capture)) {
        std::fprintf(stderr, "%s: %s\n", arguments[1], std::strerror(error));
        return 2;
    }
    return 0;
}
