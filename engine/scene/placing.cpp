#include "engine/scene/placing.hpp"

#include "collision/core/normalized.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/scene/json/body_json.hpp"
#include "engine/scene/json/field_readers.hpp"
#include "engine/scene/json/transform_json.hpp"

#include <algorithm>
#include <map>

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

using Bodies = std::vector<BodyDescription>;

// Copies of an entry of the list; each copy is one step farther than the previous one.
struct Repeat {
    std::uint32_t count = 1;
    glm::dvec3 step_w{0.0};
    double turn_degrees = 0.0; // about the entry's own y
};

// Random variation of the copies, within +- these values.
struct Vary {
    glm::dvec3 shift_w{0.0};
    double turn_degrees = 0.0;
    std::vector<std::string> materials; // assigned cyclically, for parts without their own material
};

Result<Repeat> read_repeat(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"count", "step", "turn"}); !keys) return keys.error();
    if (!at.has("count")) return json_error(at, "\"count\" is missing");
    Repeat repeat;
    const Status fields =
        first_error({read_if_there(at, "count", repeat.count, unsigned_reader(1, kMaxSceneBodies)),
                     read_if_there(at, "step", repeat.step_w, vector_reader(-kMaxRoomHalf, kMaxRoomHalf)),
                     read_if_there(at, "turn", repeat.turn_degrees, number_reader(-360.0, 360.0))});
    if (!fields) return fields.error();
    return repeat;
}

Result<std::vector<std::string>> read_names(const JsonAt& at) {
    if (!at.value.is_array() || at.size() == 0) return json_error(at, "expected a list of names");
    std::vector<std::string> names;
    for (std::size_t i = 0; i < at.size(); ++i) {
        Result<std::string> name = read_string(at[i]);
        if (!name) return name.error();
        names.push_back(std::move(*name));
    }
    return names;
}

Result<Vary> read_vary(const JsonAt& at) {
    if (const Status keys = check_keys(at, {"t", "turn", "materials"}); !keys) return keys.error();
    Vary vary;
    const Status fields =
        first_error({read_if_there(at, "t", vary.shift_w, vector_reader(-kMaxRoomHalf, kMaxRoomHalf)),
                     read_if_there(at, "turn", vary.turn_degrees, number_reader(-360.0, 360.0)),
                     read_if_there(at, "materials", vary.materials, read_names)});
    if (!fields) return fields.error();
    return vary;
}

Transform turned_about_y(const Transform& pose, double degrees) {
    Transform turned = pose;
    turned.q = normalized(pose.q) * glm::angleAxis(glm::radians(degrees), glm::dvec3(0.0, 1.0, 0.0));
    return turned;
}

std::string joined_names(const std::string& outer, const std::string& inner) {
    return outer.empty() || inner.empty() ? outer + inner : outer + " " + inner;
}

class Placer {
  public:
    Placer(const JsonAt& root, const SceneDescription& scene)
        : root_(root)
        , scene_(scene) {}

    // Reads the bodies of one entry of the list. `index` seeds the random variation.
    Result<Bodies> read_entry(const JsonAt& at, std::uint64_t index) {
        Repeat repeat;
        Vary vary;
        const Status fields = at.value.is_object()
                                  ? first_error({read_if_there(at, "repeat", repeat, read_repeat),
                                                 read_if_there(at, "vary", vary, read_vary)})
                                  : ok();
        if (!fields) return fields.error();
        Result<Bodies> originals = at.has("place") ? read_instance(at) : read_one(at);
        if (!originals) return originals;
        const std::uint64_t total = std::uint64_t{repeat.count} * originals->size();
        if (total > kMaxSceneBodies) return json_error(at, "more than 131072 bodies");
        const bool has_count = std::any_of(originals->begin(), originals->end(),
                                           [](const BodyDescription& body) { return body.count > 0; });
        if (has_count && (at.has("repeat") || at.has("vary")))
            return json_error(at.has("count") ? at["count"] : at, // otherwise the count is in the definition
                              "\"count\" cannot be combined with \"repeat\" or \"vary\"");
        if (!at.has("place") && !at.has("repeat") && !at.has("vary")) return originals;
        Transform pose; // of the entry
        if (const Status read = read_if_there(at, "pose", pose, read_pose); !read) return read.error();
        Random random(mix_seed(scene_.seed, index));
        Bodies bodies;
        for (std::uint32_t copy = 0; copy < repeat.count; ++copy)
            add_copy(*originals, {pose, repeat, vary}, copy, random, bodies);
        return bodies;
    }

  private:
    struct Entry {
        Transform pose;
        const Repeat& repeat;
        const Vary& vary;
    };

