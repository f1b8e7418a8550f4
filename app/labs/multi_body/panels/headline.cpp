#include "app/labs/multi_body/panels/headline.hpp"

#include "app/labs/wording.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

namespace boxwood {
namespace {

// Shows the numbers of bodies, possible pairs, overlapping boxes and contacts in the largest font that fits.
void show_funnel(const CrowdView& view, const draw::Palette& palette) {
    const StepOutput& output = view.simulation().output;
    const std::uint64_t bodies = view.world().body_count();
    const std::string count = ui::format_count(bodies),
                      possible = ui::format_count(bodies == 0 ? 0 : bodies * (bodies - 1) / 2),
                      pairs = ui::format_count(output.pairs.size()),
                      contacts = ui::format_count(count_contacts(output));
    const ui::TextStyle label{ui::Font::body, palette.text3};
    struct Form {
        ui::Font font;
        bool has_possible;
    };
    const auto funnel = [&](const Form& form) {
        const auto big = [&form](draw::Color color) { return ui::TextStyle{form.font, color}; };
        std::vector<ui::TextRun> runs{
            {count, big(palette.text1)}, {bodies == 1 ? "body" : "bodies", label, 8}, {"›", label, 12}};
        if (form.has_possible)
            runs.insert(runs.end(),
                        {{possible, big(palette.text1), 12}, {"possible pairs", label, 8}, {"›", label, 12}});
        runs.insert(runs.end(), {{pairs, big(palette.overlapping), 12},
                                 {form.has_possible ? "boxes overlap" : "overlap", label, 8},
                                 {"›", label, 12},
                                 {contacts, big(palette.contact), 12},
                                 {"in contact", label, 8}});
        return runs;
    };
    constexpr std::array kForms{Form{ui::Font::readout, true}, Form{ui::Font::title_bold, true},
                                Form{ui::Font::body_bold, true}, Form{ui::Font::body_bold, false}};
    const float room = ImGui::GetContentRegionAvail().x;
    std::vector<ui::TextRun> runs;
    for (const Form& form : kForms) {
        runs = funnel(form);
        if (ui::text_line_width(runs) <= room) break;
    }
    if (ui::text_line_width(runs) > room) { // drops the body count, which the left panel also shows
        runs.erase(runs.begin(), runs.begin() + 3);
        runs.front().gap_before = 0.0f;
    }
    ui::text_backing({ui::text_line_width(runs), ui::text_size(runs.front().style.font, count).y});
    ui::text_line(runs);
}

// Contacts are found only at the end of a step, so a fast body can tunnel.
void show_fast_bodies(const Simulation& simulation, const draw::Palette& palette) {
    if (simulation.total_fast_bodies == 0) return;
    const std::string now = "may have passed through others: " + ui::format_count(simulation.fast_bodies),
                      total = " in this step, " + ui::format_count(simulation.total_fast_bodies) +
                              " since the start";
    ui::paragraph(std::array{ui::TextRun{now, {ui::Font::body_bold, palette.contact}},
                             ui::TextRun{total, {ui::Font::body, palette.text2}}});
    ui::tooltip("Bodies that moved farther than their own extent in a step. Contacts are found only at the "
                "end of a step, so "
                "these bodies can pass through others. Reduce the speed to avoid this.");
}

// Shows the pairs that the step missed; with continuous=on, the pairs that a discrete step would have missed.
void show_missed(const CrowdView& view, const draw::Palette& palette) {
    const ContinuousSteps& continuous = view.findings.continuous;
    if (!continuous.is_on()) return;
    const std::uint64_t frame = view.simulation().frame;
    const std::size_t missed = continuous.missed(frame).size();
    const std::uint64_t left_out = continuous.last().left_out_count;
    const std::string now =
        std::string(continuous.stops_bodies() ? "a discrete step would have missed: " : "missed: ") +
        ui::format_count(missed) + (missed == 1 ? " pair" : " pairs");
    std::string total =
        " in this step, " + ui::format_count(continuous.total_missed(frame)) + " since the start";
    if (left_out > 0) total += "; not checked: " + ui::format_count(left_out) + " deforming or jointed";
    ui::paragraph(
        std::array{ui::TextRun{now, {ui::Font::body_bold, missed == 0 ? palette.text1 : palette.contact}},
                   ui::TextRun{total, {ui::Font::body, palette.text2}}});
    ui::tooltip("Pairs that meet within the step and are separated again at its end. The library's times of "
                "impact are "
                "never late, and early by at most a tolerance of about 1/16384 of the radius of the smaller "
                "part or mesh.");
}

} // namespace

std::size_t count_contacts(const StepOutput& output) {
    return static_cast<std::size_t>(std::ranges::count_if(output.pairs, &PairResult::is_contact));
}

void show_crowd_headline(const CrowdView& view, const draw::Palette& palette) {
    show_funnel(view, palette);
    show_fast_bodies(view.simulation(), palette);
    show_missed(view, palette);
    if (!view.is_walk_shown()) return;
    const WalkStep& step = view.walk.current();
    const std::string heading = "step " + std::to_string(view.walk.step() + 1) + " of " +
                                std::to_string(view.walk.replay().steps.size()) + ": ",
                      sentence = walk_sentence(step, *view.walk.pair());
    ui::paragraph(std::array{ui::TextRun{heading, {ui::Font::body_bold, palette.current}},
                             ui::TextRun{sentence, {ui::Font::body, palette.text2}}});
}

} // namespace boxwood
