// What: the copies, meshes and trees of the deformation lab that are in view, as set in the outliner.
#pragma once

#include "app/panels/outliner_marks.hpp"

namespace boxwood {

struct ShownThings {
    OutlinerMarks copies;
    OutlinerMarks meshes; // 0: the deforming mesh, 1: the obstacle
    OutlinerMarks trees;  // the volumes of each copy's tree
};

} // namespace boxwood
