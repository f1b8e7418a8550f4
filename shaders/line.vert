#version 410
// Draws lines as quads that face the screen. Positions are divided by w here, so interpolation is linear in pixels.
layout(location = 0) in vec3 from_w;
layout(location = 1) in vec3 to_w;
layout(location = 2) in vec4 line_color;
layout(location = 3) in float line_width; // pixels at UI scale 1; negative: dashed

out vec4 color;
flat out vec4 middle; // xy: start of the line in the picture, in pixels; zw: its direction
flat out vec3 shape;  // length and half the width, in pixels; 1 if dashed, else 0

// Moves lines a few thousandths of the distance towards the eye, so that a surface does not hide the lines on it.
const float kDepthBias = 5e-5;

void main() {
    vec4 p = clip_from_world * vec4(from_w, 1.0), q = clip_from_world * vec4(to_w, 1.0);
    float near = half_size.w;
    if (p.w < near && q.w < near) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (p.w < near) p = mix(p, q, (near - p.w) / (q.w - p.w));
    if (q.w < near) q = mix(q, p, (near - q.w) / (p.w - q.w));

    vec2 p_px = p.xy / p.w * half_size.xy, q_px = q.xy / q.w * half_size.xy;
    vec2 way = q_px - p_px;
    float len = length(way);
    vec2 direction = len > 1e-6 ? way / len : vec2(1.0, 0.0);
    float half_width = 0.5 * max(abs(line_width) * half_size.z, 1.0);
    float reach = half_width + 0.5; // plus half a pixel for the soft border

    bool at_end = (gl_VertexID & 1) != 0;
    vec2 corner = at_end ? q_px + reach * direction : p_px - reach * direction;
#ifndef WIDE_LINES
    corner += ((gl_VertexID & 2) != 0 ? reach : -reach) * vec2(-direction.y, direction.x);
#endif
    float depth = at_end ? q.z / q.w : p.z / p.w;
    gl_Position = vec4(corner / half_size.xy, depth - kDepthBias, 1.0);

    color = line_color;
    middle = vec4(p_px + half_size.xy + origin.xy, direction);
    shape = vec3(len, half_width, line_width < 0.0 ? 1.0 : 0.0);
}
