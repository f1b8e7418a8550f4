#include "engine/capture/stream/incoming_stream.hpp"

#include "engine/capture/capture_writer.hpp"
#include "engine/capture/mcap/mcap.hpp"

#include <algorithm>
#include <cstring>

namespace boxwood::capture {
namespace {

constexpr std::uint64_t kMessageCost = 128; // memory of a kept message in addition to its bytes
constexpr std::size_t kPoseNumbers = 12;

bool is_shape(std::string_view topic) {
    return topic == MeshRecord::kTopic || topic == HierarchyRecord::kTopic || topic == BodyRecord::kTopic;
}

} // namespace

Status IncomingStream::take(Bytes bytes, const See& see) {
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    std::size_t at = 0;
    const auto drop_read = [&] {
        pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(at));
    };
    if (!has_magic_) {
        const std::size_t count = std::min(pending_.size(), kMcapMagic.size());
        if (count > 0 && std::memcmp(pending_.data(), kMcapMagic.data(), count) != 0)
            return Error{"no capture: the stream does not start with the eight magic bytes of MCAP"};
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
        if (Status status = take_record(opcode, content, see); !status) return status;
    }
    drop_read();
    if (is_finished_) pending_.clear(); // discards the footer and the magic bytes
    return ok();
}

Status IncomingStream::take_record(std::uint8_t opcode, Bytes content, const See& see) {
    ByteReader fields(content);
    if (!has_header_) {
        const std::string_view profile = fields.text(), library = fields.text();
        if (opcode != static_cast<std::uint8_t>(Opcode::header) || fields.failed() || profile != "boxwood")
            return Error{"no capture: its profile is \"" + printable(profile) + "\", not \"boxwood\""};
        library_ = printable(library);
        has_header_ = true;
        return ok();
    }
    if (!has_version_) {
        // boxwood_capture.h writes the version directly after the file's header.
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
        return Error{library_ + " sends messages of " +
                     (is_stated ? "version " + printable(version) : std::string("an unknown version")) +
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
            ++skipped_;
            return ok();
        }
        ++messages_;
        if (see) see(topic->second, time, bytes);
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
    while (kept_bytes_ + cost > budget_ && !others_.empty()) forget_oldest();
    if (kept_bytes_ + cost > budget_) {
        ++forgotten_;
        return;
    }
    kept_bytes_ += cost;
    Message message{topic, {bytes.begin(), bytes.end()}};
    if (is_shape(topic))
        shapes_.push_back(std::move(message));
    else
        others_.push_back(std::move(message));
}

void IncomingStream::forget_oldest() {
    const Message& oldest = others_.front();
    if (oldest.topic == PoseRecord::kTopic)
        if (const Result<PoseRecord> record = parse_record<PoseRecord>(oldest.bytes); record) {
            last_poses_are_single_ = record->matrices.is_single;
            const std::vector<double>& numbers = record->matrices.values;
            for (std::size_t i = 0; i < record->bodies.size() && numbers.size() >= kPoseNumbers * (i + 1);
                 ++i) {
                const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(kPoseNumbers * i);
                const auto [pose, is_new] = last_poses_.try_emplace(record->bodies[i]);
                if (is_new) kept_bytes_ += kMessageCost + kPoseNumbers * sizeof(double);
                pose->second.assign(first, first + kPoseNumbers);
            }
        }
    kept_bytes_ -= oldest.bytes.size() + kMessageCost;
    ++forgotten_;
    others_.pop_front();
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
    for (const Message& message : shapes_) add(message);
    if (!last_poses_.empty()) {
        PoseRecord record;
        record.matrices.is_single = last_poses_are_single_;
        for (const auto& [body, numbers] : last_poses_) {
            record.bodies.push_back(body);
            record.matrices.values.insert(record.matrices.values.end(), numbers.begin(), numbers.end());
        }
        out.poses.push_back(std::move(record)); // at frame 0, before all kept messages
    }
    for (const Message& message : others_) add(message);
    if (forgotten_ > 0)
        out.problems.push_back(std::to_string(forgotten_) + " messages did not fit the memory budget");
    finish_capture(out);
    return out;
}

} // namespace boxwood::capture
