#include "engine/judge/faults.hpp"

#include "engine/judge/judge_capture.hpp"
#include "engine/judge/judge_query.hpp"
#include "engine/judge/trees/walk_trees.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace boxwood::judge {
namespace {

using capture::BoundsRecord;
using capture::Capture;
using capture::HierarchyRecord;
using capture::MeshRecord;
using capture::QueryRecord;

// How a fault changes the execution of queries: by a faulty overlap test, a wrong relative pose, or both.
struct RunChange {
    TestFault test = TestFault::none;
    std::function<Pose(const Pose& world_from_a, const Pose& world_from_b)> relative{};
};

Pose relative_pose(const Pose& a, const Pose& b) {
    return inverse(a) * b;
}

Pose pose_of(const capture::Reals& numbers) {
    std::string ignored; // fault injection requires a capture with valid poses
    return pose_from(numbers, ignored);
}

bool is_contact_query(const QueryRecord& query) {
    return query.kind == "pair" && (query.mode == "all" || query.mode == "any");
}

// Runs every contact query again with the current hierarchies, and replaces its claims and visits.
void run_queries(Capture& io_capture, const RunChange& change) {
    std::map<capture::IdAndRevision, JudgedHierarchy> trees;
    for (const auto& [key, record] : io_capture.hierarchies)
        if (const MeshRecord* mesh = io_capture.find_mesh(record.mesh, record.mesh_revision))
            trees.emplace(key, judge_hierarchy(record, *mesh));
    for (QueryRecord& query : io_capture.queries) {
        if (!is_contact_query(query)) continue;
        const auto tree = [&](std::size_t side) {
            return trees.find({query.sides[side].hierarchy, query.sides[side].hierarchy_revision});
        };
        if (tree(0) == trees.end() || tree(1) == trees.end()) continue;
        const Pose a = pose_of(query.sides[0].pose), b = pose_of(query.sides[1].pose);
        const Pose used = change.relative ? change.relative(a, b) : relative_pose(a, b);
        query.relative_used = numbers_of(used);
        walk_trees(tree(0)->second, tree(1)->second, used, change.test, query, io_capture.visits[query.id]);
    }
}

HierarchyRecord& hierarchy_of_a(Capture& io_capture) {
    const capture::QuerySideRecord& side = io_capture.queries.front().sides[0];
    return io_capture.hierarchies.at({side.hierarchy, side.hierarchy_revision});
}

std::size_t wrong_count(const Capture& capture) {
    return judge_capture(capture).count(Outcome::wrong);
}

// All reachable nodes in the order in which the fault is tried. For each triangle with a contact, the nodes from its
// leaf to the root come first. The other nodes follow, children before parents.
std::vector<std::uint32_t> candidate_nodes(const Capture& capture, const HierarchyRecord& record) {
    std::vector<Finding> ignored;
    const MeshRecord& mesh = *capture.find_mesh(record.mesh, record.mesh_revision);
    const TreeLinks links = link_nodes(record, mesh.triangle_count(), ignored);
    std::vector<std::uint32_t> nodes;
    for (const QueryRecord& query : capture.queries) {
        const capture::QuerySideRecord& side = query.sides[0];
        if (!is_contact_query(query) || side.hierarchy != record.id ||
            side.hierarchy_revision != record.revision)
            continue;
        for (const std::uint32_t triangle : query.pairs_a)
            for (const std::uint32_t leaf : links.leaves_of.at(triangle)) {
                const std::vector<std::uint32_t> path = links.path_to(leaf);
                nodes.insert(nodes.end(), path.rbegin(), path.rend());
            }
    }
    nodes.insert(nodes.end(), links.order.rbegin(), links.order.rend());
    std::vector<std::uint32_t> unique;
    std::vector<bool> is_listed(record.node_count(), false);
    for (const std::uint32_t node : nodes)
        if (!is_listed[node]) {
            is_listed[node] = true;
            unique.push_back(node);
        }
    return unique;
}

BoundsRecord* boxes_of(HierarchyRecord& io_record) {
    return io_record.bounds.size() == 1 && io_record.bounds[0].type == "aabb" ? &io_record.bounds[0]
                                                                              : nullptr;
}
double* box_of(HierarchyRecord& io_record, std::uint32_t node) {
    return io_record.bounds[0].values.values.data() + 6 * std::size_t{io_record.node_bounds[node]};
}

std::uint32_t parent_of(const HierarchyRecord& record, std::uint32_t node) {
    for (std::uint32_t parent = 0; parent < record.node_count(); ++parent)
        for (const std::uint32_t child : children_of(record, parent))
            if (child == node) return parent;
    return TreeLinks::kNone;
}

// Applies `change(record, node)` to the requested node. Without a requested node, tries candidate nodes until the judge
// finds a wrong claim. `change` returns false if it does not apply to the node.
Status change_node(const FaultRequest& request, Capture& io_capture,
                   const std::function<bool(HierarchyRecord&, std::uint32_t)>& change) {
    constexpr std::size_t kMaxTries = 64;
    const HierarchyRecord original = hierarchy_of_a(io_capture);
    std::vector<std::uint32_t> nodes = candidate_nodes(io_capture, original);
    if (request.node) {
        if (*request.node >= original.node_count())
            return Error{std::string(request.name) + "@" + std::to_string(*request.node) +
                         ": the hierarchy of a has " + std::to_string(original.node_count()) + " nodes"};
        nodes = {*request.node};
    }
    if (nodes.size() > kMaxTries) nodes.resize(kMaxTries);
    for (const std::uint32_t node : nodes) {
        Capture changed = io_capture;
        if (!change(hierarchy_of_a(changed), node)) continue;
        run_queries(changed, {});
        if (wrong_count(changed) == 0) continue;
        io_capture = std::move(changed);
        return ok();
    }
    return Error{std::string(request.name) +
                 (request.node ? "@" + std::to_string(*request.node) : std::string()) +
                 ": after this fault, the judge finds nothing wrong in this capture"};
}

Status change_run(const FaultRequest& request, Capture& io_capture, const RunChange& change) {
    Capture changed = io_capture;
    run_queries(changed, change);
    if (wrong_count(changed) == 0)
        return Error{std::string(request.name) + ": the fault changes no answer in this capture"};
    io_capture = std::move(changed);
    return ok();
}

Status require_boxes(const FaultRequest& request, Capture& io_capture) {
    if (boxes_of(hierarchy_of_a(io_capture)) != nullptr) return ok();
    return Error{std::string(request.name) +
                 ": this fault needs a hierarchy of stored boxes, such as --kind bvh2 --volume aabb"};
}
Status require_box_tree(const FaultRequest& request, Capture& io_capture) {
    const HierarchyRecord& record = hierarchy_of_a(io_capture);
    if (record.bounds.size() == 1 && record.bounds[0].type == "box-tree") return ok();
    return Error{std::string(request.name) + ": this fault needs a hierarchy of --kind box-tree"};
}

using Inject = Status (*)(const FaultRequest&, Capture&);

Status inject_box_shrunk(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_boxes(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        double* box = box_of(io_record, node);
        std::size_t longest = 0;
        for (std::size_t axis = 1; axis < 3; ++axis)
            if (box[axis + 3] - box[axis] > box[longest + 3] - box[longest]) longest = axis;
        const double size = box[longest + 3] - box[longest];
        if (!(size > 0)) return false;
        box[longest + 3] -= 0.01 * size;
        return true;
    });
}

