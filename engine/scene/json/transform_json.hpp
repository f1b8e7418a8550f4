// What: reads and writes a Transform as JSON: {"q": [x,y,z,w], "t": [x,y,z], "s": [x,y,z]}. Each key is optional.
//       Internal to engine/scene.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/scene/json/json_text.hpp"

namespace boxwood {

// The result satisfies check_transform. An Error begins with the line, if the text is given, and the JSON pointer.
Result<Transform> read_transform(const JsonAt& at);

// Also accepts "turn" instead of "q": degrees about y, or a rotation vector [x,y,z] in degrees.
Result<Transform> read_pose(const JsonAt& at);

void append_transform(std::string& out_text, const Transform& transform);

} // namespace boxwood
