#include "engine/capture/stream/incoming_stream.hpp"

#include "engine/capture/capture_writer.hpp"
#include "engine/capture/mcap/mcap.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace boxwood::capture {
namespace {

constexpr std::uint64_t kMessageCost = 128; // memory of a kept message in addition to its bytes
constexpr std::size_t kPoseNumbers = 12;

bool is_permanent(std::string_view topic) {
    return topic == MeshRecord::kTopic || topic == HierarchyRecord::kTopic || topic == BodyRecord::kTopic;
}

// Extends the range io_first to io_last by the range first to last. In an empty range, both ends are kUnknown.
void extend(std::uint64_t first, std::uint64_t last, std::uint64_t& io_first, std::uint64_t& io_last) {
    if (first == kUnknown) return;
    io_last = io_first == kUnknown ? last : std::max(io_last, last);
    io_first = std::min(io_first, first);
}

// Adds the counts of dropped messages in a record to a sum. The sum has one range of frames that covers all dropped
// poses, and one range of queries that covers all dropped visits.
void add_losses(const DroppedRecord& record, DroppedRecord& io_sum) {
    io_sum.counts.resize(std::max(io_sum.counts.size(), record.counts.size()));
    for (std::size_t topic = 0; topic < record.counts.size(); ++topic)
        io_sum.counts[topic] += record.counts[topic];
    if (record.count(kDroppedPoses) > 0)
        extend(record.first_frame, record.last_frame, io_sum.first_frame, io_sum.last_frame);
    if (record.count(kDroppedVisits) > 0)
        extend(record.first_query, record.last_query, io_sum.first_query, io_sum.last_query);
}

} // namespace

Status IncomingStream::take(Bytes bytes, const OnMessage& on_message) {
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    std::size_t at = 0;
    if (!has_magic_) {
        const std::size_t count = std::min(pending_.size(), kMcapMagic.size());
        if (count > 0 && std::memcmp(pending_.data(), kMcapMagic.data(), count) != 0)
            return Error{"not a capture: the stream does not start with the eight magic bytes of MCAP"};
        if (count < kMcapMagic.size()) return ok();
        has_magic_ = true;
        at = count;
    }
    while (!is_finished_ && pending_.size() - at >= kRecordHead) {
        ByteReader head(Bytes(pending_).subspan(at));
        const auto opcode = head.number<std::uint8_t>();
        const auto length = head.number<std::uint64_t>();
        if (length > budget_)
            return Error{"a record declares " + std::to_string(length) + " bytes, more than the budget of " +
                         std::to_string(budget_)};
        if (head.left() < length) break;
        const Bytes content = head.raw(length);
        at += kRecordHead + static_cast<std::size_t>(length);
        if (Status status = take_record(opcode, content, on_message); !status) return status;
    }
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(at));
    if (is_finished_) pending_.clear(); // discards the footer and the trailing magic bytes
    return ok();
}

Status IncomingStream::take_record(std::uint8_t opcode, Bytes content, const OnMessage& on_message) {
    ByteReader fields(content);
    if (!has_header_) {
        const std::string_view profile = fields.text(), library = fields.text();
        if (opcode != static_cast<std::uint8_t>(Opcode::header))
            return Error{"not a Boxwood capture: the first record is not an MCAP Header"};
        if (fields.failed()) return Error{"not a Boxwood capture: the MCAP Header is too short"};
        if (profile != "boxwood")
            return Error{"not a Boxwood capture: its profile is \"" + printable(profile) +
                         "\", not \"boxwood\""};
        library_ = printable(library);
        has_header_ = true;
        return ok();
    }
    if (!has_version_) {
        // Producers that use boxwood_capture.h write the version directly after the MCAP Header record.
        const std::string_view name = fields.text();
        ByteReader pairs(fields.block());
        const std::string_view key = pairs.text(), version = pairs.text();
        const bool is_stated = opcode == static_cast<std::uint8_t>(Opcode::metadata) && name == "boxwood" &&
                               key == "version" && !pairs.failed();
        if (is_stated && version == kStreamVersion) {
            has_version_ = true;
            return ok();
        }
        is_wrong_version_ = true;
        return Error{library_ +
                     (is_stated ? " sends messages of version " + printable(version)
                                : std::string(" does not state the version of its messages")) +
                     "; this program reads version " + std::string(kStreamVersion) +
                     ": compile the producer with the boxwood_capture.h of this program"};
    }
    switch (static_cast<Opcode>(opcode)) {
    case Opcode::channel: {
        const auto id = fields.number<std::uint16_t>();
        fields.number<std::uint16_t>(); // schema
        const std::string_view topic = fields.text(), encoding = fields.text();
        if (fields.failed()) return Error{"a channel record is too short"};
        if (encoding == kMessageEncoding && !describe_topic(topic).empty()) topics_.emplace(id, topic);
        return ok();
    }
    case Opcode::message: {
        const auto topic = topics_.find(fields.number<std::uint16_t>());
        fields.number<std::uint32_t>(); // sequence
        const auto time = fields.number<std::uint64_t>();
        fields.number<std::uint64_t>(); // time of publication
        const Bytes bytes = fields.raw(fields.left());
        if (fields.failed()) return Error{"a message is too short"};
        if (topic == topics_.end()) {
            ++skipped_count_;
            return ok();
        }
        ++message_count_;
        if (on_message) on_message(topic->second, time, bytes);
        keep(topic->second, bytes);
        return ok();
    }
    case Opcode::data_end:
        is_finished_ = true;
        return ok();
    default:
        return ok();
    }
}