Status inject_bounds_exchanged(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_boxes(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        const std::uint32_t parent = parent_of(io_record, node);
        if (parent == TreeLinks::kNone) return false;
        for (const std::uint32_t sibling : children_of(io_record, parent))
            if (sibling != node) {
                std::swap_ranges(box_of(io_record, node), box_of(io_record, node) + 6,
                                 box_of(io_record, sibling));
                return true;
            }
        return false;
    });
}

Status inject_primitive_lost(const FaultRequest& request, Capture& io_capture) {
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        if (io_record.primitive_count[node] == 0) return false;
        --io_record.primitive_count[node];
        return true;
    });
}

Status inject_primitive_doubled(const FaultRequest& request, Capture& io_capture) {
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        if (io_record.primitive_count[node] == 0) return false;
        const std::uint32_t primitive = io_record.primitives[io_record.first_primitive[node]];
        // Adds the primitive to the first other leaf, whose primitives move to the end of the list to make room.
        for (std::uint32_t other = 0; other < io_record.node_count(); ++other) {
            if (other == node || io_record.primitive_count[other] == 0) continue;
            const auto first = static_cast<std::uint32_t>(io_record.primitives.size());
            const auto own = primitives_of(io_record, other);
            std::vector<std::uint32_t> moved(own.begin(), own.end());
            moved.push_back(primitive);
            io_record.primitives.insert(io_record.primitives.end(), moved.begin(), moved.end());
            io_record.first_primitive[other] = first;
            ++io_record.primitive_count[other];
            return true;
        }
        return false;
    });
}

