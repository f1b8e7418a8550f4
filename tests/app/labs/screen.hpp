// Hashes of a lab's screen: of the scene that the renderer receives and of the panels that Dear ImGui lays out. Ignores
// the positions of mesh vertices. Needs no window.
#pragma once

#include "app/labs/lab.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/ui_context.hpp"

#include <bit>
#include <cstring>

#include <imgui.h>

namespace boxwood {

class Digest {
  public:
    template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void add(T value) { add_bytes(&value, sizeof value); }
    void add(glm::vec3 v) {
        for (int i = 0; i < 3; ++i) add(v[i]);
    }
    void add(const glm::mat4& m) {
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j) add(m[i][j]);
    }
    void add(draw::Color c) {
        for (const std::uint8_t part : {c.r, c.g, c.b, c.a}) add(part);
    }
    void add(std::string_view text) {
        add(text.size());
        add_bytes(text.data(), text.size());
    }
    template <class... T>
    void add_all(const T&... values) {
        (add(values), ...);
    }
    std::uint64_t value() const { return hash_; }

  private:
    void add_bytes(const void* data, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            hash_ = (hash_ ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001B3u;
    }
    std::uint64_t hash_ = 0xCBF29CE484222325u;
};

inline void add_scene(const draw::DrawList& list, Digest& io_digest) {
    for (const draw::MeshInstance& one : list.instances)
        io_digest.add_all(one.mesh, one.world_from_mesh, one.color, one.hatched, one.edges, one.layer,
                          one.fades_with_depth);
    for (const draw::MeshData& one : list.meshes) {
        io_digest.add_all(one.positions.size(), one.triangles.size(), one.triangle_colors.size());
        for (const draw::Color color : one.triangle_colors) io_digest.add(color);
    }
    for (const draw::Line& one : list.lines)
        io_digest.add_all(one.from_w, one.to_w, one.color, one.width, one.dashed);
    for (const draw::Box& one : list.boxes)
        io_digest.add_all(one.world_from_box, one.color, one.width, one.dashed);
    for (const draw::Point& one : list.points) io_digest.add_all(one.center_w, one.color, one.diameter);
    for (const draw::FilledTriangle& one : list.triangles)
        io_digest.add_all(one.a_w, one.b_w, one.c_w, one.color, one.hatched);
    for (const draw::Label& one : list.labels)
        io_digest.add_all(one.anchor_w, std::string_view(one.text), std::string_view(one.strong), one.color);
    io_digest.add(list.daylight.has_value());
    if (list.daylight) io_digest.add(list.daylight->shadow_radius);
}

struct Screen {
    std::uint64_t view = 0;   // scene, camera, legend and text over the view
    std::uint64_t panels = 0; // left, right and bottom
};

class ScreenReader {
  public:
    Screen look_at(Lab& io_lab) {
        io_lab.update();
        io_lab.frames().catch_up(nullptr);
        io_lab.settle();
        io_lab.frames().catch_up(nullptr);
        Screen screen;
        for (int frame = 0; frame < 3; ++frame)
            screen = draw(io_lab); // the layout of panels settles over several frames
        return screen;
    }

  private:
    Screen draw(Lab& io_lab) {
        Digest view, panels;
        ui_.begin_frame({}, {{1280, 720}, {1280, 720}}, 1.0f / 60.0f);
        const draw::Palette& palette = ui::palette();
        const std::vector<LabView> views = io_lab.viewport().views(palette);
        for (std::size_t i = 0; i < std::max<std::size_t>(views.size(), 1); ++i) {
            draw::DrawList list;
            views.empty() ? io_lab.viewport().draw(list, palette) : views[i].draw(list, palette);
            add_scene(list, view);
            if (!views.empty())
                view.add_all(std::string_view(views[i].title), std::string_view(views[i].note));
        }
        view.add_all(io_lab.viewport().camera.yaw, io_lab.viewport().camera.pitch,
                     io_lab.viewport().camera.distance, io_lab.viewport().camera.target_w);
        for (const LegendEntry& entry : io_lab.viewport().legend(palette))
            view.add_all(std::string_view(entry.text), entry.sample.kind, entry.sample.color);
        ViewContext context{palette, times_, {280.0f, 44.0f}, {640.0f, 400.0f}, false, {}};
        const auto panel = [](const char* name, ui::Rect rect, auto&& fill) {
            if (!ui::begin_panel(name, rect)) return;
            fill();
            ui::end_panel();
        };
        panel("left", {{0.0f, 44.0f}, {270.0f, 2000.0f}}, [&] { io_lab.panels().parameters(context); });
        panel("right", {{930.0f, 44.0f}, {1280.0f, 2000.0f}}, [&] { io_lab.panels().inspector(context); });
        panel("bottom", {{640.0f, 456.0f}, {1280.0f, 700.0f}}, [&] { io_lab.panels().details(context); });
        panel("over", {{290.0f, 54.0f}, {900.0f, 158.0f}}, [&] { io_lab.panels().headline(context); });
        io_lab.panels().overlay(context);
        ui_.render();
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int i = 0; i < data.CmdListsCount; ++i)
            for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
                const bool is_over_view =
                    vertex.pos.x > 275.0f && vertex.pos.x < 925.0f && vertex.pos.y < 450.0f;
                (is_over_view ? view : panels)
                    .add_all(vertex.pos.x, vertex.pos.y, vertex.uv.x, vertex.uv.y, vertex.col);
            }
        return {view.value(), panels.value()};
    }

    ui::Ui ui_{nullptr};
    TimeHistory times_{16};
};

} // namespace boxwood
