#include "app/shell/files/sample_meshes.hpp"

#include "engine/meshes/generate/assemblies.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr std::array kSamples{
    SampleMesh{"box", [] { return make_box(glm::dvec3(1.0)); }},
    SampleMesh{"sphere", [] { return make_icosphere(4); }},
    SampleMesh{"torus", [] { return make_torus(1.0, 0.35, 96, 48); }},
    SampleMesh{"torus knot", [] { return make_torus_knot({}); }},
    SampleMesh{"rock", [] { return make_bumpy_sphere({.frequency = 32, .seed = 11}); }},
    SampleMesh{"teapot", [] { return make_teapot(10); }},
    SampleMesh{"craft", [] { return make_craft(); }},
    SampleMesh{"gear train", [] { return make_gear_train(6); }},
    SampleMesh{"steel frame", [] { return make_steel_frame(2); }},
};

} // namespace

std::span<const SampleMesh> all_sample_meshes() {
    return kSamples;
}

std::filesystem::path sample_path(const SampleMesh& sample) {
    return std::string("sample:") + sample.name;
}

const SampleMesh* find_sample(const std::filesystem::path& path) {
    for (const SampleMesh& sample : kSamples)
        if (path == sample_path(sample)) return &sample;
    return nullptr;
}

} // namespace boxwood
