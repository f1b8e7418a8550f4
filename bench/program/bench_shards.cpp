#include "bench/program/bench_shards.hpp"

#include "bench/experiments/kept_report.hpp"
#include "bench/program/report_folder.hpp"
#include "engine/import/text_file.hpp"
#include "engine/json/json.hpp"

#include <algorithm>
#include <system_error>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShardName = "shard.json";

struct Part {
    fs::path folder;
    BenchShard shard;
    std::vector<ReportPart> report;
};

std::string name_of(const Part& part) {
    return shown(part.folder) + " (part " + std::to_string(part.shard.shard.number) + " of " +
           std::to_string(part.shard.shard.count) + ")";
}

// Checks that all parts belong to the same run and that each part of this run is given once.
Status check_parts(const std::vector<Part>& sorted) {
    const BenchShard& first = sorted.front().shard;
    std::vector<Shard> shards;
    std::vector<std::string> names;
    for (const Part& part : sorted) {
        const BenchShard& of = part.shard;
        if (of.shard.count != first.shard.count || of.experiments != first.experiments ||
            of.seed != first.seed || of.is_quick != first.is_quick || of.counts_only != first.counts_only)
            return Error{name_of(part) + " belongs to another run than " + name_of(sorted.front())};
        shards.push_back(of.shard);
        names.push_back(name_of(part));
    }
    return check_all_shards(shards, names);
}

Status check_finished(const Part& part) {
    const std::vector<std::string>& names = part.shard.experiments;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool is_finished =
            std::any_of(part.report.begin(), part.report.end(),
                        [&](const ReportPart& of) { return of.experiment->name == names[i]; });
        if (part.shard.has(i) && !is_finished)
            return Error{name_of(part) + " has no results of " + names[i] + "; the run was interrupted"};
    }
    return ok();
}

Status copy_experiment(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
    if (error) return Error{shown(from) + ": cannot be copied to " + shown(to) + ": " + error.message()};
    return ok();
}

} // namespace

Status write_bench_shard(const fs::path& folder, const BenchShard& shard) {
    const Json json = Json::object({{"shard", shard.shard.number},
                                    {"of", shard.shard.count},
                                    {"experiments", Json::array_of(shard.experiments)},
                                    {"seed", shard.seed},
                                    {"quick", shard.is_quick},
                                    {"counts", shard.counts_only}});
    return write_report_file(folder / kShardName, to_text(json) + "\n");
}

Result<BenchShard> read_bench_shard(const fs::path& folder) {
    const fs::path path = folder / kShardName;
    const Result<std::string> text = read_report_file(path);
    if (!text) return text.error();
    const Result<Json> json = parse_json(*text, shown(path), JsonOrder::as_written);
    if (!json) return json.error();
    const auto number = [&](const char* key) {
        const Json* value = json->find(key);
        return value == nullptr ? std::nullopt : value->unsigned_integer();
    };
    const auto flag = [&](const char* key) {
        const Json* value = json->find(key);
        return value == nullptr ? std::nullopt : value->boolean();
    };
    const auto shard = number("shard"), of = number("of"), seed = number("seed");
    const auto is_quick = flag("quick"), counts_only = flag("counts");
    const Json* const names = json->find("experiments");
    const Error refused{shown(path) + " was not written by boxwood bench --shard"};
    if (!shard || !of || !seed || !is_quick || !counts_only || names == nullptr || *shard < 1 || *shard > *of)
        return refused;
    BenchShard read{{*shard, *of}, {}, *seed, *is_quick, *counts_only};
    for (const Json& name : names->elements()) {
        if (name.string() == nullptr) return refused;
        read.experiments.push_back(*name.string());
    }
    return read;
}

Status merge_benches(std::span<const fs::path> folders, const fs::path& out) {
    std::vector<Part> parts;
    for (const fs::path& folder : folders) {
        std::error_code error;
        if (fs::equivalent(folder, out, error))
            return Error{shown(out) + " is the folder of a part; choose another folder for --out"};
        Result<BenchShard> shard = read_bench_shard(folder);
        if (!shard) return shard.error();
        Result<std::vector<ReportPart>> report = read_report_folder(folder);
        if (!report) return report.error();
        parts.push_back({folder, std::move(*shard), std::move(*report)});
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& x, const Part& y) {
        return x.shard.shard.number < y.shard.shard.number;
    });
    if (Status status = check_parts(parts); !status) return status;
    for (const Part& part : parts)
        if (Status status = check_finished(part); !status) return status;
    if (Status status = make_folder(out); !status) return status;
    Result<std::vector<ReportPart>> merged = read_report_folder(out);
    if (!merged) return merged.error();
    for (Part& part : parts)
        for (ReportPart& of : part.report) {
            const std::string_view name = of.experiment->name;
            if (Status status = copy_experiment(part.folder / name, out / name); !status) return status;
            put_part(*merged, std::move(of));
        }
    return write_report_folder(out, *merged);
}

} // namespace boxwood
