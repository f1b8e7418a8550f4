#include "app/panels/method_titles.hpp"

#include <algorithm>
#include <array>

namespace boxwood {

std::string method_title(std::string_view name) {
    constexpr std::array<std::array<std::string_view, 2>, 44> kNames{{
        {"v-clip", "V-Clip"},
        {"lin-canny", "Lin–Canny"},
        {"gjk", "GJK"},
        {"sweep-and-prune-direct", "direct sweep"}, // the full name does not fit a method list
        {"bvh2", "BVH2"},
        {"bvh2-lazy", "BVH2, lazy"},
        {"bvh8", "BVH8"},
        {"box-tree", "BoxTree"},
        {"box-tree-shrunk", "BoxTree, shrunk"},
        {"box-tree8", "BoxTree8"},
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

} // namespace boxwood
