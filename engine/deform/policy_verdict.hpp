// What: what policies cost over the same frames, and when a rebuild had paid for itself.
// Units: milliseconds; shares in percent.
// Invariants: a statement is about frames that were run, and about this machine's times.
#pragma once

#include "engine/deform/policy_run.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct PolicyTotals {
    std::string name; // for people
    double update_ms = 0.0, query_ms = 0.0;
    std::uint64_t volume_tests = 0, triangle_tests = 0, contacts = 0;
    std::uint32_t rebuilds = 0, partial_rebuilds = 0; // frames
    double total_ms() const { return update_ms + query_ms; }
};

void add_frame(PolicyTotals& io_totals, const PolicyFrame& frame);
PolicyTotals sum_frames(const PolicyConfig& policy, std::span<const PolicyFrame> frames);

// What a frame saved against the same one of another policy by work that differs, in ms; negative: it cost more. Where both
// did the same, times differ by chance and nothing counts; and no query is cheaper for asking more tests.
double saved_by_work(const PolicyFrame& frame, const PolicyFrame& other);

// The same of all frames up to and with each.
std::vector<double> saved_so_far(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other);

// A rebuild, and the frame by which what it saved by less work against the other policy had made up for it, if there is one.
struct BreakEven {
    std::size_t rebuild = 0;
    std::optional<std::size_t> paid_back;
};
std::vector<BreakEven> find_break_even(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other);

// The same, frame by frame: what a frame costs does not grow with their number.
class PayBack {
  public:
    // `saved`: up to and with this frame, which is the next one.
    void add_frame(double saved, bool is_rebuild);
    const std::vector<BreakEven>& rebuilds() const { return rebuilds_; }
    std::size_t paid() const { return rebuilds_.size() - waiting_.size(); }

  private:
    // A rebuild that has not paid yet, and what had been saved before it.
    struct Waiting {
        double saved_before = 0.0;
        std::size_t place = 0; // in rebuilds_
        friend bool operator<(const Waiting& a, const Waiting& b) { return a.saved_before > b.saved_before; }
    };
    std::vector<BreakEven> rebuilds_;
    std::vector<Waiting> waiting_; // a heap: least first
    double saved_ = 0.0;
    std::size_t frame_ = 0;
};

} // namespace boxwood
