// What: the bodies of a scene file with its definitions placed and its repetitions written out. For this room's
//       .cpp files.
// Invariants: bodies come in the order of the file; what varies depends on the scene's seed, the body's number in the
//             file and the copy alone.
// Degenerate input: an Error with line and JSON pointer: a definition that is not there or places itself, more bodies
//             than kMaxSceneBodies.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/scene.hpp"

namespace boxwood {

// Reads "define" and "bodies" of the root into io_scene.bodies; its seed and room are read already.
Status read_bodies(const JsonAt& root, SceneDescription& io_scene);

} // namespace boxwood
