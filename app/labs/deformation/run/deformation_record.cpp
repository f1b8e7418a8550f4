#include "app/labs/deformation/run/deformation_record.hpp"

#include "app/labs/deformation/view/copy_look.hpp"

#include <limits>

namespace boxwood {

void DeformationRecord::restart(const DeformingPair& pair) {
    names_.clear();
    for (std::size_t i = 0; i < pair.runs().size(); ++i) names_.push_back(name_of_copy(i, pair.runs()[i]));
    clear();
}

void DeformationRecord::clear() {
    curves_.assign(names_.size(), {});
    rebuild_frames_.clear();
    partial_frames_.clear();
    ranking_ = {};
    incomplete_frames_ = 0;
}

void DeformationRecord::note_frame(const DeformingPair& pair, bool keeps_past) {
    bool is_rebuilt = false, is_partial = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const PolicyRun& run = pair.runs()[i];
        const UpdateKind kind = run.frames().back().update.kind;
        // A mark for the policy `always` would carry no information, because it rebuilds in every frame.
        is_rebuilt = is_rebuilt || (kind == UpdateKind::rebuild && run.config().name != "always");
        is_partial = is_partial || kind == UpdateKind::partial;
        if (keeps_past) add_to_curves(i, pair);
    }
    const auto frame = static_cast<float>(pair.frame_count() - 1);
    if (is_rebuilt && keeps_past) rebuild_frames_.push_back(frame);
    if (is_partial && keeps_past) partial_frames_.push_back(frame);
    ranking_.catch_up(pair.runs());
    if (!pair.has_all_self_pairs()) ++incomplete_frames_;
    sentence_ = ranking_.describe();
    if (incomplete_frames_ > 0)
        sentence_ += " In " + std::to_string(incomplete_frames_) +
                     (incomplete_frames_ == 1 ? " frame" : " frames") +
                     " the search for self-contacts stopped at " + std::to_string(kMaxSelfTests) +
                     " tests, so there can be more.";
}

void DeformationRecord::add_to_curves(std::size_t copy, const DeformingPair& pair) {
    const PolicyFrame& last = pair.runs()[copy].frames().back();
    const PolicyFrame& first_copy = pair.runs()[0].frames().back();
    CopyCurves& curves = curves_[copy];
    // No step leads to the first frame, so it has no time. NaN makes a gap in the plot.
    const bool is_timed = pair.frame_count() > 1 || last.total_ms() > 0.0;
    const auto time = [is_timed](double ms) {
        return is_timed ? static_cast<float>(ms) : std::numeric_limits<float>::quiet_NaN();
    };
    curves.update_ms.push_back(time(last.update_ms));
    curves.query_ms.push_back(time(last.query_ms));
    curves.total_ms.push_back(time(last.total_ms()));
    curves.volume_tests.push_back(0.001f * static_cast<float>(last.volume_tests));
    curves.inflation.push_back(static_cast<float>(last.inflation));
    const float saved_before = curves.saved_ms.empty() ? 0.0f : curves.saved_ms.back();
    curves.saved_ms.push_back(saved_before + static_cast<float>(first_copy.total_ms() - last.total_ms()));
}

} // namespace boxwood
