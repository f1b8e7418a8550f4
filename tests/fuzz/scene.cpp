// Scenes: accepted data reads back equal after writing. A small scene is built, runs some steps forward and then
// backward. No body may get a pose that the world refuses, and the backward run must end at the first state.
#include "engine/scene/scene.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/sim/history.hpp"
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

// False for recipes with many triangles: they are valid, but too slow to run here.
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

// Enough steps for a slow spin to move the vertices of a mesh far, if they are far from the mesh's origin.
constexpr int kSteps = 8;

void run_some_steps(const std::string& text) {
    static const fuzz::ScratchFolder scratch;
    const std::filesystem::path path = scratch.path() / "scene.json";
    std::ofstream(path, std::ios::binary) << text;
    Result<LoadedScene> scene = load_scene(path);
    if (!scene) return fuzz::check_message(scene.error());
    Simulation& simulation = scene->simulation;
    const std::uint64_t at_start = state_hash(simulation);
    StateHistory history;
    for (int frame = 0; frame < kSteps; ++frame) {
        history.push(simulation);
        step(simulation);
        for (const Body& body : simulation.world.bodies()) {
            if (body.shape == nullptr) continue;
            const Status status = check_transform(body.transform, "body");
            require(bool(status),
                    [&] { return "an invalid transform after a step: " + status.error().message; });
        }
    }
    int back = 0;
    for (; history.pop(simulation); ++back) collide(simulation);
    require(back == kSteps, "the history did not restore every step");
    require(state_hash(simulation) == at_start, "the backward run does not end at the first state");
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
