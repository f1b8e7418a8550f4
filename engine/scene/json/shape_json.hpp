// What: reads and writes the shape of a body as JSON, as keys of the body's object. Internal to engine/scene.
// Degenerate input: an Error with the JSON pointer of the element.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/shape_description.hpp"

namespace boxwood {

// Reads the shape from these keys of the body: "mesh", "generate", "polytope", "library", "parts", "apart". Also reads
// the key "solid" if its value is a recipe; true and false are left to the caller.
Result<ShapeDescription> read_shape(const JsonAt& at);

// Writes the keys that read_shape reads.
void append_shape(std::string& io_text, const ShapeDescription& shape);

} // namespace boxwood
