#version 410
in vec4 color;
in vec3 inside;
flat in float hatched;

uniform float opacity;
out vec4 pixel;

void main() {
    vec3 rgb = mix(color.rgb, mix(hatch.rgb, color.rgb, stripe_at(gl_FragCoord.xy)), hatched);
    rgb = mix(rgb, mix(color.rgb, vec3(1.0), 0.3), edge_at(inside, 0.5 * half_size.z));
    pixel = vec4(rgb, color.a * opacity);
}
