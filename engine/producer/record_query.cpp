#include "engine/producer/record_query.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/judge/poses.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood::capture {
namespace {

void append(Reals& out, const glm::vec3& v) {
    out.values.insert(out.values.end(), {v.x, v.y, v.z});
}
void append(Reals& out, const glm::dvec3& v) {
    out.values.insert(out.values.end(), {v.x, v.y, v.z});
}
void append(Reals& out, const Axes& axes) {
    const glm::dmat3 columns = axes.matrix();
    for (int i = 0; i < 3; ++i) append(out, columns[i]);
}

BoundsRecord make_bounds(std::string type, bool is_single = true) {
    BoundsRecord bounds{.type = std::move(type)};
    bounds.values.is_single_precision = is_single;
    return bounds;
}
// For volumes with their own axes. Their values are doubles, because the axes are converted from a quaternion in double
// precision.
BoundsRecord make_oriented_bounds(std::string type) {
    return make_bounds(std::move(type), false);
}

// Writes volumes of one type: arrays() creates the arrays of bounds that the type needs; write() appends a volume to
// them.
template <class V>
struct VolumeWriter;

template <>
struct VolumeWriter<Aabb> {
    static std::vector<BoundsRecord> arrays() { return {make_bounds("aabb")}; }
    static void write(const Aabb& v, std::vector<BoundsRecord>& io) {
        append(io[0].values, v.lower);
        append(io[0].values, v.upper);
    }
};
template <>
struct VolumeWriter<Sphere> {
    static std::vector<BoundsRecord> arrays() { return {make_bounds("sphere")}; }
    static void write(const Sphere& v, std::vector<BoundsRecord>& io) {
        append(io[0].values, v.center);
        io[0].values.values.push_back(v.radius);
    }
};
template <>
struct VolumeWriter<Obb> {
    static std::vector<BoundsRecord> arrays() { return {make_oriented_bounds("obb")}; }
    static void write(const Obb& v, std::vector<BoundsRecord>& io) {
        append(io[0].values, v.center);
        append(io[0].values, v.half);
        append(io[0].values, v.axes);
    }
};
template <>
struct VolumeWriter<ObbHull> {
    static std::vector<BoundsRecord> arrays() { return VolumeWriter<Obb>::arrays(); }
    static void write(const ObbHull& v, std::vector<BoundsRecord>& io) {
        VolumeWriter<Obb>::write(v.box, io);
    }
};
template <>
struct VolumeWriter<Capsule> {
    static std::vector<BoundsRecord> arrays() { return {make_bounds("capsule")}; }
    static void write(const Capsule& v, std::vector<BoundsRecord>& io) {
        append(io[0].values, v.from);
        append(io[0].values, v.to);
        io[0].values.values.push_back(v.radius);
    }
};
template <>
struct VolumeWriter<Rss> {
    static std::vector<BoundsRecord> arrays() { return {make_oriented_bounds("rss")}; }
    static void write(const Rss& v, std::vector<BoundsRecord>& io) {
        append(io[0].values, v.corner(0));
        append(io[0].values, v.axes);
        io[0].values.values.insert(io[0].values.values.end(), {2.0 * v.half_x, 2.0 * v.half_y, v.radius});
    }
};
template <>
struct VolumeWriter<ObbRss> {
    static std::vector<BoundsRecord> arrays() {
        return {VolumeWriter<Obb>::arrays()[0], VolumeWriter<Rss>::arrays()[0]};
    }
    static void write(const ObbRss& v, std::vector<BoundsRecord>& io) {
        std::vector<BoundsRecord> box{std::move(io[0])}, swept{std::move(io[1])};
        VolumeWriter<Obb>::write(v.box, box);
        VolumeWriter<Rss>::write(v.swept, swept);
        io[0] = std::move(box[0]);
        io[1] = std::move(swept[0]);
    }
};
template <int K>
struct VolumeWriter<Kdop<K>> {
    static std::vector<BoundsRecord> arrays() {
        std::vector<BoundsRecord> one{make_bounds("kdop")};
        one[0].k = K;
        for (const auto& direction : Kdop<K>::kDirections)
            for (const int x : direction) one[0].normals.values.push_back(x);
        return one;
    }
    static void write(const Kdop<K>& v, std::vector<BoundsRecord>& io) {
        for (const float x : v.lower) io[0].values.values.push_back(x);
        for (const float x : v.upper) io[0].values.values.push_back(x);
    }
};

template <Hierarchy H>
struct VisitedNode {
    typename H::VolumeType volume;
    std::uint32_t id = 0;
    std::array<std::uint32_t, 2> children{}; // ids; only of an inner node
    std::vector<std::uint32_t> primitives{}; // only of a leaf
    bool is_leaf = false;
};

template <Hierarchy H>
std::vector<VisitedNode<H>> list_nodes(const H& tree) {
    std::vector<VisitedNode<H>> nodes;
    std::vector<typename H::Cursor> stack{tree.root()};
    while (!stack.empty()) {
        const typename H::Cursor at = stack.back();
        stack.pop_back();
        VisitedNode<H> node{
            .volume = tree.volume(at), .id = tree.node_index(at), .is_leaf = tree.is_leaf(at)};
        if (node.is_leaf) {
            const auto primitives = tree.primitives_of(at);
            node.primitives.assign(primitives.begin(), primitives.end());
        } else {
            for (unsigned which : {1u, 0u}) {
                const typename H::Cursor child = tree.child(at, which);
                node.children[which] = tree.node_index(child);
                stack.push_back(child);
            }
        }
        nodes.push_back(std::move(node));
    }
    std::sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return nodes;
}

template <Hierarchy H>
void write_tree(const H& tree, RecordedHierarchy& out) {
    HierarchyRecord& record = out.record;
    const std::vector<VisitedNode<H>> nodes = list_nodes(tree);
    out.node_of_id.assign(nodes.back().id + std::size_t{1}, HierarchyRecord::kNone);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) out.node_of_id[nodes[i].id] = i;
    record.roots = {out.node_of_id[tree.node_index(tree.root())]};
    record.bounds = VolumeWriter<typename H::VolumeType>::arrays();
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const VisitedNode<H>& node = nodes[i];
        record.node_bounds.push_back(i);
        VolumeWriter<typename H::VolumeType>::write(node.volume, record.bounds);
        record.first_child.push_back(static_cast<std::uint32_t>(record.children.size()));
        record.child_count.push_back(node.is_leaf ? 0 : 2);
        record.first_primitive.push_back(static_cast<std::uint32_t>(record.primitives.size()));
        record.primitive_count.push_back(static_cast<std::uint32_t>(node.primitives.size()));
        if (!node.is_leaf)
            for (const std::uint32_t child : node.children) record.children.push_back(out.node_of_id[child]);
        record.primitives.insert(record.primitives.end(), node.primitives.begin(), node.primitives.end());
    }
}

