#include "engine/scene/scene.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/json/field_readers.hpp"
#include "engine/scene/json/json_text.hpp"
#include "engine/scene/json/look_json.hpp"
#include "engine/scene/placing.hpp"

#include <algorithm>

namespace boxwood {
namespace {

Result<std::optional<glm::dvec3>> read_room(const JsonAt& at) {
    if (at.value.is_null()) return std::optional<glm::dvec3>();
    if (const Status keys = check_keys(at, {"half"}); !keys) return keys.error();
    if (!at.has("half")) return json_error(at, "\"half\" is missing");
    const Result<glm::dvec3> half = vector_reader(1.0 / kMaxRoomHalf, kMaxRoomHalf)(at["half"]);
    if (!half) return half.error();
    return std::optional(*half);
}

// Rejects bodies with a material that the scene does not define.
Status check_materials(const SceneDescription& scene) {
    const auto is_known = [&scene](const std::string& name) {
        const auto has_name = [&name](const Material& material) { return material.name == name; };
        return name.empty() || std::any_of(scene.materials.begin(), scene.materials.end(), has_name);
    };
    const auto unknown = [](const BodyDescription& body, const std::string& name) {
        return Error{body.place + ": there is no material \"" + one_line(name, 40) + "\""};
    };
    for (const BodyDescription& body : scene.bodies) {
        if (!is_known(body.material)) return unknown(body, body.material);
        if (const auto* parts = std::get_if<PartsDescription>(&body.shape))
            for (const PartDescription& part : parts->parts)
                if (!is_known(part.material)) return unknown(body, part.material);
    }
    return ok();
}

Result<std::array<std::string, 2>> read_group_pair(const JsonAt& at) {
    if (!at.value.is_array() || at.size() != 2) return json_error(at, "expected the names of two groups");
    std::array<std::string, 2> groups;
    for (std::size_t i = 0; i < 2; ++i) {
        Result<std::string> name = read_string(at[i]);
        if (!name) return name.error();
        if (name->empty()) return json_error(at[i], "the name of a group must not be empty");
        groups[i] = std::move(*name);
    }
    return groups;
}

Result<PairRules> read_pair_rules(const JsonAt& at) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    if (const Status keys = check_keys(at, {"enabled", "except"}); !keys) return keys.error();
    PairRules rules;
    rules.place = place_of(at);
    if (const Status read = read_if_there(at, "enabled", rules.are_enabled, read_bool); !read)
        return read.error();
    if (!at.has("except")) return rules;
    const JsonAt except = at["except"];
    if (!except.value.is_array()) return json_error(except, "expected a list of pairs of groups");
    for (std::size_t i = 0; i < except.size(); ++i) {
        Result<std::array<std::string, 2>> groups = read_group_pair(except[i]);
        if (!groups) return groups.error();
        rules.except.push_back(std::move(*groups));
    }
    return rules;
}

// Rejects pair rules that name a group without bodies.
Status check_groups(const SceneDescription& scene) {
    for (const std::array<std::string, 2>& groups : scene.pairs.except)
        for (const std::string& name : groups)
            if (std::ranges::find(scene.bodies, name, &BodyDescription::group) == scene.bodies.end())
                return Error{scene.pairs.place + ": no body is in a group \"" + one_line(name, 40) + "\""};
    return ok();
}

Result<SceneDescription> read_root(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"boxwood", "name", "lab", "seed", "room", "materials", "light",
                                            "view", "define", "pairs", "bodies"});
        !keys)
        return keys.error();
    if (!at.has("boxwood")) return json_error(at, "\"boxwood\": 1 is missing; is this a scene?");
    if (const auto version = read_unsigned(at["boxwood"], kSceneVersion, kSceneVersion); !version)
        return json_error(at["boxwood"], "this program reads version 1 of the format");
    SceneDescription scene;
    const Status fields = first_error({read_if_there(at, "name", scene.name, read_string),
                                       read_if_there(at, "lab", scene.lab, read_string),
                                       read_if_there(at, "seed", scene.seed, unsigned_reader(0, kAnySeed)),
                                       read_if_there(at, "room", scene.room_half, read_room),
                                       read_if_there(at, "materials", scene.materials, read_materials),
                                       read_if_there(at, "light", scene.light, read_light),
                                       read_if_there(at, "view", scene.view, read_view),
                                       read_if_there(at, "pairs", scene.pairs, read_pair_rules)});
    if (!fields) return fields.error();
    if (at.has("lab")) scene.lab_place = place_of(at["lab"]);
    if (const Status bodies = read_bodies(at, scene); !bodies) return bodies.error();
    if (const Status known = check_materials(scene); !known) return known.error();
    if (const Status known = check_groups(scene); !known) return known.error();
    return scene;
}

} // namespace

Result<SceneDescription> parse_scene(std::string_view text, const std::string& source) {
    const Result<Json> json = parse_json(text, source, JsonOrder::sorted);
    if (!json) return json.error();
    Result<SceneDescription> scene = read_root(JsonAt{*json, "", text});
    if (!scene) return Error{source + ":" + scene.error().message};
    return scene;
}

Result<SceneDescription> read_scene(const std::filesystem::path& path) {
    const Result<std::string> text = read_text_file(path, kMaxSceneBytes);
    if (!text) return text.error();
    return parse_scene(*text, shown(path));
}

} // namespace boxwood
