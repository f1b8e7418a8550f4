// What: every volume, once. Contract tests are typed over this list; names and instantiations follow from it.
#pragma once

#include "collision/volumes/box_relation.hpp"

#include <tuple>

namespace boxwood {

using AllVolumes = std::tuple<Aabb>;

} // namespace boxwood
