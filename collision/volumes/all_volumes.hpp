// What: the list of all volume types. The typed contract tests, the names of the volumes and the explicit
//     instantiations are generated from it.
#pragma once

#include "collision/volumes/box/box_relation.hpp"
#include "collision/volumes/box/obb.hpp"
#include "collision/volumes/box/obb_hull.hpp"
#include "collision/volumes/kdop.hpp"
#include "collision/volumes/swept/capsule.hpp"
#include "collision/volumes/swept/obbrss.hpp"
#include "collision/volumes/swept/rss.hpp"
#include "collision/volumes/swept/sphere.hpp"

#include <tuple>

namespace boxwood {

using AllVolumes =
    std::tuple<Aabb, Sphere, Obb, ObbHull, Kdop14, Kdop18, Kdop24, Kdop26, Capsule, Rss, ObbRss>;

} // namespace boxwood
