#include "engine/judge/shrink/reduce_capture.hpp"

#include "engine/judge/trees/tree_links.hpp"

#include <algorithm>
#include <cstring>

namespace boxwood::judge {
namespace {

using capture::Capture;
using capture::HierarchyRecord;
using capture::IdAndRevision;
using capture::MeshRecord;
using capture::QueryRecord;

constexpr std::uint32_t kRemoved = 0xFFFFFFFF;

// The new index of each element, or kRemoved.
std::vector<std::uint32_t> new_indices_of(const Kept& kept) {
    std::vector<std::uint32_t> numbers(kept.size(), kRemoved);
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i]) numbers[i] = next++;
    return numbers;
}

// An index that was out of range stays unchanged.
std::uint32_t renumbered(const std::vector<std::uint32_t>& numbers, std::uint32_t old) {
    return old < numbers.size() ? numbers[old] : old;
}

// Removes elements from an array with `width` numbers per element. An array of another length stays unchanged, because
// it is empty or has one entry for all elements.
template <class Array>
void keep_elements(const Kept& kept, std::size_t width, Array& io_values) {
    if (io_values.size() != width * kept.size()) return;
    std::size_t out = 0;
    for (std::size_t i = 0; i < kept.size(); ++i)
        for (std::size_t k = 0; k < width && kept[i]; ++k) io_values[out++] = io_values[width * i + k];
    io_values.resize(out);
}

void keep_mesh_triangles(const Kept& kept, MeshRecord& io_mesh) {
    keep_elements(kept, 3, io_mesh.triangles);
    Kept used(io_mesh.vertex_count(), false);
    for (const std::uint32_t vertex : io_mesh.triangles)
        if (vertex < used.size()) used[vertex] = true;
    const std::vector<std::uint32_t> numbers = new_indices_of(used);
    keep_elements(used, 3, io_mesh.positions.values);
    for (std::uint32_t& vertex : io_mesh.triangles) vertex = renumbered(numbers, vertex);
}

// --- visits ----------------------------------------------------------------------------------------------

// The layout of docs/visit-stream.md has 16 bytes per visit: a at byte 0, b at byte 4, the depth at byte 8, the kind at
// byte 12.
constexpr std::size_t kBytesPerVisit = 16, kKindAt = 12;
constexpr std::uint8_t kTriangleVisit = 1;

using Numbers = std::vector<std::uint32_t>;

// Renumbers the triangles (of_triangles) or the nodes of each visit, and removes visits to removed elements. A null
// argument keeps the numbers of that side.
void renumber_visits(const Numbers* numbers_a, const Numbers* numbers_b, bool of_triangles,
                     capture::VisitsRecord& io_record) {
    const std::size_t count = io_record.visits.size() / kBytesPerVisit;
    Kept kept(count, true);
    for (std::size_t i = 0; i < count; ++i) {
        std::byte* const visit = io_record.visits.data() + kBytesPerVisit * i;
        const bool is_triangles = std::to_integer<std::uint8_t>(visit[kKindAt]) == kTriangleVisit;
        if (is_triangles != of_triangles) continue;
        const auto change = [&](std::size_t at, const Numbers* numbers) {
            if (numbers == nullptr) return;
            std::uint32_t value = 0;
            std::memcpy(&value, visit + at, sizeof value);
            value = renumbered(*numbers, value);
            std::memcpy(visit + at, &value, sizeof value);
            if (value == kRemoved) kept[i] = false;
        };
        change(0, numbers_a);
        change(4, numbers_b);
    }
    const std::size_t gone = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), false));
    keep_elements(kept, 3, io_record.axes.values);
    keep_elements(kept, 1, io_record.values.values);
    io_record.visits.resize(kBytesPerVisit * count);
    keep_elements(kept, kBytesPerVisit, io_record.visits);
    io_record.seen -= std::min<std::uint64_t>(io_record.seen, gone);
}

// A query of one object against itself has only one side; both triangles of a pair are on this side. The result is null
// for side 1 of a ray or point query.
const capture::QuerySideRecord* side_of(const QueryRecord& query, std::size_t side) {
    if (side < query.sides.size()) return &query.sides[side];
    return query.kind == "self" && !query.sides.empty() ? &query.sides[0] : nullptr;
}

