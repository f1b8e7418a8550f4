#include "engine/render/renderer.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "engine/render/gl/view_block.hpp"
#include "engine/render/passes/ball_pass.hpp"
#include "engine/render/passes/body_pass.hpp"
#include "engine/render/passes/daylight.hpp"
#include "engine/render/passes/line_pass.hpp"
#include "engine/render/passes/mark_pass.hpp"
#include "engine/render/picture.hpp"

namespace boxwood::render {

namespace {
constexpr int kSamplesOnGpu = 4;
constexpr float kFullOpacity = 1.0f;
// The nearest part of the depth range is reserved for the layer on_top. Its bodies are in front of everything else but
// can still hide each other.
constexpr double kOnTopDepth = 0.02;
// Stencil bits that limit xray bodies and triangles to one layer per pixel.
constexpr GLint kHiddenBodyBit = 1, kHiddenTriangleBit = 2;

GpuInfo describe_gpu() {
    const auto text = [](GLenum name) {
        const auto* bytes = reinterpret_cast<const char*>(glGetString(name));
        return std::string(bytes ? bytes : "");
    };
    GpuInfo gpu{text(GL_RENDERER), text(GL_VERSION), false, 1};
    constexpr std::array<std::string_view, 5> kSoftware{"llvmpipe", "softpipe", "swrast", "SwiftShader",
                                                        "Software Rasterizer"};
    gpu.is_software = std::ranges::any_of(
        kSoftware, [&](std::string_view name) { return gpu.renderer.find(name) != std::string::npos; });
    return gpu;
}

int clamp_samples(int wanted) {
    GLint max_samples = 1;
    glGetIntegerv(GL_MAX_SAMPLES, &max_samples);
    return std::clamp(wanted, 1, std::max(max_samples, 1));
}

#ifndef NDEBUG
void GLAD_API_PTR print_message(GLenum, GLenum, GLuint, GLenum severity, GLsizei, const GLchar* message,
                                const void*) {
    if (severity != GL_DEBUG_SEVERITY_NOTIFICATION) std::fprintf(stderr, "OpenGL: %s\n", message);
}
#endif

void report_messages() {
#ifndef NDEBUG
    if (!GLAD_GL_KHR_debug) return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(print_message, nullptr);
#endif
}

enum class Depth { tested, hidden, ignored };

void set_depth(Depth depth, bool writes) {
    if (depth == Depth::ignored)
        glDisable(GL_DEPTH_TEST);
    else
        glEnable(GL_DEPTH_TEST);
    glDepthFunc(depth == Depth::hidden ? GL_GREATER : GL_LEQUAL);
    glDepthMask(writes ? GL_TRUE : GL_FALSE);
}

void set_blend(bool on) {
    if (on)
        glEnable(GL_BLEND);
    else
        glDisable(GL_BLEND);
}

// During the lifetime of this object, each pixel is drawn at most once, even if several primitives cover it.
class OncePerPixel {
  public:
    explicit OncePerPixel(GLint bit) {
        glEnable(GL_STENCIL_TEST);
        glStencilFunc(GL_NOTEQUAL, bit, static_cast<GLuint>(bit));
        glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
        glStencilMask(static_cast<GLuint>(bit));
    }
    ~OncePerPixel() {
        glDisable(GL_STENCIL_TEST);
        glStencilMask(~0u);
    }
    OncePerPixel(const OncePerPixel&) = delete;
    OncePerPixel& operator=(const OncePerPixel&) = delete;
};
} // namespace

struct Renderer::State {
    GpuInfo gpu;
    bool draws_into_window = false;
    RenderStats stats;
    Picture picture;
    BodyPass bodies;
    BallPass balls;
    LinePass lines;
    MarkPass marks;
    DaylightPass daylight;
    GlBuffer view_buffer;
    draw::Color clear_color;

