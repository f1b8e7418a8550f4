#version 410
in vec4 color;
#ifdef EDGES
in vec4 edge_color;
in vec3 inside;
#endif

uniform float opacity;
out vec4 pixel;

void main() {
    vec3 rgb = color.rgb;
#ifdef HATCHED
    rgb = mix(hatch.rgb, rgb, stripe_at(gl_FragCoord.xy));
    rgb = mix(rgb, edge_color.rgb, edge_at(inside, 0.75 * half_size.z));
#elif defined(EDGES)
    rgb = mix(rgb, edge_color.rgb, edge_at(inside, 0.5 * half_size.z));
#endif
    pixel = vec4(rgb, color.a * opacity);
}
