// What: conversions between the vectors of GLM and Dear ImGui. For engine/ui only.
#pragma once

#include "engine/ui/layout.hpp"

#include <glm/common.hpp>
#include <glm/vec2.hpp>
#include <imgui.h>

namespace boxwood::ui {

inline ImVec2 im(glm::vec2 v) {
    return {v.x, v.y};
}
inline glm::vec2 vec(ImVec2 v) {
    return {v.x, v.y};
}
inline Rect item_rect() {
    return {vec(ImGui::GetItemRectMin()), vec(ImGui::GetItemRectMax())};
}
inline glm::vec2 cursor() {
    return vec(ImGui::GetCursorScreenPos());
}
inline glm::vec2 floor_to_pixel(glm::vec2 v) {
    return glm::floor(v);
}

} // namespace boxwood::ui
