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
        return "the features are closest: each point lies in the Voronoi region of the other feature";
    if (step.is_jump) return "the point lies behind a face: the search jumps out of the local minimum";
    if (step.moves == WalkSide::both) return "the walk leaves both features";
    if (step.plane < 0) return leaving + " is not closest: a neighbor is nearer";
    return leaving + " is not closest: the other feature's point lies outside this feature's region";
}

} // namespace boxwood
