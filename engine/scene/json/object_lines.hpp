// What: reads files with one JSON object per line and an optional "id": poses, rays, points. Internal to engine/scene.
// Invariants: the id of an item without "id" is its index among the items of the file, counted from 0. Ids are unique.
// Degenerate input: the Error names file, line and reason. Blank lines are skipped.
#pragma once

#include "engine/scene/json/json_text.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace boxwood {

// `read(line, out_item)` returns a Status. Item has a member `id`.
template <class Item, class Read>
Result<std::vector<Item>> parse_object_lines(std::string_view text, const std::string& source,
                                             const Read& read) {
    using Limits = std::numeric_limits<std::int64_t>;
    std::vector<Item> items;
    std::unordered_map<std::int64_t, std::size_t> line_of_id;
    for (std::size_t begin = 0, number = 1; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const std::string place = source + ":" + std::to_string(number) + ": ";
        const Result<Json> json = parse_json(line, source, JsonOrder::sorted, number);
        if (!json) return json.error();
        if (!json->is_object()) return Error{place + "expected an object"};
        const JsonAt root{*json, ""};
        Item& item = items.emplace_back();
        item.id = static_cast<std::int64_t>(items.size() - 1);
        if (root.has("id")) {
            const Result<std::int64_t> id = read_integer(root["id"], Limits::min(), Limits::max());
            if (!id) return Error{place + id.error().message};
            item.id = *id;
        }
        if (const Status status = read(root, item); !status) return Error{place + status.error().message};
        const auto [known, is_new] = line_of_id.try_emplace(item.id, number);
        if (!is_new)
            return Error{place + "/id: " + std::to_string(item.id) + " is also the id of line " +
                         std::to_string(known->second)};
    }
    return items;
}

} // namespace boxwood
