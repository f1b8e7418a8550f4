#include "app/cli/query/answer_format.hpp"

#include "collision/core/check.hpp"
#include "collision/core/numbers/number_text.hpp"
#include "engine/json/json.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace boxwood {
namespace {

// A column, and the path of its value in the JSON answer; numbers in the path are array indices.
struct CsvColumn {
    std::string_view name, path;
};

constexpr std::array kIdColumn{CsvColumn{"id", "id"}};
constexpr std::array kIntersectionColumns{CsvColumn{"intersects", "intersects"},
                                          CsvColumn{"inside", "inside"}};
constexpr std::array kDistanceColumn{CsvColumn{"distance", "distance"}};
constexpr std::array kBeyondColumn{CsvColumn{"beyond", "beyond"}};
constexpr std::array kWithinColumn{CsvColumn{"within", "within"}};
constexpr std::array kPointColumns{CsvColumn{"a_x", "points/0/0"}, CsvColumn{"a_y", "points/0/1"},
                                   CsvColumn{"a_z", "points/0/2"}, CsvColumn{"b_x", "points/1/0"},
                                   CsvColumn{"b_y", "points/1/1"}, CsvColumn{"b_z", "points/1/2"}};
constexpr std::array kOnePointColumns{CsvColumn{"x", "point/0"}, CsvColumn{"y", "point/1"},
                                      CsvColumn{"z", "point/2"}};
constexpr std::array kNormalColumns{CsvColumn{"normal_x", "normal/0"}, CsvColumn{"normal_y", "normal/1"},
                                    CsvColumn{"normal_z", "normal/2"}};
constexpr std::array kPairsColumn{CsvColumn{"pairs", "pairs"}};
constexpr std::array kTestColumns{CsvColumn{"volume_tests", "volume_tests"},
                                  CsvColumn{"primitive_tests", "primitive_tests"}};
constexpr std::array kDepthColumns{CsvColumn{"of", "of"}, CsvColumn{"depth", "depth"},
                                   CsvColumn{"unique", "unique"}};
constexpr std::array kTimeColumns{CsvColumn{"status", "status"}, CsvColumn{"time", "time"}};
constexpr std::array kTrianglesColumns{CsvColumn{"triangle_a", "triangles/0"},
                                       CsvColumn{"triangle_b", "triangles/1"}};
constexpr std::array kToleranceColumn{CsvColumn{"tolerance", "tolerance"}};
constexpr std::array kRayColumns{CsvColumn{"hit", "hit"}, CsvColumn{"t", "t"},
                                 CsvColumn{"triangle", "triangle"}, CsvColumn{"front", "front"}};
constexpr std::array kFoundColumns{CsvColumn{"found", "found"}, CsvColumn{"distance", "distance"},
                                   CsvColumn{"triangle", "triangle"}, CsvColumn{"location", "location"}};
constexpr std::array kMicrosecondsColumn{CsvColumn{"us", "us"}};
// Columns of a region and of a contact point.
constexpr std::array kRegionColumns{CsvColumn{"depth", "depth"}};
constexpr std::array kContactPointColumns{CsvColumn{"x", "point/0"}, CsvColumn{"y", "point/1"},
                                          CsvColumn{"z", "point/2"}};

using Columns = std::vector<CsvColumn>;

Columns operator+(Columns columns, std::span<const CsvColumn> more) {
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

Columns columns_of(std::string_view mode) {
    const Columns id = Columns{} + kIdColumn, meet = id + kIntersectionColumns;
    if (mode == "any") return meet + kTestColumns + kMicrosecondsColumn;
    if (mode == "all") return meet + kPairsColumn + kTestColumns + kMicrosecondsColumn;
    if (mode == "distance")
        return meet + kDistanceColumn + kBeyondColumn + kPointColumns + kTestColumns + kMicrosecondsColumn;
    if (mode == "within")
        return meet + kWithinColumn + kDistanceColumn + kPointColumns + kTestColumns + kMicrosecondsColumn;
    if (mode == "depth") return meet + kDepthColumns + kNormalColumns + kPointColumns + kMicrosecondsColumn;
    if (mode == "time")
        return id + kTimeColumns + kDistanceColumn + kNormalColumns + kPointColumns + kTrianglesColumns +
               kToleranceColumn + kMicrosecondsColumn;
    if (mode == "ray") return id + kRayColumns + kOnePointColumns + kNormalColumns + kMicrosecondsColumn;
    BOXWOOD_REQUIRE(mode == "point");
    return id + kFoundColumns + kOnePointColumns + kMicrosecondsColumn;
}

// Returns null if the answer has no value at this path.
const Json* find_path(const Json& root, std::string_view path) {
    const Json* value = &root;
    while (!path.empty() && value != nullptr) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view step = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (value->is_array()) {
            const std::size_t index = static_cast<std::size_t>(step.front() - '0');
            value = index < value->elements().size() ? &value->elements()[index] : nullptr;
        } else {
            value = value->find(step);
        }
    }
    return value;
}

// Pairs of triangles as "0:12 3:44".
std::string pairs_text(std::span<const Json> pairs, std::size_t limit) {
    std::string text;
    for (const Json& pair : pairs.first(std::min(limit, pairs.size()))) {
        if (!text.empty()) text += ' ';
        text += to_text(pair.elements()[0]) + ':' + to_text(pair.elements()[1]);
    }
    return text;
}

void append_cell(std::string& io_row, const Json* value) {
    if (!io_row.empty()) io_row += ',';
    if (value == nullptr || value->is_null()) return;
    if (value->is_array())
        io_row += pairs_text(value->elements(), value->elements().size());
    else
        io_row += value->string() != nullptr ? *value->string() : to_text(*value);
}

void append_cells(std::string& io_row, const Json& from, std::span<const CsvColumn> columns) {
    for (const CsvColumn& column : columns) append_cell(io_row, find_path(from, column.path));
}

const Columns& contact_columns() {
    static const Columns columns = Columns{} + kIdColumn + kIntersectionColumns +
                                   std::array{CsvColumn{"region", ""}} + kRegionColumns + kNormalColumns +
                                   kContactPointColumns + kTrianglesColumns;
    return columns;
}

std::string contact_rows(const Json& answer) {
    std::string common, text;
    append_cells(common, answer, kIdColumn);
    append_cells(common, answer, kIntersectionColumns);
    const Json* regions = answer.find("regions");
    std::size_t number = 0;
    for (const Json& region : regions->elements()) {
        for (const Json& point : region.find("points")->elements()) {
            std::string row = common + "," + std::to_string(number);
            append_cells(row, region, kRegionColumns);
            append_cells(row, region, kNormalColumns);
            append_cells(row, point, kContactPointColumns);
            append_cells(row, point, kTrianglesColumns);
            text += row + "\n";
        }
        ++number;
    }
    if (!text.empty()) return text;
    const std::size_t filled = kIdColumn.size() + kIntersectionColumns.size();
    return common + std::string(contact_columns().size() - filled, ',') + "\n";
}

} // namespace

