#version 410
// Single triangles in their own colour, without light: they mean something.
layout(location = 0) in vec3 position_w;
layout(location = 1) in vec4 triangle_color;
layout(location = 2) in uint info; // hatched << 2 | corner

out vec4 color;
out vec3 inside;
flat out float hatched;

void main() {
    gl_Position = clip_from_world * vec4(position_w, 1.0);
    color = triangle_color;
    inside = vec3(equal(uvec3(info & 3u), uvec3(0u, 1u, 2u)));
    hatched = float(info >> 2u);
}