// Replaces the first child of an inner node by `to(record, node)`.
Status change_child(const FaultRequest& request, Capture& io_capture,
                    const std::function<std::uint32_t(const HierarchyRecord&, std::uint32_t)>& to) {
    return change_node(request, io_capture, [&to](HierarchyRecord& io_record, std::uint32_t node) {
        if (io_record.child_count[node] == 0) return false;
        io_record.children[io_record.first_child[node]] = to(io_record, node);
        return true;
    });
}

Status inject_child_out_of_range(const FaultRequest& request, Capture& io_capture) {
    return change_child(request, io_capture, [](const HierarchyRecord& record, std::uint32_t) {
        return static_cast<std::uint32_t>(record.node_count() + 7);
    });
}
Status inject_cycle(const FaultRequest& request, Capture& io_capture) {
    return change_child(request, io_capture,
                        [](const HierarchyRecord& record, std::uint32_t) { return record.roots[0]; });
}
Status inject_orphan(const FaultRequest& request, Capture& io_capture) {
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        const std::uint32_t parent = parent_of(io_record, node);
        if (parent == TreeLinks::kNone) return false;
        // Removes the child from the parent's list; the child's subtree stays in the arrays.
        const std::span<const std::uint32_t> children = children_of(io_record, parent);
        const auto position =
            static_cast<std::size_t>(std::find(children.begin(), children.end(), node) - children.begin());
        std::swap(io_record.children[io_record.first_child[parent] + position],
                  io_record.children[io_record.first_child[parent] + io_record.child_count[parent] - 1]);
        --io_record.child_count[parent];
        return true;
    });
}

Status inject_nan_bound(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_boxes(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        box_of(io_record, node)[4] = std::numeric_limits<double>::quiet_NaN();
        return true;
    });
}
Status inject_inverted_box(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_boxes(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        double* box = box_of(io_record, node);
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (box[axis] < box[axis + 3]) {
                std::swap(box[axis], box[axis + 3]);
                return true;
            }
        return false;
    });
}
Status inject_leaf_ulp(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_boxes(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        if (io_record.child_count[node] != 0) return false;
        double& upper = box_of(io_record, node)[3];
        upper = io_record.bounds[0].values.is_single_precision
                    ? static_cast<double>(
                          std::nextafter(static_cast<float>(upper), -std::numeric_limits<float>::infinity()))
                    : std::nextafter(upper, -std::numeric_limits<double>::infinity());
        return true;
    });
}

