// Records the tree that Embree's builder rtcBuildBVH builds, with up to eight children per node.
//   record_embree OUT.mcap [low|medium [SEED]]      low or medium: quality of the build
// rtcBuildBVH only builds the tree. No queries are recorded, because the caller would have to write their code.
#include "boxwood_capture.h"
#include "example_meshes.hpp"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace {

struct Node {
    std::vector<Node*> children;
    std::vector<RTCBounds> child_bounds;
    std::vector<std::uint32_t> primitives; // for leaves only
};

// Owns the nodes. Embree can call the callbacks from several threads, but this program uses only one.
using Nodes = std::vector<std::unique_ptr<Node>>;

void* create_node(RTCThreadLocalAllocator, unsigned count, void* user) {
    auto& nodes = *static_cast<Nodes*>(user);
    nodes.push_back(std::make_unique<Node>());
    nodes.back()->children.resize(count);
    nodes.back()->child_bounds.resize(count);
    return nodes.back().get();
}
void set_children(void* node, void** children, unsigned count, void*) {
    for (unsigned i = 0; i < count; ++i)
        static_cast<Node*>(node)->children[i] = static_cast<Node*>(children[i]);
}
void set_bounds(void* node, const RTCBounds** bounds, unsigned count, void*) {
    for (unsigned i = 0; i < count; ++i) static_cast<Node*>(node)->child_bounds[i] = *bounds[i];
}
void* create_leaf(RTCThreadLocalAllocator, const RTCBuildPrimitive* primitives, size_t count, void* user) {
    auto& nodes = *static_cast<Nodes*>(user);
    nodes.push_back(std::make_unique<Node>());
    for (size_t i = 0; i < count; ++i) nodes.back()->primitives.push_back(primitives[i].primID);
    return nodes.back().get();
}

void append(std::vector<float>& out, const RTCBounds& b) {
    out.insert(out.end(), {b.lower_x, b.lower_y, b.lower_z, b.upper_x, b.upper_y, b.upper_z});
}

} // namespace

int main(int count, char** arguments) {
    const std::string quality = count > 2 ? arguments[2] : "medium";
    if (count < 2 || (quality != "low" && quality != "medium")) {
        std::fprintf(stderr, "record_embree OUT.mcap [low|medium [SEED]]\n");
        return 2;
    }
    const example::Mesh mesh = example::make_surface(40, 16, example::seed_of(count, arguments, 3));
    std::vector<RTCBuildPrimitive> primitives(mesh.triangles.size() / 3);
    RTCBounds all{1e30f, 1e30f, 1e30f, 0, -1e30f, -1e30f, -1e30f, 0};
    for (std::size_t i = 0; i < primitives.size(); ++i) {
        RTCBuildPrimitive box{1e30f, 1e30f, 1e30f, 0, -1e30f, -1e30f, -1e30f, static_cast<unsigned>(i)};
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (unsigned axis = 0; axis < 3; ++axis) {
                const float x = mesh.positions[3 * mesh.triangles[3 * i + corner] + axis];
                (&box.lower_x)[axis] = std::min((&box.lower_x)[axis], x);
                (&box.upper_x)[axis] = std::max((&box.upper_x)[axis], x);
                (&all.lower_x)[axis] = std::min((&all.lower_x)[axis], x);
                (&all.upper_x)[axis] = std::max((&all.upper_x)[axis], x);
            }
        primitives[i] = box;
    }
    RTCDevice device = rtcNewDevice("threads=1");
    RTCBVH bvh = rtcNewBVH(device);
    Nodes nodes;
    RTCBuildArguments build = rtcDefaultBuildArguments();
    build.bvh = bvh;
    build.buildQuality = quality == "low" ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM;
    build.maxBranchingFactor = 8;
    build.primitives = primitives.data();
    build.primitiveCount = build.primitiveArrayCapacity = primitives.size();
    build.createNode = create_node;
    build.setNodeChildren = set_children;
    build.setNodeBounds = set_bounds;
    build.createLeaf = create_leaf;
    build.userPtr = &nodes;
    const Node* root = static_cast<const Node*>(rtcBuildBVH(&build));

    // The bounds of a node are stored in its parent; the bounds of the root contain all primitives.
    std::vector<const Node*> order{root};
    std::vector<float> boxes;
    append(boxes, all);
    std::vector<std::uint32_t> volumes, first_child, child_count, first_primitive, primitive_count, children,
        leaves;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Node& node = *order[i];
        volumes.push_back(static_cast<std::uint32_t>(i));
        first_child.push_back(static_cast<std::uint32_t>(children.size()));
        child_count.push_back(static_cast<std::uint32_t>(node.children.size()));
        first_primitive.push_back(static_cast<std::uint32_t>(leaves.size()));
        primitive_count.push_back(static_cast<std::uint32_t>(node.primitives.size()));
        leaves.insert(leaves.end(), node.primitives.begin(), node.primitives.end());
        for (std::size_t k = 0; k < node.children.size(); ++k) {
            children.push_back(static_cast<std::uint32_t>(order.size()));
            order.push_back(node.children[k]);
            append(boxes, node.child_bounds[k]);
        }
    }
    bwc_capture capture;
    int error = bwc_open(&capture, arguments[1], "Embree " RTC_VERSION_STRING);
    example::record_mesh(capture, mesh, 0, "torus");
    bwc_bounds bounds = bwc_bounds_init;
    bounds.values.singles = boxes.data();
    bounds.values.count = boxes.size();
    const std::uint32_t first = 0;
    bwc_hierarchy tree = bwc_hierarchy_init;
    const std::string name = "rtcBuildBVH, " + quality + " quality";
    tree.name = name.c_str();
    tree.library = "Embree " RTC_VERSION_STRING;
    tree.scalar_bits = 32;
    tree.roots = &first;
    tree.root_count = 1;
    tree.node_count = order.size();
    tree.node_bounds = volumes.data();
    tree.first_child = first_child.data();
    tree.child_count = child_count.data();
    tree.first_primitive = first_primitive.data();
    tree.primitive_count = primitive_count.data();
    tree.children = children.data();
    tree.child_list_count = children.size();
    tree.primitives = leaves.data();
    tree.primitive_list_count = leaves.size();
    tree.bounds = &bounds;
    tree.bounds_count = 1;
    bwc_write_hierarchy(&capture, 0, &tree);
    error = bwc_close(&capture);
    rtcReleaseBVH(bvh);
    rtcReleaseDevice(device);
    if (error != 0) std::fprintf(stderr, "%s: %s\n", arguments[1], std::strerror(error));
    return error == 0 ? 0 : 2;
}