template <class IsAffected>
void renumber_in_visits(const IsAffected& is_affected, const Numbers& numbers, bool of_triangles,
                        Capture& io_capture) {
    for (const QueryRecord& query : io_capture.queries) {
        const auto found = io_capture.visits.find(query.id);
        if (found == io_capture.visits.end()) continue;
        const auto of_side = [&](std::size_t side) {
            const capture::QuerySideRecord* record = side_of(query, side);
            return record != nullptr && is_affected(*record) ? &numbers : nullptr;
        };
        renumber_visits(of_side(0), of_side(1), of_triangles, found->second);
    }
}

void renumber_claims(std::uint64_t mesh, const Numbers& numbers, QueryRecord& io_query) {
    // The hits of a ray are listed in pairs_a alone.
    const std::size_t count = io_query.kind == "ray"
                                  ? io_query.pairs_a.size()
                                  : std::min(io_query.pairs_a.size(), io_query.pairs_b.size());
    Kept kept(count, true);
    const auto change = [&](std::size_t side, std::vector<std::uint32_t>& io_list) {
        const capture::QuerySideRecord* record = side_of(io_query, side);
        if (record == nullptr || record->mesh != mesh) return;
        for (std::size_t i = 0; i < std::min(count, io_list.size()); ++i) {
            io_list[i] = renumbered(numbers, io_list[i]);
            if (io_list[i] == kRemoved) kept[i] = false;
        }
    };
    change(0, io_query.pairs_a);
    change(1, io_query.pairs_b);
    keep_elements(kept, 1, io_query.pairs_a);
    keep_elements(kept, 1, io_query.pairs_b);
}

// --- nodes -----------------------------------------------------------------------------------------------

// A tree with one list of children and one list of primitives per node. Lists are easier to change than ranges of
// arrays.
struct Lists {
    struct Child {
        std::uint32_t node = 0, edge = 0;
    };
    struct Primitive {
        std::uint32_t index = 0, part = 0;
    };
    std::vector<std::vector<Child>> children;
    std::vector<std::vector<Primitive>> primitives;
};

bool has_edges(const HierarchyRecord& record) {
    return record.edge_bounds.size() == record.children.size() && !record.edge_bounds.empty();
}
bool has_parts(const HierarchyRecord& record) {
    return record.parts.size() == record.primitives.size() && !record.parts.empty();
}

// False if the arrays contradict each other. Such a record must not be changed.
bool is_regular(const HierarchyRecord& record) {
    const std::size_t count = record.node_count();
    if (record.first_child.size() != count || record.child_count.size() != count || record.first_primitive.size() != count ||
        record.primitive_count.size() != count)
        return false;
    for (std::size_t node = 0; node < count; ++node)
        if (std::uint64_t{record.first_child[node]} + record.child_count[node] > record.children.size() ||
            std::uint64_t{record.first_primitive[node]} + record.primitive_count[node] > record.primitives.size())
            return false;
    return true;
}

Lists lists_of(const HierarchyRecord& record) {
    Lists lists{std::vector<std::vector<Lists::Child>>(record.node_count()),
                std::vector<std::vector<Lists::Primitive>>(record.node_count())};
    for (std::size_t node = 0; node < record.node_count(); ++node) {
        for (std::size_t i = 0; i < record.child_count[node]; ++i) {
            const std::size_t at = record.first_child[node] + i;
            lists.children[node].push_back({record.children[at], has_edges(record) ? record.edge_bounds[at] : 0});
        }
        for (std::size_t i = 0; i < record.primitive_count[node]; ++i) {
            const std::size_t at = record.first_primitive[node] + i;
            lists.primitives[node].push_back({record.primitives[at], has_parts(record) ? record.parts[at] : 0});
        }
    }
    return lists;
}

