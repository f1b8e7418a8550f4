// What: draws DrawLists with OpenGL 4.1 core, in the same way on a screen and offscreen.
// Frame: viewports and pictures have their origin at the top left, y down.
// Units: pixels.
// Invariants: the same calls give the same pixels on the same driver. Without set_draws_into_window(), the
//     renderer draws into its own picture and copies the picture to the window, so other windows that cover the window
//     do not affect the picture.
// Cost: per draw(), a few buffer uploads and draw calls for all meshes with one instance together, and one draw call
//     for each mesh with several instances or with shared vertices (large smooth meshes). A mesh is uploaded
//     when its key is new or its revision changed, and dropped after a few hundred frames without use.
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
    std::uint64_t triangles = 0; // of meshes; shadow casters and xray bodies count once per pass
    std::uint32_t instances = 0;
    std::uint32_t lines = 0;
    std::uint32_t points = 0;
    std::uint64_t uploaded_bytes = 0;
};

struct GpuInfo {
    std::string renderer; // the name that the driver reports
    std::string version;
    bool is_software = false;
    int samples = 1; // per pixel
};

class Renderer {
  public:
    Renderer();
    ~Renderer(); // requires that the context is still current
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    // Call once, with the context current. Returns an empty string on success, else the reason of the failure.
    // All other calls require success.
    std::string create(GlLoader loader);
    // Sets the samples per pixel from the next frame on. The initial number is four on a GPU, and one in software,
    // where four samples take three times as long. Use four for saved pictures in software, too.
    void set_samples(int samples);

    // If `on`, frames with one sample per pixel are drawn directly into the window from the next frame on. This avoids
    // the copy in show(), which takes a third of a frame's time in software. Requires that the window has depth and
    // stencil buffers, that begin_frame() gets the size of the window, and that read_pixels() is called before the
    // window is presented.
    void set_draws_into_window(bool on);

    // The calls of one frame: begin_frame, draw for each view, begin_overlay, the caller's overlays, show.
    void begin_frame(glm::ivec2 size, draw::Color clear_color);
    void draw(const draw::DrawList& list, const draw::Camera& camera, Viewport viewport, float ui_scale,
              const Style& style);
    // Draws an inset over the current picture; only the pixels within `viewport` are replaced.
    void draw_inset(const draw::DrawList& list, const draw::Camera& camera, Viewport viewport, float ui_scale,
                    const Style& style);
    // Ends the scene and binds the final picture, without depth test, for overlays that the caller draws.
    void begin_overlay();
    // Fills a rectangle of the picture. Changes the scissor rectangle and the clear color.
    void fill(Viewport rect, draw::Color color);
    // Copies the picture to the window, unless it was drawn directly into the window.
    void show();
    // Makes the driver start to execute all commands that it has received; does not wait for them.
    void flush();

    // The current picture, after begin_overlay().
    Image read_pixels() const;
    const RenderStats& stats() const;
    const GpuInfo& gpu() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace boxwood::render
