// What: which copies, meshes and trees of the deformation lab the outliner leaves in view.
#pragma once

#include "app/panels/outliner_marks.hpp"

namespace boxwood {

struct ShownThings {
    OutlinerMarks copies;
    OutlinerMarks meshes; // the deforming mesh, the obstacle
    OutlinerMarks trees;  // per copy: its volumes
};

} // namespace boxwood
