// What: the facade of Boxwood in namespace boxwood::api, for programs that also use the layer below. Other programs
//       include boxwood/boxwood.hpp.
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/mesh.hpp"
#include "collision/api/pose.hpp"
#include "collision/api/probe.hpp"
#include "collision/api/query.hpp"
#include "collision/api/round.hpp"
#include "collision/api/shape.hpp"
#include "collision/api/solid.hpp"
#include "collision/api/time_of_impact.hpp"
#include "collision/api/values.hpp"
#include "collision/api/world.hpp"
