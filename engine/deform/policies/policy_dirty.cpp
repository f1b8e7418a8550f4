#include "engine/deform/policies/update_policy.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <vector>

namespace boxwood {
namespace {

class DirtyPolicy final : public CloneablePolicy<DirtyPolicy> {
  public:
    UpdateOutcome update(AnyHierarchy& io_tree, const UpdateInput& input) override {
        const MeshView& mesh = input.mesh;
        has_moved_.resize(mesh.positions.size());
        for (std::size_t i = 0; i < has_moved_.size(); ++i)
            has_moved_[i] = mesh.positions[i] != input.positions_before[i] ? 1 : 0;
        is_dirty_.resize(mesh.triangles.size());
        for (std::size_t i = 0; i < is_dirty_.size(); ++i) {
            const TriangleIndices& t = mesh.triangles[i];
            is_dirty_[i] = (has_moved_[t[0]] | has_moved_[t[1]] | has_moved_[t[2]]) != 0;
        }
        UpdateOutcome outcome;
        std::visit(
            [&]<class H>(H& tree) {
                if constexpr (requires { refit_dirty(tree, mesh, is_dirty_, scratch_); })
                    outcome.volumes = refit_dirty(tree, mesh, is_dirty_, scratch_);
            },
            io_tree.tree());
        return outcome;
    }

  private:
    std::vector<std::uint8_t> has_moved_, scratch_;
    std::vector<bool> is_dirty_;
};

} // namespace

std::unique_ptr<UpdatePolicy> make_dirty_policy(double, const AnyHierarchy&) {
    return std::make_unique<DirtyPolicy>();
}

} // namespace boxwood
