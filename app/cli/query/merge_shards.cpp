#include "app/cli/query/merge_shards.hpp"

#include "app/shell/files/output_file.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>

namespace boxwood {
namespace {

struct Part {
    std::filesystem::path path;
    ShardHeading heading;
};

std::string name_of(const Part& part) {
    return shown(part.path) + " (part " + std::to_string(part.heading.shard.number) + " of " +
           std::to_string(part.heading.shard.count) + ")";
}

// Checks that the parts belong to one run and that each part occurs exactly once.
Status check_parts(const std::vector<Part>& sorted) {
    const ShardHeading& first = sorted.front().heading;
    for (const Part& part : sorted) {
        const ShardHeading& heading = part.heading;
        if (heading.shard.count != first.shard.count || heading.of_queries != first.of_queries ||
            heading.question != first.question)
            return Error{name_of(part) + ": belongs to another run than " + name_of(sorted.front())};
    }
    std::vector<Shard> shards;
    std::vector<std::string> names;
    for (const Part& part : sorted) {
        shards.push_back(part.heading.shard);
        names.push_back(name_of(part));
    }
    return check_all_shards(shards, names);
}

// Copies the answers after the heading.
Status copy_answers(const Part& part, OutputFile& io_out, MergedVerdicts& io_verdicts) {
    std::ifstream file(part.path, std::ios::binary);
    std::string line;
    std::getline(file, line);
    std::uint64_t count = 0;
    while (std::getline(file, line) && !file.eof()) { // a last line without a line break is incomplete
        line += '\n';
        if (Status status = io_out.write(line); !status) return status;
        io_verdicts.add(line);
        ++count;
        line.clear();
    }
    if (count == part.heading.lines && line.empty()) return ok();
    return Error{name_of(part) + ": has " + std::to_string(count) + " complete answers instead of " +
                 std::to_string(part.heading.lines) + "; it was truncated or modified"};
}

} // namespace

void MergedVerdicts::add(std::string_view line) {
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (line.find("\"verdict\":\"" + std::string(kNames[i]) + '"') != std::string_view::npos) ++counts[i];
}

Result<MergedVerdicts> merge_shards(const std::vector<std::filesystem::path>& paths,
                                    const std::filesystem::path& out_path) {
    if (Status status = check_outputs(std::array{out_path}, paths); !status) return status.error();
    std::vector<Part> parts;
    for (const std::filesystem::path& path : paths) {
        const Result<ShardHeading> heading = read_heading_of(path);
        if (!heading) return heading.error();
        parts.push_back({path, *heading});
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& x, const Part& y) {
        return x.heading.shard.number < y.heading.shard.number;
    });
    if (Status status = check_parts(parts); !status) return status.error();
    Result<OutputFile> out = OutputFile::open(out_path);
    if (!out) return out.error();
    MergedVerdicts verdicts;
    for (const Part& part : parts)
        if (Status status = copy_answers(part, *out, verdicts); !status) return status.error();
    if (Status status = out->finish(); !status) return status.error();
    return verdicts;
}

Result<ShardHeading> read_heading_of(const std::filesystem::path& path) {
    if (Status status = check_input_file(path, std::numeric_limits<std::uint64_t>::max()); !status)
        return status.error();
    std::ifstream file(path, std::ios::binary);
    std::string line;
    if (!file) return Error{shown(path) + ": cannot be read"};
    std::getline(file, line);
    Result<ShardHeading> heading = read_heading(line);
    if (!heading) return Error{shown(path) + ": " + heading.error().message};
    return heading;
}

} // namespace boxwood
