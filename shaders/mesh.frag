#version 410
in vec4 color;
#ifdef EDGES
#ifndef SHARED
in vec4 edge_color;
#endif
in vec3 inside;
#endif
#ifdef SHARED
uniform samplerBuffer triangle_colors;
uniform bool has_colors;
#ifndef LIT
in vec3 tones;
#endif
#endif
#ifdef LIT
in vec3 place_w;
in vec3 facing_w;
uniform sampler2DShadow shadow_map;
#endif

uniform float opacity;
out vec4 pixel;

#ifdef LIT
// Sample positions in the shadow map, evenly distributed over the unit disc: successive ones differ by the golden
// angle. Their number is a compile-time constant, which halves the time of the shader in software.
#ifdef FEW_TAPS
const int kTaps = 4;
const vec2 kDisc[kTaps] = vec2[kTaps](
        vec2(0.3536, 0.0000), vec2(-0.4515, 0.4137), vec2(0.0691, -0.7875),
        vec2(0.5691, 0.7423));
#else
const int kTaps = 12;
const vec2 kDisc[kTaps] = vec2[kTaps](
        vec2(0.2041, 0.0000), vec2(-0.2607, 0.2388), vec2(0.0399, -0.4547),
        vec2(0.3286, 0.4286), vec2(-0.6030, -0.1067), vec2(0.5712, -0.3634),
        vec2(-0.1911, 0.7107), vec2(-0.3644, -0.7016), vec2(0.7906, 0.2887),
        vec2(-0.8224, 0.3395), vec2(0.3965, -0.8472), vec2(0.2930, 0.9341));
#endif

float sunlit_share(vec3 normal_w) {
    if (shadow.y == 0.0) return 1.0;
    vec3 at = (shadow_from_world * vec4(place_w + sun_w.w * normal_w, 1.0)).xyz;
    float share = 0.0;
    for (int i = 0; i < kTaps; ++i) share += texture(shadow_map, vec3(at.xy + shadow.x * kDisc[i], at.z));
    return share / float(kTaps);
}

// Lambert's law for the sun, a hemisphere light for sky and ground, and a highlight on polished surfaces [Blinn 1977].
vec3 shade(vec3 albedo, float roughness) {
    vec3 normal_w = normalize(facing_w);
#ifdef SHARED
    if (!gl_FrontFacing) normal_w = -normal_w;
#endif
    float facing = dot(normal_w, sun_w.xyz);
    float sunlit = facing > 0.0 ? facing * sunlit_share(normal_w) : 0.0;
    vec3 around = mix(ground_light.rgb, sky_light.rgb, 0.5 + 0.5 * normal_w.y);
    vec3 half_w = normalize(sun_w.xyz + normalize(eye_w.xyz - place_w));
    float glint = max(dot(normal_w, half_w), 0.0); // raised to the 32nd power by the next lines
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint;
    glint *= glint * (1.0 - roughness) * (1.0 - roughness);
    return (sunlit * sun_light.rgb) * (albedo + 0.3 * glint) + albedo * around;
}
#endif

void main() {
    vec3 own = color.rgb;
    float alpha = color.a;
#ifdef SHARED
    if (has_colors) {
        vec4 triangle_color = texelFetch(triangle_colors, gl_PrimitiveID);
        if (triangle_color.a > 0.0) own = triangle_color.rgb;
    }
#endif
    vec3 rgb = own;
#if defined(SHARED) && defined(SHADOW)
#elif defined(SHARED) && !defined(LIT)
    float light = gl_FrontFacing ? tones.x : tones.y;
#ifdef HATCHED
    light = mix(light, 1.0, 0.45); // less shading, because the color has a meaning
#endif
    rgb = mix(min(own * light, vec3(1.0)), background.rgb, tones.z);
#ifdef EDGES
    vec4 edge_color = vec4(mix(rgb, mix(edge_dark.rgb, background.rgb, tones.z), edge_dark.a), alpha);
#endif
#endif
#if defined(SHARED) && defined(LIT) && defined(EDGES)
    vec4 edge_color = edge_dark;
#endif
#if defined(SHARED) && defined(HATCHED)
    edge_color.rgb = mix(own, vec3(1.0), 0.3);
#endif
#ifdef LIT
    // The integer part of color.a is the roughness in 255ths; its fraction is half the opacity.
    alpha = min(2.0 * fract(color.a), 1.0);
    rgb = min(to_srgb(shade(to_linear(own), floor(color.a) / 255.0)), vec3(1.0));
#ifdef HATCHED
    rgb = mix(rgb, own, 0.6); // less shading, because the color has a meaning
    vec3 drawn_edge = edge_color.rgb;
#elif defined(EDGES)
    vec3 drawn_edge = mix(rgb, edge_color.rgb, edge_color.a);
#endif
#elif defined(EDGES)
    vec3 drawn_edge = edge_color.rgb;
#endif
#ifdef HATCHED
    rgb = mix(hatch.rgb, rgb, stripe_at(gl_FragCoord.xy));
    rgb = mix(rgb, drawn_edge, edge_at(inside, 0.75 * half_size.z));
#elif defined(EDGES)
    rgb = mix(rgb, drawn_edge, edge_at(inside, 0.5 * half_size.z));
#endif
    pixel = vec4(rgb, alpha * opacity);
}
