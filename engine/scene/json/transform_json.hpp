// What: a Transform as JSON: {"q": [x,y,z,w], "t": [x,y,z], "s": [x,y,z]}, all optional. For this room's .cpp
//       files.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/scene/json/json_text.hpp"

namespace boxwood {

// Checked by check_transform; the Error begins with the pointer of what is wrong.
Result<Transform> read_transform(const JsonAt& at);

// The same with "turn" in the place of "q": degrees about y, or an axis times degrees [x,y,z].
Result<Transform> read_pose(const JsonAt& at);

void append_transform(std::string& out_text, const Transform& transform);

} // namespace boxwood
