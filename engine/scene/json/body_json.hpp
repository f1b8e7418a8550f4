// What: a body's fields as JSON, for the reader of whole scenes. For this room's .cpp files.
// Degenerate input: an Error with line and JSON pointer of the element.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/scene.hpp"

namespace boxwood {

// Everything but the shape; what is not there keeps the value that it has.
Status read_body_fields(const JsonAt& at, BodyDescription& io_body);

// A body with a shape of its own; `extra` keys are known too, and somebody else's to read.
Result<BodyDescription> read_body(const JsonAt& at, std::initializer_list<const char*> extra);

// Q and t of `inner` as seen from outside; the scale stays.
Transform placed(const Transform& world_from_group, const Transform& group_from_body);

} // namespace boxwood