// Numbers per volume of an array; 0 for a box-tree, whose volumes depend on each other, and for an unknown type.
std::size_t width_of(const capture::BoundsRecord& bounds) {
    if (bounds.type == "aabb") return 6;
    if (bounds.type == "sphere") return 4;
    if (bounds.type == "obb" || bounds.type == "rss") return 15;
    if (bounds.type == "capsule") return 7;
    if (bounds.type == "kdop") return bounds.k;
    return bounds.type == "aabb-quantized" ? 6 : 0;
}

std::size_t count_of(const capture::BoundsRecord& bounds) {
    const std::size_t width = width_of(bounds);
    if (width == 0) return 0;
    return (bounds.type == "aabb-quantized" ? bounds.quantized.size() : bounds.values.size()) / width;
}

void drop_unused_volumes(HierarchyRecord& io_record) {
    if (io_record.bounds.empty()) return;
    const std::size_t count = count_of(io_record.bounds[0]);
    for (const capture::BoundsRecord& bounds : io_record.bounds)
        if (count == 0 || count_of(bounds) != count) return;
    Kept used(count, false);
    for (const std::vector<std::uint32_t>* list : {&io_record.node_bounds, &io_record.edge_bounds})
        for (const std::uint32_t volume : *list)
            if (volume < count) used[volume] = true;
    const Numbers numbers = new_indices_of(used);
    for (std::vector<std::uint32_t>* list : {&io_record.node_bounds, &io_record.edge_bounds})
        for (std::uint32_t& volume : *list) volume = renumbered(numbers, volume);
    for (capture::BoundsRecord& bounds : io_record.bounds) {
        const std::size_t width = width_of(bounds);
        keep_elements(used, width, bounds.values.values);
        keep_elements(used, width, bounds.quantized);
        if (count != 1) {
            keep_elements(used, 3, bounds.origin.values);
            keep_elements(used, 3, bounds.scale.values);
            keep_elements(used, 1, bounds.margins.values);
        }
    }
}

// Keeps the moves of the remaining nodes of a box-tree. The array contains the root's box, then three numbers per node.
void keep_moves(const Kept& kept, HierarchyRecord& io_record) {
    for (capture::BoundsRecord& bounds : io_record.bounds) {
        std::vector<double>& values = bounds.values.values;
        if (bounds.type != "box-tree" || values.size() != 6 + 3 * kept.size()) continue;
        std::vector<double> moves(values.begin() + 6, values.end());
        keep_elements(kept, 3, moves);
        values.resize(6);
        values.insert(values.end(), moves.begin(), moves.end());
        for (std::uint32_t node = 0; node < io_record.node_bounds.size(); ++node) io_record.node_bounds[node] = node;
    }
}

// Writes the lists of the remaining nodes back into the arrays of the record.
void write_lists(const Lists& lists, const Kept& kept, HierarchyRecord& io_record) {
    const bool edges = has_edges(io_record), parts = has_parts(io_record);
    const Numbers numbers = new_indices_of(kept);
    HierarchyRecord out = io_record;
    for (auto* list : {&out.node_bounds, &out.first_child, &out.child_count, &out.first_primitive, &out.primitive_count,
                       &out.children, &out.edge_bounds, &out.primitives, &out.parts})
        list->clear();
    for (std::size_t node = 0; node < kept.size(); ++node) {
        if (!kept[node]) continue;
        out.node_bounds.push_back(io_record.node_bounds[node]);
        out.first_child.push_back(static_cast<std::uint32_t>(out.children.size()));
        out.first_primitive.push_back(static_cast<std::uint32_t>(out.primitives.size()));
        for (const Lists::Child& child : lists.children[node]) {
            const std::uint32_t number = renumbered(numbers, child.node);
            if (number == kRemoved) continue;
            out.children.push_back(number);
            if (edges) out.edge_bounds.push_back(child.edge);
        }
        for (const Lists::Primitive& primitive : lists.primitives[node]) {
            out.primitives.push_back(primitive.index);
            if (parts) out.parts.push_back(primitive.part);
        }
        out.child_count.push_back(static_cast<std::uint32_t>(out.children.size()) - out.first_child.back());
        out.primitive_count.push_back(static_cast<std::uint32_t>(out.primitives.size()) - out.first_primitive.back());
    }
    out.roots.clear();
    for (const std::uint32_t root : io_record.roots)
        if (const std::uint32_t number = renumbered(numbers, root); number != kRemoved)
            out.roots.push_back(number);
    drop_unused_volumes(out);
    keep_moves(kept, out);
    io_record = std::move(out);
}

