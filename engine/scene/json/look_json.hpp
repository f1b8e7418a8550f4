// What: reads and writes materials, light and view as JSON. Internal to engine/scene.
// Degenerate input: an Error with the line and the JSON pointer of the element.
#pragma once

#include "engine/scene/json/json_text.hpp"
#include "engine/scene/scene_look.hpp"

#include <optional>
#include <vector>

namespace boxwood {

// {"oak": {"color": "#8A6B4A", "roughness": 0.7}, ...}, keyed by name.
Result<std::vector<Material>> read_materials(const JsonAt& at);
Result<SceneLight> read_light(const JsonAt& at);
Result<SceneView> read_view(const JsonAt& at);

// Appends the keys "materials", "light" and "view" of a scene. Light and view are appended only if present.
void append_look(std::string& io_text, const std::vector<Material>& materials,
                 const std::optional<SceneLight>& light, const std::optional<SceneView>& view);

} // namespace boxwood
