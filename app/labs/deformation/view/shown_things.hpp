// What: stores which copies, meshes and trees of the deformation lab are in view. The outliner sets them.
#pragma once

#include "app/panels/outliner_marks.hpp"

namespace boxwood {

struct ShownThings {
    OutlinerMarks copies;
    OutlinerMarks meshes; // 0: the deforming mesh, 1: the obstacle
    OutlinerMarks trees;  // the volumes of each copy's tree
};

} // namespace boxwood
