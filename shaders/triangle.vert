#version 410
// Draws single triangles in their own color, without shading, because the color has a meaning.
layout(location = 0) in vec3 position_w;
layout(location = 1) in vec4 triangle_color;
layout(location = 2) in uint info; // hatched << 2 | corner; corner 3: no outline

out vec4 color;
out vec3 inside;
flat out float hatched;

void main() {
    gl_Position = clip_from_world * vec4(position_w, 1.0);
    color = triangle_color;
    uint corner = info & 3u;
    inside = corner == 3u ? vec3(1.0) : vec3(equal(uvec3(corner), uvec3(0u, 1u, 2u)));
    hatched = float(info >> 2u);
}
