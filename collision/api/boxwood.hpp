// What: the facade of Boxwood: shapes, poses, queries and worlds in one header. docs/library.md is the guide.
//
//     #include <boxwood/boxwood.hpp>
//     boxwood::Mesh mesh = boxwood::Mesh::create(positions, triangles).value();
//
// The headers in boxwood/collision/ are the layer below, for programs that choose hierarchies, overlap tests and
// working memory themselves. That layer declares other types in namespace boxwood, some with the same names as types of
// the facade (Pose, Shape, ...). A file that uses both the facade and that layer therefore includes
// collision/api/facade.hpp instead of this header, and writes boxwood::api::Mesh.
#pragma once

#ifdef BOXWOOD_LAYER_BELOW
#error                                                                                                       \
    "this file uses the layer below: include collision/api/facade.hpp instead of boxwood/boxwood.hpp, and write boxwood::api::"
#endif
#define BOXWOOD_FACADE_NAMES

#include "collision/api/facade.hpp"

namespace boxwood {
using namespace api;
}
