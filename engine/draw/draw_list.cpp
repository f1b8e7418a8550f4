#include "engine/draw/draw_list.hpp"

namespace boxwood::draw {

MeshKey next_mesh_key() {
    static MeshKey last = 0; // not atomic: all drawing is on one thread
    return ++last;
}

void DrawList::clear() {
    daylight.reset();
    meshes.clear();
    instances.clear();
    balls.clear();
    lines.clear();
    boxes.clear();
    points.clear();
    triangles.clear();
    labels.clear();
    grid_spacing = 0.0f;
    depth_fade = glm::vec2(0.0f);
}

} // namespace boxwood::draw
