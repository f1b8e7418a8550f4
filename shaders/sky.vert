#version 410
// Draws one triangle that covers the whole view at the maximum depth.
out vec3 far_w;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(corner, 1.0, 1.0);
    vec4 place = world_from_clip * vec4(corner, 1.0, 1.0);
    far_w = place.xyz / place.w - eye_w.xyz;
}
