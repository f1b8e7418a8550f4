#include "engine/scene/queries/visit_stream.hpp"

#include "collision/query/query_choices.hpp"
#include "collision/query/traversal/visit_counters.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/json/transform_json.hpp"
#include "engine/scene/old_names.hpp"

#include <cmath>
#include <limits>

namespace boxwood {
namespace {

constexpr std::string_view kFormat = "boxwood visit stream";
constexpr std::size_t kVisitBytes = 16;
// Readers that store JSON numbers as doubles represent every count up to this one exactly.
constexpr std::uint64_t kMaxCount = std::numeric_limits<std::uint64_t>::max() >> 11;

// --- writing ----------------------------------------------------------------------------------------------

void append_mesh(std::string& out_text, const VisitedMesh& mesh) {
    out_text += "{\"name\":";
    append_string(out_text, mesh.name);
    out_text +=
        ",\"triangles\":" + std::to_string(mesh.triangles) + ",\"nodes\":" + std::to_string(mesh.nodes);
    out_text += ",\"pose\":";
    append_transform(out_text, mesh.transform);
    out_text += '}';
}

void append_counters(std::string& out_text, const QueryCounters& counters) {
    out_text += "{\"volume_tests\":" + std::to_string(counters.volume_tests);
    out_text += ",\"leaf_tests\":" + std::to_string(counters.leaf_tests);
    out_text += ",\"primitive_tests\":" + std::to_string(counters.primitive_tests);
    out_text += ",\"volume_updates\":" + std::to_string(counters.volume_updates);
    out_text += ",\"exact_tests\":" + std::to_string(counters.exact_tests);
    out_text += ",\"relations\":" + std::to_string(counters.relations);
    out_text += ",\"max_depth\":" + std::to_string(counters.max_depth) + ",\"exits_by_axis\":[";
    for (const std::uint64_t count : counters.separations_by_axis) {
        if (out_text.back() != '[') out_text += ',';
        out_text += std::to_string(count);
    }
    out_text += "]}";
}

std::string_view name_of_test(TriangleTestFunction function) {
    for (const TriangleTest& test : kAllTriangleTests)
        if (test.intersect == function) return test.name;
    return kAllTriangleTests.front().name;
}

std::string make_header(const VisitStream& stream) {
    std::string text = "{\"format\":\"";
    text.append(kFormat).append("\",\"version\":").append(std::to_string(kVisitStreamVersion));
    text += ",\"a\":";
    append_mesh(text, stream.meshes[0]);
    text += ",\"b\":";
    append_mesh(text, stream.meshes[1]);
    const auto word = [&](const char* key, std::string_view value) {
        text.append(key);
        append_string(text, value);
    };
    word(",\"hierarchy\":{\"kind\":", stream.config.kind);
    word(",\"volume\":", stream.config.volume);
    word(",\"builder\":", stream.config.builder);
    text += ",\"leaf_size\":" + std::to_string(stream.config.leaf_size);
    const QueryRequest& query = stream.request;
    word("},\"query\":{\"mode\":", kAllQueryModes[index_of_choice(kAllQueryModes, query.mode)].name);
    word(",\"test\":", kAllOverlapTests[index_of_choice(kAllOverlapTests, query.test)].name);
    word(",\"descent\":", kAllDescents[index_of_choice(kAllDescents, query.descent)].name);
    word(",\"leaf_test\":", kAllLeafTests[index_of_choice(kAllLeafTests, query.leaf_test)].name);
    word(",\"triangle_test\":", name_of_test(query.triangle_test));
    text += ",\"tolerance\":";
    append_number(text, query.tolerance);
    if (std::isfinite(query.max_distance)) {
        text += ",\"max_distance\":";
        append_number(text, query.max_distance);
    }
    text += "},\"counters\":";
    append_counters(text, stream.counters);
    text += ",\"seen\":" + std::to_string(stream.seen) + ",\"kept\":" + std::to_string(stream.visits.size());
    return text += "}\n";
}

void append_word(std::string& out_bytes, std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) out_bytes += static_cast<char>(word >> shift & 0xFFu);
}

void append_visit(std::string& out_bytes, const Visit& visit) {
    append_word(out_bytes, visit.a);
    append_word(out_bytes, visit.b);
    append_word(out_bytes, visit.depth);
    out_bytes += static_cast<char>(visit.kind);
    out_bytes += static_cast<char>(visit.verdict ? 1 : 0);
    out_bytes += static_cast<char>(visit.axis);
    out_bytes += '\0';
}

// --- reading ----------------------------------------------------------------------------------------------

// Reads one value after another and records the first error.
class HeaderReader {
  public:
    std::uint64_t count(const JsonAt& at, std::uint64_t max = kMaxCount) {
        return take(read_unsigned(at, 0, max));
    }
    std::string word(const JsonAt& at) { return take(read_string(at)); }
    double share(const JsonAt& at) {
        const double number = take(read_number(at));
        if (number < 0.0 || number > 1.0) fail(json_error(at, "expected a number from 0 to 1"));
        return number;
    }
    double length(const JsonAt& at) {
        const double number = take(read_number(at));
        if (number < 0.0) fail(json_error(at, "expected a number of at least 0"));
        return number;
    }
    Transform transform(const JsonAt& at) { return take(read_transform(at)); }
    bool has(const JsonAt& at, std::initializer_list<const char*> keys) {
        if (!at.value.is_object()) return fail(json_error(at, "expected an object"));
        for (const char* key : keys)
            if (!at.has(key)) return fail(json_error(at, std::string(key).append(" is missing")));
        return true;
    }
    bool fail(Error error) {
        if (!error_) error_ = std::move(error);
        return false;
    }
    const std::optional<Error>& error() const { return error_; }

