#include "app/labs/deformation/run/deformation_pause.hpp"

#include "app/labs/deformation/view/copy_look.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {

void DeformationPause::add_settings(SettingTable& io_table) {
    io_table.begin_group("Pause when");
    io_table.add(flag({"pause-rebuild", "A copy is rebuilt",
                       "Pauses when a tree is rebuilt, completely or in part; rebuilds by the policy "
                       "'always' do not count"},
                      false, member(on_rebuild_)));
    io_table.add(choice({"pause-phase", "Cost",
                         "Cost of a copy that is compared with the limit; both means update plus query"},
                        {{"update"}, {"query"}, {"both"}}, 2, member(cost_)));
    io_table.add(
        number({"pause-ms", "takes over", "Pauses after a frame in which this cost of any copy is higher"},
               {.low = 0, .high = 1e4, .reset = 0, .unit = "ms", .is_logarithmic = true, .zero = "off"},
               member(above_ms_)));
    io_table.add(flag({"pause-wrong", "A verdict is wrong", "Pauses when the oracle disagrees"}, false,
                      member(on_wrong_)));
}

void DeformationPause::show_parameters(const PanelRows& rows) const {
    rows.section("Pause when");
    rows.rows({"pause-rebuild", "pause-phase", "pause-ms", "pause-wrong"});
}

std::string DeformationPause::check(const DeformingPair& pair, std::size_t frame,
                                    const std::string& wrong) const {
    if (on_wrong_ && !wrong.empty()) return "the oracle disagrees: " + wrong;
    for (std::size_t i = 0; i < pair.runs().size(); ++i) {
        const PolicyRun& run = pair.runs()[i];
        const PolicyFrame& costs = run.frame(frame);
        const UpdateKind kind = costs.update.kind;
        if (on_rebuild_ && kind != UpdateKind::refit && run.config().name != "always")
            return "copy " + name_of_copy(i, run) +
                   (kind == UpdateKind::rebuild ? " was rebuilt" : " was rebuilt in part");
        const double ms = cost_ == Cost::update  ? costs.update_ms
                          : cost_ == Cost::query ? costs.query_ms
                                                 : costs.total_ms();
        const char* measured = cost_ == Cost::update  ? "the update"
                               : cost_ == Cost::query ? "the query"
                                                      : "update and query";
        if (above_ms_ > 0.0 && ms > above_ms_)
            return std::string(measured) + " of copy " + name_of_copy(i, run) + " took " +
                   ui::format_significant(ms, 3) + " ms";
    }
    return {};
}

} // namespace boxwood