// Moves every vertex along x by a sine of its y coordinate. The amplitude is a tenth of the mesh's extent along x, or
// of its largest extent if the mesh is flat along x.
MeshRecord deformed(const MeshRecord& mesh) {
    MeshRecord next = mesh;
    ++next.revision;
    const auto extent_on = [&mesh](std::size_t axis) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (std::size_t i = axis; i < mesh.positions.size(); i += 3) {
            low = std::min(low, mesh.positions[i]);
            high = std::max(high, mesh.positions[i]);
        }
        return high - low;
    };
    double extent = extent_on(0);
    if (extent == 0.0) extent = std::max(extent_on(1), extent_on(2));
    if (extent == 0.0) return next; // all vertices are one point
    for (std::size_t i = 0; i < next.positions.size(); i += 3) {
        const double moved =
            next.positions[i] + 0.1 * extent * std::sin(9.0 * next.positions[i + 1] / extent);
        next.positions.values[i] =
            next.positions.is_single_precision ? static_cast<double>(static_cast<float>(moved)) : moved;
    }
    return next;
}

void refit_node(HierarchyRecord& io_record, const MeshRecord& mesh, std::uint32_t node) {
    double* box = box_of(io_record, node);
    std::fill_n(box, 3, std::numeric_limits<double>::infinity());
    std::fill_n(box + 3, 3, -std::numeric_limits<double>::infinity());
    const auto include = [box](const double* lower, const double* upper) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box[axis] = std::min(box[axis], lower[axis]);
            box[axis + 3] = std::max(box[axis + 3], upper[axis]);
        }
    };
    for (const std::uint32_t triangle : primitives_of(io_record, node))
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const double* p = mesh.positions.values.data() +
                              3 * std::size_t{mesh.triangles[3 * std::size_t{triangle} + corner]};
            include(p, p);
        }
    for (const std::uint32_t child : children_of(io_record, node))
        include(box_of(io_record, child), box_of(io_record, child) + 3);
}

// Deforms the mesh of a and calls `refit`, which refits the hierarchy incorrectly or not at all. Afterwards, the record
// declares that the hierarchy was fitted to the deformed mesh.
Status deform_a(const FaultRequest& request, Capture& io_capture,
                const std::function<void(HierarchyRecord&, const MeshRecord&, const TreeLinks&)>& refit) {
    if (Status status = require_boxes(request, io_capture); !status) return status;
    if (request.node)
        return Error{std::string(request.name) + ": this fault affects all nodes; remove the node after @"};
    Capture changed = io_capture;
    HierarchyRecord record = hierarchy_of_a(changed);
    MeshRecord mesh = deformed(*changed.find_mesh(record.mesh, record.mesh_revision));
    while (changed.meshes.contains({mesh.id, mesh.revision})) ++mesh.revision;
    std::vector<Finding> ignored;
    refit(record, mesh, link_nodes(record, mesh.triangle_count(), ignored));
    while (changed.hierarchies.contains({record.id, record.revision})) ++record.revision;
    record.mesh_revision = mesh.revision;
    changed.meshes[{mesh.id, mesh.revision}] = mesh;
    for (QueryRecord& query : changed.queries)
        for (capture::QuerySideRecord& side : query.sides)
            if (side.hierarchy == record.id && &side == query.sides.data()) {
                side.mesh_revision = mesh.revision;
                side.hierarchy_revision = record.revision;
            }
    changed.hierarchies[{record.id, record.revision}] = record;
    run_queries(changed, {});
    if (wrong_count(changed) == 0)
        return Error{std::string(request.name) +
                     ": after this fault, the judge finds nothing wrong in this capture"};
    io_capture = std::move(changed);
    return ok();
}

Status inject_refit_skipped(const FaultRequest& request, Capture& io_capture) {
    return deform_a(request, io_capture, [](HierarchyRecord&, const MeshRecord&, const TreeLinks&) {});
}
Status inject_refit_order(const FaultRequest& request, Capture& io_capture) {
    return deform_a(request, io_capture,
                    [](HierarchyRecord& io_record, const MeshRecord& mesh, const TreeLinks& links) {
                        for (const std::uint32_t node : links.order)
                            refit_node(io_record, mesh, node); // parents first
                    });
}

