// What: meshes that the program generates. The file dialog and the palette offer them, so that no file is needed.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace boxwood {

struct SampleMesh {
    const char* name;
    Mesh (*make)();
};
std::span<const SampleMesh> all_sample_meshes();

// The path that names a sample where a file is expected: "sample:teapot".
std::filesystem::path sample_path(const SampleMesh& sample);
const SampleMesh* find_sample(const std::filesystem::path& path); // null: the path does not name a sample

} // namespace boxwood
