// What: reads the meshes of a benchmark from the files in the environment variable BOXWOOD_MESH, separated by colons.
//     If the variable is unset or empty, returns a rock of 69 620 triangles.
// Degenerate input: an unreadable file ends the program with status 1 and a message.
#pragma once

#include "engine/import/readers.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

inline Mesh read_or_exit(const std::string& file) {
    Result<Mesh> mesh = read_mesh_file(file);
    if (mesh) {
        mesh->name = std::filesystem::path(file).stem().string();
        return std::move(*mesh);
    }
    std::fprintf(stderr, "%s\n", mesh.error().message.c_str());
    std::exit(1);
}

inline std::vector<Mesh> given_meshes() {
    std::vector<Mesh> meshes;
    const char* const files = std::getenv("BOXWOOD_MESH");
    for (std::string rest = files != nullptr ? files : ""; !rest.empty();) {
        const std::size_t end = rest.find(':');
        meshes.push_back(read_or_exit(rest.substr(0, end)));
        rest = end == std::string::npos ? "" : rest.substr(end + 1);
    }
    if (meshes.empty()) meshes.push_back(make_bumpy_sphere({}));
    return meshes;
}

} // namespace boxwood