Status inject_parallel_edges(const FaultRequest& request, Capture& io_capture) {
    return change_run(request, io_capture, {.test = TestFault::no_epsilon});
}
Status inject_cross_axis_sign(const FaultRequest& request, Capture& io_capture) {
    return change_run(request, io_capture, {.test = TestFault::cross_axis_sign});
}
Status inject_pose_inverted(const FaultRequest& request, Capture& io_capture) {
    return change_run(request, io_capture, {.relative = [](const Pose& a, const Pose& b) {
                          return inverse(relative_pose(a, b));
                      }});
}
Status inject_scale_order(const FaultRequest& request, Capture& io_capture) {
    return change_run(request, io_capture, {.relative = [](const Pose& a, const Pose& b) {
                          return relative_pose(with_scale_after_rotation(a), with_scale_after_rotation(b));
                      }});
}

// The bounds of a box-tree are the root's box (6 numbers), then the moved axis, side and offset of each node.
Status inject_side_bit(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_box_tree(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        double* move = io_record.bounds[0].values.values.data() + 6 + 3 * std::size_t{node};
        if (!(move[2] > 0)) return false;
        move[1] = 1 - move[1];
        return true;
    });
}
Status inject_plane_inward(const FaultRequest& request, Capture& io_capture) {
    if (Status status = require_box_tree(request, io_capture); !status) return status;
    return change_node(request, io_capture, [](HierarchyRecord& io_record, std::uint32_t node) {
        double* move = io_record.bounds[0].values.values.data() + 6 + 3 * std::size_t{node};
        if (!(move[2] > 0)) return false;
        const float next =
            std::nextafter(static_cast<float>(move[2]), std::numeric_limits<float>::infinity());
        move[2] = next + 4 * (next - static_cast<float>(move[2])); // five ulps further inwards
        return true;
    });
}

// Adds one frame per query: the poses of the two bodies, and, if the query claims a contact, the pair of the bodies as
// reported by the broad phase.
void add_frames(Capture& io_capture) {
    for (std::size_t side = 0; side < 2; ++side) {
        const std::uint64_t mesh = io_capture.queries.front().sides[side].mesh;
        io_capture.bodies[side] = {.id = side, .name = side == 0 ? "a" : "b", .meshes = {mesh}};
    }
    std::uint64_t frame = 0;
    for (QueryRecord& query : io_capture.queries) {
        capture::PoseRecord poses{.frame = frame, .bodies = {0, 1}};
        for (std::size_t side = 0; side < 2; ++side) {
            query.sides[side].body = side;
            poses.matrices.values.insert(poses.matrices.values.end(), query.sides[side].pose.values.begin(),
                                         query.sides[side].pose.values.end());
        }
        query.frame = frame;
        io_capture.poses.push_back(std::move(poses));
        capture::PairRecord pairs{.frame = frame};
        if (query.verdict == 1) {
            pairs.a = {0};
            pairs.b = {1};
        }
        io_capture.pairs.push_back(std::move(pairs));
        ++frame;
    }
}

Status inject_sweep_flag(const FaultRequest& request, Capture& io_capture) {
    Capture changed = io_capture;
    add_frames(changed);
    // Sweep and prune reports a pair only if it is flagged as overlapping on all three axes. Simulates a lost flag in
    // the first frame in which the bodies touch: the pair is missing.
    for (std::size_t i = 0; i < changed.pairs.size(); ++i)
        if (!changed.pairs[i].a.empty()) {
            changed.pairs[i].a.clear();
            changed.pairs[i].b.clear();
            io_capture = std::move(changed);
            return ok();
        }
    return Error{std::string(request.name) + ": this fault needs a pose in which the meshes touch"};
}

