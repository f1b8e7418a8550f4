#include "engine/sim/history.hpp"

#include <algorithm>

namespace boxwood {

FrameRecord record_of(const StepOutput& output) {
    return {output.times, output.counters, output.swaps_by_axis, output.separations_by_axis};
}

void put_back(const FrameRecord& record, StepOutput& io_output) {
    io_output.times = record.times;
    io_output.counters = record.counters;
    io_output.swaps_by_axis = record.swaps_by_axis;
    io_output.separations_by_axis = record.separations_by_axis;
}

void StateHistory::push(const Simulation& simulation) {
    if (byte_limit_ == 0) return;
    State state;
    state.frame = simulation.frame;
    state.motions = simulation.motions;
    state.joint_motions = simulation.joint_motions;
    state.fixed_contacts = simulation.fixed_contacts;
    state.deformation_time = simulation.deformation_time;
    state.fast_bodies = simulation.fast_bodies;
    state.total_fast_bodies = simulation.total_fast_bodies;
    state.stopped_bodies = simulation.stopped_bodies;
    state.total_stopped_bodies = simulation.total_stopped_bodies;
    state.record = record_of(simulation.output);
    for (const Body& body : simulation.world.bodies()) {
        state.transforms.push_back(body.transform);
        state.margins.push_back(body.margin);
        if (body.parts)
            state.joint_positions.insert(state.joint_positions.end(), body.parts->positions().begin(),
                                         body.parts->positions().end());
    }
    const std::size_t bytes =
        state.transforms.size() * (sizeof(Transform) + sizeof(Motion) + sizeof(double)) +
        state.joint_positions.size() * (sizeof(double) + sizeof(JointMotion)) +
        state.fixed_contacts.size() * sizeof(BodyPair) + sizeof(State);
    while (!states_.empty() && (states_.size() + 1) * bytes > byte_limit_) states_.pop_front();
    if (bytes <= byte_limit_) states_.push_back(std::move(state));
}

bool StateHistory::pop(Simulation& io_simulation) {
    if (states_.empty()) return false;
    State& state = states_.back();
    io_simulation.frame = state.frame;
    io_simulation.motions = std::move(state.motions);
    io_simulation.joint_motions = std::move(state.joint_motions);
    io_simulation.fixed_contacts = std::move(state.fixed_contacts);
    io_simulation.deformation_time = state.deformation_time;
    io_simulation.fast_bodies = state.fast_bodies;
    io_simulation.total_fast_bodies = state.total_fast_bodies;
    io_simulation.stopped_bodies = state.stopped_bodies;
    io_simulation.total_stopped_bodies = state.total_stopped_bodies;
    put_back(state.record, io_simulation.output);
    std::size_t next_position = 0;
    for (BodyId id = 0; id < state.transforms.size(); ++id) {
        if (!io_simulation.world.is_live(id)) continue;
        io_simulation.world.set_valid_transform(id, state.transforms[id]);
        io_simulation.world.set_valid_margin(id, state.margins[id]);
        const HullHierarchyState* parts = io_simulation.world.bodies()[id].parts.get();
        const std::size_t joints = parts == nullptr ? 0 : parts->positions().size();
        for (std::uint32_t joint = 0; joint < joints; ++joint)
            io_simulation.world.set_valid_joint_position(id, joint, state.joint_positions[next_position++]);
    }
    deform(io_simulation);
    states_.pop_back();
    return true;
}

std::uint64_t rank_of_quantile(double quantile, std::uint64_t count) {
    return static_cast<std::uint64_t>(quantile * static_cast<double>(count - 1) + 0.5);
}

Summary summarize(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const auto at = [&values](double quantile) { return values[rank_of_quantile(quantile, values.size())]; };
    return {values.front(), at(0.5), at(0.95), values.back()};
}

void TimeHistory::push(const TimedFrame& frame) {
    while (!frames_.empty() && frames_.back().frame >= frame.frame) frames_.pop_back();
    if (!frames_.empty() && frames_.size() >= limit_) frames_.pop_front();
    if (limit_ > 0) frames_.push_back(frame);
    displayed_ = frame.frame;
}

void TimeHistory::forget_after(std::uint64_t frame) {
    while (!frames_.empty() && frames_.back().frame > frame) frames_.pop_back();
}

const TimedFrame* TimeHistory::displayed_frame() const {
    const auto found = std::ranges::lower_bound(frames_, displayed_, {}, &TimedFrame::frame);
    return found != frames_.end() && found->frame == displayed_ ? &*found : nullptr;
}

double step_milliseconds(const PhaseTimes& times) {
    return times.total() - times[Phase::draw];
}

Summary TimeHistory::summarize_phase(Phase phase) const {
    std::vector<double> values;
    for (const TimedFrame& frame : frames_) values.push_back(frame.times[phase]);
    return summarize(std::move(values));
}

Summary TimeHistory::summarize_step() const {
    std::vector<double> values;
    for (const TimedFrame& frame : frames_) values.push_back(step_milliseconds(frame.times));
    return summarize(std::move(values));
}

} // namespace boxwood
