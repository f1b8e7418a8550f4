// What: the shape of a body as JSON, in its body's object. Internal to engine/scene.
// Degenerate input: an Error with the JSON pointer of the element.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/shape_description.hpp"

namespace boxwood {

// Reads the keys "mesh", "generate", "polytope", "library", "solid" with a recipe, "parts" and "apart" of the body.
Result<ShapeDescription> read_shape(const JsonAt& at);

// Writes the same keys, for write_scene.
void append_shape(std::string& io_text, const ShapeDescription& shape);

} // namespace boxwood