void renumber_nodes_in_visits(const IdAndRevision& hierarchy, const Kept& kept, Capture& io_capture) {
    renumber_in_visits(
        [&](const capture::QuerySideRecord& side) {
            return side.hierarchy == hierarchy.id && side.hierarchy_revision == hierarchy.revision;
        },
        new_indices_of(kept), false, io_capture);
}

// Removes triangles from the leaves and renumbers the others, then removes nodes that became empty. Returns the nodes
// that stay.
Kept drop_primitives(const Numbers& numbers, std::size_t new_count, HierarchyRecord& io_record) {
    Lists lists = lists_of(io_record);
    Kept kept(io_record.node_count(), true);
    for (std::size_t node = 0; node < kept.size(); ++node) {
        auto& list = lists.primitives[node];
        const bool was_leaf = !list.empty();
        std::erase_if(list,
                      [&](const Lists::Primitive& p) { return renumbered(numbers, p.index) == kRemoved; });
        for (Lists::Primitive& p : list)
            p.index = p.index < numbers.size() ? numbers[p.index]
                                               : p.index - static_cast<std::uint32_t>(numbers.size() - new_count);
        if (was_leaf && list.empty() && lists.children[node].empty()) kept[node] = false;
    }
    // Repeats until nothing changes, because parents can precede their children.
    for (bool is_changing = true; is_changing;) {
        is_changing = false;
        for (std::size_t node = 0; node < kept.size(); ++node) {
            if (!kept[node] || lists.children[node].empty()) continue;
            const bool is_empty = lists.primitives[node].empty() &&
                                  std::all_of(lists.children[node].begin(), lists.children[node].end(), [&](const Lists::Child& c) {
                                      return c.node < kept.size() && !kept[c.node];
                                  });
            if (is_empty) {
                kept[node] = false;
                is_changing = true;
            }
        }
    }
    write_lists(lists, kept, io_record);
    return kept;
}

template <class T>
void keep_in_list(const Kept& kept, std::vector<T>& io_list) {
    std::size_t out = 0;
    for (std::size_t i = 0; i < io_list.size(); ++i)
        if (kept[i]) {
            if (out != i) io_list[out] = std::move(io_list[i]);
            ++out;
        }
    io_list.erase(io_list.begin() + static_cast<std::ptrdiff_t>(out), io_list.end());
}

} // namespace

Capture keep_triangles(const Capture& capture, std::uint64_t mesh, const Kept& kept) {
    Capture out = capture;
    const Numbers numbers = new_indices_of(kept);
    const auto new_count = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
    for (auto& [key, record] : out.meshes)
        if (key.id == mesh && record.triangle_count() == kept.size()) keep_mesh_triangles(kept, record);
    for (auto& [key, record] : out.hierarchies) {
        if (record.mesh != mesh || !is_regular(record)) continue;
        keep_elements(kept, 1, record.primitive_margins.values);
        renumber_nodes_in_visits(key, drop_primitives(numbers, new_count, record), out);
    }
    for (QueryRecord& query : out.queries) renumber_claims(mesh, numbers, query);
    renumber_in_visits([&](const capture::QuerySideRecord& side) { return side.mesh == mesh; }, numbers, true, out);
    return out;
}

Capture keep_nodes(const Capture& capture, const IdAndRevision& hierarchy, const Kept& wanted) {
    Capture out = capture;
    HierarchyRecord& record = out.hierarchies.at(hierarchy);
    if (!is_regular(record) || wanted.size() != record.node_count()) return out;
    Lists lists = lists_of(record);
    Kept kept(wanted.size(), true);
    for (std::uint32_t node = 0; node < wanted.size(); ++node) {
        if (wanted[node] || !lists.primitives[node].empty()) continue;
        const std::vector<Lists::Child> orphans = lists.children[node];
        if (const auto root = std::find(record.roots.begin(), record.roots.end(), node); root != record.roots.end()) {
            if (orphans.size() != 1) continue;
            *root = orphans[0].node;
        }
        if (std::any_of(orphans.begin(), orphans.end(), [&](const Lists::Child& c) { return c.node == node; })) continue;
        kept[node] = false;
        for (auto& children : lists.children) {
            const auto at = std::find_if(children.begin(), children.end(), [&](const Lists::Child& c) { return c.node == node; });
            if (at == children.end()) continue;
            const auto next = children.erase(at);
            children.insert(next, orphans.begin(), orphans.end());
        }
        lists.children[node].clear();
    }
    write_lists(lists, kept, record);
    renumber_nodes_in_visits(hierarchy, kept, out);
    return out;
}

