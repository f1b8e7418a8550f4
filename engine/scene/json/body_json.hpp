// What: reads the fields of a body from JSON. Internal to engine/scene.
// Degenerate input: an Error with the line and the JSON pointer of the element.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/scene.hpp"

namespace boxwood {

// Reads the fields that bodies and instances of definitions have in common. A missing field leaves its value unchanged.
Status read_body_fields(const JsonAt& at, BodyDescription& io_body);

// Reads a body that has its own shape; the caller sets BodyDescription::place. `extra`: other keys of the object, which
// the caller reads.
Result<BodyDescription> read_body(const JsonAt& at, std::initializer_list<const char*> extra);

// Composes the rotations and translations of both transforms. The result has the scale of the body.
Transform compose_poses(const Transform& world_from_group, const Transform& group_from_body);

} // namespace boxwood
