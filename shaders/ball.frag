#version 410
flat in vec4 color;
flat in float gone;
flat in vec3 towards_light;
flat in vec3 up;

out vec4 pixel;

void main() {
    vec2 at = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
    float height = 1.0 - dot(at, at);
    if (height < 0.0) discard;
    vec3 normal = vec3(at, sqrt(height));
    // As light_on() in mesh.vert.
    float key = max(dot(normal, towards_light) * 0.8 + 0.2, 0.0);
    float light = lights.x * key + mix(lights.z, lights.y, 0.5 + 0.5 * dot(normal, up));
    pixel = vec4(mix(min(color.rgb * light, vec3(1.0)), background.rgb, gone), color.a);
}
