// What: gives texts that several labs share: a contact's state, a feature's name, a step of a feature walk.
#pragma once

#include "app/panels/method_titles.hpp"
#include "collision/query/query_result.hpp"
#include "engine/explain/walk_replay.hpp"

#include <string>
#include <string_view>

namespace boxwood {

struct HierarchyConfig;

std::string_view status_word(ContactStatus status); // "separated", "touching", "penetrating"
std::string feature_name(Feature feature);          // "edge 12"
// "A lies inside B", or "each has a part inside the other"; empty for Nesting::none.
std::string describe_nesting(Nesting nesting, const std::string& a, const std::string& b);

// "BVH8 · AABB · Binned SAH · 2 per leaf".
std::string hierarchy_title(const HierarchyConfig& config);

// "vertex 3 of b007 is not closest: the other feature's point lies outside this feature's region".
std::string walk_sentence(const WalkStep& step, BodyPair pair);

} // namespace boxwood
