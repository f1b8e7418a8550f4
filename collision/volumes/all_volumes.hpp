// What: every volume, once. Contract tests are typed over this list; names and instantiations follow from it.
#pragma once

#include "collision/volumes/box_relation.hpp"
#include "collision/volumes/kdop.hpp"
#include "collision/volumes/lss.hpp"
#include "collision/volumes/obb.hpp"
#include "collision/volumes/obb_hull.hpp"
#include "collision/volumes/obbrss.hpp"
#include "collision/volumes/rss.hpp"
#include "collision/volumes/sphere.hpp"

#include <tuple>

namespace boxwood {

using AllVolumes = std::tuple<Aabb, Sphere, Obb, ObbHull, Kdop14, Kdop18, Kdop24, Kdop26, Lss, Rss, ObbRss>;

} // namespace boxwood
