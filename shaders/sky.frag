#version 410
in vec3 far_w;
out vec4 pixel;

void main() {
    float up = normalize(far_w).y;
    vec3 above_us = 1.5 * sky_light.rgb; // brighter than what it lights
    vec3 horizon = mix(above_us, vec3(above_us.b), 0.45);
    vec3 above = mix(horizon, 0.8 * above_us, sqrt(clamp(up, 0.0, 1.0)));
    vec3 linear = mix(above, ground_light.rgb, smoothstep(0.0, 0.08, -up));
    pixel = vec4(min(to_srgb(linear), vec3(1.0)), 1.0);
}
