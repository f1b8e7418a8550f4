// What every shader knows about the view: the same block as ViewBlock in engine/render/view_block.hpp.
layout(std140) uniform View {
    mat4 clip_from_world;
    vec4 eye_w;      // xyz
    vec4 forward_w;  // xyz, unit
    vec4 light_w;    // xyz, unit, towards the light
    vec4 lights;     // directional, from above, from below
    vec4 background; // rgb; a: how far bodies recede into it
    vec4 fade;       // start, 1 / (end - start) or 0
    vec4 half_size;  // xy: half the viewport in pixels; z: UI scale; w: the least w in front of the eye
    vec4 origin;     // xy: the viewport's lower left corner in the picture, in pixels
    vec4 hatch;      // rgb of the stripe; a: period in pixels
    vec4 edge_light; // rgba
    vec4 edge_dark;  // rgba
};

float fade_at(vec3 point_w) {
    return clamp((dot(point_w - eye_w.xyz, forward_w.xyz) - fade.x) * fade.y, 0.0, 1.0);
}

#ifdef FRAGMENT
// 1 on the coloured stripes, 0 on the dark ones, soft over a pixel.
float stripe_at(vec2 pixel) {
    float period = hatch.a;
    float wave = abs(fract((pixel.x + pixel.y) * 0.70710678 / period) - 0.5) * period; // pixels from the dark middle
    return clamp(wave - 0.2 * period + 0.5, 0.0, 1.0);
}

// How near an edge of the triangle is, 1 to 0 over `width` pixels; `inside` are its barycentric coordinates.
float edge_at(vec3 inside, float width) {
    vec3 per_pixel = max(fwidth(inside), vec3(1e-7));
    vec3 pixels = inside / per_pixel;
    float nearest = min(pixels.x, min(pixels.y, pixels.z));
    // Triangles of a pixel or two would be all edge: let them go over into their fill.
    float crowd = max(per_pixel.x, max(per_pixel.y, per_pixel.z));
    return clamp(width + 0.5 - nearest, 0.0, 1.0) * (1.0 - smoothstep(0.1, 0.4, crowd));
}
#endif
