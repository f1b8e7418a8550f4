// Scenes: what is read is written and read back equal; a small one is built and runs some steps, in which no body gets a
// place that is not finite.
#include "engine/scene/scene.hpp"
#include "engine/scene/build_scene.hpp"
#include "tests/fuzz/scratch_folder.hpp"
#include "tests/fuzz/text_target.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <variant>

namespace {

using namespace boxwood;
using fuzz::require;

bool names_file(const ShapeDescription& shape) {
    if (const auto* parts = std::get_if<PartsDescription>(&shape)) {
        for (const PartDescription& part : parts->parts)
            if (std::holds_alternative<MeshFile>(part.shape) ||
                std::holds_alternative<PolytopeFile>(part.shape))
                return true;
    }
    return std::holds_alternative<MeshFile>(shape) || std::holds_alternative<PolytopeFile>(shape);
}

// A recipe with many triangles, or many bodies, is right and slow.
bool is_small(const ShapeDescription& shape) {
    const auto is_small_recipe = [](const MeshRecipe& recipe) {
        for (const NamedValue& one : recipe.values)
            if (std::fabs(one.value) > 12.0) return false;
        return recipe.outline.size() <= 16;
    };
    const auto is_small_part = [&]<class S>(const S& one) {
        if constexpr (std::is_same_v<S, MeshRecipe>)
            return is_small_recipe(one);
        else if constexpr (std::is_same_v<S, SolidRecipe>)
            return is_small_recipe(one.recipe);
        else if constexpr (std::is_same_v<S, RandomPolytopeParams>)
            return one.faces <= 60;
        else
            return true;
    };
    if (const auto* parts = std::get_if<PartsDescription>(&shape)) {
        for (const PartDescription& part : parts->parts)
            if (!std::visit(is_small_part, part.shape)) return false;
        return parts->parts.size() <= 8;
    }
    return std::visit(is_small_part, shape);
}

bool can_be_run(const SceneDescription& scene) {
    std::size_t bodies = 0;
    for (const BodyDescription& body : scene.bodies) {
        if (names_file(body.shape) || !is_small(body.shape)) return false;
        bodies += std::max(body.count, 1u);
    }
    return bodies <= 16;
}

void run_some_steps(const std::string& text) {
    static const fuzz::ScratchFolder scratch;
    const std::filesystem::path path = scratch.path() / "scene.json";
    std::ofstream(path, std::ios::binary) << text;
    Result<LoadedScene> scene = load_scene(path);
    if (!scene) return fuzz::check_message(scene.error());
    for (int frame = 0; frame < 3; ++frame) {
        step(scene->simulation);
        for (const Body& body : scene->simulation.world.bodies()) {
            if (body.shape == nullptr) continue;
            const glm::dvec3& t = body.transform.t;
            require(std::isfinite(t.x) && std::isfinite(t.y) && std::isfinite(t.z), "a body without a place");
            require(std::isfinite(glm::dot(body.transform.q, body.transform.q)), "a body without a rotation");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<SceneDescription> scene = parse_scene(fuzz::text_of(data, size), "scene.json");
    if (!scene) {
        fuzz::check_message(scene.error());
        return 0;
    }
    const std::string text = to_json(*scene);
    const Result<SceneDescription> again = parse_scene(text, "again.json");
    require(bool(again),
            [&] { return "what was written is refused: " + again.error().message + "\n" + text; });
    require(to_json(*again) == text, "writing what was read back gives another text");
    if (can_be_run(*scene)) run_some_steps(text);
    return 0;
}
