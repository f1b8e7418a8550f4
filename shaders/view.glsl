// The view data that every shader uses: the same block as ViewBlock in engine/render/gl/view_block.hpp.
layout(std140) uniform View {
    mat4 clip_from_world;
    vec4 eye_w;      // xyz
    vec4 right_w;    // xyz: unit vector, as the next two
    vec4 up_w;
    vec4 forward_w;
    vec4 light_w;    // xyz: unit vector towards the light
    vec4 lights;     // strength of the light: directional, from above, from below
    vec4 background; // rgb; a: share of this color in bodies at the end of the depth fade
    vec4 fade;       // x: start of the depth fade; y: 1 / (end - start), or 0 without fade
    vec4 half_size;  // xy: half the viewport in pixels; z: UI scale; w: lines are clipped at this clip coordinate w
    vec4 origin;     // xy: the viewport's lower left corner in the picture, in pixels
    vec4 hatch;      // rgb of the stripe; a: period in pixels
    vec4 edge_light; // rgba
    vec4 edge_dark;  // rgba
};

float fade_at(vec3 point_w) {
    return clamp((dot(point_w - eye_w.xyz, forward_w.xyz) - fade.x) * fade.y, 0.0, 1.0);
}

float light_on(vec3 normal_w) {
    float key = max(dot(normal_w, light_w.xyz) * 0.8 + 0.2, 0.0);
    float sky = 0.5 + 0.5 * normal_w.y;
    return lights.x * key + mix(lights.z, lights.y, sky);
}

#ifdef FRAGMENT
// Returns 0 on the hatch stripes and 1 between them, with a soft transition over one pixel.
float stripe_at(vec2 pixel) {
    float period = hatch.a;
    float wave = abs(fract((pixel.x + pixel.y) * 0.70710678 / period) - 0.5) * period; // pixels to the stripe's middle
    return clamp(wave - 0.2 * period + 0.5, 0.0, 1.0);
}

// Returns 1 within `width` pixels of an edge of the triangle, else 0, with a soft transition over one pixel.
// `inside`: the barycentric coordinates of the pixel.
float edge_at(vec3 inside, float width) {
    vec3 per_pixel = max(fwidth(inside), vec3(1e-7));
    vec3 pixels = inside / per_pixel;
    float nearest = min(pixels.x, min(pixels.y, pixels.z));
    // Triangles that are only a few pixels high would consist only of edges, so their edges fade out.
    float crowd = max(per_pixel.x, max(per_pixel.y, per_pixel.z));
    return clamp(width + 0.5 - nearest, 0.0, 1.0) * (1.0 - smoothstep(0.1, 0.4, crowd));
}
#endif
