// The data of daylight: the same block as DaylightBlock in engine/render/passes/daylight.hpp. Colors are linear.
layout(std140) uniform Daylight {
    mat4 shadow_from_world; // to x, y and depth in the shadow map, all from 0 to 1
    mat4 shadow_clip_from_world;
    mat4 world_from_clip;
    vec4 sun_w;      // xyz: unit vector towards the sun; w: distance by which a shadow look-up is moved off the surface
    vec4 sun_light;  // rgb
    vec4 sky_light;  // rgb, from above
    vec4 ground_light; // rgb, from below
    vec4 shadow;     // x: softness as a share of the map's width; y: 1 with shadows, 0 without
};

#ifdef FRAGMENT
// Squares approximate the sRGB curve, because a software renderer would spend half its time on the power of 2.2.
vec3 to_linear(vec3 srgb) {
    return srgb * srgb;
}
vec3 to_srgb(vec3 linear) {
    return sqrt(linear);
}
#endif
