#version 410
// Draws balls as discs that face the eye. ball.frag shades them like spheres.
layout(location = 0) in vec3 center_w;
layout(location = 1) in float radius;
layout(location = 2) in vec4 ball_color;

flat out vec4 color;
flat out float gone; // share of the background color

void main() {
    gl_Position = clip_from_world * vec4(center_w, 1.0);
    vec3 row_y = vec3(clip_from_world[0][1], clip_from_world[1][1], clip_from_world[2][1]);
    gl_PointSize = 2.0 * radius * length(row_y) * half_size.y / gl_Position.w;
    gone = background.a * fade_at(center_w);
    color = ball_color;
}