    template <class T, std::size_t N>
    T choice(const JsonAt& at, const std::array<Choice<T>, N>& choices) {
        const Choice<T>* found = find_choice(choices, word(at));
        if (!found) fail(json_error(at, "an unknown name"));
        return found ? found->value : choices[0].value;
    }

  private:
    template <class T>
    T take(Result<T> result) {
        if (result) return std::move(*result);
        fail(result.error());
        return {};
    }
    std::optional<Error> error_;
};

VisitedMesh read_mesh(HeaderReader& io_reader, const JsonAt& at) {
    if (!io_reader.has(at, {"name", "triangles", "nodes", "pose"})) return {};
    return {io_reader.word(at["name"]), io_reader.count(at["triangles"]), io_reader.count(at["nodes"]),
            io_reader.transform(at["pose"])};
}

HierarchyConfig read_config(HeaderReader& io_reader, const JsonAt& at) {
    if (!io_reader.has(at, {"kind", "volume", "builder", "leaf_size"})) return {};
    return {current_value("kind", io_reader.word(at["kind"])),
            current_value("volume", io_reader.word(at["volume"])),
            current_value("builder", io_reader.word(at["builder"])),
            static_cast<std::uint32_t>(io_reader.count(at["leaf_size"], kMaxLeafSize))};
}

QueryRequest read_request(HeaderReader& io_reader, const JsonAt& at) {
    QueryRequest request;
    if (!io_reader.has(at, {"mode", "test", "descent", "leaf_test", "triangle_test", "tolerance"}))
        return request;
    request.mode = io_reader.choice(at["mode"], kAllQueryModes);
    request.test = io_reader.choice(at["test"], kAllOverlapTests);
    request.descent = io_reader.choice(at["descent"], kAllDescents);
    request.leaf_test = io_reader.choice(at["leaf_test"], kAllLeafTests);
    if (const TriangleTest* test = find_triangle_test(io_reader.word(at["triangle_test"])))
        request.triangle_test = test->intersect;
    else
        io_reader.fail(json_error(at["triangle_test"], "an unknown name"));
    request.tolerance = io_reader.share(at["tolerance"]);
    if (at.has("max_distance")) request.max_distance = io_reader.length(at["max_distance"]);
    return request;
}

QueryCounters read_counters(HeaderReader& io_reader, const JsonAt& at) {
    QueryCounters counters;
    if (!io_reader.has(at, {"volume_tests", "leaf_tests", "primitive_tests", "volume_updates", "exact_tests",
                            "relations", "max_depth", "exits_by_axis"}))
        return counters;
    constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
    counters.volume_tests = io_reader.count(at["volume_tests"]);
    counters.leaf_tests = io_reader.count(at["leaf_tests"]);
    counters.primitive_tests = io_reader.count(at["primitive_tests"]);
    counters.volume_updates = io_reader.count(at["volume_updates"]);
    counters.exact_tests = io_reader.count(at["exact_tests"]);
    counters.relations = static_cast<std::uint32_t>(io_reader.count(at["relations"], kMax32));
    counters.max_depth = static_cast<std::uint32_t>(io_reader.count(at["max_depth"], kMax32));
    const JsonAt exits = at["exits_by_axis"];
    if (!exits.value.is_array() || exits.size() != counters.separations_by_axis.size())
        io_reader.fail(
            json_error(exits, "expected " + std::to_string(counters.separations_by_axis.size()) + " counts"));
    else
        for (std::size_t i = 0; i < counters.separations_by_axis.size(); ++i)
            counters.separations_by_axis[i] = io_reader.count(exits[i]);
    return counters;
}

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i)
        word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return word;
}