Status inject_endpoint_order(const FaultRequest& request, Capture& io_capture) {
    Capture changed = io_capture;
    add_frames(changed);
    // Simulates endpoint lists that are not sorted again after a body has jumped: the frame has the pairs of the
    // previous frame.
    for (std::size_t i = 1; i < changed.pairs.size(); ++i)
        if (!changed.pairs[i].a.empty() && changed.pairs[i - 1].a.empty()) {
            changed.pairs[i].a.clear();
            changed.pairs[i].b.clear();
            io_capture = std::move(changed);
            return ok();
        }
    return Error{std::string(request.name) +
                 ": this fault needs a pose in which the meshes touch after a pose in which they do not"};
}

// Replaces the contact queries by distance queries. One of them repeats the answer of the query before it.
Status inject_stale_features(const FaultRequest& request, Capture& io_capture) {
    Capture changed = io_capture;
    std::vector<QueryRecord> distances;
    for (const QueryRecord& query : changed.queries) {
        std::array<WorldTriangles, 2> world;
        for (std::size_t side = 0; side < 2; ++side)
            world[side] =
                world_triangles(*changed.find_mesh(query.sides[side].mesh, query.sides[side].mesh_revision),
                                pose_of(query.sides[side].pose));
        const ExactDistance exact =
            find_distance(world[0], world[1], std::numeric_limits<double>::infinity());
        QueryRecord distance = query;
        distance.mode = "distance";
        distance.frame = distances.size();
        distance.pairs_a.clear();
        distance.pairs_b.clear();
        distance.verdict = exact.distance == 0 ? 1 : 0;
        distance.distance = exact.distance;
        distance.witness_a = {.values = {exact.on_a.x, exact.on_a.y, exact.on_a.z}};
        distance.witness_b = {.values = {exact.on_b.x, exact.on_b.y, exact.on_b.z}};
        distances.push_back(std::move(distance));
    }
    changed.visits.clear();
    for (std::size_t i = 1; i < distances.size(); ++i) {
        changed.queries = distances;
        QueryRecord& stale = changed.queries[i];
        stale.verdict = distances[i - 1].verdict;
        stale.distance = distances[i - 1].distance;
        stale.witness_a = distances[i - 1].witness_a;
        stale.witness_b = distances[i - 1].witness_b;
        if (wrong_count(changed) == 0) continue;
        io_capture = std::move(changed);
        return ok();
    }
    return Error{std::string(request.name) + ": this fault needs two poses with different distances"};
}

// The faults use the indices of the records without further checks, so every record that they use must be present and
// without a wrong claim.
Status require_sound(const FaultRequest& request, const Capture& capture) {
    const std::string name = std::string(request.name) + ": ";
    if (capture.queries.empty()) return Error{name + "the capture has no query"};
    for (const auto& [key, record] : capture.hierarchies)
        if (!has_only_boxes(record))
            return Error{name + "the capture needs hierarchies of boxes (--volume aabb)"};
    const auto is_recorded = [&](const capture::QuerySideRecord& side) {
        const HierarchyRecord* tree = capture.find_hierarchy(side.hierarchy, side.hierarchy_revision);
        return tree != nullptr && tree->primitive == "triangle" && tree->mesh == side.mesh &&
               tree->mesh_revision == side.mesh_revision &&
               capture.find_mesh(side.mesh, side.mesh_revision) != nullptr;
    };
    for (const QueryRecord& query : capture.queries)
        if (query.kind != "pair" || query.sides.size() != 2 ||
            !std::all_of(query.sides.begin(), query.sides.end(), is_recorded))
            return Error{name + "query " + std::to_string(query.id) +
                         " is not about a pair of recorded meshes with recorded hierarchies of triangles"};
    for (const Finding& finding : judge_capture(capture).findings)
        if (finding.outcome == Outcome::wrong)
            return Error{name + "the capture is already wrong: " + finding.text};
    return ok();
}

struct FaultEntry {
    FaultKind kind;
    Inject inject;
};

