// What: reads the bodies of a scene file, with definitions instantiated and repetitions expanded. Internal to
//       engine/scene.
// Invariants: bodies are in file order. Random variation depends only on the scene's seed, the index of the entry in
//             its list ("bodies" or a definition) and the index of the copy.
// Degenerate input: a missing or recursive definition, and more than kMaxSceneBodies bodies, are an Error with line and
//                   JSON pointer.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/scene.hpp"

namespace boxwood {

// Reads "define" and "bodies" of the root into io_scene.bodies. Requires that the scene's seed and room have been read.
Status read_bodies(const JsonAt& root, SceneDescription& io_scene);

} // namespace boxwood
