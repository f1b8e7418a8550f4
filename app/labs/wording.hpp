// What: the words that labs use alike: a contact's state, a feature's name.
#pragma once

#include "collision/narrow_phase/closest_features.hpp"

#include <string>
#include <string_view>

namespace boxwood {

std::string_view status_word(ContactStatus status); // "apart", "touching", "penetrating"
std::string feature_name(Feature feature);          // "edge 12"

} // namespace boxwood