    std::string create();
    void set_view(const ViewBlock& block, Viewport viewport, draw::Color background);
    void draw_shadows(const draw::Daylight& light);
    void draw_bodies(float hidden_alpha, bool shows_sky);
    void draw_marks(float hidden_alpha, float camera_distance);
    void draw_triangles(float hidden_alpha);
    void draw_on_top();
};

std::string Renderer::State::create() {
    gpu = describe_gpu();
    gpu.samples = gpu.is_software ? 1 : clamp_samples(kSamplesOnGpu);
    report_messages();
    view_buffer = make<GlBuffer>(glGenBuffers);
    if (std::string error = bodies.create(gpu.is_software); !error.empty()) return error;
    if (std::string error = balls.create(); !error.empty()) return error;
    if (std::string error = lines.create(gpu.is_software); !error.empty()) return error;
    if (std::string error = daylight.create(); !error.empty()) return error;
    return marks.create();
}

void Renderer::State::draw_shadows(const draw::Daylight& light) {
    if (light.shadow_radius > 0.0f) {
        set_blend(false);
        if (bodies.redraws_still_shadows()) {
            daylight.begin_still_shadows(light.shadow_size);
            bodies.draw(BodyGroup::still_shadow, kFullOpacity, stats);
        }
        if (bodies.has_moving_shadows()) {
            daylight.begin_moving_shadows();
            bodies.draw(BodyGroup::shadow, kFullOpacity, stats);
        }
        daylight.end_shadows();
        picture.bind_scene();
    }
    daylight.bind_shadows(GL_TEXTURE0 + kShadowUnit, bodies.has_moving_shadows());
}

void Renderer::State::set_view(const ViewBlock& block, Viewport viewport, draw::Color background) {
    const int y = picture.size().y - viewport.y - viewport.height;
    glViewport(viewport.x, y, viewport.width, viewport.height);
    glScissor(viewport.x, y, viewport.width, viewport.height);
    glEnable(GL_SCISSOR_TEST);
    if (background != clear_color) {
        const glm::vec4 color = to_vec4(background);
        glClearColor(color.r, color.g, color.b, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    stats.uploaded_bytes += stream(GL_UNIFORM_BUFFER, view_buffer, std::span<const ViewBlock>(&block, 1));
    glBindBufferBase(GL_UNIFORM_BUFFER, kViewBinding, view_buffer.id());
    glEnable(GL_PROGRAM_POINT_SIZE);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBlendEquation(GL_FUNC_ADD);
    glFrontFace(GL_CCW);
    glCullFace(GL_BACK);
    glDepthRange(kOnTopDepth, 1.0);
}

void Renderer::State::draw_bodies(float hidden_alpha, bool shows_sky) {
    set_blend(false);
    set_depth(Depth::tested, true);
    bodies.draw(BodyGroup::opaque, kFullOpacity, stats);
    balls.draw_opaque(stats);
    if (shows_sky) {
        set_depth(Depth::tested, false);
        daylight.draw_sky();
    }
    {
        // Draws the hidden parts of these bodies before the bodies themselves are in the depth buffer. Afterwards,
        // their own front sides would count as hiding them.
        const OncePerPixel once(kHiddenBodyBit);
        set_blend(true);
        set_depth(Depth::hidden, false);
        bodies.draw(BodyGroup::xray, hidden_alpha, stats);
    }
    set_blend(true);
    set_depth(Depth::tested, true);
    bodies.draw(BodyGroup::xray, kFullOpacity, stats);
    set_depth(Depth::tested, false);
    bodies.draw(BodyGroup::translucent, kFullOpacity, stats);
    balls.draw_translucent(stats);
}

void Renderer::State::draw_marks(float hidden_alpha, float camera_distance) {
    set_blend(true);
    set_depth(Depth::tested, false);
    lines.draw_grid(camera_distance, stats);
    draw_triangles(hidden_alpha);
    set_depth(Depth::tested, false);
    marks.draw_glass(stats);

    set_depth(Depth::hidden, false);
    lines.draw(draw::Layer::xray, hidden_alpha, stats);
    marks.draw_points(draw::Layer::xray, hidden_alpha, stats);
    set_depth(Depth::tested, false);
    for (const draw::Layer layer : {draw::Layer::depth_tested, draw::Layer::xray})
        lines.draw(layer, kFullOpacity, stats);
    for (const draw::Layer layer : {draw::Layer::depth_tested, draw::Layer::xray})
        marks.draw_points(layer, kFullOpacity, stats);
}

// Colliding triangles lie on the surfaces of their bodies, so a slope-scaled depth offset moves them nearer. Moving the
// bodies farther away instead would expose their far sides along outlines.
void Renderer::State::draw_triangles(float hidden_alpha) {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1.0f, -2.0f);
    {
        const OncePerPixel once(kHiddenTriangleBit);
        set_depth(Depth::hidden, false);
        marks.draw_triangles(draw::Layer::xray, hidden_alpha, stats);
    }
    set_depth(Depth::tested, true);
    marks.draw_triangles(draw::Layer::depth_tested, kFullOpacity, stats);
    marks.draw_triangles(draw::Layer::xray, kFullOpacity, stats);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::State::draw_on_top() {
    glDepthRange(0.0, kOnTopDepth);
    set_blend(true);
    set_depth(Depth::tested, true);
    bodies.draw(BodyGroup::on_top, kFullOpacity, stats);
    set_depth(Depth::ignored, false);
    marks.draw_triangles(draw::Layer::on_top, kFullOpacity, stats);
    lines.draw(draw::Layer::on_top, kFullOpacity, stats);
    marks.draw_points(draw::Layer::on_top, kFullOpacity, stats);
    glDepthRange(0.0, 1.0);
}

Renderer::Renderer()
    : state_(nullptr) {}
Renderer::~Renderer() = default;

std::string Renderer::create(GlLoader loader) {
    const auto load = [](void* user, const char* name) {
        return reinterpret_cast<GLADapiproc>((*static_cast<GlLoader*>(user))(name));
    };
    if (gladLoadGLUserPtr(load, &loader) == 0) return "OpenGL could not be loaded; is a context current?";
    if (!GLAD_GL_VERSION_4_1)
        return "OpenGL 4.1 is required, but the driver offers " + describe_gpu().version;
    state_ = std::make_unique<State>();
    std::string error = state_->create();
    if (!error.empty()) state_.reset();
    return error;
}

void Renderer::set_samples(int samples) {
    state_->gpu.samples = clamp_samples(samples);
}

void Renderer::set_draws_into_window(bool on) {
    state_->draws_into_window = on;
}

void Renderer::begin_frame(glm::ivec2 size, draw::Color clear_color) {
    state_->stats = {};
    state_->clear_color = clear_color;
    if (state_->draws_into_window && state_->gpu.samples == 1)
        state_->picture.use_window(size);
    else
        state_->picture.resize(size, state_->gpu.samples);
    state_->picture.bind_scene();
    const glm::vec4 color = to_vec4(clear_color);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glStencilMask(~0u);
    glClearColor(color.r, color.g, color.b, 1.0f);
    glClearDepth(1.0);
    glClearStencil(0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void Renderer::draw(const draw::DrawList& list, const draw::Camera& camera, Viewport viewport, float ui_scale,
                    const Style& style) {
    if (viewport.width <= 0 || viewport.height <= 0) return;
    const glm::vec2 origin(viewport.x, state_->picture.size().y - viewport.y - viewport.height);
    const glm::vec2 size(viewport.width, viewport.height);
    const ViewBlock block = make_view_block(camera, list.depth_fade, origin, size, ui_scale, style);
    DaylightBlock light;
    if (list.daylight) light = make_daylight_block(*list.daylight, block.clip_from_world);
    const bool has_shadows = list.daylight && list.daylight->shadow_radius > 0.0f;
    state_->bodies.prepare(list, block.clip_from_world, has_shadows ? &light.shadow_clip_from_world : nullptr,
                           camera.eye_w(), state_->stats);
    if (list.daylight) {
        state_->daylight.prepare(light);
        state_->draw_shadows(*list.daylight);
    }
    state_->set_view(block, viewport, style.background);
    state_->balls.prepare(list, camera.eye_w(), state_->stats);
    state_->lines.prepare(list, ui_scale, style, state_->stats);
    state_->marks.prepare(list, state_->stats);
    state_->draw_bodies(style.hidden_alpha, list.daylight && list.daylight->shows_sky);
    state_->draw_marks(style.hidden_alpha, camera.distance);
    state_->draw_on_top();
}

void Renderer::draw_inset(const draw::DrawList& list, const draw::Camera& camera, Viewport viewport,
                          float ui_scale, const Style& style) {
    if (viewport.width <= 0 || viewport.height <= 0) return;
    glEnable(GL_SCISSOR_TEST);
    glScissor(viewport.x, state_->picture.size().y - viewport.y - viewport.height, viewport.width,
              viewport.height);
    const glm::vec4 color = to_vec4(style.background);
    glDepthMask(GL_TRUE);
    glStencilMask(~0u);
    glClearColor(color.r, color.g, color.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    draw(list, camera, viewport, ui_scale, style);
}

// After the flush, a software renderer draws the scene while the program computes the overlay.
void Renderer::begin_overlay() {
    set_depth(Depth::ignored, true);
    state_->picture.resolve();
    state_->bodies.end_frame();
    if (state_->gpu.is_software) flush();
}

void Renderer::fill(Viewport rect, draw::Color color) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(rect.x, state_->picture.size().y - rect.y - rect.height, rect.width, rect.height);
    const glm::vec4 rgba = to_vec4(color);
    glClearColor(rgba.r, rgba.g, rgba.b, rgba.a);
    glClear(GL_COLOR_BUFFER_BIT);
}

void Renderer::show() {
    state_->picture.show();
}

void Renderer::flush() {
    glFlush();
}

Image Renderer::read_pixels() const {
    return state_->picture.read();
}

const RenderStats& Renderer::stats() const {
    return state_->stats;
}

const GpuInfo& Renderer::gpu() const {
    return state_->gpu;
}

} // namespace boxwood::render
