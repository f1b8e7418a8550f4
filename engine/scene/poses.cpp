#include "engine/scene/poses.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/json/transform_json.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace boxwood {
namespace {

Result<PosePair> read_pair(const Json& json) {
    const JsonAt root{json, ""};
    if (!json.is_object()) return Error{"expected an object"};
    for (const char* key : {"id", "a", "b"})
        if (!root.has(key)) return Error{std::string("\"").append(key) + "\" is missing"};
    using Limits = std::numeric_limits<std::int64_t>;
    const Result<std::int64_t> id = read_integer(root["id"], Limits::min(), Limits::max());
    if (!id) return id.error();
    const Result<Transform> a = read_transform(root["a"]);
    if (!a) return a.error();
    const Result<Transform> b = read_transform(root["b"]);
    if (!b) return b.error();
    return PosePair{*id, *a, *b};
}

} // namespace

Result<std::vector<PosePair>> parse_poses(std::string_view text, const std::string& source) {
    std::vector<PosePair> poses;
    std::unordered_map<std::int64_t, std::size_t> line_of; // by id
    for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const Result<Json> json = parse_json(line, source, JsonOrder::sorted, number);
        if (!json) return json.error();
        const Result<PosePair> pair = read_pair(*json);
        if (!pair) return Error{source + ":" + std::to_string(number) + ": " + pair.error().message};
        const auto [known, is_new] = line_of.try_emplace(pair->id, number);
        if (!is_new)
            return Error{source + ":" + std::to_string(number) + ": /id: " + std::to_string(pair->id) +
                         " is also the id of line " + std::to_string(known->second)};
        poses.push_back(*pair);
    }
    return poses;
}

Result<std::vector<PosePair>> read_poses(const std::filesystem::path& path) {
    const Result<std::string> text = read_text_file(path, kMaxPosesBytes);
    if (!text) return text.error();
    return parse_poses(*text, shown(path));
}

std::string to_json_line(const PosePair& pair) {
    std::string line = "{\"id\":" + std::to_string(pair.id) + ",\"a\":";
    append_transform(line, pair.a);
    line += ",\"b\":";
    append_transform(line, pair.b);
    line += '}';
    return line;
}

Status write_poses(const std::filesystem::path& path, std::span<const PosePair> poses) {
    std::string text;
    for (const PosePair& pair : poses) text += to_json_line(pair) + '\n';
    return write_text_file(path, text);
}

} // namespace boxwood
