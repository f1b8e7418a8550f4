// What: validation of an operand, the first step of every query on meshes.
// Cost: is_plainly_valid takes a few ns; check_operand takes longer, because it composes a message.
#pragma once

#include "collision/query/mesh_query.hpp"

namespace boxwood {

// Returns an Error, prefixed by `what`, if the operand has no hierarchy or pose, if its mesh does not fit the
// hierarchy, if the sizes of its shells do not fit its mesh, or if check_pose rejects its pose.
Status check_operand(const MeshOperand& operand, const char* what);

// A fast check without a message: true only if check_operand accepts the operand.
bool is_plainly_valid(const MeshOperand& operand);

inline Status check_operand_fast(const MeshOperand& operand, const char* what) {
    return is_plainly_valid(operand) ? ok() : check_operand(operand, what);
}

} // namespace boxwood