    Result<Bodies> read_one(const JsonAt& at) const {
        Result<BodyDescription> body = read_body(at, {"repeat", "vary"});
        if (!body) return body.error();
        if (at.has("repeat") || at.has("vary")) // the pose applies to the complete entry instead
            body->pose = {glm::dquat(1.0, 0.0, 0.0, 0.0), glm::dvec3(0.0), body->pose.s};
        if (body->count > 0 && !scene_.room_half)
            return json_error(at["count"], "random positions require a \"room\"");
        return Bodies{std::move(*body)};
    }

    Result<Bodies> read_instance(const JsonAt& at) {
        if (const Status keys =
                check_keys(at, {"place", "name", "pose", "repeat", "vary", "material", "fixed", "mass",
                                "shadow", "velocity", "spin", "box", "group"});
            !keys)
            return keys.error();
        const Result<std::string> name = read_string(at["place"]);
        if (!name) return name.error();
        const Result<const Bodies*> defined = find_or_read_definition(*name, at["place"]);
        if (!defined) return defined.error();
        if (at.has("pose") && at["pose"].has("s"))
            return json_error(at["pose"]["s"], "a placed definition cannot be scaled");
        Bodies bodies = **defined;
        for (BodyDescription& body : bodies) {
            const std::string inner = bodies.size() > 1 ? body.name : "";
            if (at.has("material")) body.material.clear();
            if (const Status fields = read_body_fields(at, body); !fields) return fields.error();
            if (at.has("name")) body.name = joined_names(body.name, inner);
        }
        return bodies;
    }

    Result<const Bodies*> find_or_read_definition(const std::string& name, const JsonAt& from) {
        if (const auto known = definitions_.find(name); known != definitions_.end()) {
            if (known->second.empty()) return json_error(from, "this definition places itself");
            return &known->second;
        }
        if (!root_.has("define") || !root_["define"].value.is_object() || !root_["define"].has(name))
            return json_error(from, "there is no definition with this name");
        definitions_[name] = {}; // empty while it is read, to detect recursion
        Result<Bodies> bodies = read_definition(root_["define"][name]);
        if (!bodies) return bodies.error();
        return &(definitions_[name] = std::move(*bodies));
    }

    Result<Bodies> read_definition(const JsonAt& at) {
        if (at.value.is_object()) return read_entry(at, 0);
        if (!at.value.is_array() || at.size() == 0)
            return json_error(at, "expected a body or a list of bodies");
        Bodies all;
        for (std::size_t i = 0; i < at.size(); ++i) {
            Result<Bodies> bodies = read_entry(at[i], i);
            if (!bodies) return bodies;
            std::move(bodies->begin(), bodies->end(), std::back_inserter(all));
            if (all.size() > kMaxSceneBodies) return json_error(at, "more than 131072 bodies");
        }
        return all;
    }

    static void add_copy(const Bodies& originals, const Entry& entry, std::uint32_t copy, Random& io_random,
                         Bodies& out_bodies) {
        const Repeat& repeat = entry.repeat;
        const Vary& vary = entry.vary;
        Transform pose = entry.pose;
        pose.t += static_cast<double>(copy) * repeat.step_w + io_random.in_box(vary.shift_w);
        pose = turned_about_y(pose,
                              copy * repeat.turn_degrees + vary.turn_degrees * io_random.uniform(-1.0, 1.0));
        for (BodyDescription body : originals) {
            body.pose = compose_poses(pose, body.pose);
            if (repeat.count > 1 && !body.name.empty()) body.name += " " + std::to_string(copy + 1);
            if (!vary.materials.empty()) body.material = vary.materials[copy % vary.materials.size()];
            out_bodies.push_back(std::move(body));
        }
    }

    const JsonAt& root_;
    const SceneDescription& scene_;
    std::map<std::string, Bodies> definitions_; // a definition is empty while it is being read
};

} // namespace

Status read_bodies(const JsonAt& root, SceneDescription& io_scene) {
    if (!root.has("bodies")) return json_error(root, "\"bodies\" is missing");
    const JsonAt at = root["bodies"];
    if (!at.value.is_array() || at.size() == 0) return json_error(at, "expected a list of at least one body");
    Placer placer(root, io_scene);
    const std::vector<std::string> places = places_of_elements(at);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        Result<Bodies> bodies = placer.read_entry(at[i], i);
        if (!bodies) return bodies.error();
        for (BodyDescription& body : *bodies) {
            total += std::max(body.count, 1u);
            body.place = places[i];
            io_scene.bodies.push_back(std::move(body));
        }
        if (total > kMaxSceneBodies)
            return json_error(at[i], "with this entry, the scene has more than " +
                                         std::to_string(kMaxSceneBodies) + " bodies");
    }
    return ok();
}

} // namespace boxwood
