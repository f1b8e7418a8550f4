// What: the bodies of a scene file, with definitions instantiated and repetitions expanded. Internal to engine/scene.
// Invariants: bodies are in file order; random variation depends only on the scene's seed, the body's number in the
//             file and the copy.
// Degenerate input: an Error with line and JSON pointer: a missing or recursive definition, more bodies than
//                   kMaxSceneBodies.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/scene.hpp"

namespace boxwood {

// Reads "define" and "bodies" of the root into io_scene.bodies; the scene's seed and room must be read before.
Status read_bodies(const JsonAt& root, SceneDescription& io_scene);

} // namespace boxwood
