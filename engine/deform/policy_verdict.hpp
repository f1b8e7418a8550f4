// What: what policies cost over the same frames, when a rebuild had paid for itself, and one sentence that says so.
// Units: milliseconds; shares in percent.
// Invariants: a statement is about frames that were run, and about this machine's times.
// Degenerate input: of one policy, or none, the sentence says only what it cost.
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

PolicyTotals sum_frames(const PolicyConfig& policy, std::span<const PolicyFrame> frames);

// What `run` has saved against `other` up to and with each frame, in ms; negative: it has cost more.
std::vector<double> saved_so_far(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other);

// A rebuild, and the frame by which what it saved against the other policy had made up for it, if there is one.
struct BreakEven {
    std::size_t rebuild = 0;
    std::optional<std::size_t> paid_back;
};
std::vector<BreakEven> find_break_even(std::span<const PolicyFrame> run, std::span<const PolicyFrame> other);

// "area at 1.6 × is the cheapest of 3: 38 % below always, 22 % below never; the rebuild at frame 312 had paid for
// itself by frame 340." Policies that did the same work are not told apart by their times.
std::string tell_policies(std::span<const PolicyRun> runs);

} // namespace boxwood
