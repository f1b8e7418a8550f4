// What: the facade of Boxwood: shapes, poses, queries and worlds in one header. docs/library.md is the guide.
//
//     #include <boxwood/boxwood.hpp>
//     namespace bw = boxwood::api;
//
// The layer below, for those who choose hierarchies, tests and scratch themselves, is namespace boxwood in the headers
// below boxwood/collision/.
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/mesh.hpp"
#include "collision/api/pose.hpp"
#include "collision/api/probe.hpp"
#include "collision/api/query.hpp"
#include "collision/api/shape.hpp"
#include "collision/api/solid.hpp"
#include "collision/api/time_of_impact.hpp"
#include "collision/api/values.hpp"
#include "collision/api/world.hpp"
