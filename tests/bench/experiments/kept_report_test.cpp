// A report reads back as written. New parts replace old parts of the same experiment. Unreadable input gives an error
// that names it.
#include "bench/experiments/kept_report.hpp"

#include <gtest/gtest.h>

#include <map>

namespace boxwood {
namespace {

ExperimentResult make_result(const char* text) {
    ExperimentSection section{"First", text};
    section.claims = {{"a", "[S]", "t", "e", Verdict::not_reproduced, Basis::times},
                      {"b, \"c\"", "own", "t", "e", Verdict::not_reproduced},
                      {"c", "target", "t", "e", Verdict::reproduced},
                      {"d", "ratio", "t", "e", Verdict::unclear},
                      {"e", "[D]", "t", "e", Verdict::not_judged},
                      {"f", "[S]", "t", "e", Verdict::same_direction},
                      {"g", "own", "t", "e", Verdict::observed}};
    return {{section}, "with care"};
}

// Parts of the first three experiments in the list, added in reverse order.
struct Sample {
    std::vector<ReportPart> parts;
    std::map<std::string, std::string, std::less<>> claims;

    Sample() {
        const std::span<const Experiment> all = all_experiments();
        for (std::size_t i = 3; i-- > 0;) add(all[i], "text", "of one build");
    }
    void add(const Experiment& experiment, const char* text, const char* build) {
        const ExperimentResult result = make_result(text);
        put_part(parts, make_report_part(experiment, result,
                                         {.build = build,
                                          .machine = "a \"machine\", with a comma",
                                          .clock = "c",
                                          .date = "2001-12-31",
                                          .seed = 12345678901234567890u,
                                          .is_quick = false,
                                          .seconds = 12.5,
                                          .load_before_ns = 20.5,
                                          .load_after_ns = 152.0}));
        claims[std::string(experiment.name)] = to_csv(make_claims_table(result));
    }
    Result<std::vector<ReportPart>> read(std::string_view page, std::string_view about) const {
        return read_report(page, about, [this](std::string_view name) -> Result<std::string> {
            const auto found = claims.find(name);
            return found != claims.end() ? Result<std::string>(found->second)
                                         : Result<std::string>(Error{"no claims of " + std::string(name)});
        });
    }
    std::string about() const { return to_csv(make_about_table(parts)); }
    std::string page() const { return report_page(parts); }
};

TEST(KeptReport, reads_back_equal) {
    Sample sample;
    sample.parts[1].facts.is_quick = true;
    const Result<std::vector<ReportPart>> kept = sample.read(sample.page(), sample.about());
    ASSERT_TRUE(kept) << kept.error().message;
    ASSERT_EQ(kept->size(), 3u);
    EXPECT_EQ(report_page(*kept), sample.page());
    EXPECT_EQ(to_csv(make_about_table(*kept)), sample.about());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ((*kept)[i].experiment, &all_experiments()[i]);
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(verdict_name((*kept)[1].claims[i]), verdict_name(sample.parts[1].claims[i])) << i;
        EXPECT_EQ((*kept)[1].claims[i].verdict, sample.parts[1].claims[i].verdict) << i;
    }
}

TEST(KeptReport, replacing_one_part_keeps_the_others) {
    Sample sample;
    const std::string before = sample.page();
    EXPECT_NE(before.find("Measured with Boxwood of one build"), std::string::npos);
    sample.add(all_experiments()[1], "renewed", "of a later build");
    ASSERT_EQ(sample.parts.size(), 3u);
    EXPECT_EQ(sample.parts[1].experiment, &all_experiments()[1]);
    const std::string after = sample.page();
    EXPECT_NE(after.find("<p>renewed</p>"), std::string::npos);
    EXPECT_NE(after.find("runs of several builds"), std::string::npos);
    for (const std::size_t i : {0u, 2u}) EXPECT_NE(after.find(sample.parts[i].section), std::string::npos);
    // Parts are in the order of the list of experiments: one is added at the end, then one before it.
    sample.add(all_experiments()[5], "text", "of one build");
    sample.add(all_experiments()[4], "text", "of one build");
    ASSERT_EQ(sample.parts.size(), 5u);
    EXPECT_EQ(sample.parts[3].experiment, &all_experiments()[4]);
}

TEST(KeptReport, load_times_are_shown_for_each_experiment_and_as_a_range_of_all) {
    Sample sample;
    sample.parts[1].facts.load_before_ns = 18.0;
    const std::string page = sample.page();
    EXPECT_NE(page.find("loads from 16 MiB took 18 to 152 ns"), std::string::npos);
    EXPECT_NE(page.find("16 MiB took 20 ns before the experiment, 152 ns after it."), std::string::npos);
    for (ReportPart& part : sample.parts) part.facts.load_before_ns = part.facts.load_after_ns = 0.0;
    EXPECT_EQ(sample.page().find("loads from"), std::string::npos);
}

TEST(KeptReport, quick_runs_among_full_runs_are_named) {
    Sample sample;
    EXPECT_EQ(sample.page().find("class=\"warning\""), std::string::npos);
    sample.parts[1].facts.is_quick = true;
    const std::string name(sample.parts[1].experiment->name);
    EXPECT_NE(sample.page().find("Quick runs (" + name + ")"), std::string::npos);
}

TEST(KeptReport, unreadable_input_gives_an_error_that_names_it) {
    const Sample sample;
    const std::string page = sample.page(), about = sample.about();
    const auto expect_refused = [&](std::string_view of_page, std::string_view of_about, const char* naming) {
        const Result<std::vector<ReportPart>> kept = sample.read(of_page, of_about);
        ASSERT_FALSE(kept) << naming;
        EXPECT_NE(kept.error().message.find(naming), std::string::npos) << kept.error().message;
    };
    const auto replaced = [](std::string text, std::string_view part, std::string_view by) {
        return text.replace(text.find(part), part.size(), by);
    };
    expect_refused(page, "", "about.csv: the table is empty");
    expect_refused(page, "build,machine\nx,y\n", "about.csv: its columns");
    expect_refused(page, replaced(about, "12345678901234567890", "many"),
                   "about.csv: the seed 'many' is not a number");
    expect_refused(page, replaced(about, "12.5", "12.5 s"), "about.csv: the time '12.5 s' is not a number");
    expect_refused(page, replaced(about, "20.5", "slow"), "about.csv: the load 'slow' is not a number");
    expect_refused(page, replaced(about, "152.0", "slow"), "about.csv: the load 'slow' is not a number");
    expect_refused(page, about + "nothing,b,m,c,1,no,d,1,2,3\n", "no experiment is named 'nothing'");
    const std::string missing(all_experiments()[7].name);
    expect_refused(page, about + missing + ",b,m,c,1,no,d,1,2,3\n", "report.html: no section '");
    expect_refused(page.substr(0, page.rfind("</section>")), about, "report.html: no section '");
    Sample other = sample;
    other.claims.begin()->second = "source,verdict\n[S],perhaps\n";
    const Result<std::vector<ReportPart>> kept = other.read(page, about);
    ASSERT_FALSE(kept);
    EXPECT_NE(kept.error().message.find("claims.csv: unknown verdict 'perhaps'"), std::string::npos);
    other.claims.erase(other.claims.begin());
    EXPECT_FALSE(other.read(page, about));
}

} // namespace
} // namespace boxwood
