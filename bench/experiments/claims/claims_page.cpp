#include "bench/experiments/claims/claims_page.hpp"

#include "bench/experiments/claims/source_claims.hpp"
#include "bench/experiments/csv_text.hpp"

#include <array>
#include <map>

namespace boxwood {
namespace {

// The estimates of one experiment, by the key of the claim.
using Estimates = std::map<std::string, std::vector<ClaimValue>, std::less<>>;

constexpr std::array kClasses{Verdict::reproduced, Verdict::same_direction, Verdict::not_reproduced,
                              Verdict::not_judged};

Result<Estimates> read_estimates(const std::string& text) {
    const Result<CsvText> csv = read_csv(text);
    if (!csv) return csv.error();
    Estimates estimates;
    for (std::size_t row = 0; row < csv->rows.size(); ++row) {
        const Result<std::string> key = csv->at(row, "key"), estimate = csv->at(row, "estimate");
        if (!key || !estimate) return key ? estimate.error() : key.error();
        if (key->empty()) continue;
        Result<std::vector<ClaimValue>> values = read_values(*estimate);
        if (!values) return Error{"claim '" + *key + "': " + values.error().message};
        estimates[*key] = std::move(*values);
    }
    return estimates;
}

class EstimateFiles {
  public:
    explicit EstimateFiles(const FindClaims& find)
        : find_(find) {}

    Result<std::vector<ClaimValue>> values_of(std::string_view key) {
        const std::size_t slash = key.find('/');
        if (slash == std::string_view::npos) return std::vector<ClaimValue>{};
        const std::string experiment(key.substr(0, slash));
        if (!read_.contains(experiment)) {
            const Result<std::optional<std::string>> text = find_(experiment);
            if (!text) return text.error();
            Result<Estimates> read = *text ? read_estimates(**text) : Result<Estimates>(Estimates{});
            if (!read) return Error{experiment + "/claims.csv: " + read.error().message};
            read_.emplace(experiment, std::move(*read));
        }
        const Estimates& of_experiment = read_.find(experiment)->second;
        const auto found = of_experiment.find(key.substr(slash + 1));
        return found != of_experiment.end() ? found->second : std::vector<ClaimValue>{};
    }

  private:
    const FindClaims& find_;
    std::map<std::string, Estimates, std::less<>> read_;
};

std::string measured_text(std::string_view key, const std::string& values) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos) return "–";
    const std::string experiment(key.substr(0, slash));
    return (values.empty() ? "" : values + " ") + "([`" + experiment + "`](../bench/results/" + experiment +
           "/claims.csv))";
}

std::string row_text(const SourceClaim& claim, const ClaimResult& judged) {
    std::string verdict = "**" + std::string(verdict_name(judged.verdict)) + "**";
    if (!judged.note.empty()) verdict += ": " + judged.note;
    return "| " + judged.statement + " | " + judged.source + " | " + judged.figure + " | " + judged.test +
           " | " + measured_text(claim.key, judged.estimate) + " | " + verdict + " |\n";
}

} // namespace

Result<std::string> claims_page(const FindClaims& find_claims) {
    EstimateFiles files(find_claims);
    std::string counts = "| source |", rule = "| --- |", sections;
    for (const Verdict verdict : kClasses) {
        counts.append(" ").append(verdict_name(verdict)).append(" |");
        rule += " --- |";
    }
    counts += "\n" + rule + "\n";
    std::array<int, kVerdictCount> of_all{};
    const auto add_counts = [&](std::string_view name, const std::array<int, kVerdictCount>& of) {
        counts.append("| ").append(name).append(" |");
        for (const Verdict verdict : kClasses)
            counts += " " + std::to_string(of[static_cast<std::size_t>(verdict)]) + " |";
        counts += "\n";
    };
    for (const SourceOfClaims& source : all_source_claims()) {
        std::array<int, kVerdictCount> of_source{};
        sections.append("\n### ").append(source.key).append(": ").append(source.name);
        sections += "\n\n| claim | source | figure | rule | measured | verdict |\n"
                    "| --- | --- | --- | --- | --- | --- |\n";
        for (const SourceClaim& claim : source.claims) {
            const Result<std::vector<ClaimValue>> values = files.values_of(claim.key);
            if (!values) return values.error();
            const ClaimResult judged = make_claim_result(claim, *values);
            sections += row_text(claim, judged);
            ++of_source[static_cast<std::size_t>(judged.verdict)];
            ++of_all[static_cast<std::size_t>(judged.verdict)];
        }
        add_counts(source.key, of_source);
    }
    add_counts("all", of_all);
    return counts + sections;
}

} // namespace boxwood
