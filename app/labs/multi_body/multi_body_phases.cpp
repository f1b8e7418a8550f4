// Parameters of both collision phases and of the display in the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"

#include <array>
#include <type_traits>

namespace boxwood {
namespace {

// A drop-down list of methods by name; true when the choice changed.
bool choose_method(const char* label, std::string_view tooltip, std::span<const std::string_view> names,
                   std::string_view current, std::string& out_chosen) {
    std::vector<std::string> titles;
    std::vector<const char*> options, whole_names;
    int chosen = 0;
    for (const std::string_view name : names) {
        if (name == current) chosen = static_cast<int>(titles.size());
        titles.push_back(method_title(name));
        whole_names.push_back(name.data()); // null-terminated: all are literals
    }
    for (const std::string& title : titles) options.push_back(title.c_str());
    if (!ui::dropdown(
            {.label = label, .options = options, .tooltip = tooltip, .option_tooltips = whole_names}, chosen))
        return false;
    out_chosen = names[static_cast<std::size_t>(chosen)];
    return true;
}

// Label of the cell size for methods that have cells.
struct CellMeaning {
    std::string_view method;
    const char* label;
    std::string_view unit, tooltip;
};
constexpr std::array kCellMeanings{
    CellMeaning{HashedGrid::kName, "Cell", "× box",
                "Edge of a cell over the mean longest side of the boxes; auto is 2"},
    CellMeaning{LooseOctree::kName, "Cell", "× box",
                "Edge of the smallest cell for a box over its longest side, at least 1; auto is 1"},
    CellMeaning{ColumnGrid::kName, "Columns", "× usual",
                "Width of the columns over what it chooses; auto is 1"}};

void show_storage(PairStorage& io_storage) {
    constexpr std::array<const char*, 3> kStores{"automatic", "dense", "sparse"};
    int storage = static_cast<int>(io_storage);
    if (ui::dropdown({.label = "Flags",
                      .options = kStores,
                      .tooltip = "Where sweep and prune keeps the flags of each pair: dense, a matrix, or "
                                 "sparse, a hash map. Automatic is dense up to 16384 bodies, and up to 4096 "
                                 "where pairs are disabled unless named"},
                     storage))
        io_storage = static_cast<PairStorage>(storage);
}

void show_cell(const CellMeaning& meaning, float& io_factor) {
    ui::slider(ui::FloatField{.label = meaning.label,
                              .min = 0.0f,
                              .max = 10.0f,
                              .reset = 0.0f,
                              .unit = meaning.unit,
                              .decimals = 1,
                              .tooltip = meaning.tooltip,
                              .zero = "auto"},
               io_factor);
}

} // namespace

void MultiBodyLab::show_broad_parameters() {
    WorldChoices& choices = choices_;
    const WorldChoices before = choices;
    if (ui::section("Broad phase", ui::kWithReset)) {
        choices.broad_phase = list_broad_phases().front();
        choices.broad = {};
        choices.cube_percent = 0.0;
        choices.always_climb = false;
        simulation_.settings.aabb_margin = SimulationSettings{}.aabb_margin;
    }
    choose_method("Method", "Which algorithm finds the pairs of overlapping boxes", list_broad_phases(),
                  simulation_.world.broad_phase_name(), choices.broad_phase);
    const std::string_view method = simulation_.world.broad_phase_name();
    if (method == SweepAndPrune::kName) show_storage(choices.broad.storage);
    for (const CellMeaning& meaning : kCellMeanings)
        if (method == meaning.method) show_cell(meaning, choices.broad.cell_factor);
    show_box_parameters();
    if (choices != before) apply_choices();
}

void MultiBodyLab::show_box_parameters() {
    constexpr std::array<const char*, 4> kBoxes{"dynamic box", "fixed cube", "mixed", "dynamic box, climbed"};
    constexpr int kMixed = 2, kClimbed = 3;
    const double percent = cube_percent();
    int box = percent == 100.0 ? 1 : percent != 0.0 ? kMixed : choices_.always_climb ? kClimbed : 0;
    if (ui::dropdown(
            {.label = "Box",
             .options = kBoxes,
             .tooltip =
                 "Tight box, a cube that fits every rotation, or some of each. Tight boxes are found by\n"
                 "hill climbing, and where a polytope has at most 48 vertices by evaluating all of them,\n"
                 "unless they are always to climb as in I-COLLIDE"},
            box)) {
        choices_.cube_percent = box == 1 ? 100.0 : box == kMixed ? 50.0 : 0.0;
        choices_.always_climb = box == kClimbed;
    }
    if (box == kMixed) {
        float cubes = static_cast<float>(cube_percent());
        if (ui::slider(ui::FloatField{.label = "Cubes",
                                      .min = 1.0f,
                                      .max = 99.0f,
                                      .reset = 50.0f,
                                      .unit = "%",
                                      .decimals = 0,
                                      .tooltip = "Share of the bodies whose box is a fixed cube"},
                       cubes))
            choices_.cube_percent = static_cast<double>(cubes);
    }
    float aabb_margin = static_cast<float>(simulation_.settings.aabb_margin);
    if (ui::slider(
            ui::FloatField{.label = "AABB margin",
                           .min = 0.0f,
                           .max = 2.0f,
                           .reset = 0.5f,
                           .unit = "× step",
                           .decimals = 2,
                           .tooltip =
                               "Kappa: how much of its next step each box is enlarged by, so that pairs "
                               "wake before they touch; 0 is possible"},
            aabb_margin))
        simulation_.settings.aabb_margin = static_cast<double>(aabb_margin);
}

void MultiBodyLab::show_narrow_parameters() {
    WorldChoices& choices = choices_;
    const WorldChoices before = choices;
    if (ui::section("Narrow phase", ui::kWithReset)) {
        choices.narrow_phase = kAllNarrowPhases.front().name;
        choices.start = WarmStart::stored;
        choices.threads = 1;
        line_below_ = 0.0;
    }
    std::vector<std::string_view> names;
    for (const NarrowPhase& one : kAllNarrowPhases) names.push_back(one.name);
    choose_method("Method##narrow", "Which algorithm finds the closest features of polytopes", names,
                  simulation_.world.narrow_phase_name(), choices.narrow_phase);
    constexpr std::array<const char*, 4> kStarts{"stored", "first vertices", "random", "directional"};
    int start = static_cast<int>(choices.start);
    {
        const bool has_start = simulation_.world.narrow_phase_name() != "exhaustive";
        const ui::Unavailable because(has_start ? "" : "An exhaustive search has no start.");
        if (ui::dropdown(
                {.label = "Start",
                 .options = kStarts,
                 .tooltip =
                     "Where the walk of a newly active pair sets out: at the features it ended with when "
                     "it was last active, at vertex 0 of both, by chance, or towards each other"},
                start))
            choices.start = static_cast<WarmStart>(start);
    }
    ui::slider(
        ui::IntField{.label = "Threads",
                     .min = 1,
                     .max = kMaxThreads,
                     .reset = 1,
                     .tooltip =
                         "Box updates and the narrow phase in parallel; the answers stay the same, bit "
                         "for bit"},
        choices.threads);
    float below = static_cast<float>(line_below_);
    {
        const ui::Unavailable because(show_.lines ? "" : "Closest-feature lines are off (L).");
        ui::slider(ui::FloatField{.label = "Lines up to",
                                  .min = 0.0f,
                                  .max = 2.0f,
                                  .reset = 0.0f,
                                  .unit = "m",
                                  .decimals = 2,
                                  .tooltip = "Only closest features that are nearer than this to each other; "
                                             "auto shows all, or of very many pairs those of the nearest",
                                  .zero = "auto"},
                   below);
    }
    line_below_ = static_cast<double>(below);
    constexpr std::array<const char*, 3> kOracles{"off", "pair", "all"};
    int oracle = static_cast<int>(oracle_);
    if (ui::segmented({.label = "Oracle",
                       .options = kOracles,
                       .tooltip =
                           "Ask slow and separate means whether the answers are right: off, of the selected "
                           "pair, or of the whole frame"},
                      oracle)) {
        oracle_ = static_cast<Oracle>(oracle);
        is_judged_ = false;
    }
    if (choices != before) apply_choices();
}

std::optional<OracleStatus> MultiBodyLab::verdict() {
    judge();
    return verdict_;
}

std::optional<OracleTally> MultiBodyLab::judged() const {
    return oracle_ == Oracle::off ? std::nullopt : std::optional(tally_);
}

// Each state of a hierarchy once: only those of deforming bodies change.
void MultiBodyLab::judge_hierarchies(FrameVerdict& io_verdict) {
    std::vector<std::uint64_t> revisions;
    for (const Body& body : simulation_.world.bodies()) {
        const AnyHierarchy* hierarchy = body.shape ? body.shape->hierarchy() : nullptr;
        if (!hierarchy) continue;
        const std::uint64_t revision = hierarchy->revision();
        if (std::ranges::find(revisions, revision) != revisions.end()) continue;
        revisions.push_back(revision);
        if (std::ranges::binary_search(checked_hierarchies_, revision)) continue;
        ++tally_.hierarchies;
        const std::array shown{make_shown("body " + std::to_string(&body - simulation_.world.bodies().data()),
                                          *hierarchy, body.shape->mesh(), body.shape)};
        for (const std::string& defect : find_defects(shown)) {
            ++io_verdict.wrong_hierarchies;
            if (io_verdict.disagreement.empty()) io_verdict.disagreement = defect;
        }
    }
    std::ranges::sort(revisions);
    checked_hierarchies_ = std::move(revisions);
}

void MultiBodyLab::judge() {
    if (std::exchange(is_judged_, true)) return;
    verdict_.reset();
    pair_verdict_.reset();
    if (oracle_ == Oracle::off) return;
    if (const PairResult* pair = selected_pair()) pair_verdict_ = judge_one(simulation_, *pair);
    if (oracle_ == Oracle::pair && !pair_verdict_) return;
    FrameVerdict verdict = oracle_ == Oracle::all ? judge_frame(simulation_) : *pair_verdict_;
    if (oracle_ == Oracle::all) judge_hierarchies(verdict);
    tally_.add(simulation_.frame, verdict);
    const auto text = [](std::size_t count) { return ui::format_count(static_cast<std::int64_t>(count)); };
    const std::size_t all = verdict.checked + verdict.unchecked;
    const std::string of_all = " of " + text(all) + (all == 1 ? " pair" : " pairs");
    verdict_ =
        OracleStatus{verdict.agrees(),
                     verdict.agrees() ? "verified " + text(verdict.checked) + of_all
                                      : "wrong: " + text(verdict.wrong()) + of_all,
                     verdict.agrees() ? "Closest points by their certificate, meshes, parts and painted "
                                        "triangles by all pairs of triangles"
                                      : verdict.disagreement};
    if (!verdict.agrees()) return;
    if (oracle_ == Oracle::all)
        verdict_->tooltip += "; the pairs are those of the oracle's own sweep; every hierarchy of a body "
                             "contains its triangles";
    if (verdict.unchecked > 0)
        verdict_->tooltip +=
            "; " + text(verdict.unchecked) + " were not asked again: too many triangles for a frame";
}

void MultiBodyLab::show_display_parameters(const draw::Palette& palette) {
    const auto sample = [](ui::Sample kind, draw::Color color) { return ui::LegendSample{kind, color}; };
    if (ui::section("Show", ui::kWithReset)) show_ = {};
    // A row that has no effect is disabled, with the reason in its tooltip.
    const auto choice = [this](std::string_view action, const ui::ChoiceField& field, auto& io_value) {
        const ui::Unavailable because(why_unavailable(action));
        int chosen = static_cast<int>(io_value);
        if (ui::segmented(field, chosen))
            io_value = static_cast<std::remove_reference_t<decltype(io_value)>>(chosen);
    };
    const auto check = [this](std::string_view action, const ui::CheckField& field, bool& io_on) {
        const ui::Unavailable because(why_unavailable(action));
        ui::check_row(field, io_on);
    };
    constexpr std::array<const char*, 3> kBoxes{"none", "pairs", "all"}, kGlyphs{"none", "pair", "all"};
    choice("show.boxes",
           {.label = "Boxes",
            .options = kBoxes,
            .tooltip = "World boxes: none, of overlapping pairs, or all (B)"},
           show_.boxes);
    choice("show.features",
           {.label = "Features",
            .options = kGlyphs,
            .tooltip = "Closest features as a dot, a thick line or a filled face: none, of the selected "
                       "pair, or of all pairs (C)"},
           show_.features);
    check("show.lines",
          {.label = "Closest-feature lines",
           .sample = sample(ui::Sample::dots, palette.closest),
           .key = "L",
           .tooltip = "A line between the closest points of each pair; of the nearest ones where "
                      "there are too many to see the bodies: Line below"},
          show_.lines);
    check("show.triangles",
          {.label = "Bodies in contact",
           .sample = sample(ui::Sample::hatch, palette.contact),
           .key = "T",
           .tooltip = "Paint colliding bodies red"},
          show_.contacts);
    check("show.triangles",
          {.label = "Colliding triangles",
           .sample = sample(ui::Sample::hatch, palette.contact),
           .tooltip = "Paint the triangles that intersect; of solids they are looked for only to be painted, "
                      "in the phase highlight"},
          show_.triangles);
    check("show.region",
          {.label = "Voronoi region",
           .sample = sample(ui::Sample::square, palette.body_a),
           .key = "O",
           .tooltip = "The points nearer to one feature of the selected pair than to any other; click a "
                      "selected body to pick the feature"},
          show_.region);
    check("show.velocities",
          {.label = "Velocities",
           .sample = sample(ui::Sample::line, palette.text2),
           .key = "V",
           .tooltip = "How far each body comes in 20 steps"},
          show_.velocities);
    check("show.names", {.label = "Names", .key = "N", .tooltip = "The name of every body"}, show_.names);
}

} // namespace boxwood
