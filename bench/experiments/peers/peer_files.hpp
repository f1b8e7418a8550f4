// What: the files written by the comparison programs, in the form that `peers` and the targets read.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"

namespace boxwood {

// Requires one of these names: build, mesh_pairs, broad_phase, closest, contacts.
const PeerFile& peer_file(std::string_view name);

} // namespace boxwood