// Records which side of its parent's box each node of a box-tree moves, and by how much, instead of the resulting
// boxes, so that the judge can report a wrong side or offset.
void write_tree(const BoxTree& tree, RecordedHierarchy& out) {
    write_tree<BoxTree>(tree, out);
    BoundsRecord moves = make_bounds("box-tree");
    append(moves.values, tree.root_box.lower);
    append(moves.values, tree.root_box.upper);
    for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
        const bool is_root = node == 0; // the root has a box and no move
        const BoxTreeNode& one = tree.nodes[node];
        moves.values.values.insert(
            moves.values.values.end(),
            {is_root ? 0.0 : one.axis(), is_root || one.is_upper() ? 0.0 : 1.0, is_root ? 0.0 : one.move()});
    }
    out.record.bounds = {std::move(moves)};
}

std::vector<std::byte> with_record_nodes(std::vector<Visit> visits,
                                         const std::array<const RecordedHierarchy*, 2>& hierarchies) {
    const auto renumber = [](std::uint32_t& io_node, const RecordedHierarchy& hierarchy) {
        if (io_node < hierarchy.node_of_id.size() && hierarchy.node_of_id[io_node] != HierarchyRecord::kNone)
            io_node = hierarchy.node_of_id[io_node];
    };
    for (Visit& visit : visits) {
        if (visit.kind == VisitKind::primitive_pair) continue;
        renumber(visit.a, *hierarchies[0]);
        renumber(visit.b, *hierarchies[1]);
    }
    const auto bytes = std::as_bytes(std::span(visits));
    std::vector<std::byte> out(bytes.begin(), bytes.end());
    for (std::size_t i = sizeof(Visit) - 1; i < out.size(); i += sizeof(Visit))
        out[i] = std::byte{0}; // padding
    return out;
}

