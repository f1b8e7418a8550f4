#version 410
noperspective in float across;
in vec3 position_w;
in vec4 color;

uniform vec2 reach; // distances from the eye between which the ground fades away
out vec4 pixel;

void main() {
    float half_width = 0.5 * max(half_size.z, 1.0);
    float cover = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
    vec3 from_eye = position_w - eye_w.xyz;
    float distance = length(from_eye);
    float near_enough = 1.0 - smoothstep(reach.x, reach.y, distance);
    // Lines crowd where the ground is seen at a grazing angle.
    float steep = smoothstep(0.0, 0.22, abs(from_eye.y) / max(distance, 1e-6));
    pixel = vec4(color.rgb, color.a * cover * near_enough * steep);
}
