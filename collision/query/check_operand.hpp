// What: validation of an operand, which every query on meshes starts with.
// Cost: is_plainly_valid some ns; check_operand makes the message.
#pragma once

#include "collision/query/mesh_query.hpp"

namespace boxwood {

// Ok, or an Error, prefixed by `what`: no hierarchy or pose, a mesh that does not fit its hierarchy, or a pose that
// check_pose rejects.
Status check_operand(const MeshOperand& operand, const char* what);

// The same without a message, hence fast: true only if check_operand accepts.
bool is_plainly_valid(const MeshOperand& operand);

inline Status check_operand_fast(const MeshOperand& operand, const char* what) {
    return is_plainly_valid(operand) ? ok() : check_operand(operand, what);
}

} // namespace boxwood
