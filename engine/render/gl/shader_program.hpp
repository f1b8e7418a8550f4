// What: a linked program from a pair of files in shaders/, and its uniforms. For engine/render only.
#pragma once

#include <string>

#include "engine/render/gl/gl_objects.hpp"

namespace boxwood::render {

constexpr GLuint kViewBinding = 0, kDaylightBinding = 1; // of the View and Daylight blocks

struct ShaderProgram {
    GlProgram program;

    // Builds the program from shaders/<pair>.vert and .frag, with a #define per word of `defines`. The word DAYLIGHT
    // also includes daylight.glsl. Returns an empty string on success, else the compiler's message with the file's
    // name.
    std::string build(const std::string& pair, const std::string& defines = "");

    void use() const { glUseProgram(program.id()); }
    GLint uniform(const char* name) const { return glGetUniformLocation(program.id(), name); }
};

} // namespace boxwood::render
