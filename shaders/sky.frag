#version 410
in vec3 far_w;
out vec4 pixel;

void main() {
    float up = normalize(far_w).y;
    vec3 zenith = 1.5 * sky_light.rgb; // the visible sky is brighter than its light on bodies
    vec3 horizon = mix(zenith, vec3(zenith.b), 0.5); // haze; also the color below the horizon
    vec3 linear = mix(horizon, 0.75 * zenith, sqrt(clamp(up, 0.0, 1.0)));
    pixel = vec4(min(to_srgb(linear), vec3(1.0)), 1.0);
}
