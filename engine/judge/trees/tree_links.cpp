#include "engine/judge/trees/tree_links.hpp"

#include <algorithm>
#include <map>

namespace boxwood::judge {
namespace {

using capture::HierarchyRecord;

constexpr std::size_t kFindingsPerDefect = 3; // more findings of the same kind are only counted

// Collects the findings of one hierarchy: for each kind, the first few findings and the number of all others.
class Findings {
  public:
    Findings(const HierarchyRecord& record, std::vector<Finding>& io_findings)
        : record_(record)
        , findings_(io_findings) {}
    ~Findings() {
        for (const auto& [kind, count] : counts_)
            if (count > kFindingsPerDefect)
                add_finding({}, std::to_string(count - kFindingsPerDefect) + " more: " + kind);
    }
    Findings(const Findings&) = delete;
    Findings& operator=(const Findings&) = delete;

    void add(const char* kind, std::optional<std::uint32_t> node, std::string text,
             std::optional<std::uint32_t> triangle = {}) {
        if (++counts_[kind] > kFindingsPerDefect) return;
        add_finding(node, std::move(text));
        findings_.back().evidence.triangle = triangle;
    }

  private:
    void add_finding(std::optional<std::uint32_t> node, std::string text) {
        findings_.push_back({Outcome::wrong, Stage::traversal, {}, record_.id, node, std::move(text)});
    }
    const HierarchyRecord& record_;
    std::vector<Finding>& findings_;
    std::map<std::string, std::size_t> counts_;
};

std::string node_text(std::uint32_t node) {
    return "node " + std::to_string(node);
}

bool check_arrays(const HierarchyRecord& record, Findings& io_findings) {
    const std::size_t count = record.node_count();
    const bool are_equal = record.first_child.size() == count && record.child_count.size() == count &&
                           record.first_primitive.size() == count && record.primitive_count.size() == count;
    if (!are_equal) io_findings.add("arrays", {}, "the arrays of the nodes have different lengths");
    if (count == 0) io_findings.add("arrays", {}, "the hierarchy has no nodes");
    if (record.roots.empty()) io_findings.add("arrays", {}, "the hierarchy has no root");
    return are_equal && count != 0 && !record.roots.empty();
}

bool is_range_inside(std::uint32_t first, std::uint32_t count, std::size_t size) {
    return count <= size && first <= size - count;
}

std::span<const std::uint32_t> range_or_empty(std::span<const std::uint32_t> list, std::uint32_t first,
                                              std::uint32_t count) {
    return is_range_inside(first, count, list.size()) ? list.subspan(first, count)
                                                      : std::span<const std::uint32_t>();
}

void visit_subtree(const HierarchyRecord& record, std::uint32_t root, TreeLinks& io_links,
                   Findings& io_findings) {
    std::vector<std::uint32_t> stack{root};
    io_links.depth[root] = 0;
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        io_links.order.push_back(node);
        if (!is_range_inside(record.first_child[node], record.child_count[node], record.children.size())) {
            io_findings.add("children out of range", node,
                            node_text(node) + ": its children lie outside the list of children");
            continue;
        }
        const std::span<const std::uint32_t> children = children_of(record, node);
        for (auto child = children.rbegin(); child != children.rend(); ++child) {
            if (*child >= record.node_count()) {
                io_findings.add("child index out of range", node,
                                node_text(node) + ": child " + std::to_string(*child) +
                                    " is out of range: there are " + std::to_string(record.node_count()) +
                                    " nodes");
                continue;
            }
            if (io_links.depth[*child] != TreeLinks::kNone) {
                const std::vector<std::uint32_t> path = io_links.path_to(node);
                if (std::find(path.begin(), path.end(), *child) != path.end())
                    io_findings.add("cycle", node,
                                    node_text(node) + ": its child " + std::to_string(*child) +
                                        " is one of its ancestors: a cycle");
                else if (io_links.parent[*child] == TreeLinks::kNone)
                    io_findings.add("root below another", *child,
                                    node_text(*child) + " is a root and a child of " + node_text(node));
                else
                    io_findings.add("node with two parents", node,
                                    node_text(*child) + " is a child of both " +
                                        node_text(io_links.parent[*child]) + " and " + node_text(node));
                continue;
            }
            io_links.parent[*child] = node;
            io_links.depth[*child] = io_links.depth[node] + 1;
            stack.push_back(*child);
        }
    }
}

void link_primitives(const HierarchyRecord& record, TreeLinks& io_links, Findings& io_findings) {
    for (const std::uint32_t node : io_links.order) {
        if (!is_range_inside(record.first_primitive[node], record.primitive_count[node],
                             record.primitives.size())) {
            io_findings.add("primitives out of range", node,
                            node_text(node) + ": its primitives lie outside the list of primitives");
            continue;
        }
        for (const std::uint32_t primitive : primitives_of(record, node)) {
            if (primitive < io_links.leaves_of.size())
                io_links.leaves_of[primitive].push_back(node);
            else
                io_findings.add("primitive out of range", node,
                                node_text(node) + ": primitive " + std::to_string(primitive) +
                                    " is out of range: the number of primitives is " +
                                    std::to_string(io_links.leaves_of.size()));
        }
    }
    for (std::uint32_t primitive = 0; primitive < io_links.leaves_of.size(); ++primitive) {
        const std::vector<std::uint32_t>& leaves = io_links.leaves_of[primitive];
        if (leaves.empty())
            io_findings.add("primitive in no leaf", {},
                            "primitive " + std::to_string(primitive) +
                                " is in no leaf that a query can reach",
                            primitive);
        if (leaves.size() > 1 && record.may_repeat == 0)
            io_findings.add("primitive in several leaves", leaves[1],
                            "primitive " + std::to_string(primitive) + " is in " +
                                std::to_string(leaves.size()) + " leaves, " + node_text(leaves[0]) + " and " +
                                node_text(leaves[1]) +
                                ", although the hierarchy declares one leaf per primitive",
                            primitive);
    }
}

} // namespace

