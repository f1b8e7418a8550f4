// What: computes the costs of policies over the same frames, and the frames by which their rebuilds paid for
//     themselves.
// Units: milliseconds.
// Invariants: the results are valid for the frames that were run and for the times of this machine.
#pragma once

#include "engine/deform/policies/policy_run.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct PolicyTotals {
    std::string name; // display name
    double update_ms = 0.0, query_ms = 0.0;
    std::uint64_t volume_tests = 0, triangle_tests = 0, contacts = 0;
    std::uint32_t rebuilds = 0, partial_rebuilds = 0; // numbers of frames
    double total_ms() const { return update_ms + query_ms; }
};

void add_frame(PolicyTotals& io_totals, const PolicyFrame& frame);
PolicyTotals sum_frames(const PolicyConfig& policy, std::span<const PolicyFrame> frames);

// The time in ms that a frame saved relative to the same frame of another policy; negative if it cost more. Updates or
// queries with the same work count 0, because their times differ only by noise. A query with more tests never
// counts as a saving.
double saved_by_work(const PolicyFrame& frame, const PolicyFrame& other);

// The cumulative sums of saved_by_work(), one per frame.
std::vector<double> saved_so_far(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other);

// A rebuild, and the frame (if any) by which its savings relative to the other policy had covered its cost.
struct BreakEven {
    std::size_t rebuild = 0;
    std::optional<std::size_t> paid_back;
};
std::vector<BreakEven> find_break_even(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other);

// Computes find_break_even() incrementally. The amortized time per frame is logarithmic in the number of rebuilds.
class PayBack {
  public:
    // Adds the next frame. `saved`: the cumulative savings, including this frame.
    void add_frame(double saved, bool is_rebuild);
    const std::vector<BreakEven>& rebuilds() const { return rebuilds_; }
    std::size_t paid() const { return rebuilds_.size() - waiting_.size(); }

  private:
    // A rebuild that has not paid for itself yet, and the savings before it.
    struct Waiting {
        double saved_before = 0.0;
        std::size_t index = 0; // into rebuilds_
        friend bool operator<(const Waiting& a, const Waiting& b) { return a.saved_before > b.saved_before; }
    };
    std::vector<BreakEven> rebuilds_;
    std::vector<Waiting> waiting_; // a min-heap
    double saved_ = 0.0;
    std::size_t frame_ = 0;
};

} // namespace boxwood
