#include "engine/ui/ui_context.hpp"

#include "engine/platform/window.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/input_adapter.hpp"
#include "engine/ui/text/fonts.hpp"
#include "engine/ui/ui_state.hpp"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cmath>
#include <imgui.h>
#include <imgui_internal.h>

namespace boxwood::ui {

namespace {

// Escape closes the topmost list or menu. Dialogs handle Escape themselves.
bool close_popup_on_escape() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    if (context.OpenPopupStack.empty() || !is_pressed(PressedKey::escape)) return false;
    const ImGuiWindow* top = context.OpenPopupStack.back().Window;
    if (top != nullptr && (top->Flags & ImGuiWindowFlags_Modal) != 0) return false;
    ImGui::ClosePopupToLevel(context.OpenPopupStack.Size - 1, true);
    return true;
}

// Scales are multiples of this step, so dragging a scale slider rebuilds the fonts only rarely.
constexpr float kScaleStep = 0.05f;
constexpr float kMaxFrame = 0.1f;  // seconds; a longer stall does not advance timers further
constexpr float kMinFrame = 1e-4f; // seconds; Dear ImGui requires a positive time step

platform::Cursor to_platform(ImGuiMouseCursor cursor) {
    switch (cursor) {
    case ImGuiMouseCursor_TextInput:
        return platform::Cursor::text;
    case ImGuiMouseCursor_ResizeAll:
        return platform::Cursor::move;
    case ImGuiMouseCursor_ResizeNS:
        return platform::Cursor::resize_vertical;
    case ImGuiMouseCursor_ResizeEW:
        return platform::Cursor::resize_horizontal;
    case ImGuiMouseCursor_ResizeNESW:
    case ImGuiMouseCursor_ResizeNWSE:
        return platform::Cursor::resize_diagonal;
    case ImGuiMouseCursor_Hand:
        return platform::Cursor::hand;
    case ImGuiMouseCursor_NotAllowed:
        return platform::Cursor::forbidden;
    default:
        return platform::Cursor::arrow;
    }
}

const char* read_clipboard(void* user_data) {
    ui_state().clipboard =
        user_data ? static_cast<platform::Window*>(user_data)->clipboard_text() : ui_state().clipboard;
    return ui_state().clipboard.c_str();
}

void write_clipboard(void* user_data, const char* text) {
    ui_state().clipboard = text;
    if (user_data) static_cast<platform::Window*>(user_data)->set_clipboard_text(text);
}

} // namespace

UiState& ui_state() {
    return *static_cast<UiState*>(ImGui::GetIO().UserData);
}

struct Ui::State {
    UiState shared;
    InputAdapter input;
    platform::Window* window = nullptr;
    bool can_draw = false;
    std::string error;
    ImGuiContext* context = nullptr;
    float wanted_scale = 1.0f;
    ThemeKind wanted_theme = ThemeKind::dark;
    float built_scale = 0.0f; // 0: no fonts yet
    glm::vec2 pixels_per_point{1.0f};

    void update_appearance();
};

// Updates fonts and style to the requested scale and theme. Only allowed between frames, because frames lock the atlas.
void Ui::State::update_appearance() {
    const bool scale_changed = wanted_scale != built_scale;
    if (!scale_changed && shared.theme.kind == wanted_theme) return;
    shared.theme.kind = wanted_theme;
    shared.theme.palette = wanted_theme == ThemeKind::dark ? draw::dark_palette() : draw::light_palette();
    shared.theme.scale = wanted_scale;
    if (scale_changed) {
        ImGuiIO& io = ImGui::GetIO();
        shared.theme.fonts = build_fonts(*io.Fonts, wanted_scale);
        io.FontDefault = shared.theme.fonts.front();
        // The backend creates the first texture with its other objects, in its first frame.
        if (can_draw && built_scale > 0.0f) {
            ImGui_ImplOpenGL3_DestroyFontsTexture();
            ImGui_ImplOpenGL3_CreateFontsTexture();
        }
        built_scale = wanted_scale;
    }
    apply_style(shared.theme);
}

Ui::Ui(platform::Window* window)
    : state_(std::make_unique<State>()) {
    state_->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(state_->context);
    state_->window = window;
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.UserData = &state_->shared;
    io.ClipboardUserData = window;
    io.GetClipboardTextFn = read_clipboard;
    io.SetClipboardTextFn = write_clipboard;
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    state_->input.attach(io);
    if (window) {
        state_->can_draw = ImGui_ImplOpenGL3_Init("#version 410");
        if (!state_->can_draw) state_->error = "The interface cannot load OpenGL; install libgl1.";
    }
    state_->update_appearance();
}

Ui::~Ui() {
    ImGui::SetCurrentContext(state_->context);
    if (state_->can_draw) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(state_->context);
}

const std::string& Ui::error() const {
    return state_->error;
}

void Ui::set_theme(ThemeKind kind) {
    state_->wanted_theme = kind;
}

void Ui::set_scale(float scale) {
    const float stepped = std::round(scale / kScaleStep) * kScaleStep;
    state_->wanted_scale = std::clamp(stepped, kMinScale, kMaxScale);
}

float Ui::scale() const {
    return state_->wanted_scale;
}

ThemeKind Ui::theme_kind() const {
    return state_->wanted_theme;
}

void Ui::use_fill(std::function<void(const Rect&, draw::Color)> fill) {
    state_->shared.fill = std::move(fill);
}

void Ui::begin_frame(const platform::InputFrame& input, const FrameSize& size, float seconds) {
    ImGui::SetCurrentContext(state_->context);
    state_->update_appearance();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(size.pixels.width), static_cast<float>(size.pixels.height));
    io.DisplayFramebufferScale = ImVec2(1.0f, 1.0f);
    io.DeltaTime = std::clamp(seconds, kMinFrame, kMaxFrame);
    if (size.points.width > 0 && size.points.height > 0) {
        state_->pixels_per_point = {io.DisplaySize.x / static_cast<float>(size.points.width),
                                    io.DisplaySize.y / static_cast<float>(size.points.height)};
    }
    state_->input.push(input);
    state_->input.apply(io, state_->pixels_per_point.x);
    state_->shared.hover.was_hovered = false;
    if (state_->can_draw) ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    UiState& shared = state_->shared;
    shared.fills.clear();
    shared.was_popup_open = !ImGui::GetCurrentContext()->OpenPopupStack.empty();
    shared.has_closed_on_escape = false;
    shared.has_closed_on_escape = close_popup_on_escape();
}

void Ui::render() {
    if (!state_->shared.hover.was_hovered) state_->shared.hover = {};
    const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
    ImGui::Render();
    if (!state_->can_draw) return;
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    state_->window->set_cursor(to_platform(cursor));
}

bool Ui::wants_mouse() const {
    return ImGui::GetIO().WantCaptureMouse || state_->shared.was_popup_open;
}

bool Ui::wants_keyboard() const {
    return ImGui::GetIO().WantCaptureKeyboard || ImGui::GetIO().WantTextInput ||
           state_->shared.was_popup_open;
}

bool Ui::has_pending_input() const {
    return state_->input.has_pending();
}

bool Ui::is_at_rest() const {
    return !ImGui::GetIO().WantTextInput && !ImGui::IsAnyMouseDown() && !has_pending_input();
}

glm::vec2 Ui::size_pixels() const {
    return {ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y};
}

glm::vec2 Ui::to_pixels(platform::PointF position) const {
    return glm::vec2(position.x, position.y) * state_->pixels_per_point;
}

} // namespace boxwood::ui
