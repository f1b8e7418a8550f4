// What: the feature whose Voronoi region is shown: the picked one; else the one that the walk leaves next; else the closest
//       one of A.
#pragma once

#include "app/labs/multi_body/view/crowd_view.hpp"

#include <optional>

namespace boxwood {

std::optional<PickedFeature> region_feature(const CrowdView& view); // none: no region is shown
int failed_plane(const CrowdView& view); // the plane of that region which the walk crosses next; -1: none

} // namespace boxwood
