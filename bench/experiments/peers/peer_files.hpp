// What: the files that the comparing programs write, as `peers` and the targets read them.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"

namespace boxwood {

// Requires the name of one of them: build, mesh_pairs, broad_phase, closest.
const PeerFile& peer_file(std::string_view name);

} // namespace boxwood
