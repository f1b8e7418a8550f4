#version 410
in vec4 color;
flat in vec4 middle;
flat in vec3 shape;

uniform float opacity;
out vec4 pixel;

const float kDash = 5.0, kGap = 4.0; // pixels at UI scale 1

void main() {
    // Uses the position of the pixel, not varyings, so that quads and wide lines give the same pixels.
    vec2 from_start = gl_FragCoord.xy - middle.xy;
    float along = dot(from_start, middle.zw);
    float across = abs(dot(from_start, vec2(-middle.w, middle.z)));
    float len = shape.x, half_width = shape.y;
    float cover = clamp(half_width + 0.5 - across, 0.0, 1.0);
    // Square ends, so that lines that meet at the corner of a box leave no gap.
    cover *= clamp(half_width + 0.5 + min(along, len - along), 0.0, 1.0);
    if (shape.z > 0.0) {
        float period = (kDash + kGap) * half_size.z, dash = kDash * half_size.z;
        float phase = mod(along + 0.5 * dash, period);
        cover *= clamp(0.5 * dash - abs(phase - 0.5 * dash) + 0.5, 0.0, 1.0);
    }
    pixel = vec4(color.rgb, color.a * opacity * cover);
}