Visit visit_at(std::string_view bytes, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[at + i]); };
    return {word_at(bytes, at),     word_at(bytes, at + 4),
            word_at(bytes, at + 8), static_cast<VisitKind>(byte(12)),
            byte(13) != 0,          static_cast<std::int8_t>(byte(14))};
}

// True if a query between the two meshes of the stream can produce the visit.
bool is_possible(const Visit& visit, const VisitStream& stream) {
    const bool is_primitive = visit.kind == VisitKind::primitive_pair;
    if (!is_primitive && visit.kind != VisitKind::volume_pair && visit.kind != VisitKind::volume_bound &&
        visit.kind != VisitKind::leaf_pair)
        return false;
    // The limit also holds for partially built hierarchies, because their nodes have the same numbers as in complete
    // ones.
    const auto index_limit = [&](const VisitedMesh& mesh) {
        return is_primitive ? mesh.triangles : 2 * mesh.triangles;
    };
    return visit.axis >= -1 && visit.axis < static_cast<std::int8_t>(kMaxAxes) &&
           visit.a < index_limit(stream.meshes[0]) && visit.b < index_limit(stream.meshes[1]);
}

Status read_visits(std::string_view bytes, std::uint64_t kept, const std::string& source,
                   VisitStream& io_stream) {
    if (bytes.size() != kept * kVisitBytes)
        return Error{source + ": has " + std::to_string(bytes.size()) + " bytes of visits instead of " +
                     std::to_string(kept) + " visits of " + std::to_string(kVisitBytes) + " bytes each"};
    io_stream.visits.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        io_stream.visits.push_back(visit_at(bytes, i * kVisitBytes));
        if (!is_possible(io_stream.visits.back(), io_stream))
            return Error{source + ": visit " + std::to_string(i) + " is impossible for these meshes"};
    }
    if (!io_stream.is_truncated() && !add_up_to(io_stream.visits, io_stream.counters))
        return Error{source + ": its visits do not add up to its counters"};
    return ok();
}

} // namespace

std::string to_bytes(const VisitStream& stream) {
    std::string bytes = make_header(stream);
    bytes.reserve(bytes.size() + stream.visits.size() * kVisitBytes);
    for (const Visit& visit : stream.visits) append_visit(bytes, visit);
    return bytes;
}

Result<VisitStream> parse_visit_stream(std::string_view bytes, const std::string& source) {
    const std::size_t end = bytes.find('\n');
    if (!bytes.starts_with("{\"format\":") || end == std::string_view::npos)
        return Error{source + ": not a visit stream"};
    const Result<Json> json = parse_json(bytes.substr(0, end), source, JsonOrder::sorted);
    if (!json) return json.error();
    const JsonAt root{*json, ""};
    HeaderReader reader;
    const auto header_error = [&] { return Error{source + ": " + reader.error()->message}; };
    if (!reader.has(root, {"format", "version"})) return header_error();
    if (const std::string* format = root["format"].value.string(); format == nullptr || *format != kFormat)
        return Error{source + ": not a visit stream"};
    const std::uint64_t version = reader.count(root["version"]);
    if (reader.error()) return header_error();
    if (version != kVisitStreamVersion)
        return Error{source + ": version " + std::to_string(version) + "; this program reads version " +
                     std::to_string(kVisitStreamVersion) +
                     (version < kVisitStreamVersion ? ": record the query again" : "")};
    if (!reader.has(root, {"a", "b", "hierarchy", "query", "counters", "seen", "kept"}))
        return header_error();
    VisitStream stream;
    stream.meshes = {read_mesh(reader, root["a"]), read_mesh(reader, root["b"])};
    stream.config = read_config(reader, root["hierarchy"]);
    stream.request = read_request(reader, root["query"]);
    stream.counters = read_counters(reader, root["counters"]);
    stream.seen = reader.count(root["seen"]);
    const std::uint64_t kept = reader.count(root["kept"], stream.seen);
    if (reader.error()) return header_error();
    if (Status status = read_visits(bytes.substr(end + 1), kept, source, stream); !status)
        return status.error();
    return stream;
}

Result<VisitStream> read_visit_stream(const std::filesystem::path& path) {
    const Result<std::string> bytes = read_text_file(path, kMaxVisitStreamBytes);
    if (!bytes) return bytes.error();
    return parse_visit_stream(*bytes, shown(path));
}

} // namespace boxwood
