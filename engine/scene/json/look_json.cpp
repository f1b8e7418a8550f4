#include "engine/scene/json/look_json.hpp"

#include "engine/scene/json/field_readers.hpp"
#include "engine/scene/json/write_fields.hpp"

#include <charconv>
#include <cstdio>

namespace boxwood {
namespace {

constexpr double kMaxCoordinate = 1e9;
constexpr double kMaxStrength = 10.0;

Result<ColorBytes> read_color(const JsonAt& at) {
    const Result<std::string> text = read_string(at);
    if (!text) return text.error();
    std::uint32_t hex = 0;
    const char* end = text->data() + text->size();
    if (text->size() != 7 || text->front() != '#' ||
        std::from_chars(text->data() + 1, end, hex, 16).ptr != end)
        return json_error(at, "expected a color such as \"#8A6B4A\"");
    return ColorBytes{static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
                      static_cast<std::uint8_t>(hex)};
}

Result<Material> read_material(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"color", "roughness"}); !keys) return keys.error();
    Material material;
    const Status fields =
        first_error({read_if_there(at, "color", material.color, read_color),
                     read_if_there(at, "roughness", material.roughness, number_reader(0.0, 1.0))});
    if (!fields) return fields.error();
    return material;
}

void append_color(std::string& io_text, const char* key, const ColorBytes& color) {
    char text[8];
    std::snprintf(text, sizeof text, "#%02X%02X%02X", color[0], color[1], color[2]);
    append_field(io_text, key, std::string(text));
}

} // namespace

Result<std::vector<Material>> read_materials(const JsonAt& at) {
    if (!at.value.is_object()) return json_error(at, "expected an object of materials by name");
    std::vector<Material> materials;
    for (const auto& [key, value] : at.value.members()) {
        const JsonAt entry{value, at.pointer + "/" + escaped_key(key), at.text};
        Result<Material> material = read_material(entry);
        if (!material) return material.error();
        material->name = key;
        if (material->name.empty()) return json_error(entry, "the name of a material must not be empty");
        materials.push_back(std::move(*material));
    }
    return materials;
}

Result<SceneLight> read_light(const JsonAt& at) {
    if (const Status keys = check_keys(
            at, {"towards_sun", "sun_color", "sky_color", "ground_color", "sun_strength", "sky_strength"});
        !keys)
        return keys.error();
    SceneLight light;
    const auto strength = number_reader(0.0, kMaxStrength);
    const Status fields = first_error({read_if_there(at, "towards_sun", light.towards_sun_w,
                                                     vector_reader(-kMaxCoordinate, kMaxCoordinate)),
                                       read_if_there(at, "sun_color", light.sun, read_color),
                                       read_if_there(at, "sky_color", light.sky, read_color),
                                       read_if_there(at, "ground_color", light.ground, read_color),
                                       read_if_there(at, "sun_strength", light.sun_strength, strength),
                                       read_if_there(at, "sky_strength", light.sky_strength, strength)});
    if (!fields) return fields.error();
    if (light.towards_sun_w == glm::dvec3(0.0)) return json_error(at["towards_sun"], "must not be zero");
    return light;
}

Result<SceneView> read_view(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"eye", "target"}); !keys) return keys.error();
    SceneView view;
    const Status fields = first_error(
        {read_if_there(at, "eye", view.eye_w, vector_reader(-kMaxCoordinate, kMaxCoordinate)),
         read_if_there(at, "target", view.target_w, vector_reader(-kMaxCoordinate, kMaxCoordinate))});
    if (!fields) return fields.error();
    if (view.eye_w == view.target_w) return json_error(at, "\"eye\" and \"target\" are the same point");
    return view;
}

void append_look(std::string& io_text, const std::vector<Material>& materials,
                 const std::optional<SceneLight>& light, const std::optional<SceneView>& view) {
    append_key(io_text, "materials");
    io_text += '{';
    for (const Material& material : materials) {
        append_key(io_text, material.name.c_str());
        io_text += '{';
        append_color(io_text, "color", material.color);
        append_field(io_text, "roughness", material.roughness);
        io_text += '}';
    }
    io_text += '}';
    if (light) {
        append_key(io_text, "light");
        io_text += '{';
        append_field(io_text, "towards_sun", light->towards_sun_w);
        append_color(io_text, "sun_color", light->sun);
        append_color(io_text, "sky_color", light->sky);
        append_color(io_text, "ground_color", light->ground);
        append_field(io_text, "sun_strength", light->sun_strength);
        append_field(io_text, "sky_strength", light->sky_strength);
        io_text += '}';
    }
    if (view) {
        append_key(io_text, "view");
        io_text += '{';
        append_field(io_text, "eye", view->eye_w);
        append_field(io_text, "target", view->target_w);
        io_text += '}';
    }
}

} // namespace boxwood
