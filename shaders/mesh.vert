#version 410
// Draws bodies, with shading per vertex. In flat meshes, each triangle has its own three vertices, so shading is per
// triangle. SHARED: several triangles share a vertex, so mesh.frag computes the values that depend on the triangle.
layout(location = 0) in vec3 position_m;
layout(location = 1) in vec3 normal_m;
layout(location = 2) in uint info; // slot << 8 | smooth << 5 | hidden edges << 2 | corner
#ifndef SHARED
layout(location = 3) in vec4 own_color; // a = 0: use the color of the instance
layout(location = 4) in vec2 face_m;    // normal of the triangle, in octahedral encoding
#endif

uniform samplerBuffer instances; // four texels each: three rows of world_from_mesh, and the color
uniform int first_instance;      // negative: one instance per mesh, at the index of the mesh's slot
uniform float fades_with_depth;

out vec4 color;
#ifdef LIT
out vec3 place_w;
out vec3 facing_w;
#endif
#ifdef EDGES
#ifndef SHARED
out vec4 edge_color;
#endif
out vec3 inside;
#endif
#if defined(SHARED) && !defined(LIT)
out vec3 tones; // x, y: light on the front and on the back; z: share of the background color
#endif

// Decodes a normal, without normalizing it [Meyer 2010].
vec3 from_octahedral(vec2 folded) {
    vec3 v = vec3(folded, 1.0 - abs(folded.x) - abs(folded.y));
    float under = max(-v.z, 0.0);
    v.xy -= vec2(v.x >= 0.0 ? under : -under, v.y >= 0.0 ? under : -under);
    return v;
}

void main() {
    int texel = 4 * (first_instance < 0 ? int(info >> 8u) : first_instance + gl_InstanceID);
    vec4 row0 = texelFetch(instances, texel);
    vec4 row1 = texelFetch(instances, texel + 1);
    vec4 row2 = texelFetch(instances, texel + 2);
    vec4 base = texelFetch(instances, texel + 3);

    vec4 p = vec4(position_m, 1.0);
    vec3 position_w = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
#ifdef SHADOW
    gl_Position = shadow_clip_from_world * vec4(position_w, 1.0);
    color = base;
    return;
#endif
    gl_Position = clip_from_world * vec4(position_w, 1.0);

    // The cofactor matrix transforms normals correctly under any affine map, except for the sign. The normal is flipped
    // if the eye sees the back of the triangle, so that open surfaces, mirrored bodies and rooms seen from inside are
    // lit on the visible side. The normal of the triangle decides this, because a smooth normal can point slightly away
    // from the eye although the triangle faces the eye.
    vec3 c0 = cross(row1.xyz, row2.xyz), c1 = cross(row2.xyz, row0.xyz), c2 = cross(row0.xyz, row1.xyz);
    vec3 normal_w = vec3(dot(c0, normal_m), dot(c1, normal_m), dot(c2, normal_m));
    normal_w *= inversesqrt(max(dot(normal_w, normal_w), 1e-30));
#ifdef SHARED
    if (dot(row0.xyz, c0) < 0.0) normal_w = -normal_w; // mirrored: points to the side given by the winding
    color = base;
#ifdef LIT
    place_w = position_w;
    facing_w = normal_w;
#else
    tones = vec3(light_on(normal_w), light_on(-normal_w), fades_with_depth * background.a * fade_at(position_w));
#endif
#ifdef EDGES
    inside = vec3(equal(uvec3(info & 3u), uvec3(0u, 1u, 2u)));
#endif
#else
    vec3 flat_m = from_octahedral(face_m);
    vec3 flat_w = vec3(dot(c0, flat_m), dot(c1, flat_m), dot(c2, flat_m));
    if (dot(flat_w, eye_w.xyz - position_w) < 0.0) normal_w = -normal_w;

    vec3 own = own_color.a > 0.0 ? own_color.rgb : base.rgb;
#ifdef LIT
    place_w = position_w;
    facing_w = normal_w;
    color = vec4(own, base.a);
#ifdef EDGES
    edge_color = edge_dark;
#endif
#else
    float light = light_on(normal_w);
#ifdef HATCHED
    light = mix(light, 1.0, 0.45); // less shading, because the color has a meaning
#endif
    float gone = fades_with_depth * background.a * fade_at(position_w);
    color = vec4(mix(min(own * light, vec3(1.0)), background.rgb, gone), base.a);
#endif

#ifdef EDGES
#ifndef LIT
    vec4 tone = (info & 32u) != 0u ? edge_dark : edge_light;
    edge_color = vec4(mix(color.rgb, mix(tone.rgb, background.rgb, gone), tone.a), base.a);
#endif
#ifdef HATCHED
    edge_color.rgb = mix(own, vec3(1.0), 0.3);
#endif
    uint corner = info & 3u;
    inside = vec3(equal(uvec3(corner), uvec3(0u, 1u, 2u)));
    // A coordinate of 1 in the whole triangle hides the edge: no pixel is near it.
    inside = max(inside, vec3(notEqual(uvec3(info) & uvec3(4u, 8u, 16u), uvec3(0u))));
#endif
#endif
}
