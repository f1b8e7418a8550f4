#include "engine/scene/queries/results.hpp"

#include "engine/import/text_file.hpp"
#include "engine/scene/json/json_text.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>

namespace boxwood {
namespace {

void append_point(std::string& out_text, const glm::dvec3& point) {
    append_numbers(out_text, std::array{point.x, point.y, point.z});
}

void append_pairs(std::string& out_text, std::span<const PrimitivePair> pairs) {
    out_text += ",\"pairs\":[";
    for (const PrimitivePair& pair : pairs) {
        if (out_text.back() != '[') out_text += ',';
        out_text += '[' + std::to_string(pair.a) + ',' + std::to_string(pair.b) + ']';
    }
    out_text += ']';
}

void append_costs(std::string& out_text, const ResultCosts& costs) {
    const auto add = [&out_text](const char* name, double value) {
        out_text += name;
        append_number(out_text, value);
    };
    out_text += ",\"costs\":{\"n_v\":" + std::to_string(costs.n_v);
    add(",\"c_v_ns\":", costs.c_v_ns);
    out_text += ",\"n_p\":" + std::to_string(costs.n_p);
    add(",\"c_p_ns\":", costs.c_p_ns);
    out_text += ",\"n_u\":" + std::to_string(costs.n_u);
    add(",\"c_u_ns\":", costs.c_u_ns);
    add(",\"wall_us\":", costs.wall_us);
    add(",\"residual_us\":", costs.residual_us);
    out_text += '}';
}

Error write_error(const std::string& name) {
    return Error{name + ": cannot be written: " + std::strerror(errno)};
}

} // namespace

void append_json_line(std::string& out_text, const ResultLine& result) {
    out_text += "{\"id\":" + std::to_string(result.id);
    out_text += result.intersects ? ",\"intersects\":true" : ",\"intersects\":false";
    if (result.nesting != Nesting::none) {
        out_text += ",\"inside\":\"";
        out_text += kNestingNames[static_cast<std::size_t>(result.nesting)];
        out_text += '"';
    }
    if (result.pairs) append_pairs(out_text, *result.pairs);
    if (result.is_within) out_text += *result.is_within ? ",\"within\":true" : ",\"within\":false";
    if (result.closest && !std::isfinite(result.closest->distance)) {
        out_text += ",\"distance\":null";
        if (!result.is_within) out_text += ",\"beyond\":true";
    } else if (result.closest) {
        out_text += ",\"distance\":";
        append_number(out_text, result.closest->distance);
        out_text += ",\"points\":[";
        append_point(out_text, result.closest->points_w[0]);
        out_text += ',';
        append_point(out_text, result.closest->points_w[1]);
        out_text += ']';
    }
    out_text += ",\"volume_tests\":" + std::to_string(result.volume_tests);
    out_text += ",\"primitive_tests\":" + std::to_string(result.primitive_tests) + ",\"us\":";
    append_number(out_text, result.us);
    if (result.costs) append_costs(out_text, *result.costs);
    out_text += "}\n";
}

Result<ResultWriter> ResultWriter::open(const std::filesystem::path& path) {
    if (path.empty()) return Error{"no file name given"};
    std::FILE* file = std::fopen(path.c_str(), "wbe");
    if (file == nullptr) return write_error(shown(path));
    return ResultWriter(file, shown(path));
}

Status ResultWriter::write(const ResultLine& result) {
    line_.clear();
    append_json_line(line_, result);
    if (std::fwrite(line_.data(), 1, line_.size(), file_.get()) != line_.size()) return write_error(name_);
    return ok();
}

Status ResultWriter::close() {
    const bool had_error = std::ferror(file_.get()) != 0;
    if (std::fclose(file_.release()) != 0 || had_error) return write_error(name_);
    return ok();
}

} // namespace boxwood
