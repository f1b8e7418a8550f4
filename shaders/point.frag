#version 410
in vec4 color;
in float size;

uniform float opacity;
out vec4 pixel;

void main() {
    float from_center = length(gl_PointCoord - 0.5) * size;
    float cover = clamp(0.5 * size - from_center, 0.0, 1.0);
    pixel = vec4(color.rgb, color.a * opacity * cover);
}
