#include "engine/render/gl/shader_program.hpp"

#include <sstream>
#include <vector>

#include "engine/render/gl/shader_sources.hpp"

namespace boxwood::render {

namespace {
// Inserts the defines and the common blocks after the first line, which is the version and must come first. A #line
// directive makes the compiler's messages use the line numbers of the file.
std::string compose(std::string_view source, const std::string& defines) {
    const std::size_t end_of_version = source.find('\n') + 1;
    std::string text(source.substr(0, end_of_version));
    std::istringstream words(defines);
    for (std::string word; words >> word;) text += "#define " + word + "\n";
    text += shader_source("view.glsl");
    if (defines.find("DAYLIGHT") != std::string::npos) text += shader_source("daylight.glsl");
    text += "#line 2\n";
    text += source.substr(end_of_version);
    return text;
}

std::string compile(GLuint shader, const std::string& file, const std::string& defines) {
    const std::string text = compose(shader_source(file), defines);
    const char* begin = text.c_str();
    glShaderSource(shader, 1, &begin, nullptr);
    glCompileShader(shader);
    GLint done = GL_FALSE, length = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done == GL_TRUE) return {};
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::vector<char> log(static_cast<std::size_t>(length) + 1);
    glGetShaderInfoLog(shader, length, nullptr, log.data());
    return "shader " + file + ": " + log.data();
}

std::string link(GLuint program, const std::string& pair) {
    glLinkProgram(program);
    GLint done = GL_FALSE, length = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done == GL_TRUE) return {};
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::vector<char> log(static_cast<std::size_t>(length) + 1);
    glGetProgramInfoLog(program, length, nullptr, log.data());
    return "shaders " + pair + ": " + log.data();
}
} // namespace

std::string ShaderProgram::build(const std::string& pair, const std::string& defines) {
    program = GlProgram(glCreateProgram());
    const GLuint vertex = glCreateShader(GL_VERTEX_SHADER), fragment = glCreateShader(GL_FRAGMENT_SHADER);
    std::string error = compile(vertex, pair + ".vert", defines);
    if (error.empty()) error = compile(fragment, pair + ".frag", "FRAGMENT " + defines);
    if (error.empty()) {
        glAttachShader(program.id(), vertex);
        glAttachShader(program.id(), fragment);
        error = link(program.id(), pair);
    }
    glDeleteShader(vertex); // OpenGL frees a deleted shader only when no program uses it
    glDeleteShader(fragment);
    if (!error.empty()) return error;
    for (const auto& [name, binding] : {std::pair{"View", kViewBinding}, {"Daylight", kDaylightBinding}}) {
        const GLuint block = glGetUniformBlockIndex(program.id(), name);
        if (block != GL_INVALID_INDEX) glUniformBlockBinding(program.id(), block, binding);
    }
    return {};
}

} // namespace boxwood::render
