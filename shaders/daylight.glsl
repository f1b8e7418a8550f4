// Daylight: the same block as DaylightBlock in engine/render/daylight.hpp. Colours are linear.
layout(std140) uniform Daylight {
    mat4 shadow_from_world; // x, y in the map and depth, 0 to 1
    mat4 shadow_clip_from_world;
    mat4 world_from_clip;
    vec4 sun_w;      // xyz, unit, towards the sun; w: lengths by which a look-up is lifted off its surface
    vec4 sun_light;  // rgb
    vec4 sky_light;  // rgb, from above
    vec4 ground_light; // rgb, from below
    vec4 shadow;     // x: softness in units of the map; y: 1 if shadows fall
};

#ifdef FRAGMENT
// The curve of screens as a square: a software renderer would spend half its time on the power of 2.2.
vec3 to_linear(vec3 srgb) {
    return srgb * srgb;
}
vec3 to_srgb(vec3 linear) {
    return sqrt(linear);
}
#endif