Reals point(const glm::dvec3& p) {
    return {.values = {p.x, p.y, p.z}};
}

} // namespace

MeshRecord record_mesh(const MeshView& mesh, std::uint64_t id, std::string name, bool is_solid) {
    MeshRecord record{.id = id, .name = std::move(name), .is_solid = is_solid ? 1u : 0u};
    record.positions.is_single_precision = true;
    record.positions.values.reserve(3 * mesh.positions.size());
    for (const glm::vec3& p : mesh.positions) append(record.positions, p);
    for (const TriangleIndices& triangle : mesh.triangles)
        record.triangles.insert(record.triangles.end(), triangle.begin(), triangle.end());
    return record;
}

RecordedHierarchy record_hierarchy(const AnyHierarchy& hierarchy, std::uint64_t id, std::uint64_t mesh) {
    RecordedHierarchy out;
    const HierarchyConfig& config = hierarchy.config();
    out.record.id = id;
    out.record.mesh = mesh;
    out.record.name = config.kind + ", " + config.volume + ", " + config.builder;
    out.record.library = kThisLibrary;
    out.record.scalar_bits = 32;
    std::visit([&out](const auto& tree) { write_tree(tree, out); }, hierarchy.tree());
    return out;
}

Status append_query(const MeshOperand& a, const MeshOperand& b, const QueryRequest& request,
                    const std::array<const RecordedHierarchy*, 2>& hierarchies, std::uint64_t id,
                    Capture& io_capture) {
    QueryScratch scratch;
    VisitRecorder recorder;
    QueryResult result;
    if (Status status = query_meshes(a, b, request, scratch, recorder, result); !status) return status;
    QueryRecord query{.id = id,
                      .mode = request.mode == QueryMode::any   ? "any"
                              : request.mode == QueryMode::all ? "all"
                                                               : "distance"};
    for (std::size_t side = 0; side < 2; ++side) {
        const MeshOperand& operand = side == 0 ? a : b;
        QuerySideRecord& record = query.sides.emplace_back();
        record.mesh = hierarchies[side]->record.mesh;
        record.hierarchy = hierarchies[side]->record.id;
        record.pose = judge::numbers_of(*operand.world_from_mesh);
    }
    query.relative_used = judge::numbers_of(inverse(*a.world_from_mesh) * *b.world_from_mesh);
    query.verdict = result.intersects ? 1 : 0;
    for (const PrimitivePair& pair : result.pairs) {
        query.pairs_a.push_back(pair.a);
        query.pairs_b.push_back(pair.b);
    }
    if (query.mode == "distance") {
        query.tolerance = request.tolerance;
        if (request.mode == QueryMode::within) query.cutoff = request.max_distance;
        if (std::isfinite(result.distance)) {
            query.distance = result.distance;
            query.witness_a = point(result.point_on_a_w);
            query.witness_b = point(result.point_on_b_w);
        }
    }
    io_capture.visits[id] = {
        .query = id, .seen = recorder.seen(), .visits = with_record_nodes(recorder.visits(), hierarchies)};
    io_capture.queries.push_back(std::move(query));
    return ok();
}

} // namespace boxwood::capture
