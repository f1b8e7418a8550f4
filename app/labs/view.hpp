// What: the data that the shell passes to a lab about the viewport: mouse events and the context of the interface.
// Frame: rays are in world coordinates; positions in a view are in pixels of the interface, from the top left of the
//        view.
#pragma once

#include "engine/draw/camera.hpp"
#include "engine/draw/palette.hpp"
#include "engine/platform/input_frame.hpp"
#include "engine/sim/history.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <string>

namespace boxwood {

inline constexpr std::size_t kMaxViews = 4; // linked views of a lab

enum class MouseGesture : std::uint8_t { hover, press, drag, release, click, double_click };

struct ViewMouse {
    MouseGesture gesture = MouseGesture::hover;
    platform::MouseButton button = platform::MouseButton::left;
    platform::Modifiers modifiers;
    std::size_t view = 0;     // index into LabViewport::views(); a gesture stays in the view where it began
    glm::vec2 position{0.0f}; // pixels, from the view's top left
    glm::vec2 delta{0.0f};
    glm::vec2 view_size{1.0f}; // pixels
    float pixels_per_point = 1.0f;
    draw::Ray ray_w;
};

struct Focus {
    glm::vec3 center_w{0.0f};
    float radius = 1.0f;
};

struct ViewContext {
    const draw::Palette& palette;
    const TimeHistory& times;
    glm::vec2 view_position{0.0f}, view_size{1.0f}; // pixels, in the window
    bool is_playing = false;
    std::string status; // output: describes the object under the mouse, for the status line
};

} // namespace boxwood