Capture keep_queries(const Capture& capture, const Kept& kept) {
    Capture out = capture;
    keep_in_list(kept, out.queries);
    std::set<std::uint64_t> ids; // several queries can have the same id, and share their visits
    for (const QueryRecord& query : out.queries) ids.insert(query.id);
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (const std::uint64_t id = capture.queries[i].id; !ids.contains(id)) out.visits.erase(id);
    return out;
}

Capture keep_pair_records(const Capture& capture, const Kept& kept) {
    Capture out = capture;
    keep_in_list(kept, out.pairs);
    return out;
}

Capture keep_bodies(const Capture& capture, const std::set<std::uint64_t>& kept) {
    Capture out = capture;
    std::erase_if(out.bodies, [&](const auto& entry) { return !kept.contains(entry.first); });
    for (capture::PoseRecord& record : out.poses) {
        Kept stays;
        for (const std::uint64_t body : record.bodies) stays.push_back(kept.contains(body));
        keep_elements(stays, 12, record.matrices.values);
        keep_elements(stays, 1, record.bodies);
    }
    const auto keep_pairs = [&](std::vector<std::uint64_t>& io_a, std::vector<std::uint64_t>& io_b) {
        Kept stays;
        for (std::size_t i = 0; i < std::min(io_a.size(), io_b.size()); ++i)
            stays.push_back(kept.contains(io_a[i]) && kept.contains(io_b[i]));
        keep_elements(stays, 1, io_a);
        keep_elements(stays, 1, io_b);
    };
    for (capture::PairRecord& record : out.pairs) {
        keep_pairs(record.a, record.b);
        keep_pairs(record.left_a, record.left_b);
    }
    return out;
}

Capture drop_unused(const Capture& capture) {
    Capture out = capture;
    std::set<IdAndRevision> hierarchies;
    std::set<std::uint64_t> meshes, bodies, frames;
    for (const QueryRecord& query : out.queries) {
        frames.insert(query.frame);
        for (const capture::QuerySideRecord& side : query.sides) {
            hierarchies.insert({side.hierarchy, side.hierarchy_revision});
            meshes.insert(side.mesh);
            bodies.insert(side.body);
        }
    }
    if (!out.queries.empty()) std::erase_if(out.hierarchies, [&](const auto& e) { return !hierarchies.contains(e.first); });
    for (const auto& [key, record] : out.hierarchies) meshes.insert(record.mesh);
    std::uint64_t last_frame = 0;
    for (const capture::PairRecord& record : out.pairs) {
        frames.insert(record.frame);
        last_frame = std::max(last_frame, record.frame);
    }
    if (out.pairs.empty())
        std::erase_if(out.bodies, [&](const auto& entry) { return !bodies.contains(entry.first); });
    for (const auto& [id, body] : out.bodies) meshes.insert(body.meshes.begin(), body.meshes.end());
    std::erase_if(out.meshes, [&](const auto& entry) { return !meshes.contains(entry.first.id); });
    std::erase_if(out.frames, [&](const capture::FrameRecord& record) { return !frames.contains(record.index); });
    std::erase_if(out.poses, [&](const capture::PoseRecord& record) {
        return record.bodies.empty() || (out.pairs.empty() && !frames.contains(record.frame)) ||
               (!out.pairs.empty() && record.frame > last_frame);
    });
    std::erase_if(out.marks, [&](const capture::MarkRecord& record) { return !frames.contains(record.frame); });
    return out;
}

} // namespace boxwood::judge
