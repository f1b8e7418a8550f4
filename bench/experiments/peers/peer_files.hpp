// What: describes the columns of the files that the comparison programs write.
#pragma once

#include "bench/experiments/peers/peer_rows.hpp"

namespace boxwood {

// Requires `name` to be build, mesh_pairs, broad_phase, closest or contacts.
const PeerFile& peer_file(std::string_view name);

} // namespace boxwood
