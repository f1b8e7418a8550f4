#version 410
noperspective in float across;
in vec3 position_w;
in vec4 color;

uniform vec2 reach; // the grid fades out between these distances from the eye
out vec4 pixel;

void main() {
    float half_width = 0.5 * max(half_size.z, 1.0);
    float cover = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
    vec3 from_eye = position_w - eye_w.xyz;
    float distance = length(from_eye);
    float near_enough = 1.0 - smoothstep(reach.x, reach.y, distance);
    // At grazing angles, the lines would be too dense, so they fade out.
    float steep = smoothstep(0.0, 0.22, abs(from_eye.y) / max(distance, 1e-6));
    pixel = vec4(color.rgb, color.a * cover * near_enough * steep);
}
