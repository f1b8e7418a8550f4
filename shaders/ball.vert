#version 410
// Draws balls as discs that face the eye. ball.frag shades them like spheres.
layout(location = 0) in vec3 center_w;
layout(location = 1) in float radius;
layout(location = 2) in vec4 ball_color;

flat out vec4 color;
flat out float gone;    // share of the background color
// The light on a sphere as a function of its normal, in the frame of the view (x right, y up, z towards the eye).
flat out vec3 towards_light;
flat out vec3 up;       // the world's y axis

void main() {
    gl_Position = clip_from_world * vec4(center_w, 1.0);
    // The first two rows of the matrix point to the right and up.
    vec3 row_x = vec3(clip_from_world[0][0], clip_from_world[1][0], clip_from_world[2][0]);
    vec3 row_y = vec3(clip_from_world[0][1], clip_from_world[1][1], clip_from_world[2][1]);
    vec3 right_w = normalize(row_x), up_w = normalize(row_y);
    gl_PointSize = 2.0 * radius * length(row_y) * half_size.y / gl_Position.w;
    towards_light = vec3(dot(right_w, light_w.xyz), dot(up_w, light_w.xyz), -dot(forward_w.xyz, light_w.xyz));
    up = vec3(right_w.y, up_w.y, -forward_w.y);
    gone = background.a * fade_at(center_w);
    color = ball_color;
}
