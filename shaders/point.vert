#version 410
layout(location = 0) in vec3 center_w;
layout(location = 1) in vec4 point_color;
layout(location = 2) in float diameter; // pixels at UI scale 1

out vec4 color;
out float size; // pixels

const float kDepthBias = 8e-5; // more than in line.vert, so that a point is in front of the lines that end at it

void main() {
    gl_Position = clip_from_world * vec4(center_w, 1.0);
    gl_Position.z -= kDepthBias * gl_Position.w;
    size = diameter * half_size.z + 1.0; // plus half a pixel on each side for the soft border
    gl_PointSize = size;
    color = point_color;
}
