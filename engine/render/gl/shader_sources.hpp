// What: the shader sources, embedded at build time from shaders/.
#pragma once

#include <string_view>

namespace boxwood::render {

std::string_view shader_source(std::string_view file_name); // "mesh.vert"; empty if there is none

} // namespace boxwood::render
