// What: collects the messages of one producer from a connection, which delivers the bytes of an MCAP file in parts of
//       any size.
// Invariants: when the memory budget is exceeded, the oldest messages are discarded, except shapes (meshes,
//       hierarchies, bodies). The last discarded pose of each body is kept, and so is the sum of the discarded /dropped
//       messages, because both are needed to judge the remaining messages. A new message, even a shape, is discarded if
//       it does not fit after all messages that can be discarded are discarded.
// Degenerate input: take() returns an Error if the bytes are not a capture, if the messages have another version, if a
//       channel or message is too short, or if a record is larger than the budget. If the producer dies, everything up
//       to its last complete record is kept.
// Cost: two copies per byte. Messages are parsed when capture() is called; discarded poses are parsed at once.
#pragma once

#include "engine/capture/capture.hpp"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace boxwood::capture {

// The version of the messages that this program reads: BWC_VERSION of boxwood_capture.h.
inline constexpr std::string_view kStreamVersion = "1";

class IncomingStream {
  public:
    // `bytes` is valid only during the call.
    using OnMessage = std::function<void(std::string_view topic, std::uint64_t time, Bytes bytes)>;

    explicit IncomingStream(std::uint64_t memory_bytes)
        : budget_(memory_bytes) {}

    // Processes the next bytes. Calls `on_message` for each message of a known topic.
    Status take(Bytes bytes, const OnMessage& on_message = {});

    const std::string& library() const { return library_; }
    bool has_version() const { return has_version_; }
    bool is_wrong_version() const { return is_wrong_version_; } // take() has rejected the version
    bool is_finished() const { return is_finished_; }           // a record DataEnd was received
    std::size_t unfinished_bytes() const { return pending_.size(); }
    // The number of messages of known topics, including discarded messages.
    std::uint64_t message_count() const { return message_count_; }
    std::uint64_t discarded_count() const { return discarded_count_; } // messages discarded to fit the budget
    std::uint64_t skipped_count() const { return skipped_count_; }     // of unknown topics or encodings
    std::uint64_t kept_bytes() const { return kept_bytes_; }

    Capture capture() const;

  private:
    struct Message {
        std::string topic;
        std::vector<std::byte> bytes;
    };
    struct LastPose {
        std::uint64_t frame = 0;
        std::vector<double> numbers;
    };

    Status take_record(std::uint8_t opcode, Bytes content, const OnMessage& on_message);
    void keep(const std::string& topic, Bytes bytes);
    void discard_oldest();
    // Call for each discarded message. Stores its poses, or adds its counts of dropped messages to losses_, because
    // capture() needs them.
    void note_discarded(std::string_view topic, Bytes bytes);

    std::uint64_t budget_;
    std::vector<std::byte> pending_; // the received bytes of an incomplete record
    std::string library_;
    bool has_magic_ = false, has_header_ = false, has_version_ = false, is_wrong_version_ = false,
         is_finished_ = false;
    std::map<std::uint16_t, std::string> topics_;
    std::vector<Message> permanent_; // the kept meshes, hierarchies and bodies; they are not discarded later
    std::deque<Message> discardable_;
    std::map<std::uint64_t, LastPose> last_poses_; // by body, from discarded messages
    bool are_last_poses_single_precision_ = false;
    DroppedRecord losses_; // the sum of the discarded /dropped messages, plus the discarded meshes
    std::uint64_t kept_bytes_ = 0, message_count_ = 0, discarded_count_ = 0, skipped_count_ = 0;
};

} // namespace boxwood::capture