std::vector<std::uint32_t> TreeLinks::path_to(std::uint32_t node) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t at = node; at != kNone; at = parent[at]) path.push_back(at);
    std::reverse(path.begin(), path.end());
    return path;
}

std::span<const std::uint32_t> children_of(const HierarchyRecord& record, std::uint32_t node) {
    return range_or_empty(record.children, record.first_child[node], record.child_count[node]);
}

std::span<const std::uint32_t> primitives_of(const HierarchyRecord& record, std::uint32_t node) {
    return range_or_empty(record.primitives, record.first_primitive[node], record.primitive_count[node]);
}

TreeLinks link_nodes(const HierarchyRecord& record, std::optional<std::size_t> primitive_count,
                     std::vector<Finding>& io_findings) {
    TreeLinks links;
    Findings findings(record, io_findings);
    links.leaves_of.resize(primitive_count.value_or(0));
    links.is_readable = check_arrays(record, findings);
    if (!links.is_readable) return links;
    links.parent.assign(record.node_count(), TreeLinks::kNone);
    links.depth.assign(record.node_count(), TreeLinks::kNone);
    for (const std::uint32_t root : record.roots) {
        if (root >= record.node_count())
            findings.add("root out of range", {}, "root " + std::to_string(root) + " is out of range");
        else if (links.depth[root] == TreeLinks::kNone)
            visit_subtree(record, root, links, findings);
        else
            findings.add("root below another", root,
                         node_text(root) + " is a root and a child, or is listed twice as a root");
    }
    for (std::uint32_t node = 0; node < record.node_count(); ++node)
        if (links.depth[node] == TreeLinks::kNone)
            findings.add("orphan", node, node_text(node) + " is an orphan: no root leads to it");
    if (primitive_count) link_primitives(record, links, findings);
    return links;
}

} // namespace boxwood::judge
