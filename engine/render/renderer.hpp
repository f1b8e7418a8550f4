// What: turns DrawLists into pixels with OpenGL 4.1 core, the same on a screen and offscreen.
// Frame: viewports and pictures have their origin at the top left, y down.
// Units: pixels; no times.
// Invariants: the same calls give the same pixels on the same driver. Draws into a picture of its own and copies it to
//     the window, so pictures do not depend on windows that cover it.
// Cost: one buffer upload and a handful of draw calls per draw(), whatever the number of bodies. Meshes are uploaded
//     when their key is new or their revision changed, and dropped after some hundred frames without use.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <glm/vec2.hpp>

#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/image.hpp"
#include "engine/render/style.hpp"

namespace boxwood::render {

using GlLoader = void* (*)(const char* name);

struct Viewport {
    int x = 0, y = 0, width = 0, height = 0;
};

struct RenderStats { // since begin_frame()
    std::uint32_t draw_calls = 0;
    std::uint64_t triangles = 0; // of bodies, after culling of whole bodies outside the view
    std::uint32_t instances = 0;
    std::uint32_t lines = 0;
    std::uint32_t points = 0;
    std::uint64_t uploaded_bytes = 0;
};

struct GpuInfo {
    std::string renderer; // the driver's own name
    std::string version;
    bool is_software = false;
    int samples = 1; // per pixel
};

class Renderer {
  public:
    Renderer();
    ~Renderer(); // while the context is still current
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    // Once, with the context current. Empty on success, else what is missing.
    std::string create(GlLoader loader);
    // Samples per pixel from the next frame on; initially four on a GPU and one in software, where four cost three
    // times as much. Still pictures benefit from four everywhere.
    void set_samples(int samples);

    // From the next frame on: frames with one sample per pixel are drawn into the window itself, whose buffers the caller
    // has asked for with depth and stencil, and `size` below is that of the window. Spares show() its copy, a third of
    // a frame's time in software. The picture must be read before the window presents it.
    void draw_into_window(bool on);

    // One frame: begin_frame, draw per view, begin_overlay, [the interface draws], show.
    void begin_frame(glm::ivec2 size, draw::Color clear_color);
    void draw(const draw::DrawList& list, const draw::Camera& camera, Viewport viewport, float ui_scale,
              const Style& style);
    // The same over what is drawn already, as an inset: only the picture within `viewport` is replaced.
    void draw_inset(const draw::DrawList& list, const draw::Camera& camera, Viewport viewport, float ui_scale,
                    const Style& style);
    // Ends the scene: binds the picture without depth, for overlays drawn by the caller.
    void begin_overlay();
    // Copies the picture to the window, unless it was drawn there.
    void show();

    // The current picture, after begin_overlay().
    Image read_pixels() const;
    const RenderStats& stats() const;
    const GpuInfo& gpu() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood::render
