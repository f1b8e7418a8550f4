// What: why a pair of bodies was tested or not, and what its test found, as a paragraph.
#pragma once

#include "collision/world/collision_world.hpp"

namespace boxwood {

// `result`: of the pair in this frame; null: its boxes are separated, or it is not tested.
void show_why(const CollisionWorld& world, BodyPair pair, const PairResult* result);

} // namespace boxwood
