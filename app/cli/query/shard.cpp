#include "app/cli/query/shard.hpp"

#include "engine/json/json.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>

namespace boxwood {
namespace {

// Returns none unless the text consists of digits only.
std::optional<std::uint64_t> read_count(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// floor(count * part / parts), without overflow.
std::uint64_t share_of(std::uint64_t count, std::uint64_t part, std::uint64_t parts) {
    return count / parts * part + count % parts * part / parts;
}

std::string hex_of(std::uint64_t number) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
    return text.data();
}

} // namespace

Result<Shard> read_shard(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto number = read_count(text.substr(0, slash)), count = read_count(text.substr(slash + 1));
        if (number && count && *number >= 1 && *number <= *count && *count <= kMaxShards)
            return Shard{*number, *count};
    }
    return Error{"--shard: expected I/N with 1 <= I <= N <= " + std::to_string(kMaxShards) + ", not '" +
                 std::string(text) + "'"};
}

Status check_all_shards(std::span<const Shard> shards, std::span<const std::string> names) {
    constexpr std::uint64_t kMaxNamed = 8;
    std::map<std::uint64_t, std::size_t> index_of; // index in `shards`, by part number
    for (std::size_t i = 0; i < shards.size(); ++i)
        if (const auto [known, is_new] = index_of.emplace(shards[i].number, i); !is_new)
            return Error{names[i] + ": is the same part as " + names[known->second]};
    const std::uint64_t count = shards.front().count, missing = count - index_of.size();
    if (missing == 0) return ok();
    std::string list;
    std::uint64_t named = 0;
    for (std::uint64_t number = 1; number <= count && named < kMaxNamed; ++number) {
        if (index_of.contains(number)) continue;
        list += (named++ > 0 ? ", " : "") + std::to_string(number);
    }
    return Error{std::to_string(missing) + " of " + std::to_string(count) + " parts are missing: " + list +
                 (missing > named ? ", ..." : "")};
}

ShardHeading make_heading(const Shard& shard, std::uint64_t of_queries, std::uint64_t question) {
    const std::uint64_t first = share_of(of_queries, shard.number - 1, shard.count);
    return {shard, first, share_of(of_queries, shard.number, shard.count) - first, of_queries, question};
}

std::string to_line(const ShardHeading& heading) {
    Json json = Json::object({{"shard", heading.shard.number},
                              {"of", heading.shard.count},
                              {"first", heading.first},
                              {"queries", heading.queries},
                              {"of_queries", heading.of_queries},
                              {"question", hex_of(heading.question)}});
    if (heading.lines != heading.queries) json.add("lines", heading.lines);
    return to_text(json) + '\n';
}

Result<ShardHeading> read_heading(std::string_view line) {
    const Result<Json> json = parse_json(line, "line 1", JsonOrder::as_written);
    if (!json) return json.error();
    const auto number = [&](const char* key) -> std::optional<std::uint64_t> {
        const Json* value = json->find(key);
        return value == nullptr ? std::nullopt : value->unsigned_integer();
    };
    const auto shard = number("shard"), of = number("of"), of_queries = number("of_queries");
    const Json* const text = json->find("question");
    const std::string* const question = text == nullptr ? nullptr : text->string();
    std::uint64_t hash = 0;
    if (question != nullptr) std::from_chars(question->data(), question->data() + question->size(), hash, 16);
    if (shard && of && of_queries && *shard >= 1 && *shard <= *of && *of <= kMaxShards) {
        ShardHeading heading = make_heading({*shard, *of}, *of_queries, hash);
        heading.lines = number("lines").value_or(heading.queries);
        if (to_line(heading) == std::string(line) + '\n') return heading;
    }
    return Error{"is not the heading of a part written by boxwood query or judge --shard"};
}

} // namespace boxwood
