#include "app/labs/wording.hpp"

#include "app/labs/drawing.hpp"
#include "collision/query/any_hierarchy.hpp"

#include <algorithm>
#include <array>

namespace boxwood {

std::string_view status_word(ContactStatus status) {
    switch (status) {
    case ContactStatus::disjoint:
        return "separated";
    case ContactStatus::touching:
        return "touching";
    case ContactStatus::penetrating:
        return "penetrating";
    }
    return "";
}

std::string feature_name(Feature feature) {
    constexpr std::array<const char*, 3> kKinds{"vertex ", "edge ", "face "};
    return kKinds[static_cast<std::size_t>(feature.kind)] + std::to_string(feature.index);
}

std::string describe_nesting(Nesting nesting, const std::string& a, const std::string& b) {
    switch (nesting) {
    case Nesting::none:
        return "";
    case Nesting::a_in_b:
        return a + " lies inside " + b;
    case Nesting::b_in_a:
        return b + " lies inside " + a;
    case Nesting::both:
        return "each has a part inside the other";
    }
    return "";
}

std::string method_title(std::string_view name) {
    constexpr std::array<std::array<std::string_view, 2>, 43> kNames{{
        {"v-clip", "V-Clip"},
        {"lin-canny", "Lin–Canny"},
        {"gjk", "GJK"},
        {"sweep-and-prune-direct", "direct sweep"}, // the full name does not fit a method list
        {"bvh2", "BVH2"},
        {"bvh2-lazy", "BVH2, lazy"},
        {"bvh8", "BVH8"},
        {"box-tree", "BoxTree"},
        {"box-tree-shrunk", "BoxTree, shrunk"},
        {"kdop-tree", "k-DOP tree"},
        {"aabb", "AABB"},
        {"sphere", "Sphere"},
        {"obb", "OBB"},
        {"obb-hull", "OBB of the hull"},
        {"kdop14", "14-DOP"},
        {"kdop18", "18-DOP"},
        {"kdop24", "24-DOP"},
        {"kdop26", "26-DOP"},
        {"capsule", "Capsule"},
        {"rss", "RSS"},
        {"obbrss", "OBBRSS"},
        {"midpoint", "Spatial median"},
        {"object-median", "Object median"},
        {"mean", "Mean"},
        {"least-overlap", "Least overlap"},
        {"principal-axis", "Principal axis"},
        {"binned-sah", "Binned SAH"},
        {"binned-volume", "Binned volume"},
        {"lbvh", "LBVH"},
        {"agglomerative", "Agglomerative"},
        {"insertion", "Insertion"},
        {"insertion-shuffled", "Insertion, shuffled"},
        {"restricted", "Restricted"},
        {"restricted-volume", "Restricted, volume"},
        {"restricted-area", "Restricted, area"},
        {"restricted-minkowski", "Restricted, Minkowski"},
        {"restricted-middle", "Restricted, middle"},
        {"restricted-sweep", "Restricted, sweep"},
        {"sat", "SAT"},
        {"sat-lite", "SAT-lite"},
        {"aabb-of-obb", "AABB of OBB"},
        {"devillers", "Devillers–Guigue"},
        {"moller", "Möller"},
    }};
    for (const auto& [known, title] : kNames)
        if (name == known) return std::string(title);
    std::string title(name);
    if (const std::size_t at = title.find("-and-"); at != std::string::npos) title.replace(at, 5, " & ");
    std::replace(title.begin(), title.end(), '-', ' ');
    return title;
}

std::string hierarchy_title(const HierarchyConfig& config) {
    const HierarchyConfig used = resolved(config);
    return method_title(used.kind) + " · " + method_title(used.volume) + " · " + method_title(used.builder) +
           " · " + std::to_string(used.leaf_size) + " per leaf";
}

std::string walk_sentence(const WalkStep& step, BodyPair pair) {
    const bool is_b = step.moves == WalkSide::b;
    const std::string leaving =
        feature_name(is_b ? step.features.b : step.features.a) + " of " + body_name(is_b ? pair.b : pair.a);
    if (step.moves == WalkSide::none)
        return "each point lies in the region of the other's feature: the answer";
    if (step.is_jump) return "behind a face: the search jumps out of the local minimum";
    if (step.moves == WalkSide::both) return "both features are left";
    if (step.plane < 0) return leaving + " is left for a neighbor that is nearer";
    return leaving + " is left: the other's point lies outside its Voronoi region";
}

} // namespace boxwood
