#include "app/jobs/pair_oracle_job.hpp"

namespace boxwood {

PairAnswer ask_pair_oracle(const PosedMesh& a, const PosedMesh& b,
                           const std::vector<ShownHierarchy>& hierarchies, PairOracleJob::Control& control) {
    PairAnswer answer{.pairs = {}, .nesting = Nesting::none, .defects = find_defects(hierarchies), .hierarchies = hierarchies.size()};
    answer.pairs = find_all_by_brute_force(a, b, [&control](double share) {
        control.set_progress(share);
        return !control.is_cancelled();
    });
    if (!control.is_cancelled() && answer.pairs.empty()) answer.nesting = find_nesting_by_brute_force(a, b);
    return answer;
}

} // namespace boxwood
