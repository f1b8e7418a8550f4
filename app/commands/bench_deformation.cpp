#include "app/commands/bench_deformation.hpp"

#include "app/shell/output_file.hpp"
#include "app/work/thread_clock.hpp"
#include "engine/experiments/deformation_study.hpp"

#include <array>
#include <cstdio>

namespace boxwood {
namespace {

Status write_table(const std::filesystem::path& path, std::string_view text) {
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

} // namespace

Status run_deformation_bench(const BenchOptions& options) {
    DeformationResults results;
    if (options.is_quick) results.config = quick_study();
    for (const Deformer& deformer : all_deformers()) {
        for (const double times_usual : results.config.amplitudes)
            results.families.push_back(
                study_family(results.config, deformer, times_usual, thread_milliseconds));
        results.replays.push_back(replay_policies(results.config, deformer, thread_milliseconds));
        std::fprintf(stderr, "deformation: %s: rho %.2f\n", std::string(deformer.name).c_str(),
                     results.families.back().rho());
    }
    for (const std::uint32_t triangles : results.config.sizes) {
        results.sizes.push_back(study_size(results.config, triangles, thread_milliseconds));
        std::fprintf(stderr, "deformation: %u triangles: refit %.3f ms, rebuild %.3f ms\n",
                     results.sizes.back().triangles, results.sizes.back().refit_ms,
                     results.sizes.back().rebuild_ms);
    }
    const std::array<std::pair<const char*, std::string>, 6> tables{{
        {"families.csv", families_csv(results)},
        {"levels.csv", levels_csv(results)},
        {"sizes.csv", sizes_csv(results)},
        {"policies.csv", replays_csv(results)},
        {"claims.csv", claims_csv(judge_deformation(results))},
        {"verdicts.txt", sentences(results)},
    }};
    for (const auto& [name, text] : tables)
        if (Status status = write_table(options.out / name, text); !status) return status;
    for (const FamilyRow& row : results.families)
        if (!row.is_same_answer)
            return Error{std::string(row.family) + ": refitted and rebuilt trees disagree"};
    for (const Replay& replay : results.replays)
        if (!replay.is_same_answer) return Error{std::string(replay.family) + ": policies disagree"};
    return ok();
}

} // namespace boxwood