void IncomingStream::keep(const std::string& topic, Bytes bytes) {
    const std::uint64_t cost = bytes.size() + kMessageCost;
    while (kept_bytes_ + cost > budget_ && !discardable_.empty()) discard_oldest();
    if (kept_bytes_ + cost > budget_) {
        note_discarded(topic, bytes);
        return;
    }
    kept_bytes_ += cost;
    Message message{topic, {bytes.begin(), bytes.end()}};
    if (is_permanent(topic))
        permanent_.push_back(std::move(message));
    else
        discardable_.push_back(std::move(message));
}

void IncomingStream::discard_oldest() {
    const Message& oldest = discardable_.front();
    note_discarded(oldest.topic, oldest.bytes);
    kept_bytes_ -= oldest.bytes.size() + kMessageCost;
    discardable_.pop_front();
}

void IncomingStream::note_discarded(std::string_view topic, Bytes bytes) {
    ++discarded_count_;
    if (topic == PoseRecord::kTopic) {
        const Result<PoseRecord> record = parse_record<PoseRecord>(bytes);
        if (!record) return;
        are_last_poses_single_precision_ = record->matrices.is_single_precision;
        const std::vector<double>& numbers = record->matrices.values;
        for (std::size_t i = 0; i < record->bodies.size(); ++i) {
            // If the message lacks the numbers of this pose, stores NaN: an invalid pose.
            std::vector<double> pose_numbers(kPoseNumbers, kNotStated);
            if (numbers.size() >= kPoseNumbers * (i + 1))
                std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(kPoseNumbers * i), kPoseNumbers,
                            pose_numbers.begin());
            const auto [pose, is_new] = last_poses_.try_emplace(record->bodies[i]);
            if (is_new) kept_bytes_ += kMessageCost + kPoseNumbers * sizeof(double);
            pose->second = {record->frame, std::move(pose_numbers)};
        }
    } else if (topic == DroppedRecord::kTopic) {
        if (const Result<DroppedRecord> record = parse_record<DroppedRecord>(bytes); record)
            add_losses(*record, losses_);
    } else if (topic == MeshRecord::kTopic) {
        add_losses({.counts = {1}}, losses_); // counted, because it can be a later revision of a kept mesh
    }
}

Capture IncomingStream::capture() const {
    Capture out;
    out.producer = library_;
    out.is_finished = is_finished_;
    std::map<std::string, std::uint64_t> unreadable;
    const auto add = [&](const Message& message) {
        const Status status = add_message(out, message.topic, message.bytes);
        if (!status && unreadable[message.topic]++ == 0)
            out.problems.push_back(message.topic + ": " + status.error().message);
    };
    for (const Message& message : permanent_) add(message);
    // Each pose keeps its frame, so that a pose from before a loss of messages does not hold after the loss.
    std::map<std::uint64_t, PoseRecord> by_frame;
    for (const auto& [body, last] : last_poses_) {
        PoseRecord& record = by_frame[last.frame];
        record.frame = last.frame;
        record.matrices.is_single_precision = are_last_poses_single_precision_;
        record.bodies.push_back(body);
        record.matrices.values.insert(record.matrices.values.end(), last.numbers.begin(), last.numbers.end());
    }
    for (auto& [frame, record] : by_frame) out.poses.push_back(std::move(record));
    if (!losses_.counts.empty()) out.dropped.push_back(losses_);
    for (const Message& message : discardable_) add(message);
    for (const auto& [topic, count] : unreadable)
        if (count > 1)
            out.problems.push_back(topic + ": " + std::to_string(count) + " messages cannot be read");
    if (discarded_count_ > 0)
        out.problems.push_back(std::to_string(discarded_count_) +
                               (discarded_count_ == 1 ? " message was" : " messages were") +
                               " discarded to stay within the memory budget");
    finish_capture(out);
    return out;
}

} // namespace boxwood::capture
