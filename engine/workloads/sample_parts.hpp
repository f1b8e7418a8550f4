// What: makes compounds of convex parts: an articulated hand, a chain of links, a C with a cavity.
// Frame: the object's own, with its center near the origin. The C opens towards +x.
// Units: objects measure about `size` from the center to the tips.
// Invariants: the same arguments give bit-identical objects. Pairs of parts connected by a joint are disabled.
// Degenerate input: requires a finite positive size and 2 to 64 links.
#pragma once

#include "collision/narrow_phase/compound/hull_hierarchy.hpp"

namespace boxwood {

// 16 parts, 15 joints: a palm, four fingers and a thumb of three links each.
HullHierarchy make_hand(double size, HullMode mode = HullMode::recompute);

// Links of equal length; each joint allows at most half a radian, about y and z alternately.
HullHierarchy make_chain(int links, double size, HullMode mode = HullMode::recompute);

// Five boxes around a cavity; no joints.
HullHierarchy make_c_shape(double size);

} // namespace boxwood