std::string csv_heading(std::string_view mode) {
    std::string line;
    for (const CsvColumn& column : mode == "contacts" ? contact_columns() : columns_of(mode))
        line.append(line.empty() ? "" : ",").append(column.name);
    return line + "\n";
}

std::string csv_rows(std::string_view mode, std::string_view line) {
    const Json answer = require_ok(parse_json(line, "answer", JsonOrder::as_written));
    if (mode == "contacts") return contact_rows(answer);
    std::string row;
    append_cells(row, answer, columns_of(mode));
    return row + "\n";
}

// --- text -------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t kLabelWidth = 16, kMaxPairsShown = 16;
constexpr int kDigits = 6;

std::string label_of(std::string_view key) {
    if (key == "us") return "time";
    if (key == "primitive_tests") return "triangle tests";
    std::string label(key);
    std::replace(label.begin(), label.end(), '_', ' ');
    return label;
}

std::string value_text(std::string_view key, const Json& value) {
    if (value.is_null()) return "none";
    if (const auto yes = value.boolean()) return *yes ? "yes" : "no";
    if (const auto number = value.number()) return number_text(*number, kDigits) + (key == "us" ? " us" : "");
    if (value.string() != nullptr) return *value.string();
    std::string text;
    for (const Json& element : value.elements())
        text.append(text.empty() ? "" : "  ").append(value_text("", element));
    for (const JsonMember& member : value.members())
        text.append(text.empty() ? "" : ", ")
            .append(label_of(member.key))
            .append(" ")
            .append(value_text("", member.value));
    return text;
}

void append_line(std::string& out_text, std::size_t indent, std::string_view label, std::string_view value) {
    out_text.append(indent, ' ').append(label);
    out_text.append(label.size() < kLabelWidth ? kLabelWidth - label.size() : 1, ' ')
        .append(value)
        .append("\n");
}

void append_pair_list(std::string& out_text, std::size_t indent, std::span<const Json> pairs) {
    std::string text = std::to_string(pairs.size());
    if (!pairs.empty()) text += ": " + pairs_text(pairs, kMaxPairsShown);
    if (pairs.size() > kMaxPairsShown)
        text += " and " + std::to_string(pairs.size() - kMaxPairsShown) + " more (--json lists all)";
    append_line(out_text, indent, "pairs", text);
}

void append_members(std::string& out_text, std::size_t indent, const Json& object);

void append_regions(std::string& out_text, std::span<const Json> regions) {
    append_line(out_text, 0, "regions", std::to_string(regions.size()));
    for (const Json& region : regions) append_members(out_text, 2, region);
}

void append_members(std::string& out_text, std::size_t indent, const Json& object) {
    for (const auto& [key, value] : object.members()) {
        if (key == "id") continue;
        if (key == "pairs" && value.is_array()) {
            append_pair_list(out_text, indent, value.elements());
        } else if (key == "regions") {
            append_regions(out_text, value.elements());
        } else if (key == "points" && indent == 0) {
            append_line(out_text, indent, "point on A", value_text("", value.elements()[0]));
            append_line(out_text, indent, "point on B", value_text("", value.elements()[1]));
        } else if (key == "points") {
            for (const Json& point : value.elements())
                append_line(out_text, indent + 2, "point",
                            value_text("", *point.find("point")) + "  triangles " +
                                pairs_text(std::span(point.find("triangles"), 1), 1));
        } else {
            append_line(out_text, indent, label_of(key), value_text(key, value));
        }
    }
}

} // namespace

std::string readable_text(std::string_view line, bool with_id) {
    const Json answer = require_ok(parse_json(line, "answer", JsonOrder::as_written));
    std::string text;
    if (with_id) append_line(text, 0, "id", to_text(*answer.find("id")));
    append_members(text, 0, answer);
    return text + "\n";
}

} // namespace boxwood
