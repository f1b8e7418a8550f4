#include "engine/explain/hierarchy/wide_parents.hpp"

#include <array>
#include <unordered_map>

namespace boxwood {
namespace {

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a} << 32 | b;
}

} // namespace

std::vector<std::uint32_t> find_wide_parents(std::span<const Visit> visits, const NodeTable& a,
                                             const NodeTable& b) {
    std::unordered_map<std::uint64_t, std::uint32_t> found; // pairs that overlap
    std::vector<std::uint32_t> parents;
    parents.reserve(visits.size());
    for (std::uint32_t i = 0; i < visits.size(); ++i) {
        const Visit& visit = visits[i];
        std::uint32_t last = NodeTable::kNone;
        const auto look_up = [&](std::uint32_t of_a, std::uint32_t of_b) {
            const auto at = found.find(key_of(of_a, of_b));
            if (at != found.end() && (last == NodeTable::kNone || at->second > last)) last = at->second;
        };
        if (visit.kind == VisitKind::primitive_pair) {
            look_up(a.leaves[visit.a], b.leaves[visit.b]);
        } else if (is_of_volumes(visit)) {
            const NodeTable::Node &of_a = a.nodes[visit.a], &of_b = b.nodes[visit.b];
            for (const std::uint32_t above : {of_a.opener, of_a.parent}) look_up(above, visit.b);
            for (const std::uint32_t above : {of_b.opener, of_b.parent}) look_up(visit.a, above);
            look_up(of_a.parent, of_b.parent);
            if (visit.verdict) found.emplace(key_of(visit.a, visit.b), i);
        }
        parents.push_back(last);
    }
    return parents;
}

} // namespace boxwood
