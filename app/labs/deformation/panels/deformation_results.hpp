// What: shows the results of the deformation lab as text and tables: the contacts of the frame, the ranking and the
//       totals of the policies, and the replay under every policy.
#pragma once

#include "app/labs/deformation/run/deformation_record.hpp"
#include "app/labs/deformation/run/every_policy_replay.hpp"
#include "engine/draw/palette.hpp"

#include <optional>

namespace boxwood {

// Shown at the top left of the view.
void show_contacts(const DeformingPair& pair, bool finds_self_pairs, const draw::Palette& palette);
void show_ranking(const DeformationRecord& record, const draw::Palette& palette);
void show_policy_totals(const DeformationRecord& record, const DeformingPair& pair,
                        const draw::Palette& palette);
// `starts_after` is the number of frames in a period if a replay starts automatically after the period. True: the user
// requests a replay.
bool show_replay(EveryPolicyReplay& io_replay, std::optional<int> starts_after, const draw::Palette& palette);

} // namespace boxwood
