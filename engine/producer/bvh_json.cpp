#include "engine/producer/bvh_json.hpp"

#include "engine/import/text_file.hpp"
#include "engine/json/json.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace boxwood::capture {
namespace {

constexpr std::uint64_t kMaxJsonBytes = std::uint64_t{512} << 20;
constexpr std::string_view kJsonEnding = ".json";

// Reads the fields of a record by name. Missing fields keep their defaults. Stores the first error.
class JsonFields {
  public:
    JsonFields(const Json& object, std::string path)
        : object_(object)
        , path_(std::move(path)) {
        if (!object.is_object()) fail("", "expected an object");
    }

    void operator()(std::string_view name, std::string_view, std::uint64_t& out) {
        if (const Json* value = find(name))
            out = unsigned_number(*value, name, std::numeric_limits<std::uint64_t>::max());
    }
    void operator()(std::string_view name, std::string_view, double& out) {
        if (const Json* value = find(name)) out = real(*value, name);
    }
    void operator()(std::string_view name, std::string_view, std::string& out) {
        const Json* value = find(name);
        if (value == nullptr) return;
        if (value->string() == nullptr) return fail(name, "expected a string");
        out = *value->string();
    }
    // A string, or a list of visits. Each visit is a list [a, b, depth, kind, verdict] or [a, b, depth, kind, verdict,
    // axis].
    void operator()(std::string_view name, std::string_view, std::vector<std::byte>& out) {
        const Json* value = find(name);
        if (value == nullptr) return;
        if (value->string() != nullptr) {
            const Bytes bytes = bytes_of(*value->string());
            out.assign(bytes.begin(), bytes.end());
            return;
        }
        if (!value->is_array()) return fail(name, "expected a string or a list of visits");
        ByteWriter visits;
        for (std::size_t i = 0; i < value->elements().size() && error_.empty(); ++i)
            append_visit(visits, value->elements()[i], indexed(name, i));
        out.assign(visits.bytes().begin(), visits.bytes().end());
    }
    void operator()(std::string_view name, std::string_view, std::vector<std::uint32_t>& out) {
        if (const Json* value = find(name))
            unsigned_list(*value, name, std::numeric_limits<std::uint32_t>::max(), out);
    }
    void operator()(std::string_view name, std::string_view, std::vector<std::uint64_t>& out) {
        if (const Json* value = find(name))
            unsigned_list(*value, name, std::numeric_limits<std::uint64_t>::max(), out);
    }
    // A list, or {"single": list} for numbers that the producer stores in single precision.
    void operator()(std::string_view name, std::string_view, Reals& out) {
        const Json* value = find(name);
        if (value == nullptr) return;
        const Json* single = value->find("single");
        out.values.clear();
        out.is_single_precision = single != nullptr;
        for_each_number(single != nullptr ? *single : *value, std::string(name),
                        [this, &out](const Json& number, const auto& where) {
                            const double exact = number.number() ? *number.number() : real(number, where());
                            out.values.push_back(out.is_single_precision
                                                     ? static_cast<double>(static_cast<float>(exact))
                                                     : exact);
                        });
    }
    template <class Record>
    void operator()(std::string_view name, std::string_view, std::vector<Record>& out) {
        const Json* value = find(name);
        if (value == nullptr) return;
        if (!value->is_array()) return fail(name, "expected a list");
        out.clear();
        for (std::size_t i = 0; i < value->elements().size() && error_.empty(); ++i) {
            JsonFields inner(value->elements()[i], path_ + "." + indexed(name, i));
            fields(inner, out.emplace_back());
            if (error_.empty()) error_ = inner.finish();
        }
    }

    // Returns the first error. A name that was not read is an error, too. Empty if there is no error.
    std::string finish() {
        for (const JsonMember& member : object_.members())
            if (error_.empty() && std::find(known_.begin(), known_.end(), member.key) == known_.end()) {
                std::string names;
                for (const std::string_view name : known_)
                    names += (names.empty() ? "" : ", ") + std::string(name);
                fail(printable(member.key), "unknown name; the known names are " + names);
            }
        return error_;
    }

