#version 410
flat in vec4 color;
flat in float gone;

out vec4 pixel;

void main() {
    vec2 at = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
    float height = 1.0 - dot(at, at);
    if (height < 0.0) discard;
    vec3 normal_w = at.x * right_w.xyz + at.y * up_w.xyz - sqrt(height) * forward_w.xyz;
    pixel = vec4(mix(min(color.rgb * light_on(normal_w), vec3(1.0)), background.rgb, gone), color.a);
}
