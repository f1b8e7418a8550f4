#version 410
// Draws the grid lines as quads, as in line.vert. Here positions are not divided by w, because the fade depends on the
// world position, which must be interpolated with perspective.
layout(location = 0) in vec3 from_w;
layout(location = 1) in vec3 to_w;
layout(location = 2) in vec4 line_color;

noperspective out float across;
out vec3 position_w;
out vec4 color;

void main() {
    vec3 a_w = from_w, b_w = to_w;
    vec4 p = clip_from_world * vec4(a_w, 1.0), q = clip_from_world * vec4(b_w, 1.0);
    float near = half_size.w;
    if (p.w < near && q.w < near) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (p.w < near) {
        float t = (near - p.w) / (q.w - p.w);
        p = mix(p, q, t);
        a_w = mix(a_w, b_w, t);
    }
    if (q.w < near) {
        float t = (near - q.w) / (p.w - q.w);
        q = mix(q, p, t);
        b_w = mix(b_w, a_w, t);
    }
    vec2 way = (q.xy / q.w - p.xy / p.w) * half_size.xy;
    float len = length(way);
    vec2 direction = len > 1e-6 ? way / len : vec2(1.0, 0.0);
    float half_width = 0.5 * max(half_size.z, 1.0);
    float reach = half_width + 0.5;
    bool at_end = (gl_VertexID & 1) != 0;
    float side = (gl_VertexID & 2) != 0 ? 1.0 : -1.0;
    gl_Position = at_end ? q : p;
    gl_Position.xy += side * reach * vec2(-direction.y, direction.x) / half_size.xy * gl_Position.w;
    across = side * reach;
    position_w = at_end ? b_w : a_w;
    color = line_color;
}