  private:
    static std::string indexed(std::string_view name, std::size_t index) {
        return std::string(name) + "[" + std::to_string(index) + "]";
    }
    const Json* find(std::string_view name) {
        known_.push_back(name);
        const Json* value = object_.find(name);
        return !error_.empty() || value == nullptr || value->is_null() ? nullptr : value;
    }
    void fail(std::string_view name, const std::string& reason) {
        if (error_.empty()) error_ = path_ + (name.empty() ? "" : ".") + std::string(name) + ": " + reason;
    }
    std::uint64_t unsigned_number(const Json& value, std::string_view where, std::uint64_t largest) {
        const std::optional<std::uint64_t> number = value.unsigned_integer();
        if (number && *number <= largest) return *number;
        fail(where, "expected a whole number from 0 to " + std::to_string(largest));
        return 0;
    }
    double real(const Json& value, std::string_view where) {
        if (value.is_null()) return kNotStated;
        const std::optional<double> number = value.number();
        if (!number) fail(where, "expected a number, or null for a number that is not finite");
        return number.value_or(0.0);
    }
    // Calls use(number, where) for each number of a list; where() returns the path of the number. Nested lists are
    // flattened, because a triangle can be a list of three numbers.
    template <class Use>
    void for_each_number(const Json& list, const std::string& path, const Use& use) {
        constexpr std::size_t kMaxPath = 200;
        if (!list.is_array() || path.size() > kMaxPath) return fail(path, "expected a list of numbers");
        for (std::size_t i = 0; i < list.elements().size() && error_.empty(); ++i) {
            const auto where = [&path, i] { return indexed(path, i); };
            if (list.elements()[i].is_array())
                for_each_number(list.elements()[i], where(), use);
            else
                use(list.elements()[i], where);
        }
    }
    template <class T>
    void unsigned_list(const Json& list, std::string_view name, T largest, std::vector<T>& out) {
        out.clear();
        for_each_number(list, std::string(name), [&](const Json& number, const auto& where) {
            const std::optional<std::uint64_t> value = number.unsigned_integer();
            out.push_back(static_cast<T>(
                value && *value <= largest ? *value : unsigned_number(number, where(), largest)));
        });
    }
    void append_visit(ByteWriter& out, const Json& visit, const std::string& where) {
        const std::span<const Json> parts = visit.elements();
        if (parts.size() != 5 && parts.size() != 6)
            return fail(where, "expected [a, b, depth, kind, verdict] or [a, b, depth, kind, verdict, axis]");
        for (std::size_t i = 0; i < 3; ++i)
            out.number(static_cast<std::uint32_t>(
                unsigned_number(parts[i], indexed(where, i), std::numeric_limits<std::uint32_t>::max())));
        for (std::size_t i = 3; i < 5; ++i)
            out.number(static_cast<std::uint8_t>(
                unsigned_number(parts[i], indexed(where, i), std::numeric_limits<std::uint8_t>::max())));
        const std::optional<std::int64_t> axis =
            parts.size() == 6 ? parts[5].integer() : std::optional<std::int64_t>(-1);
        if (!axis || *axis < -1 || *axis > 127)
            return fail(indexed(where, 5), "expected an axis from -1 to 127");
        out.number(static_cast<std::int8_t>(*axis)).number(std::uint8_t{0});
    }

    const Json& object_;
    std::string path_, error_;
    std::vector<std::string_view> known_;
};

// Adds the records of one topic; `value` is a list of records or one record. Returns the error, or "".
template <class Record>
std::string add_records(const Json& value, Capture& io_capture) {
    const std::string topic(Record::kTopic.substr(1));
    const std::span<const Json> list = value.is_array() ? value.elements() : std::span<const Json>(&value, 1);
    for (std::size_t i = 0; i < list.size(); ++i) {
        Record record;
        JsonFields reader(list[i], value.is_array() ? topic + "[" + std::to_string(i) + "]" : topic);
        fields(reader, record);
        if (const std::string error = reader.finish(); !error.empty()) return error;
        ByteWriter message;
        append_record(message, record);
        if (const Status status = add_message(io_capture, Record::kTopic, message.bytes()); !status)
            return status.error().message;
    }
    return "";
}

using AddRecords = std::string (*)(const Json&, Capture&);

template <class... Records>
const std::map<std::string_view, AddRecords>& topics_of_json() {
    static const std::map<std::string_view, AddRecords> all{
        {Records::kTopic.substr(1), add_records<Records>}...};
    return all;
}

} // namespace

Result<Capture> parse_bvh_json(std::string_view text, const std::string& source) {
    const Result<Json> json = parse_json(text, source, JsonOrder::sorted);
    if (!json) return json.error();
    if (!json->is_object())
        return Error{source + ": expected an object with lists of meshes, hierarchies and so on"};
    const auto& topics = topics_of_json<MeshRecord, HierarchyRecord, BodyRecord, FrameRecord, PoseRecord,
                                        PairRecord, QueryRecord, VisitsRecord, MarkRecord>();
    Capture out;
    for (const JsonMember& member : json->members()) {
        if (member.key == "library") {
            if (member.value.string() == nullptr) return Error{source + ": library: expected a string"};
            out.producer = printable(*member.value.string());
            continue;
        }
        const auto topic = topics.find(member.key);
        if (topic == topics.end()) {
            std::string names = "library";
            for (const auto& [name, add] : topics) names += ", " + std::string(name);
            return Error{source + ": " + printable(member.key) + ": unknown name; the known names are " +
                         names};
        }
        if (const std::string error = topic->second(member.value, out); !error.empty())
            return Error{source + ": " + error};
    }
    finish_capture(out);
    return out;
}

bool is_capture_file(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    return lower_case_ending(path) == ".mcap" ||
           (lower_case_ending(path) == kJsonEnding && lower_case_ending(path.stem()) == ".bvh");
}

Result<Capture> read_any_capture(const std::filesystem::path& path) {
    if (lower_case_ending(path) != kJsonEnding) return read_capture(path);
    const Result<std::string> text = read_text_file(path, kMaxJsonBytes);
    if (!text) return text.error();
    return parse_bvh_json(*text, shown(path));
}

} // namespace boxwood::capture