constexpr std::array kFaults{
    FaultEntry{{"box-shrunk", "a box is 1 % too small on one side"}, inject_box_shrunk},
    FaultEntry{{"bounds-exchanged", "the bounds of two siblings are swapped"}, inject_bounds_exchanged},
    FaultEntry{{"primitive-lost", "a triangle is in no leaf"}, inject_primitive_lost},
    FaultEntry{{"primitive-doubled", "a triangle is in two leaves"}, inject_primitive_doubled},
    FaultEntry{{"child-out-of-range", "the index of a child is too large"}, inject_child_out_of_range},
    FaultEntry{{"cycle", "a child is an ancestor"}, inject_cycle},
    FaultEntry{{"orphan", "a subtree that no parent refers to"}, inject_orphan},
    FaultEntry{{"nan-bound", "a bound is not a number"}, inject_nan_bound},
    FaultEntry{{"inverted-box", "the lower bound of a box exceeds the upper one"}, inject_inverted_box},
    FaultEntry{{"refit-skipped", "the mesh deforms, and the hierarchy is not refitted"},
               inject_refit_skipped},
    FaultEntry{{"refit-order", "parents are refitted before their children"}, inject_refit_order},
    FaultEntry{{"leaf-ulp", "a leaf's box is one unit in the last place too small"}, inject_leaf_ulp},
    FaultEntry{{"parallel-edges", "the overlap test has no error bound for nearly parallel edges",
                FaultSample::parallel},
               inject_parallel_edges},
    FaultEntry{{"cross-axis-sign", "a cross product of edges in the overlap test has a wrong sign"},
               inject_cross_axis_sign},
    FaultEntry{{"pose-inverted", "the relative pose maps a to b instead of b to a"}, inject_pose_inverted},
    FaultEntry{{"scale-order", "the scale is applied after the rotation", FaultSample::scaled},
               inject_scale_order},
    FaultEntry{{"side-bit", "a node of a box-tree moves the opposite side", FaultSample::box_trees},
               inject_side_bit},
    FaultEntry{{"plane-inward", "the plane of a box-tree's node is rounded inwards", FaultSample::box_trees},
               inject_plane_inward},
    FaultEntry{{"sweep-flag", "sweep and prune loses a pair's overlap flag on one axis"}, inject_sweep_flag},
    FaultEntry{
        {"endpoint-order", "the endpoint lists of sweep and prune are not sorted after a body has jumped"},
        inject_endpoint_order},
    FaultEntry{{"stale-features", "cached closest features are used after the shapes moved"},
               inject_stale_features},
};

constexpr auto kKinds = [] {
    std::array<FaultKind, kFaults.size()> kinds{};
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = kFaults[i].kind;
    return kinds;
}();

const FaultEntry* find_fault(std::string_view name) {
    const auto found = std::find_if(kFaults.begin(), kFaults.end(),
                                    [&](const FaultEntry& entry) { return entry.kind.name == name; });
    return found == kFaults.end() ? nullptr : &*found;
}

} // namespace

std::span<const FaultKind> list_faults() {
    return kKinds;
}

Result<FaultRequest> parse_fault(std::string_view text) {
    const std::size_t at = text.find('@');
    const FaultEntry* entry = find_fault(text.substr(0, at));
    if (entry == nullptr) {
        std::string known;
        for (const FaultKind& kind : kKinds) known.append(known.empty() ? "" : ", ").append(kind.name);
        return Error{"\"" + capture::printable(text.substr(0, at)) +
                     "\": unknown fault; the known faults are " + known};
    }
    FaultRequest request{.name = entry->kind.name};
    if (at == std::string_view::npos) return request;
    const std::string_view number = text.substr(at + 1);
    std::uint32_t node = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), node);
    if (error != std::errc() || end != number.data() + number.size() || number.empty())
        return Error{"\"" + capture::printable(text) + "\": the text after @ must be a node number"};
    request.node = node;
    return request;
}

Status inject_fault(const FaultRequest& request, Capture& io_capture) {
    const FaultEntry* entry = find_fault(request.name);
    BOXWOOD_REQUIRE(entry != nullptr);
    if (Status status = require_sound(request, io_capture); !status) return status;
    return entry->inject(request, io_capture);
}

} // namespace boxwood::judge
